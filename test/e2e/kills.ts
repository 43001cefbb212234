/**
 * One run that is killed without warning at a random moment, and the run after it.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import type { MessagesRequest } from '../support/messages-api-rules.js'
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
  /** Milliseconds from the answer to the kill, of cases that were asked about and not kept; -1: still in flight. */
  readonly lost: number[]
  /** Cases whose reply is kept after the kill, recorded or unread, and how many of them were unread. */
  readonly kept: string[]
  readonly unread: number
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

/** Names its case, so that a reply that is kept by its key only can be told from others. */
function answerCase(request: MessagesRequest): Item {
  const assessment = `as the text of case ${caseOf(JSON.stringify(request))} says`
  return { json: { ...(answerRequest(request).json as object), assessment } }
}

/** Runs, kills after a number of questions and some milliseconds, and runs again. */
export async function killOnce(victim: (typeof VICTIMS)[number], questions: number, delay: number): Promise<Killed> {
  await using api = await startMessagesApi({ reply: answerCase, latencyMs: LATENCY })
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
    .filter((request) => !after.kept.includes(idOf(request)))
    .map(({ answeredAt = Number.POSITIVE_INFINITY }) => (answeredAt > at ? -1 : at - answeredAt))
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

function look(path: string): Pick<Killed, 'kept' | 'unread' | 'damaged' | 'drafts' | 'partial'> {
  const all = ['evals/recordings', 'evals/results'].flatMap((name) => filesBelow(join(path, name)))
  const damaged: string[] = []
  const read = <T>(name: RegExp, parse: (value: unknown) => T): T[] =>
    all
      .filter((file) => name.test(file))
      .flatMap((file) => {
        try {
          return [parse(JSON.parse(readFileSync(file, 'utf8')))]
        } catch {
          damaged.push(file)
          return []
        }
      })
  const idOf = (value: unknown) => caseOf(JSON.stringify(value))
  const recorded = read(/[0-9a-f]{32}\.json$/, idOf)
  const unread = read(/\.reply$/, idOf).filter((id) => !recorded.includes(id))
  const partial = read(/results-[^/]*\.json$/, (value) => resultsSchema.parse(value).checks.length)
  const drafts = all.filter((file) => file.endsWith('.tmp')).length
  return { kept: [...recorded, ...unread], unread: unread.length, partial, damaged, drafts }
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
