/**
 * Commands of `vitest-judge batch` that are killed, and what has to come of them all the same.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { MessagesApi } from '../support/messages-api.js'
import { runCommand } from '../support/run-command.js'
import { type BatchRan, STATE, startBatch, submittedKeys, TASKS } from './batch-folder.js'

/** Starts the command with the local service, and more of an environment. */
export function start(
  path: string,
  api: MessagesApi,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof startBatch> {
  return startBatch(path, args, { ANTHROPIC_BASE_URL: api.url, ...env })
}

/** Runs it to its end. */
export async function run(path: string, api: MessagesApi, ...args: string[]): Promise<BatchRan> {
  return await start(path, api, args).ran
}

/** Kills the command as soon as something is so. */
export async function killWhen(
  path: string,
  api: MessagesApi,
  args: readonly string[],
  isSo: () => boolean,
): Promise<void> {
  const { child, ran } = start(path, api, args)
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 5 })
  child.kill('SIGKILL')
  await ran
}

/** To the end from wherever it is: each call was submitted once, and the list is judged without a call. */
export async function goOn(path: string, api: MessagesApi, count: number): Promise<string> {
  const submitted = await run(path, api, 'submit', ...TASKS)
  const fetched = await run(path, api, 'fetch', '--wait')
  const told = `${submitted.stdout}${submitted.stderr}${fetched.stdout}${fetched.stderr}`
  expect(fetched.code, told).toBe(0)
  expect(submittedKeys(api).toSorted(), told).toEqual([...new Set(submittedKeys(api))].toSorted())
  expect(submittedKeys(api), told).toHaveLength(count)
  const judged = await runCommand(path, 'judge', ...TASKS)
  const results = JSON.parse(judged.stdout) as { success: boolean; requests: number }[]
  expect(
    results.map(({ success, requests }) => ({ success, requests })),
    judged.stderr,
  ).toEqual(Array(count).fill({ success: true, requests: 0 }))
  expect(api.stats.requests).toBe(0)
  return told
}

/** The last attempt was so many seconds ago: only then it is sure that what is not listed was not submitted. */
export function age(path: string, seconds: number): void {
  const file = join(path, STATE, 'batches/0001.json')
  const sent_at = new Date(Date.now() - seconds * 1_000).toISOString()
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), sent_at }))
}
