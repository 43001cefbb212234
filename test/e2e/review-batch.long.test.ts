/**
 * `vitest-judge judge --mode review-match --dir STATE` as a user runs it, over the local Messages API.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { write } from '../support/run-vitest.js'
import { answerRequest } from './api-judge.js'
import { COMMAND, half, perfect, pullRequest, read, run, start } from './review-folder.js'
import { makeFolder } from './run-files.js'

test('every pull request is scored, kept and added up, and a second run asks nobody', async () => {
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 20 })
  const path = makeFolder({
    ...perfect(2),
    ...half(10),
    ...pullRequest(11, ['a rating=justified'], ['b class=resolved']),
    ...pullRequest(12, ['a'], []),
  })
  const first = await run(path, api, '--dir', 'state', '--out', 'out.json')
  expect({ code: first.code, requests: api.stats.requests }, first.stderr).toEqual({ code: 0, requests: 3 })
  expect(first.result).toMatchObject({
    success: true,
    mode: 'review-match',
    aggregate: { f1_mean: 0.75, f1_std: 0.25, precision_mean: 0.75, recall_mean: 0.75, value_rate_mean: 0.75 },
    pull_requests: [
      { pr: 2, status: 'scored', scores: { f1: 1 }, from: 'judge' },
      { pr: 10, status: 'scored', scores: { f1: 0.5 } },
      { pr: 11, status: 'unscorable', scores: { f1: null } },
      { pr: 12, status: 'missing_reviews' },
    ],
  })
  expect(first.result.aggregate).toMatchObject({ scorable: 2, unscorable: 1, missing_reviews: 1 })
  expect(first.stderr).toContain('[4/4] review-match pr-')
  expect(JSON.parse(readFileSync(join(path, 'out.json'), 'utf8'))).toEqual(first.result)
  expect(readdirSync(join(path, 'state/scores')).sort()).toEqual([
    'pr-10-judge.json',
    'pr-10.json',
    'pr-11-judge.json',
    'pr-11.json',
    'pr-2-judge.json',
    'pr-2.json',
  ])
  expect(read(path, 'scores/pr-10.json')).toMatchObject({
    success: true,
    scores: { f1: 0.5 },
    model: 'claude-haiku-5-5',
  })
  const again = await run(path, api)
  expect(api.stats.requests).toBe(3)
  expect(again.result.aggregate).toEqual(first.result.aggregate)
  expect(again.stderr.match(/scored before/g)).toHaveLength(3)
})

test('what the judge said is verifiable where it lies', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(half(7))
  await run(path, api)
  const args = ['verify-citations', '--input', 'state/scores/pr-7-judge.json', '--source-root', 'state']
  const prefixes = ['context', 'predictions', 'reviews'].flatMap((name) => ['--allow-prefix', `${name}/pr-7.md`])
  const child = spawn(process.execPath, [COMMAND, ...args, ...prefixes], { cwd: path, stdio: 'ignore' })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
})

test('a batch that was killed goes on where it stopped, with the limit in flight', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  const path = makeFolder(Object.assign({}, ...numbers.map(perfect)))
  await using slow = await startMessagesApi({ reply: answerRequest, latencyMs: 80 })
  const { child, ran } = start(path, slow, ['--dir', 'state'])
  await vi.waitUntil(() => slow.stats.requests >= 8, { timeout: 60_000, interval: 10 })
  child.kill('SIGKILL')
  expect((await ran).result).toBeNull()
  expect(slow.stats.maxInFlight).toBeLessThanOrEqual(3)
  const names = readdirSync(join(path, 'state/scores'))
  for (const name of names.filter((one) => one.endsWith('.json')))
    expect(read(path, `scores/${name}`), name).toBeTypeOf('object')
  const answered = new Set(names.flatMap((name) => /^pr-(\d+)(?:-judge)?\.json$/.exec(name)?.[1] ?? []))
  expect(answered.size).toBeGreaterThan(2)
  await using api = await startMessagesApi({ reply: answerRequest })
  const next = await run(path, api)
  expect(next.code, next.stderr).toBe(0)
  expect(api.stats.requests).toBe(20 - answered.size)
  expect(next.result.aggregate).toMatchObject({ f1_mean: 1, scorable: 20 })
})

test('a score that others wrote counts, and is not made again', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const scores = { precision: 0.5, recall: 1, f1: 0.667, value_rate: 0.5 }
  const path = makeFolder({
    ...perfect(1),
    ...perfect(2),
    'state/scores/pr-1.json': JSON.stringify({ pr: 1, matched: 1, ...scores }),
    'state/scores/pr-2.json': JSON.stringify({ pr: 2, scorable: false, ...scores, f1: 0 }),
  })
  const { code, result } = await run(path, api)
  expect({ code, requests: api.stats.requests }).toEqual({ code: 0, requests: 0 })
  expect(result.aggregate).toMatchObject({ f1_mean: 0.667, scorable: 1, unscorable: 1 })
})

test('a score of texts that have changed since is made anew, and says so', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(perfect(1))
  await run(path, api)
  write(path, pullRequest(1, ['a rating=wrong'], ['b']))
  const { result, stderr } = await run(path, api)
  expect(stderr).toContain('pr-1: its files have changed since, so it is judged again')
  expect(result.pull_requests).toMatchObject([{ from: 'judge', scores: { f1: 0 } }])
  expect(api.stats.requests).toBe(2)
  expect(read(path, 'scores/pr-1.json.stale').scores.f1).toBe(1)
})

test('an answer to texts that have changed since is not used, and no old score stands where the new one is rejected', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(perfect(1))
  await run(path, api)
  rmSync(join(path, 'state/scores/pr-1.json'))
  write(path, pullRequest(1, ['a rating=wrong'], ['b']))
  const { result, stderr } = await run(path, api)
  expect(stderr).toContain('the answer that was kept is not used; what is old is now pr-1-judge.json.stale')
  expect(result.pull_requests).toMatchObject([{ from: 'judge', scores: { f1: 0 } }])
  write(path, pullRequest(1, ['a lie matches=1'], ['b']))
  for (const time of [1, 2]) {
    const { result: rejected } = await run(path, api)
    expect(rejected.pull_requests, `${time}`).toMatchObject([{ pr: 1, status: 'rejected' }])
  }
  const left = ['pr-1-judge.json.stale', 'pr-1.json.stale', 'rejected']
  expect(readdirSync(join(path, 'state/scores')).sort()).toEqual(left)
})

test('what is stored and does not add up is refused by name, and what it says to remove is what is in the way', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...perfect(1), ...perfect(2), ...perfect(3) })
  await run(path, api)
  const change = (pr: number, fields: object) =>
    write(path, {
      [`state/scores/pr-${pr}.json`]: JSON.stringify({ ...read(path, `scores/pr-${pr}.json`), ...fields }),
    })
  change(1, { scores: { precision: 1, recall: 1, f1: 0.5, value_rate: 1 } })
  change(2, { success: false })
  change(3, { counts: undefined, scores: { precision: 0.5, recall: 0.5, f1: 0.9, value_rate: 1 } })
  const { code, result } = await run(path, api)
  expect({ code, requests: api.stats.requests }).toEqual({ code: 2, requests: 3 })
  const rest = (pr: number) =>
    `so it is left as it is. Remove state/scores/pr-${pr}.json and state/scores/pr-${pr}-judge.json to judge again.`
  expect(result.pull_requests.map(({ error }: { error: string }) => error)).toEqual([
    `state/scores/pr-1.json says f1 0.5, but its counts give 1, ${rest(1)}`,
    `state/scores/pr-2.json says that nothing was scored, ${rest(2)}`,
    `state/scores/pr-3.json says f1 0.9, but its precision and recall give 0.5, ${rest(3)}`,
  ])
})

test('files that look like a pull request and are none are named', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const odd = ['context/pr-07.md', 'predictions/pr-0.md', 'predictions/PR-5.md', 'reviews/pr-44.md', 'reviews/notes.md']
  const path = makeFolder({ ...perfect(1), ...Object.fromEntries(odd.map((name) => [`state/${name}`, 'x'])) })
  const { code, stderr } = await run(path, api)
  expect(code).toBe(0)
  expect(stderr.split('\n').filter((line) => line.includes('skipped'))).toEqual([
    'vitest-judge: state/context/pr-07.md is skipped: the name is not pr-N.md with N from 1',
    'vitest-judge: state/predictions/PR-5.md is skipped: the name is not pr-N.md with N from 1',
    'vitest-judge: state/predictions/pr-0.md is skipped: the name is not pr-N.md with N from 1',
    'vitest-judge: state/reviews/pr-44.md is skipped: it has neither context nor predictions',
  ])
})

test('what is wrong about one pull request spoils no other one, and nothing of others is written over', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({
    ...perfect(1),
    'state/context/pr-2.md': '+x\n',
    ...pullRequest(3, [''], ['b']),
    ...perfect(4),
    'state/scores/pr-4.json': '{"mine": true}\n',
    ...perfect(5),
    'state/context/notes.md': 'no pull request\n',
  })
  rmSync(join(path, 'state/context/pr-5.md'))
  const { code, result } = await run(path, api)
  expect(code).toBe(2)
  expect(result).toMatchObject({ success: false, unjudged: 4, aggregate: { scorable: 1 } })
  const errors = result.pull_requests.map(({ pr, error = 'none' }: { pr: number; error?: string }) => `${pr} ${error}`)
  expect(errors.map((text: string) => text.replace(/: ENOENT.*/, ''))).toMatchInlineSnapshot(`
    [
      "1 none",
      "2 cannot read state/predictions/pr-2.md",
      "3 review-match: expected finding 1 to be a block with \`- **Comment**: …\`, but received "".",
      "4 state/scores/pr-4.json is no score of a pull request, so it is left as it is. Remove state/scores/pr-4.json to judge again.",
      "5 cannot read state/context/pr-5.md",
    ]
  `)
  expect(readFileSync(join(path, 'state/scores/pr-4.json'), 'utf8')).toBe('{"mine": true}\n')
})

test('scores that cannot be written are told, and printed all the same', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...perfect(1), 'state/scores': 'a file' })
  const { code, result, stderr } = await run(path, api)
  expect({ code, f1: result.aggregate.f1_mean }).toEqual({ code: 2, f1: 1 })
  expect(stderr).toContain('cannot make a folder for state/scores/pr-1')
})

test('without a key nothing is scored, and nothing is set aside', async () => {
  await using api = await startMessagesApi({
    reply: () => ({ status: 401, type: 'authentication_error', message: 'no' }),
  })
  const path = makeFolder(perfect(1))
  const { code, result } = await run(path, api)
  expect(code).toBe(1)
  expect(result.pull_requests).toMatchObject([{ status: 'unjudged' }])
  expect(existsSync(join(path, 'state/scores'))).toBe(false)
})

test('wrong use says what is wrong and ends with 2', async () => {
  await using api = await startMessagesApi()
  const path = makeFolder({ 'empty/context/a.md': '' })
  mkdirSync(join(path, 'state'))
  writeFileSync(join(path, 'file'), '')
  const uses = [[], ['--dir', 'nowhere'], ['--dir', 'empty'], ['--dir', 'file'], ['--dir', 'empty', '--data', '{}']]
  const ran = await Promise.all(uses.map((args) => start(path, api, args).ran))
  expect(ran.map(({ code }) => code)).toEqual(uses.map(() => 2))
  expect(ran.map(({ stderr }) => stderr.split('\n')[0])).toMatchInlineSnapshot(`
    [
      "vitest-judge: --data or --dir must be given.",
      "vitest-judge: --dir: expected it to be a folder with context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md, but received "nowhere".",
      "vitest-judge: --dir: expected it to be a folder with context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md, but received "empty".",
      "vitest-judge: --dir: expected it to be a folder with context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md, but received "file".",
      "vitest-judge: --dir goes with --mode review-match, and without --data.",
    ]
  `)
})
