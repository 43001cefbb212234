/**
 * Comments that follow one another without headings: under quoted code, or each begun by its place or rating.
 *
 * @module
 */
import type { Block } from './outline.js'
import { findLeadingLines, findPlaces } from './place.js'
import { isBare } from './titles.js'

/** Words that begin a further point in running prose. */
const NEXT_POINT =
  /^\W*(?:(?:the )?(?:first|second|third|fourth|fifth|next|last|other)\b|first(?:ly)?,|secondly|thirdly|another|also|additionally|furthermore|moreover|in addition|besides|finally|lastly|one (?:issue|problem|concern|more))/i
const LEADING_RATING =
  /^\W{0,4}(?:!\[[^\]]{1,40}\]|\[(?:P\d|[\w ]{2,20})\]|(?:issue|suggestion|nitpick|nit|todo|question|bug)(?: ?\([^)]{1,30}\))?:)/i

/**
 * Splits the blocks of a section into comments. Empty where it holds fewer than two, unless the one stands under quoted
 * code. What stands before the first comment or after a rule that no comment follows belongs to none.
 */
export function splitComments(blocks: readonly Block[]): Block[][] {
  const comments: Block[][] = []
  let open = false
  for (const block of blocks) {
    if (block.kind === 'rule') open = false
    else if (startsComment(block) && !(open && onlySaysWhere(comments.at(-1) ?? []))) {
      comments.push([block])
      open = true
    } else if (open) comments.at(-1)?.push(block)
  }
  return comments.length > 1 || blocks.some(({ kind }) => kind === 'hunk') ? comments : []
}

function startsComment(block: Block): boolean {
  if (block.kind === 'hunk') return true
  if (block.kind !== 'text') return false
  const [line = ''] = block.text.split('\n')
  const [word = ''] = line.split(/\s/)
  if (findLeadingLines(line).line !== undefined || LEADING_RATING.test(line) || NEXT_POINT.test(line)) return true
  return findPlaces(isBare(line) ? line : word).length > 0
}

function onlySaysWhere(comment: readonly Block[]): boolean {
  return comment.every((block) => block.kind === 'hunk' || (block.kind === 'text' && isBare(block.text)))
}
