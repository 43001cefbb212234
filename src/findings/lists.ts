/**
 * Lists as their writer meant them.
 *
 * @module
 */
import type { Block, Section } from './outline.js'
import { isBare } from './titles.js'

interface List {
  readonly kind: 'list'
  readonly items: Section[]
  readonly start: number | null
}

/**
 * The lists among blocks. A numbered list that paragraphs interrupt is one list again, with the paragraphs in its items;
 * links and places after a list belong to its last item.
 */
export function joinLists(blocks: readonly Block[]): readonly List[] {
  const lists: List[] = []
  const nextStarts = findNextStarts(blocks)
  blocks.forEach((block, i) => {
    const last = lists.at(-1)
    if (block.kind === 'list') {
      const items = block.items.map((item) => ({ ...item, blocks: [...item.blocks] }))
      if (last && continues(last, block.start)) last.items.push(...items)
      else lists.push({ ...block, items })
    } else if (last && (isBareText(block) || continues(last, nextStarts[i]))) last.items.at(-1)?.blocks.push(block)
  })
  return lists
}

/** For each block the number that the next list before a rule starts with. */
function findNextStarts(blocks: readonly Block[]): (number | null)[] {
  let next: number | null = null
  const starts = blocks.toReversed().map((block) => {
    if (block.kind === 'list') next = block.start
    else if (block.kind === 'rule') next = null
    return next
  })
  return starts.reverse()
}

function continues({ items, start }: List, next: number | null | undefined): boolean {
  return start !== null && next === start + items.length
}

function isBareText(block: Block): boolean {
  return block.kind === 'text' && isBare(block.text)
}
