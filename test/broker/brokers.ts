/**
 * Brokers for tests: a scripted judge, a folder of their own, and what was asked and said.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Broker, type BrokerOptions } from '../../src/broker/broker.js'
import { CallError } from '../../src/errors.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../../src/models/model.js'
import { type ScriptedModelOptions, scriptedModel } from '../../src/models/scripted.js'
import type { Usage } from '../../src/types.js'

export const USAGE: Usage = { input: 100, output: 10, cache_read: 40, cache_write: 20, cache_write_1h: 20 }

/** A broker with its tracks. */
export interface TestBroker {
  readonly broker: Broker
  /** Requests that reached the judge, in order. */
  readonly asked: JudgeRequest[]
  readonly warnings: string[]
  readonly folder: string
}

/** A request that differs from others by its material. */
export function requestAbout(text: string, change: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    system: [{ text: 'contract' }, { text: 'rubric', cache: '1h' }],
    user: [{ text, cache: '5m' }, { text: 'question' }],
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    maxOutputTokens: 100,
    sample: 0,
    label: `about ${text}`,
    ...change,
  }
}

/** An empty folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-judge-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A judge that answers at once with what it was asked about, for the tokens of {@link USAGE}. */
export const echo: ScriptedModelOptions['reply'] = ({ user }) => ({ stop: 'ok', value: user[0]?.text, usage: USAGE })

/** A broker with a scripted judge and recordings in a new folder. */
export function makeBroker(reply: ScriptedModelOptions['reply'], change: Partial<BrokerOptions> = {}): TestBroker {
  const asked: JudgeRequest[] = []
  const model = scriptedModel({
    reply: (request, index) => {
      asked.push(request)
      return typeof reply === 'function' ? reply(request, index) : reply[index]
    },
  })
  return { ...brokerOf(model, change), asked }
}

/** A broker with this judge and recordings in a new folder. */
export function brokerOf(model: JudgeModel | null, change: Partial<BrokerOptions> = {}): Omit<TestBroker, 'asked'> {
  const warnings: string[] = []
  const folder = change.recordingsDir ?? newFolder()
  const broker = new Broker({
    identity: { model: model?.id ?? 'nobody', settings: model?.settings ?? {} },
    model,
    claude: (name) => ({ identity: { model: name, settings: {} }, model: null }),
    recordings: 'auto',
    recordingsDir: folder,
    recordPrompts: false,
    concurrency: 4,
    deadline: 10_000,
    maxOutage: 10_000,
    maxRetryAfter: 1_000,
    budget: {},
    priceOf: () => () => null,
    cacheMinimum: null,
    dryRun: false,
    batch: null,
    warn: (message) => warnings.push(message.replaceAll(folder, '<folder>')),
    ...change,
  })
  return { broker, warnings, folder }
}

/** A promise and its ends. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

/** Reason and message of a call that must fail, without the name of the folder. */
export async function messageOf(call: Promise<unknown>, folder = ''): Promise<{ reason: string; message: string }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('no CallError', { cause: error })
  return { reason: error.reason, message: error.message.replaceAll(folder || '\0', '<folder>') }
}

/** A whole reply. */
export function replyOf(value: unknown): JudgeReply {
  return { stop: 'ok', value, text: JSON.stringify(value), usage: USAGE, servedBy: 'x' }
}
