/**
 * Colours for the text of a run. They stand for nothing that the text does not say.
 *
 * @module
 */

/** What a part of the text is. */
export type Tone = 'good' | 'bad' | 'open'

/** Verdicts where the tables have them: a mark after a score, a gate, a check, a warning. What others wrote is never there. */
const PLACES: readonly RegExp[] = [
  /^(?<before> {4}\S.* {2}\d\.\d+ +(?:\d\.\d+-\d\.\d+ +)?)(?<word>PASS|FAIL)(?= |$)/gm,
  /^(?<before> {2}Gate |Gate {3})(?<word>PASS|would FAIL|FAIL)/gm,
  /^(?<before> {2})(?<word>✓|✗|\?)(?= )/gm,
  /^(?<before> {2})(?<word>WARNING)(?=:)/gm,
]

const TONES: Readonly<Record<string, Tone>> = { PASS: 'good', '✓': 'good', FAIL: 'bad', '✗': 'bad' }

/** The text with its verdicts in colour. */
export function paintRun(text: string, paint: (tone: Tone, word: string) => string): string {
  const replace = (_: string, before: string, word: string) => `${before}${paint(TONES[word] ?? 'open', word)}`
  return PLACES.reduce((painted, place) => painted.replace(place, replace), text)
}
