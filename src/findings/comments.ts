/**
 * Comments that follow one another without headings: under quoted code, or each begun by its place or rating.
 *
 * @module
 */
import type { Block } from './outline.js'
import { findLeadingLines, findPlaces } from './place.js'
import { isBare } from './titles.js'

/** Words that begin a point in running prose: the first one, or one after another. */
const FIRST_POINT = /^\W{0,4}(?:(?:the )?first(?:ly)?\b|one (?:issue|problem|concern)\b)/i
const NEXT_POINT =
  /^\W{0,4}(?:(?:the )?(?:second(?:ly)?|third(?:ly)?|fourth|fifth|other)\b|another|also|additionally|furthermore|moreover|in addition|besides|finally|lastly)/i
const LEADING_RATING =
  /^\W{0,4}(?:!\[[^\]]{1,40}\]|\[[\w ]{2,20}\](?!\()|(?:issue|suggestion|nitpick|nit|todo|question|bug)(?: ?\([^)]{1,30}\))?:)/i

/**
 * Splits the blocks of a section into comments. Empty where it holds fewer than two, unless the one stands under quoted
 * code. What stands before the first comment or after a rule that no comment follows belongs to none.
 */
export function splitComments(blocks: readonly Block[]): Block[][] {
  const comments = groupBlocks(blocks)
  if (comments.length < 2 && !blocks.some(({ kind }) => kind === 'hunk')) return []
  const first = comments[0]?.[0]
  // "Another" needs one before it.
  if (first?.kind === 'text' && NEXT_POINT.test(first.text)) comments.unshift(blocks.slice(0, blocks.indexOf(first)))
  return comments
}

function groupBlocks(blocks: readonly Block[]): Block[][] {
  const comments: Block[][] = []
  let open: Block[] | null = null
  // Whether the open one has said no more yet than where it belongs.
  let isPlace = false
  for (const block of blocks) {
    if (block.kind === 'rule') open = null
    else if (startsComment(block) && !(open && isPlace)) {
      open = [block]
      comments.push(open)
      isPlace = onlySaysWhere(block)
    } else if (open) {
      open.push(block)
      isPlace &&= onlySaysWhere(block)
    }
  }
  return comments
}

function startsComment(block: Block): boolean {
  if (block.kind === 'hunk') return true
  if (block.kind !== 'text') return false
  const [line = ''] = block.text.split('\n')
  const [word = ''] = line.split(/\s/)
  if (findLeadingLines(line).line !== undefined) return true
  if ([LEADING_RATING, FIRST_POINT, NEXT_POINT].some((start) => start.test(line))) return true
  return findPlaces(isBare(line) ? line : word).length > 0
}

function onlySaysWhere(block: Block): boolean {
  return block.kind === 'hunk' || (block.kind === 'text' && isBare(block.text))
}
