/**
 * docs/formulas.md computes what the code computes: its formulas are evaluated as they stand there, and its functions exist.
 */
import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { haveVerifiedCitations } from '../../matchers/to-have-verified-citations.js'
import { matchFindings } from '../../src/findings/match.js'
import { priceOf } from '../../src/models/claude-models.js'
import { comparePatch } from '../../src/patch/compare.js'
import { aggregateScores } from '../../src/scoring/aggregate.js'
import { scoreBehaviours } from '../../src/scoring/behaviours.js'
import { scoreChecklist } from '../../src/scoring/checklist.js'
import { SEVERITY_WEIGHTS } from '../../src/scoring/detection.js'
import { weightedTotal } from '../../src/scoring/weighted.js'
import { makeFolder } from '../e2e/run-files.js'
import { blockOf, read } from './pages.js'

const page = read('docs/formulas.md')

type Known = Readonly<Record<string, unknown>>

/** Every line `name = formula` of a block, computed from what is known, from rows, and from the lines above it. */
function compute(mark: string, known: Known, rows: readonly Known[] = []): Record<string, number> {
  const found: Record<string, number> = {}
  for (const line of blockOf(page, `text ${mark}`).trim().split('\n')) {
    const [name = '', formula = ''] = line.split(/ = (.*)/)
    const scope = { min: Math.min, max: Math.max, log: Math.log, ...known, ...found }
    found[name] = evaluate(formula, scope, rows)
  }
  return found
}

/** `sum(…)` goes over the rows; the names in it are theirs. */
function evaluate(formula: string, scope: Known, rows: readonly Known[]): number {
  const flat = formula.replace(/\bsum\(((?:[^()]|\([^()]*\))*)\)/g, (_, inner: string) => {
    const total = rows.reduce((sum, row) => sum + evaluate(inner, { ...scope, ...row }, []), 0)
    return `(${total})`
  })
  return Number(new Function(...Object.keys(scope), `return ${flat}`)(...Object.values(scope)))
}

test('rubrics', () => {
  const rows = [
    { name: 'a', weight: 3, value: 4, min: 1, max: 10 },
    { name: 'b', weight: 1, value: 2, min: 0, max: 5 },
  ]
  const dimensions = rows.map(({ name, weight, min, max }) => ({ name, weight, scale: { min, max } }))
  expect(compute('rubric', {}, rows).total).toBeCloseTo(weightedTotal(dimensions, { a: 4, b: 2 }).total ?? -1, 10)
})

test('checklists of issues', () => {
  const issues = [
    { severity: 'critical', found: true },
    { severity: 'medium', found: false },
    { severity: 'low', found: true },
  ] as const
  const rows = issues.map(({ severity, found }) => ({ points: SEVERITY_WEIGHTS[severity], found }))
  const persona = { inCharacter: 7, professionalTone: 9 }
  const parts = { issues, falsePositives: 3, novelValid: 2, clearExplanations: 6, actionableFixes: 5, persona }
  const known = { hits: 2, wrong: 3, novel: 2, clear: 6, actionable: 5, in_character: 7, tone: 9 }
  const score = scoreChecklist(parts)
  const { metrics, subtotal } = score.detection
  const { quality, persona: voice, total } = score
  const without = scoreChecklist({ ...parts, persona: null }).total
  const ours = { ...metrics, f2: metrics.f2_score, detection: subtotal, quality, persona: voice, total }
  expectAlike(compute('issues', known, rows), { ...ours, total_without_character: without })
})

test('checklists of behaviours', () => {
  const parts = {
    baseline: [true, false, true],
    bonus: [true],
    clearActionable: 6,
    wellStructured: 8,
    persona: { inCharacter: 3, enhancesDelivery: 4 },
  }
  const known = { baseline: 2, criteria: 3, bonus: 1, clear: 6, structured: 8, in_character: 3, delivery: 4 }
  const { execution, quality, persona, total, met } = scoreBehaviours(parts)
  const without = scoreBehaviours({ ...parts, persona: null }).total
  const ours = { execution: execution.subtotal, quality, persona, total, met: met.lower }
  expectAlike(compute('behaviours', known), { ...ours, total_without_character: without })
})

test('texts of findings', () => {
  const [{ score } = { score: -1 }] = matchFindings(
    [{ text: 'cache grows' }],
    [{ id: 'A', severity: 'high', description: 'cache leaks' }],
  ).issues
  const weigh = (texts_with_word: number) =>
    compute('texts', { texts: 2, texts_with_word, jaccard: 0, overlap: 0, cosine: 0 }).weight ?? 0
  const [both, one] = [weigh(2), weigh(1)]
  const overlap = both / (both + one)
  const jaccard = both / (both + 2 * one)
  const cosine = both ** 2 / (both ** 2 + one ** 2)
  const { score: computed } = compute('texts', { texts: 2, texts_with_word: 1, jaccard, overlap, cosine })
  expect(computed).toBeCloseTo(score, 10)
})

test('patches', () => {
  const head = '--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n'
  const gold = `${head}-let count = items.length\n+let count = items.filter(Boolean).length\n`
  const candidate = `${head}-let count = items.length\n+let count = items.filter(keep).size\n`
  const { parts, evidence } = comparePatch(candidate, gold)
  const { recall, precision, places, tokenF1 } = evidence
  expect(recall).toBeLessThan(1)
  const computed = compute('patch', { files: 1, places, recall, precision, f1: tokenF1 })
  const { files, locations, fixLogic, completeness } = parts
  const ours = { file_points: files, location_points: locations, fix_logic: fixLogic, completeness }
  expectAlike(computed, ours, 1)
})

test('aggregates of eval sets', () => {
  const rows = [
    { name: 'a', weight: 2, invert: false, score: 0.1 },
    { name: 'b', weight: 3, invert: true, score: 0.3 },
  ]
  const of = (invert_mode: 'subtract' | 'complement') =>
    aggregateScores({ dimensions: rows, invert_mode }, { a: 0.1, b: 0.3 }, 0.5)
  const { aggregate, aggregate_raw } = of('subtract')
  expectAlike(compute('aggregate', {}, rows), {
    subtract: aggregate_raw,
    complement: of('complement').aggregate,
    aggregate_of_subtract: aggregate,
  })
})

test('citations', async () => {
  const sourceRoot = makeFolder({ 'a.md': 'The lock is dropped.\n' })
  const answer = '**a.md:1**\n> The lock is dropped.\n\n**a.md:2**\n> nothing like it\n'
  const { values } = await haveVerifiedCitations(answer, [{ sourceRoot }])
  expect(compute('citations', { claims: 2, failures: 1 })).toEqual(values)
})

test('money', () => {
  const price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2 }
  const usage = { input: 1000, output: 200, cache_read: 300, cache_write: 400, cache_write_1h: 150 }
  const known = { plain: 300, read: 300, written5m: 250, written1h: 150, out: 200, ...price }
  expect(compute('money', known).cost).toBeCloseTo(priceOf('x', usage, { x: price }) ?? -1, 12)
})

test('every function that it names exists, in the file that it names', () => {
  const files = ['src', 'matchers'].flatMap((folder) =>
    (readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const exported = new Map(
    files.map((file) => [
      file,
      [...read(file).matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name),
    ]),
  )
  const everywhere = new Set([...exported.values()].flat())
  for (const [, file = ''] of page.matchAll(/`((?:src|matchers)\/[\w./-]+)`/g)) {
    expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true)
  }
  const named = [...page.matchAll(/`(\w+)` \(`((?:src|matchers)\/[\w./-]+)`\)/g)]
  for (const [, name = '', file = ''] of named) expect(exported.get(file), `${name} of ${file}`).toContain(name)
  expect(named.length).toBeGreaterThan(15)
  const last = [...page.matchAll(/^\|.*\| ((?:`\w+`(?: \(`[^`]+`\))?(?:, )?)+) \|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(last.filter((name) => !everywhere.has(name ?? ''))).toEqual([])
})

function expectAlike(
  computed: Readonly<Record<string, number>>,
  ours: Readonly<Record<string, unknown>>,
  digits = 10,
): void {
  for (const [name, value] of Object.entries(computed)) expect(value, name).toBeCloseTo(Number(ours[name]), digits)
}
