/**
 * Time grows with the length of a text and hardly faster, whatever it repeats: every reader on every token, in seven patterns.
 *
 * What counts is time of this process on a processor, which others on the machine cannot lengthen. A text that takes long is measured
 * at a quarter of its length too, several times, and the least of each counts: linear is 4, quadratic 16.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../support/cpu.js'
import { TOKENS } from './inputs.js'
import { READERS, type Reader, readSafely } from './readers.js'

const LENGTH = Number(process.env['FUZZ_LENGTH'] ?? 24_000)
/** Milliseconds below which nothing is said of growth: {@link LENGTH} characters at 150,000 a second. */
const FAST = LENGTH / 150
/** Between linear (4) and quadratic (16). */
const MOST_GROWTH = 9

type Pattern = (token: string, length: number) => string

const fill: Pattern = (token, length) => token.repeat(Math.ceil(length / token.length)).slice(0, length)
const closed = (token: string) =>
  [...token]
    .reverse()
    .join('')
    .replace(/[([{<]/g, (one) => ')]}>'['([{<'.indexOf(one)] ?? '')

const PATTERNS: Readonly<Record<string, Pattern>> = {
  repeated: fill,
  'repeated on lines': (token, length) => fill(`${token}\n`, length),
  'repeated between words': (token, length) => fill(`${token}a `, length),
  'opened and closed': (token, length) => fill(token, length / 2) + fill(closed(token), length / 2),
  numbered: (token, length) => joined(length, (index) => token.replace(/\n?$/, `${index}$&`)),
  indented: (token, length) => joined(length, (index) => `${' '.repeat(index % 200)}${token}a\n`),
  'under an item': (token, length) => `- a\n\n${fill(token, length)}x`,
}

function joined(length: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let size = 0; size < length; size += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length))
  return pieces.join('')
}

function leastTime(reader: Reader, text: string, times: number): number {
  return Math.min(...Array.from({ length: times }, () => cpuTime(() => readSafely(reader, text))))
}

/** How the time grows from a quarter of the length; 0 of what is fast. */
function growthOf(reader: Reader, pattern: Pattern, token: string): number {
  const [short, long] = [pattern(token, LENGTH / 4), pattern(token, LENGTH)]
  if (leastTime(reader, long, 1) < FAST || leastTime(reader, long, 2) < FAST) return 0
  return leastTime(reader, long, 3) / Math.max(0.2, leastTime(reader, short, 5))
}

/** A few tokens for each reader in the tests, each token for some reader; all of them with `FUZZ_LENGTH`. */
function tokensFor(index: number): readonly string[] {
  return process.env['FUZZ_LENGTH'] === undefined ? TOKENS.filter((_, at) => at % READERS.length === index) : TOKENS
}

describe.each(READERS.map((reader, index) => ({ ...reader, index })))(
  '$name',
  { timeout: 1_800_000 },
  ({ index, ...reader }) => {
    it.each(Object.entries(PATTERNS))('takes time linear in tokens %s', (_title, pattern) => {
      const grown = tokensFor(index).map((token) => ({ token, growth: growthOf(reader, pattern, token) }))
      expect(grown.filter(({ growth }) => growth > MOST_GROWTH)).toEqual([])
    })
  },
)
