import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Broker, BrokerOptions } from '../../src/broker/broker.js'
import { Recordings } from '../../src/broker/recordings.js'
import type { JudgeModel, JudgeRequest } from '../../src/models/model.js'
import { brokerOf, echo, makeBroker, messageOf, newFolder, replyOf, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a')

/** Asks, and keeps the reply as the conductor does with a good one. */
async function askAndKeep(broker: Broker, about: JudgeRequest = request) {
  const asked = await broker.ask(about, {})
  if (asked.source === 'fresh') await broker.keep(asked.key, asked.reply)
  return asked
}

/** A second broker on the same folder. */
function again(folder: string, change: Partial<BrokerOptions> = {}) {
  return makeBroker(echo, { recordingsDir: folder, ...change })
}

describe('recordings', () => {
  it('auto: asks once, records, and answers from the recording from then on', async () => {
    const first = makeBroker(echo)
    const fresh = await askAndKeep(first.broker)
    expect(fresh).toMatchObject({ source: 'fresh', reply: { value: 'a', usage: USAGE } })
    const second = again(first.folder)
    expect(await second.broker.ask(request, {})).toEqual({ ...fresh, source: 'recorded' })
    expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  })

  it('auto: records nothing that was not found good', async () => {
    const { broker, folder } = makeBroker(echo)
    await broker.ask(request, {})
    expect(await new Recordings(folder).list()).toEqual([])
  })

  it('fresh passes the recording by, and a good reply replaces it', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['better'], { recordingsDir: first.folder })
    const asked = await second.broker.ask(request, { fresh: true })
    expect(asked).toMatchObject({ source: 'fresh', reply: { value: 'better' } })
    await second.broker.keep(asked.key, asked.reply)
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'better' } })
  })

  it('record: asks again though there is a recording, and records', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['new'], { recordingsDir: first.folder, recordings: 'record' })
    expect(await askAndKeep(second.broker)).toMatchObject({ source: 'fresh', reply: { value: 'new' } })
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'new' } })
  })

  it('off: neither reads nor writes', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['new', 'newer'], { recordingsDir: first.folder, recordings: 'off' })
    expect(await askAndKeep(second.broker)).toMatchObject({ source: 'fresh', reply: { value: 'new' } })
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'a' } })
  })

  it('replay: answers from recordings, and never asks', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const { broker, asked, folder } = again(first.folder, { recordings: 'replay' })
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
    expect(await messageOf(broker.ask(requestAbout('b'), {}), folder)).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about b", and recordings are in replay mode. Run once with VITEST_JUDGE_RECORDINGS=auto where the judge can be asked, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
    expect(await messageOf(broker.ask(request, { fresh: true }), folder)).toMatchInlineSnapshot(`
      {
        "message": "The recording of "about a" no longer reads, and recordings are in replay mode. Run once with VITEST_JUDGE_RECORDINGS=auto where the judge can be asked, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
    expect(asked).toEqual([])
  })

  it('replay: names what changed since the same thing was recorded', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    await askAndKeep(first.broker, { ...request, sample: 1 })
    const { broker } = again(first.folder, { recordings: 'replay' })
    const changed = { ...request, system: [{ text: 'contract' }, { text: 'another rubric' }], maxOutputTokens: 7 }
    expect(await messageOf(broker.ask(changed, {}))).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about a", and recordings are in replay mode. Since it was recorded this has changed: the rubric, the challenge or what else all cases share, the length of the answer. Run once with VITEST_JUDGE_RECORDINGS=auto where the judge can be asked, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
  })

  it('a damaged recording is asked again with a warning, and under replay is missing', async () => {
    const { broker, folder, warnings, asked } = makeBroker(echo)
    const { key } = await askAndKeep(broker)
    const file = new Recordings(folder).fileOf(key)
    writeFileSync(file, '{"format":')
    const replay = again(folder, { recordings: 'replay' })
    const missing = await messageOf(replay.broker.ask(request, {}), folder)
    expect(missing.reason).toBe('recording_missing')
    expect(missing.message).toMatch(
      /^The recording of "about a" cannot be read \(<folder>.*\)\. Restore the file, or record it again\.$/,
    )
    expect(await askAndKeep(broker)).toMatchObject({ source: 'fresh' })
    expect(warnings).toEqual([
      expect.stringMatching(/^The recording of "about a" cannot be read .* It is asked again\.$/),
    ])
    expect(asked).toHaveLength(2)
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
  })

  it('a folder that cannot be written costs a warning, not the verdict', async () => {
    const file = join(newFolder(), 'in-the-way')
    writeFileSync(file, '')
    const { broker, warnings } = makeBroker(echo, { recordingsDir: join(file, 'recordings'), recordings: 'record' })
    expect(await askAndKeep(broker)).toMatchObject({ reply: { value: 'a' } })
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The reply about "about a" could not be recorded in <folder>.*: ENOTDIR.* Verdicts stand/s,
      ),
    ])
  })

  it('a key that nobody asked about is not recorded', async () => {
    const { broker, folder } = makeBroker(echo)
    await broker.keep('0'.repeat(32), { stop: 'ok', value: 1, text: '1', usage: USAGE, servedBy: 'x' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('without a judge', () => {
  it('a recording answers, and a miss says what to do', async () => {
    const { broker } = brokerOf(null)
    expect(await messageOf(broker.ask(request, {}))).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about a" and no judge to ask. Set ANTHROPIC_API_KEY (or \`apiKey\`), or give a \`judge\` of your own.",
        "reason": "no_judge",
      }
    `)
    const recorded = makeBroker(echo, { identity: { model: 'nobody', settings: {} } })
    await askAndKeep(recorded.broker)
    expect(await brokerOf(null, { recordingsDir: recorded.folder }).broker.ask(request, {})).toMatchObject({
      source: 'recorded',
      reply: { value: 'a' },
    })
  })
})

it('a judge of the caller’s own is asked instead, under its own key', async () => {
  const { broker, asked, folder } = makeBroker(echo)
  const mine: JudgeModel = { id: 'mine', settings: { mood: 'mild' }, judge: async () => replyOf('from mine') }
  const own = await broker.ask(request, { judge: mine })
  await broker.keep(own.key, own.reply)
  expect(own.reply.value).toBe('from mine')
  expect(asked).toEqual([])
  expect((await askAndKeep(broker)).key).not.toBe(own.key)
  expect(await again(folder).broker.ask(request, { judge: mine })).toMatchObject({ source: 'recorded', key: own.key })
})
