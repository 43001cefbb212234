/**
 * What a run of the suite came to, and how it differs from what it should.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CHECKS, SETS, TESTS } from './suite.mjs'

/** The results files of a folder, oldest first. */
export function readResults(path) {
  const folder = join(path, 'evals/results')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const written = names.filter((name) => /^results-.*\.json$/.test(name)).sort()
  return written.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

/** State of each test by its full name, of the report of Vitest's own `json` reporter. */
export function readTests(path) {
  const file = join(path, 'report.json')
  if (!existsSync(file)) return {}
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status]))
}

/** Ways in which a whole run of the suite is not what it should be; `retry` is that of the last attempt of a red test. */
export function differences({ code, path, retry = 0 }) {
  const results = readResults(path)
  const found = [...differ('exit code', code, 1), ...differ('results files', results.length, 1)]
  if (results.length === 0) return found
  const [last] = results
  return [
    ...found,
    ...Object.keys({ ...TESTS, ...readTests(path) }).flatMap((name) =>
      differ(`test "${name}"`, readTests(path)[name], TESTS[name]),
    ),
    ...differ('checks', checksOf(last.checks, retry), CHECKS),
    ...differ('sets', setsOf(last.sets), SETS),
    ...differ('unjudged', last.unjudged, { checks: 1, cases: 1 }),
    ...differ('gate', last.gate.passed, false),
    ...differ('partial', last.run.partial, false),
  ]
}

/** One line where two values differ. */
export function differ(what, received, expected) {
  if (isDeepStrictEqual(received, expected)) return []
  return [`${what}: expected ${JSON.stringify(expected)}, but received ${JSON.stringify(received)}`]
}

/**
 * The records of the first results file as lines of text, but for what differs by design: times, versions, ids of Vitest, the project's name, and the
 * order in which files end.
 */
export function recordsOf(path) {
  const [results] = readResults(path)
  const { checks = [], sets = [], unjudged, gate } = results ?? {}
  const left = /^(?:timestamp|recorded_at|test_id|project|(?:duration_|agent_)?ms)$/
  const lines = [...checks, ...sets, { unjudged, gate }].map((entry) =>
    JSON.stringify(entry, (key, value) => (left.test(key) ? undefined : value)),
  )
  return lines.sort()
}

/** Records of a run that are not among those of the reference run, and the other way round, shortened. */
export function unlike(reference, path) {
  const own = recordsOf(path)
  const lines = [...own.filter((line) => !reference.includes(line)), ...reference.filter((line) => !own.includes(line))]
  return lines.map((line) => line.slice(0, 300))
}

/** Verdicts of the last attempts, by test; an earlier attempt that is missing shows as a test that is. */
function checksOf(checks, retry) {
  const verdicts = {}
  for (const check of checks) {
    const attempts = checks.filter(({ test }) => test === check.test).map((other) => other.retry)
    if (check.retry !== Math.max(...attempts)) continue
    if (check.retry !== 0 && check.retry !== retry) continue
    verdicts[check.test] = [...(verdicts[check.test] ?? []), check.verdict]
  }
  return Object.fromEntries(Object.keys(CHECKS).map((name) => [name, verdicts[name]]))
}

function setsOf(sets) {
  const entries = sets.map(({ evalset, gate, cases, blocked_cases }) => [
    evalset,
    {
      passed: gate.passed,
      cases: cases.map(({ id, dimensions }) => `${id} ${dimensions.task_success?.state}`),
      blocked: blocked_cases.map((blocked) => blocked.case),
    },
  ])
  return Object.fromEntries(entries.sort())
}
