import { readFileSync } from 'node:fs'
import { test as base, expect } from 'vitest'
import { compareRuns } from '../../src/report/compare-runs.js'
import { readResults } from '../../src/report/read-results.js'
import type { RunResults } from '../../src/report/results.js'
import { CHROMIUM, keepPicture, useBrowser } from './browser.js'
import { CHECKS, HOSTILE, makeHostile, makeRefunds } from './runs.js'

const test = base.skipIf(CHROMIUM === undefined)
const open = useBrowser()
const WAIT = { timeout: 60_000 }
const LONG = { ...WAIT, tags: ['long'] }

const run = makeRefunds({ cases: 40, checks: CHECKS })
const others = [-0.3, -0.1].map((shift, day) => ({
  file: `results-2026-11-2${day}T22-11-00Z.json`,
  results: makeRefunds({ cases: 40, shift, started: `2026-11-2${day}T22:10:00.000Z` }),
}))

test('shows the gate, why, each set and matcher, the trend and the comparison', WAIT, async () => {
  const comparison = compareRuns(makeRefunds({ cases: 40 }), run, { name: 'old.json' })
  const { page, faults } = await open(run, { others, comparison })
  expect(await page.locator('h1').innerText()).toBe('FAIL The gate is closed')
  expect(await page.locator('header .reasons').innerText()).toContain('the aggregate is 0.60, below 0.75')
  expect(await page.locator('.groups button').allInnerTexts()).toHaveLength(3)
  expect(await page.locator('.comparison h3').innerText()).toContain('no detectable difference')
  // The verdict goes by these.
  expect(await page.locator('.comparison').innerText()).toContain('by chance over all sets: p = 1.000 for the score')
  await page.locator('.trend rect').first().click()
  expect(await page.locator('.trend .facts').innerText()).toContain('results-2026-11-20T22-11-00Z.json')
  await keepPicture(page, 'light')
  expect(faults).toEqual([])
})

test('draws no chart of a cost that no run knows', WAIT, async () => {
  const unpriced = ({ sets, ...rest }: RunResults): RunResults => ({
    ...rest,
    sets: sets.map((set) => ({ ...set, usage: { ...set.usage, cost_usd: null } })),
  })
  const { page } = await open(unpriced(run), {
    others: others.map(({ file, results }) => ({ file, results: unpriced(results) })),
  })
  expect(await page.locator('.trend figure').count()).toBe(1)
  expect(await page.locator('.trend .facts').innerText()).toMatch(/cost\s+not known/)
})

test('filters by text, status, label and dimension, and keeps that in the address', WAIT, async () => {
  const { page } = await open(run)
  const count = () => page.locator('.filters [role=status]').innerText()
  await page.getByLabel('Search').fill('order 12')
  expect(await count()).toBe('1 of 40 cases')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Status').selectOption('fail')
  await page.getByLabel('Label').selectOption('money')
  const failed = await count()
  expect(failed).toMatch(/^[1-9] of 40 cases$/)
  expect(new URL(page.url()).hash).toBe('#label=money&status=fail')
  await page.reload()
  expect(await count()).toBe(failed)
  await page.getByLabel('Low or open in').selectOption('task_success')
  const texts = await page.locator('.rows .cells:nth-child(3)').allInnerTexts()
  expect(texts.map(Number)).toEqual(texts.map(Number).toSorted((a, b) => a - b))
})

test('goes by keys: search, move, open, close, help', WAIT, async () => {
  const { page } = await open(run)
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  expect(await page.locator('.details h2').innerText()).toContain('case 2')
  await page.keyboard.press('j')
  expect(await page.locator('.details h2').innerText()).toContain('case 3')
  expect(new URL(page.url()).hash).toBe('#open=case+3')
  await page.keyboard.press('Escape')
  expect(await page.locator('.details').count()).toBe(0)
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog', { name: 'Help' }).count()).toBe(1)
})

test('opens a case with its texts, marks verified quotes in them, and says which are not', WAIT, async () => {
  const { page } = await open(run, { hash: 'open=case+1' })
  await page.locator('.evidence button').first().click()
  const mark = page.locator('mark:focus')
  expect(await mark.innerText()).toBe('within 30\ndays, to the card')
  expect(await page.locator('.invented').first().innerText()).toContain('not verified: it does not stand there')
  expect(await page.locator('.line.added').count()).toBe(2)
  expect(await page.locator('.line.removed').count()).toBe(1)
  expect(await page.locator('.details').innerText()).toContain('claude-haiku-5-5')
  await keepPicture(page, 'open')
})

test('shows trials side by side', WAIT, async () => {
  const { page } = await open(makeRefunds({ cases: 8, trials: 3 }), { hash: 'open=case+2' })
  const tops = await page
    .locator('.trial')
    .evaluateAll((trials) => trials.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  expect(tops).toHaveLength(3)
})

test.each(HOSTILE.map((text) => [text.slice(0, 40), HOSTILE.indexOf(text)] as const))(
  'takes %j for text and nothing else',
  LONG,
  async (_, index) => {
    const { page, faults } = await open(makeHostile())
    for (let step = 0; step < index; step++) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.details').waitFor({ timeout: 5_000 })
    expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined()
    expect(await page.locator('script').count()).toBe(2)
    expect(await page.locator('img, iframe, a, svg[onload], #app style').count()).toBe(0)
    expect(await page.evaluate(() => /[\u202A-\u202E\u2066-\u2069]/.test(document.body.innerText))).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(faults).toEqual([])
    await keepPicture(page, `hostile-${index}`)
    await page.close()
  },
)

test.each([{ dark: false }, { dark: true }])('has enough contrast with $dark for dark', WAIT, async ({ dark }) => {
  const { page } = await open(run, { dark, hash: 'open=case+6' })
  const low = await page.evaluate(() => {
    const channels = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number)
    const light = (text: string) => {
      const [r = 0, g = 0, b = 0] = channels(text).map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const groundOf = (element: Element | null): string => {
      if (element === null) return getComputedStyle(document.body).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
    }
    return [...document.querySelectorAll('#app *')].flatMap((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
      if (!own) return []
      const [a, b] = [light(getComputedStyle(element).color), light(groundOf(element))].sort((x, y) => y - x)
      const contrast = ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05)
      return contrast < 4.5 ? [`${element.className} ${contrast.toFixed(1)}`] : []
    })
  })
  expect([...new Set(low)]).toEqual([])
  await keepPicture(page, dark ? 'open-dark' : 'open-light')
})

test('changes its colours by a button', WAIT, async () => {
  const { page } = await open(run)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await ground()
  await page.getByRole('button', { name: 'Colours' }).click()
  await page.getByRole('button', { name: 'Colours' }).click()
  await expect.poll(ground).not.toBe(before)
})

test.each(['', 'open=case+1'])('fits a phone (%j)', WAIT, async (hash) => {
  const { page } = await open(run, { width: 390, hash, others })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await keepPicture(page, hash === '' ? 'phone' : 'phone-open')
})

test('shows a file of version 1', WAIT, async () => {
  const old = readFileSync(new URL('../fixtures/version-1.results.json', import.meta.url), 'utf8')
  const { page, faults } = await open(readResults(old), { hash: 'open=low' })
  expect(await page.locator('.groups button').count()).toBe(2)
  expect(faults).toEqual([])
})

test('prints all cases, also those out of sight', LONG, async () => {
  const { page } = await open(makeRefunds({ cases: 300 }))
  const count = () => page.locator('.rows .map-row').count()
  expect(await count()).toBeLessThan(100)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(count).toBe(300)
  // A page of A4 has some thirty rows.
  expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(6)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(count).toBeLessThan(100)
})

test('a thousand cases are there at once, and few of them in the document', LONG, async () => {
  const { page, painted } = await open(makeRefunds({ cases: 1_000 }))
  // 245 ms on two cores of 2026; a loaded machine takes longer.
  expect(painted).toBeLessThan(3_000)
  await page.locator('.map').focus()
  await page.keyboard.press('End')
  await page.getByText('case 1000', { exact: true }).waitFor()
  await keepPicture(page, 'thousand')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000)
})
