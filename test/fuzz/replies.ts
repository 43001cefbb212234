/**
 * What a judge replied, read and scored by every mode. Neither may throw, whatever stands in the JSON.
 *
 * @module
 */
import type { Answer } from '../../src/modes/mode.js'
import {
  behavioursPosed,
  coherencePosed,
  comparePosed,
  equivalencePosed,
  evalPosed,
  issuesPosed,
  phasePosed,
  requestsOf,
  reviewPosed,
  rubricPosed,
  togetherPosed,
} from '../injection/slot.js'

const POSED = [
  rubricPosed(),
  rubricPosed({ judging: 'apart' }),
  issuesPosed(),
  behavioursPosed(),
  comparePosed(),
  phasePosed('reviewer'),
  coherencePosed(),
  reviewPosed(),
  equivalencePosed(),
  evalPosed(),
  togetherPosed(),
]

/** Reads the JSON of a text, or the text itself, as the reply to every question. */
export function readReplies(text: string): void {
  const value = jsonOf(text)
  for (const posed of POSED) {
    const answers: Answer<unknown>[] = requestsOf(posed).map((_, index) => posed.mode.read(posed.input, value, index))
    const { bounds } = posed.mode.score(posed.input, answers)
    if (!(bounds.lower <= bounds.upper))
      throw new Error(`${posed.mode.name}: bounds ${bounds.lower} to ${bounds.upper}`)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
