/**
 * Replies that nobody has read: what a run left that was killed between the reply and its recording.
 */
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Recordings } from '../../src/broker/recordings.js'
import { Unread } from '../../src/broker/unread.js'
import { createJudge } from '../../src/engine.js'
import type { JudgeModel, JudgeReply } from '../../src/models/model.js'
import { brokerOf, deferred, echo, makeBroker, messageOf, newFolder, replyOf, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a')
const unreadIn = (folder: string) => readdirSync(join(folder, '.unread')).filter((name) => name !== '.gitignore')

/** A folder with the unread reply to {@link request}, as a killed run leaves it. */
async function killed(reply: Partial<JudgeReply> = {}) {
  const { broker, folder } = makeBroker([{ ...replyOf('paid'), ...reply }])
  const { key } = await broker.ask(request, {})
  return { folder, key }
}

describe('a reply that came before the run was killed', () => {
  it('is taken by the next run, which keeps it', async () => {
    const { folder, key } = await killed()
    const next = makeBroker(echo, { recordingsDir: folder })
    const taken = await next.broker.ask(request, {})
    expect(taken).toMatchObject({ source: 'unread', key, reply: replyOf('paid') })
    expect(next.broker.progress).toMatchObject({ answered: 0, recorded: 1 })
    await next.broker.keep(key, taken.reply)
    expect(new Recordings(folder).find(key)).toMatchObject({ kind: 'reply', reply: { value: 'paid' } })
    expect(unreadIn(folder)).toEqual([])
    expect(next.asked).toEqual([])
  })

  it('is as text what it was, for it may still hold an answer', async () => {
    const text = { stop: 'unparsable', value: null, text: '| a | table |', detail: 'no JSON' } as const
    const { folder } = await killed(text)
    const taken = await makeBroker(echo, { recordingsDir: folder }).broker.ask(request, {})
    expect(taken).toMatchObject({ source: 'unread', reply: text })
  })

  it('is asked about again once it was found bad', async () => {
    const { folder, key } = await killed()
    const next = makeBroker(echo, { recordingsDir: folder })
    await next.broker.ask(request, {})
    await next.broker.keep(key, null)
    expect(unreadIn(folder)).toEqual([])
    expect(await next.broker.ask(request, {})).toMatchObject({ source: 'fresh', reply: { value: 'a' } })
  })

  it.each<[string, Partial<JudgeReply>]>([
    ['was cut short', { stop: 'truncated', value: null }],
    ['is a refusal', { stop: 'refused', value: null }],
    ['holds no text', { stop: 'unparsable', value: null, text: ' ' }],
  ])('is not held when it %s', async (_what, reply) => {
    const { folder } = await killed(reply)
    expect(existsSync(join(folder, '.unread'))).toBe(false)
  })

  it.each(['', '{"stop":"ok","va', 'null', '{"stop":"ok","value":1,"usage":7}'])(
    'is asked about again when its file holds %j',
    async (text) => {
      const { folder, key } = await killed()
      writeFileSync(join(folder, '.unread', `${key}.reply`), text)
      expect(await makeBroker(echo, { recordingsDir: folder }).broker.ask(request, {})).toMatchObject({
        source: 'fresh',
      })
    },
  )
})

describe('an unread reply is no recording', () => {
  it('for replay, a listing and Git', async () => {
    const { folder } = await killed()
    const replay = makeBroker(echo, { recordingsDir: folder, recordings: 'replay' })
    expect(await messageOf(replay.broker.ask(request, {}))).toMatchObject({ reason: 'recording_missing' })
    expect(await new Recordings(folder).list()).toEqual([])
    expect(readFileSync(join(folder, '.unread/.gitignore'), 'utf8')).toBe('*\n')
  })

  it.each(['record', 'off'] as const)('for a run with recordings %s', async (recordings) => {
    const { folder } = await killed()
    const { broker } = makeBroker(echo, { recordingsDir: folder, recordings })
    expect(await broker.ask(request, {})).toMatchObject({ source: 'fresh', reply: { value: 'a' } })
  })

  it.each(['off', 'replay'] as const)('and not held with recordings %s', async (recordings) => {
    const { broker, folder } = makeBroker(echo, { recordings })
    await broker.ask(request, {}).catch(() => {})
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a reply that comes after its test ended, or after the deadline, is held for the next run', async () => {
  const late = [deferred<JudgeReply>(), deferred<JudgeReply>()]
  const deaf: JudgeModel = {
    id: 'deaf',
    settings: {},
    judge: ({ user }) => late[user[0]?.text === 'a' ? 0 : 1]?.promise ?? Promise.reject(new Error('nobody')),
  }
  const { broker, folder } = brokerOf(deaf, { deadline: 30 })
  const test = new AbortController()
  const ended = messageOf(broker.ask(request, { signal: test.signal }))
  const slow = messageOf(broker.ask(requestAbout('b'), {}))
  await sleep(5)
  test.abort()
  expect([(await ended).reason, (await slow).reason]).toEqual(['aborted', 'deadline'])
  for (const { resolve } of late) resolve(replyOf('late'))
  await sleep(1)
  expect(unreadIn(folder)).toHaveLength(2)
  const next = brokerOf(deaf, { recordingsDir: folder }).broker
  expect(await next.ask(request, {})).toMatchObject({ source: 'unread', reply: { value: 'late' } })
  // Both were paid for.
  expect(broker.progress.answered).toBe(2)
})

it('a reply that is older than a month is swept, and no other', async () => {
  const folder = newFolder()
  const unread = new Unread(folder)
  for (const [key, days] of [
    ['old', 31],
    ['young', 29],
  ] as const) {
    unread.hold(key, replyOf(key))
    const file = join(folder, '.unread', `${key}.reply`)
    const then = statSync(file).mtimeMs / 1000 - days * 24 * 3600
    utimesSync(file, then, then)
  }
  new Unread(folder).hold('new', replyOf('new'))
  expect(unreadIn(folder).sort()).toEqual(['new.reply', 'young.reply'])
})

describe('a whole judgement after a kill', () => {
  const scores = (value: unknown) => ({ scores: { criterion: { value } }, assessment: 'fine' })
  const task = { mode: 'solo' as const, response: 'y', rubric: 'Is short' }

  const judgeOf = (judge: JudgeModel['judge']): JudgeModel => ({ id: 'j', settings: {}, judge })

  /** Judges until the last of these replies has come, and reads that one no more. */
  async function judgeUntil(recordingsDir: string, replies: readonly unknown[]) {
    const dead = new AbortController()
    let asked = 0
    const judge = judgeOf(async () => {
      const value = replies[asked++]
      if (asked === replies.length) dead.abort()
      return replyOf(value)
    })
    await createJudge({ judge, recordingsDir })(task, { signal: dead.signal }).catch(() => {})
    expect(asked).toBe(replies.length)
  }

  it.each<[string, unknown[], number]>([
    ['after a good reply asks nothing', [scores(8)], 0],
    ['after a bad reply asks only what follows it', [scores(99)], 1],
    ['after a bad reply and a good one asks nothing', [scores(99), scores(8)], 0],
  ])('%s, and is recorded', async (_what, replies, requests) => {
    const recordingsDir = newFolder()
    await judgeUntil(recordingsDir, replies)
    expect(unreadIn(recordingsDir)).toHaveLength(replies.length)
    const judge = judgeOf(async () => replyOf(scores(8)))
    const next = await createJudge({ judge, recordingsDir })(task)
    expect(next).toMatchObject({ success: true, total: 80, requests, recorded: requests === 0 })
    expect(unreadIn(recordingsDir)).toEqual([])
    const replay = await createJudge({ judge, recordingsDir, recordings: 'replay' })(task)
    // All that it took, whoever paid for it.
    const took = replies.length + requests
    expect(replay).toMatchObject({ total: 80, recorded_usage: { input: USAGE.input * took } })
  })

  it('leaves nothing unread when it is unjudged', async () => {
    const recordingsDir = newFolder()
    const judge = judgeOf(async () => replyOf(scores(99)))
    expect(await createJudge({ judge, recordingsDir })(task)).toMatchObject({ success: false, requests: 2 })
    expect(unreadIn(recordingsDir)).toEqual([])
  })
})
