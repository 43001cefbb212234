/**
 * Real input of others, where it is there: `../shared/data` beside the checkout. None of it is kept in this repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { readBaseline } from '../../src/findings/baseline.js'
import { extractFindings } from '../../src/findings/extract.js'
import { matchFindings } from '../../src/findings/match.js'
import { comparePatch } from '../../src/patch/compare.js'
import { candidateText, findInstance, goldOf } from '../../src/patch/input.js'
import { scoreDetection } from '../../src/scoring/detection.js'
import { makeFolder, runFiles, runFolder } from '../e2e/run-files.js'
import { runCommand } from '../support/run-command.js'
import { config } from '../support/run-vitest.js'

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const isThere = existsSync(DATA)
if (!isThere) console.log('test/data: skipped, ../shared/data is not there')
const read = (path: string) => readFileSync(`${DATA}${path}`, 'utf8')

describe.skipIf(!isThere)('shared data', () => {
  test('a recorded response about flask-5014 has the gold fix in a fence, found under the short name of the instance', () => {
    const gold = goldOf(findInstance(JSON.parse(read('swebench/flask-5014.json')), 'flask-5014'))
    expect(gold.instanceId).toBe('pallets__flask-5014')
    const response = candidateText(JSON.parse(read('runs/flask-5014__run_20260102T134237Z.json')))
    const compared = comparePatch(response, gold.patch, { problemStatement: gold.problemStatement ?? '' })
    expect(compared.files.map(({ path, status }) => `${path} ${status}`)).toContain('src/flask/blueprints.py shared')
    // Whole functions in fences carry the fix and much else, so neither outcome is certain.
    expect(compared).toMatchObject({ kind: 'fenced-files', outcome: 'inconclusive' })
    expect(compared.evidence.missingLines).toEqual([])
  })

  test('the gold patch itself is a match, and an unknown instance an error', () => {
    const rows = JSON.parse(read('swebench/flask-5014.json'))
    const { patch } = goldOf(rows[0])
    expect(comparePatch(patch, patch)).toMatchObject({ total: 100, outcome: 'match' })
    expect(() => findInstance(rows, 'flask-9999')).toThrow(/flask-9999/)
  })

  test('the issues of a scenario load as they are, and a review finds those that it names', () => {
    const scenario = parse(read('scenarios/react-auth-component.excerpt.yaml'))
    const issues = readBaseline(scenario.baseline_issues)
    expect(issues.map(({ severity }) => severity)).toEqual([
      ...Array(4).fill('critical'),
      ...Array(4).fill('high'),
      ...Array(5).fill('medium'),
      ...Array(2).fill('low'),
    ])
    const review = `# Review of AuthModule.tsx

1. **eval with the user's email (line 120).** The email goes into eval(), so anybody who signs up can inject code.
2. **Stored XSS (line 195).** The bio of the user is rendered with dangerouslySetInnerHTML.
3. **Password in localStorage (lines 54-55).** Saving the password there exposes the credential to every script.
4. **Admin check on the client (lines 210-214).** The admin role comes from localStorage, which the user can edit.
5. **No confirmation (line 227).** A user is deleted without a confirmation dialog.
`
    const { issues: matched, unverified } = matchFindings(extractFindings(review), issues)
    const found = matched.filter((issue) => issue.found).map(({ id }) => id)
    expect(found).toEqual([
      'XSS_BIO_RENDER',
      'EVAL_INJECTION',
      'PASSWORD_IN_LOCALSTORAGE',
      'CLIENT_SIDE_ADMIN_CHECK',
      'DELETE_NO_CONFIRM',
    ])
    const { metrics } = scoreDetection({ issues: matched, falsePositives: unverified.length, novelValid: 0 })
    // 3 x 15 + 10 + 5 of 4 x 15 + 4 x 10 + 5 x 5 + 2 x 2.
    expect(metrics).toMatchObject({ weighted_found: 60, weighted_total: 129, precision: 1 })
  })

  test('all eval sets and templates of others are read, or refused with the place of the fault', () => {
    const set = parseEvalSet(read('evalsets/evalset.refund-idempotency.json'), 'refund.evalset.json').set
    expect(set.rubric.dimensions.map(({ name, category }) => `${name} ${category}`)).toEqual([
      'task_success artifact',
      'hallucination artifact',
      'response_quality artifact',
      'tool_use_quality process',
      'trajectory process',
    ])
    expect(parseEvalSet(read('evalsets/evalset.template.json'), 'template.evalset.json').set.draft).toBe(true)
    expect(() => parseEvalSet(read('evalsets/observability.empty.json'), 'x.evalset.json')).toThrow(
      /^x\.evalset\.json:/,
    )
  })

  test('the refund set runs on the fallback: a strict prohibition is found, and prose that is not there is the judge’s lack', {
    tags: ['long'],
  }, async () => {
    const files = {
      'vitest.config.ts': config(`{ judge: 'deterministic' }`),
      'refund.evalset.json': read('evalsets/evalset.refund-idempotency.json'),
      'refund.subject.ts': `export default () => 'A replay gives the original refund result again.'`,
    }
    const run = await runFiles(files, { args: ['refund'] })
    const [set] = run.results[0]?.sets ?? []
    expect(set?.cases[0]?.dimensions.task_success).toMatchObject({ state: 'fallback', score: 0, weak: true })
    expect(set).toMatchObject({
      aggregate: 0,
      aggregate_basis: 'scored',
      passed: false,
      judge_model: 'deterministic-fallback',
    })
    expect(set?.scored_weight).toBeCloseTo(0.35, 10)
    expect(set?.gate.reasons.map(({ kind }) => kind)).toEqual(['judge unavailable', 'judge unavailable'])
    expect(run.code).toBe(1)
  })

  test.each([
    ['intent.password-reset.md', 'password-reset', 2],
    ['intent.template.md', 'feature-name', 4],
  ])('%s scaffolds into a set that runs and blocks nothing', { tags: ['long'] }, async (name, feature, cases) => {
    const path = makeFolder({ 'vitest.config.ts': config(), 'intent.md': read(`evalsets/${name}`) })
    expect((await runCommand(path, 'create', 'intent.md')).stderr).toBe('')
    const run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
    expect(run.code, run.output).toBe(0)
    expect(run.results[0]?.sets).toMatchObject([{ evalset: feature, passed: false }])
    expect(run.results[0]?.sets[0]?.cases).toHaveLength(cases)
  })
})
