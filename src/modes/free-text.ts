/**
 * Replies that came as text: what counts as an answer to a question of a mode.
 *
 * @module
 */
import type { JudgeRequest } from '../models/model.js'
import { readText, type TextReading } from '../reply/read-text.js'
import type { Mode } from './mode.js'

/** Modes whose free-text answers are known to be longer than this many characters (spec/judging.md, "Validation"). */
const WORDY = /^(?:solo|compare|phase-\w+)$/
const SHORTEST = 200

/** One of the questions of a task. */
export interface Asking<I> {
  readonly input: I
  readonly request: JudgeRequest
  /** Which of the questions, from 0. */
  readonly index: number
  /** How many there are; they share what is asked for. */
  readonly of: number
}

/** The one answer in a text, or why there is none. */
export function readFreeText<I, R, F>(mode: Mode<I, R, F>, asking: Asking<I>, text: string): TextReading {
  const { input, request, index, of } = asking
  const reading = readText(text, {
    material: [...request.system, ...request.user].map((part) => part.text),
    schema: request.schema,
    isComplete: (value) => mode.read(input, value, index).problems.length === 0,
  })
  const { length } = text.trim()
  if (!('value' in reading) || !WORDY.test(mode.name) || length * of >= SHORTEST) return reading
  return {
    reason: 'malformed',
    detail: `the answer has ${length} characters, too few for free text; a judge that answers by the schema returns the value, not its text`,
  }
}
