/**
 * Points of a review as they are before the findings are chosen among them.
 *
 * @module
 */
import type { Candidate } from '../../src/findings/candidates.js'
import { selectFindings } from '../../src/findings/select.js'

/** What a candidate has beside its text. */
export type Part = Partial<Candidate> & { file?: string; line?: number; lineEnd?: number }

/** The findings among candidates, of a group each and under a title of issues unless they say so. */
export function select(...parts: (readonly [text: string, part?: Part])[]) {
  const candidates = parts.map(([text, { file, line, lineEnd, ...part } = {}], group): Candidate => {
    const lines = { ...(line !== undefined && { line }), ...(lineEnd !== undefined && { lineEnd }) }
    return { group, text, titled: true, place: { ...(file !== undefined && { file }), ...lines }, ...part }
  })
  return selectFindings({ candidates, files: NOTES })
}

const NOTES = [
  { file: 'src/a.ts', text: 'reads the orders' },
  { file: 'src/b.ts', text: 'writes orders and stock' },
  { file: 'src/c.ts', text: 'writes stock and orders' },
]

export const at = (line?: number, file = 'src/a.ts'): Part => ({ file, ...(line !== undefined && { line }) })
