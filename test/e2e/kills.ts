/**
 * One run that is killed without warning at a random moment, and the run after it.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { startMessagesApi } from '../support/messages-api.js'
import { childrenOf, isRunning } from '../support/processes.js'
import { startVitest } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

/** Whom the kill hits. */
export const VICTIMS = ['the process group', 'the main process', 'one worker'] as const

/** What a kill came to. */
export interface Killed {
  /** Cases asked about before the next run, and those that the next run asked about. */
  readonly paid: string[]
  readonly paidAgain: string[]
  /** Milliseconds from the answer to the kill, of cases that were asked about and not recorded; below 0: still in flight. */
  readonly lost: number[]
  /** Cases with a whole recording after the kill. */
  readonly recorded: string[]
  /** Files that are no draft and cannot be read, after the kill and after the next run. */
  readonly damaged: string[]
  /** Unfinished files that nobody reads. */
  readonly drafts: number
  /** Workers that outlived the run. */
  readonly survivors: number[]
  /** Results files of the killed run: how many checks each holds. */
  readonly partial: number[]
  readonly next: { readonly code: number | null; readonly checks: number; readonly output: string }
}

/** Cases of a run, in two files. */
export const ALL = ['a', 'b'].flatMap((file) => Array.from({ length: 30 }, (_, n) => `${file}${n}`)).sort()

/** Milliseconds that the judge takes. */
const LATENCY = 40

const source = (file: string) => `import { test } from 'vitest'
for (let n = 0; n < 30; n++) test.concurrent('case ${file}' + n, async ({ expect }) => {
  await expect('value=8 case=${file}' + n + '.').toPassRubric('Is short')
})
`

/** Runs, kills after a number of questions and some milliseconds, and runs again. */
export async function killOnce(victim: (typeof VICTIMS)[number], questions: number, delay: number): Promise<Killed> {
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: LATENCY })
  const files = { 'evals/a.eval.ts': source('a'), 'evals/b.eval.ts': source('b') }
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url, '', `{ pool: 'forks', maxWorkers: 2 }`), ...files })
  const { child, finished } = startVitest(path, ['evals/'], {}, { detached: true })
  const main = child.pid ?? 0
  let isOver = false
  const ended = finished.finally(() => {
    isOver = true
  })
  await vi.waitUntil(() => isOver || api.stats.requests >= questions, { timeout: 60_000, interval: 2 })
  await new Promise((done) => setTimeout(done, delay))
  const workers = childrenOf(main)
  const at = Date.now()
  kill(victim, main, workers)
  await ended
  await vi.waitUntil(() => !workers.some(isRunning), { timeout: 10_000, interval: 20 }).catch(() => {})
  const survivors = workers.filter(isRunning)
  const before = api.requests.length
  const after = look(path)
  const idOf = ({ body }: (typeof api.requests)[number]) => caseOf(JSON.stringify(body))
  const lost = api.requests
    .filter((request) => !after.recorded.includes(idOf(request)))
    .map((request) => at - request.at - LATENCY)
  const next = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  const asked = api.requests.map(idOf)
  return {
    lost,
    paid: asked.slice(0, before),
    paidAgain: asked.slice(before),
    ...after,
    damaged: [...after.damaged, ...look(path).damaged],
    survivors,
    next: { code: next.code, checks: next.results.at(-1)?.checks.length ?? 0, output: next.output },
  }
}

function kill(victim: (typeof VICTIMS)[number], main: number, [worker = main]: readonly number[]): void {
  const pid = { 'the process group': -main, 'the main process': main, 'one worker': worker }[victim]
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The run was over by then.
  }
}

function look(path: string): Pick<Killed, 'recorded' | 'damaged' | 'drafts' | 'partial'> {
  const below = (name: string) => filesBelow(join(path, name))
  const all = [...below('evals/recordings'), ...below('evals/results')]
  const files = all.filter((file) => !file.endsWith('.tmp'))
  const damaged: string[] = []
  const read = <T>(file: string, parse: (text: string) => T): T[] => {
    try {
      return [parse(readFileSync(file, 'utf8'))]
    } catch {
      damaged.push(file)
      return []
    }
  }
  const recorded = files
    .filter((file) => file.includes('recordings'))
    .flatMap((file) => read(file, (text) => caseOf((JSON.parse(text) as { label: string }).label)))
  const partial = files
    .filter((file) => file.includes('results-'))
    .flatMap((file) => read(file, (text) => resultsSchema.parse(JSON.parse(text)).checks.length))
  return { recorded, partial, damaged, drafts: all.length - files.length }
}

function caseOf(text: string): string {
  return /case[ =]([ab]\d+)/.exec(text)?.[1] ?? text
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
