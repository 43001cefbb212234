/**
 * The browser of a machine, where it has one: pages are opened from files, as users open them.
 *
 * @module
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { writeReport } from '../../dist/src/html/write-report.js'
import type { ReportSources } from '../../src/html/build-report.js'
import type { RunResults } from '../../src/report/results.js'

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Undefined where there is none. */
export const CHROMIUM: string | undefined = PLACES.find((place) => place !== '' && existsSync(place))

if (CHROMIUM === undefined) console.log('No Chromium here (CHROMIUM_PATH): the page is not tested in a browser.')

/** How a page is opened. */
export interface OpenOptions extends ReportSources {
  readonly hash?: string
  readonly width?: number
  readonly dark?: boolean
}

/** A page of a report, and what went wrong in it. */
export interface OpenPage {
  readonly page: Page
  readonly address: string
  readonly faults: readonly string[]
  /** Milliseconds from the start of the navigation until the first rows were painted. */
  readonly painted: number
}

/** To be called where tests are collected: a browser for all tests of the file. */
export function useBrowser(): (results: RunResults, options?: OpenOptions) => Promise<OpenPage> {
  let browser: Browser | undefined
  let folder = ''
  let count = 0
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitest-judge-page-'))
    if (CHROMIUM === undefined) return
    // A sandbox cannot be had as root in a container; the pages are our own.
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return async (results, { hash = '', width = 1280, dark = false, ...sources } = {}) => {
    if (browser === undefined) throw new Error('there is no browser')
    const file = join(folder, `${++count}.html`)
    writeReport(file, { file: 'results-2026-11-29T22-11-00Z.json', results }, sources)
    const viewport = { width, height: width < 600 ? 844 : 900 }
    const page = await browser.newPage({ viewport, colorScheme: dark ? 'dark' : 'light' })
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) faults.push(`asked for ${request.url()}`)
    })
    page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`))
    const address = `${pathToFileURL(file)}${hash === '' ? '' : `#${hash}`}`
    await page.goto(address)
    await page.locator('.map-row').first().waitFor()
    const painted = await page.evaluate(
      () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
    )
    return { page, address, faults, painted }
  }
}

/** A place for pictures, where VITEST_JUDGE_PICTURES names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.VITEST_JUDGE_PICTURES
  if (folder !== undefined) writeFileSync(join(folder, `${name}.png`), await page.screenshot())
}
