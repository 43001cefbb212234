import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuote } from '../../src/citations/find-quote.js'
import { hasQuote } from '../../src/citations/quote.js'
import { buildReport } from '../../src/html/build-report.js'
import { renderReport } from '../../src/html/render-report.js'
import { foldText } from '../../src/text.js'
import { CHECKS, makeHostile, makeRefunds } from '../browser/runs.js'

const FILE = 'results-2026-11-29T22-11-00Z.json'
const ASSETS = { script: 'start()', style: 'p{}' }

test('nothing in the data can end its element, and the policy names script and style by their digests', () => {
  const page = renderReport(buildReport({ file: FILE, results: makeHostile() }), ASSETS)
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script/g)).toHaveLength(2)
  expect(page).toMatch(
    /default-src 'none'; script-src 'sha256-[\w+/]+=*'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'/,
  )
  const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(page) ?? []
  expect(json).not.toMatch(/[<>&\u2028\u2029\u202E]/)
  expect(JSON.parse(json)).toMatchObject({ file: FILE })
})

test('a built page that would end itself is refused', () => {
  const data = buildReport({ file: FILE, results: makeRefunds({ cases: 1 }) })
  expect(() => renderReport(data, { ...ASSETS, script: '"</script>"' })).toThrow(RangeError)
})

test('trials stand in one row, which fails where one of them does and flickers where they differ', () => {
  const [group] = buildReport({ file: FILE, results: makeRefunds({ cases: 6, trials: 3 }) }).groups
  expect(group?.rows).toHaveLength(6)
  const row = group?.rows.find(({ flickers }) => flickers)
  expect(row?.status).toBe('fail')
  expect(new Set(row?.trials.map(({ status }) => status))).toEqual(new Set(['pass', 'fail']))
})

test('rates of trials have two decimals, and a dimension says in how many cases it is scored', () => {
  const [group] = buildReport({ file: FILE, results: makeRefunds({ cases: 7, trials: 3 }) }).groups
  const facts = Object.fromEntries(group?.facts ?? [])
  expect(Object.keys(facts)).toEqual(expect.arrayContaining(['pass rate', 'pass@3', 'pass^3', 'flickering']))
  for (const name of ['pass rate', 'pass@3', 'pass^3']) expect(facts[name]).toMatch(/^\d\.\d\d$/)
  expect(group?.columns[0]?.note).toContain('scored in 7 of 7 cases')
})

test('inverted dimensions are good when low, and every state has its own text', () => {
  const [group] = buildReport({ file: FILE, results: makeRefunds({ cases: 40 }) }).groups
  const cells = group?.rows.flatMap(({ trials }) => trials.flatMap((trial) => trial.cells)) ?? []
  const hallucination = group?.rows[0]?.trials[0]?.cells[3]
  expect(hallucination?.quality).toBeCloseTo(1 - Number(hallucination?.text))
  const texts = new Map(cells.filter(({ quality }) => quality === null).map(({ state, text }) => [state, text]))
  expect([...texts].toSorted()).toEqual([
    ['not_applicable', 'n/a'],
    ['unjudged', '?'],
  ])
})

test('a matcher has a row a test, with reasons and quotes of its judgement', () => {
  const [, group] = buildReport({ file: FILE, results: makeRefunds({ cases: 1, checks: CHECKS }) }).groups
  expect(group?.rows.map(({ key, status }) => [key, status])).toEqual([
    ['a > b', 'fail'],
    ['a > c', 'pass'],
  ])
  // The second one is from before judgements told their scales.
  expect(group?.rows[0]?.trials[0]?.parts).toMatchObject([
    { name: 'cause', text: '4', quality: 0.6 },
    { name: 'tone', text: '9', quality: null },
  ])
})

test('a quote that holds is found in the text as it is shown', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'e\u0301', '.', '日'), minLength: 1, maxLength: 6 })
  const gap = fc.constantFrom(' ', '\n', '  \t', '\u00A0')
  fc.assert(
    fc.property(fc.array(word, { minLength: 3, maxLength: 9 }), gap, fc.nat(2), (words, space, from) => {
      const text = words.join(space)
      const quote = words.slice(from, from + 2).join(' ')
      const spans = findQuote(text, quote)
      if (!hasQuote(foldText(text), quote)) return
      expect(foldText(spans.map(([start, end]) => text.slice(start, end)).join('…'))).toBeTruthy()
      if (spans.length === 1) expect(foldText(text.slice(...(spans[0] ?? [0, 0])))).toBe(foldText(quote))
    }),
  )
})
