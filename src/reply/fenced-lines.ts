/**
 * Lines of Markdown that are code.
 *
 * @module
 */

/** It may stand behind the marks of a list and a label: `- **Body**: ```suggestion`. */
const OPENS =
  /^[ \t]{0,8}(?:[-*+][ \t]{1,8})?(?:(?:\*\*|__)\w{1,20}(?:\*\*|__)?:?(?:\*\*|__)?[ \t]{0,8})?(`{3,}|~{3,})([^`]*)$/
const CLOSES = /^[ \t]{0,8}(`{3,}|~{3,})[ \t]*$/

/**
 * Indices of the lines between an opening fence and the one that closes it. A fence that nothing closes opens no block: what was
 * cut off must not swallow the rest. Nor does one that another opening follows.
 */
export function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let open: { readonly at: number; readonly fence: string } | null = null
  for (const [at, line] of lines.entries()) {
    if (open !== null && CLOSES.exec(line)?.[1]?.startsWith(open.fence)) {
      for (let inside = open.at + 1; inside < at; inside++) fenced.add(inside)
      open = null
    } else {
      const fence = openingIn(line, open?.fence)
      if (fence !== null) open = { at, fence }
    }
  }
  return fenced
}

/** In a block of code only a fence as long and with a name opens another one. */
function openingIn(line: string, outer: string | undefined): string | null {
  const [, fence, info = ''] = OPENS.exec(line) ?? []
  if (fence === undefined) return null
  return outer === undefined || (fence.startsWith(outer) && info.trim() !== '') ? fence : null
}
