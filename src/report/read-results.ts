/**
 * Reads results files, also those of older versions.
 *
 * @module
 */
import { parseWith } from '../check.js'
import { badInput } from '../errors.js'
import { sumAgent } from './agent-spending.js'
import { describeRunGate, describeSetGate } from './gate-line.js'
import { RESULTS_VERSION, type RunResults } from './results.js'
import { resultsSchema } from './results-schema.js'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the results of a run and brings them to the present form: version 1, which 0.1.0 wrote at first, knows neither what the
 * agent took nor which cases were red by themselves, so these are null and empty there. Fields that are not known are dropped.
 *
 * @param results - The text of a results file, or what it holds.
 * @param file - Its name, for messages.
 * @throws {@link InputError} that names file and field: no JSON, no results, a field that is wrong, or a version that only a
 * newer vitest-judge knows.
 */
export function readResults(results: unknown, file = 'results'): RunResults {
  const value = typeof results === 'string' ? parseText(results, file) : results
  const { version } = fieldsOf(value)
  if (version === RESULTS_VERSION) return parseWith(resultsSchema, file, value)
  if (version === 1) return tellGates(parseWith(resultsSchema, file, fromFirst(fieldsOf(value))))
  const isNewer = typeof version === 'number' && version > RESULTS_VERSION
  throw badInput(file, {
    place: '`version`',
    expected: `1 or ${RESULTS_VERSION}`,
    received: version,
    hint: isNewer ? 'A newer vitest-judge wrote it: update this one.' : 'Is it a results file of vitest-judge?',
  })
}

function parseText(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw badInput(file, { place: 'the text', expected: 'JSON', received: text, hint: 'Was the file cut?' })
  }
}

/** Whatever is wrong with the value, the schema finds it. */
function fromFirst({ run, sets, gate, ...rest }: Fields): unknown {
  const agent = sumAgent([])
  const { started, finished } = fieldsOf(run)
  const duration_ms = Date.parse(String(finished)) - Date.parse(String(started))
  const adopt = (set: unknown) => ({
    ...fieldsOf(set),
    blocked_cases: [],
    agent,
    gate: { ...fieldsOf(fieldsOf(set).gate), line: '' },
  })
  return {
    ...rest,
    version: RESULTS_VERSION,
    run: { ...fieldsOf(run), duration_ms: Number.isFinite(duration_ms) ? duration_ms : 0 },
    sets: Array.isArray(sets) ? sets.map(adopt) : sets,
    agent,
    gate: { ...fieldsOf(gate), line: '' },
  }
}

function tellGates(results: RunResults): RunResults {
  const sets = results.sets.map((set) => ({ ...set, gate: { ...set.gate, line: describeSetGate(set) } }))
  return { ...results, sets, gate: { ...results.gate, line: describeRunGate(results) } }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
