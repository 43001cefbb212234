/**
 * Every reader ends on every text, in time, with a value or an error that it documents.
 *
 * A few seeded runs belong to the tests; `npm run fuzz` goes on for fifteen minutes with seeds of its own. Of 3,383,000 texts in its
 * first such run one broke a reader: keys in keys of YAML, 1,247 characters that took 55 seconds. What was found stands beside the tests
 * of its reader (test/evalset/parse.test.ts, test/findings/linear-lexer.test.ts).
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../support/cpu.js'
import { anyText, REAL } from './inputs.js'
import { READERS, readSafely } from './readers.js'

/** Seconds for all readers together; 0: some runs of a fixed seed. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0)
/** Milliseconds of the processor that one text may take; the longest has 240,000 characters. */
const LIMIT = 10_000

const settings =
  SECONDS === 0
    ? { seed: 14, numRuns: 60 }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: (SECONDS * 1000) / READERS.length }

describe.each(READERS)('$name', { timeout: (SECONDS + 120) * 1000 }, (reader) => {
  it('reads any text or refuses it by name, in time', () => {
    let [inputs, slowest] = [0, 0]
    const property = fc.property(anyText, (text) => {
      const took = cpuTime(() => readSafely(reader, text))
      inputs++
      slowest = Math.max(slowest, took)
      if (took > LIMIT) throw new Error(`${text.length} characters took ${Math.round(took)} ms`)
    })
    fc.assert(property, { ...settings, endOnFailure: SECONDS > 0 })
    if (SECONDS > 0) console.log(`${reader.name}: ${inputs} inputs, slowest ${Math.round(slowest)} ms`)
  })
})

it('the real texts are read or refused by name, too', { timeout: 60_000 }, () => {
  expect(REAL.length).toBeGreaterThan(40)
  for (const reader of READERS) for (const text of REAL) readSafely(reader, text)
})
