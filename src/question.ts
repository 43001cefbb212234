/**
 * One question to a judge: asked, read, asked once more where the reply does not read, and kept where it does.
 *
 * @module
 */
import { CallError } from './errors.js'
import type { Asked, Asker, AskOptions } from './models/asker.js'
import type { JudgeReply, JudgeRequest } from './models/model.js'
import { type Asking, readFreeText } from './modes/free-text.js'
import type { Answer, Mode, Reading } from './modes/mode.js'
import { askAgain } from './prompts/layout.js'
import type { UnjudgedReason } from './types.js'
import { addUsage } from './usage.js'

/** Whom to ask, and where to note what came. */
export interface Talk extends Pick<AskOptions, 'signal' | 'judge' | 'model'> {
  readonly asker: Asker
  /** Everything that was asked for one judgement. */
  readonly asked: Asked[]
  /** The calls among them that got no reply. */
  readonly unanswered: CallError[]
}

/** What came of a question. */
export interface Answered<R> {
  readonly answer: Answer<R>
  /** The JSON that was read; undefined where there is none. */
  readonly value: unknown
  /** Everything that was asked for is there. */
  readonly clean: boolean
}

interface Attempt<R> {
  /** With the value that was read, where the reply came as text. */
  readonly asked: Asked
  readonly read: ReadReply<R>
}

type ReadReply<R> = Reading<R> | { readonly unjudged: { readonly reason: UnjudgedReason; readonly detail: string } }

/**
 * Asks one question. A call that failed leaves its parts unjudged.
 *
 * @throws the signal's reason when the test was aborted.
 */
export async function askQuestion<I, R, F>(mode: Mode<I, R, F>, asking: Asking<I>, talk: Talk): Promise<Answered<R>> {
  const made: Attempt<R>[] = []
  const attempt = async (request: JudgeRequest, fresh: boolean): Promise<Attempt<R>> => {
    const one = readReply(mode, asking, await ask(request, talk, fresh))
    made.push(one)
    return one
  }
  try {
    const { asked, read } = await askTwice(attempt, asking.request, talk)
    return { answer: read, value: 'parts' in read ? asked.reply.value : undefined, clean: isClean(read) }
  } catch (error) {
    if (talk.signal?.aborted) throw talk.signal.reason
    if (!(error instanceof CallError)) throw error
    return { answer: { unjudged: { reason: error.reason, detail: error.message } }, value: undefined, clean: false }
  } finally {
    await forget(made, talk)
  }
}

/** A reply that does not read is asked for once more, with what was wrong; what reads is kept under the first key. */
async function askTwice<R>(
  attempt: (request: JudgeRequest, fresh: boolean) => Promise<Attempt<R>>,
  request: JudgeRequest,
  talk: Talk,
): Promise<Attempt<R>> {
  const first = await attempt(request, false)
  if (isClean(first.read)) return await keep(first, first, talk)
  if (first.asked.reply.stop === 'refused') return first
  const second = await attempt(repair(request, first), true).catch((error: unknown) => {
    // What the first reply gave is worth more than nothing.
    if ('parts' in first.read && isFailedCall(error) && !talk.signal?.aborted) return null
    throw error
  })
  if (second === null) return first
  // Of two imperfect replies the later one counts, unless only the earlier could be read at all.
  if (!isClean(second.read)) return 'parts' in second.read || 'unjudged' in first.read ? second : first
  return await keep(first, second, talk)
}

/** In a dry run nothing has failed: the answer is still to come. */
function isFailedCall(error: unknown): boolean {
  return error instanceof CallError && error.reason !== 'dry_run'
}

async function ask(
  request: JudgeRequest,
  { asker, asked, unanswered, signal, judge, model }: Talk,
  fresh: boolean,
): Promise<Asked> {
  try {
    const one = await asker.ask(request, {
      fresh,
      ...(signal && { signal }),
      ...(judge && { judge }),
      ...(model && { model }),
    })
    asked.push(one)
    return one
  } catch (error) {
    if (error instanceof CallError) unanswered.push(error)
    throw error
  }
}

/** The tokens of a reply that had to be asked for twice are those of both. */
async function keep<R>(first: Attempt<R>, good: Attempt<R>, { asker }: Talk): Promise<Attempt<R>> {
  const { reply } = good.asked
  const { key, source } = first.asked
  if (first === good && source === 'recorded') return good
  await asker.keep(key, first === good || source === 'recorded' ? reply : addReply(first.asked.reply, reply))
  return good
}

/**
 * Of a question that has its answer, or will have none, no reply is left unread but the one that was kept. A test that ended
 * first has said nothing about them. What cannot be forgotten is read again by the next run.
 */
async function forget<R>(made: readonly Attempt<R>[], { asker, signal }: Talk): Promise<void> {
  const last = made.at(-1)
  const kept = last !== undefined && isClean(last.read) ? made[0]?.asked.key : undefined
  const left = made.filter(({ asked }) => asked.source !== 'recorded' && asked.key !== kept)
  if (signal?.aborted) return
  await Promise.all(left.map(({ asked }) => asker.keep(asked.key, null).catch(() => {})))
}

/** Only where both came in batches half of the price was paid for all. */
function addReply(first: JudgeReply, { batched, ...second }: JudgeReply): JudgeReply {
  return {
    ...second,
    usage: addUsage(first.usage, second.usage),
    ...(first.batched === true && batched === true && { batched }),
  }
}

const NO_ANSWERS = {
  truncated: { reason: 'truncated', words: 'the reply was cut short' },
  refused: { reason: 'refused', words: 'the judge refused' },
  unparsable: { reason: 'malformed', words: 'the reply cannot be read' },
} as const

/** The stop reason decides before the content does; only what came as free text may still hold an answer. */
function readReply<I, R, F>(mode: Mode<I, R, F>, asking: Asking<I>, asked: Asked): Attempt<R> {
  const { reply } = asked
  if (reply.stop === 'ok') return { asked, read: mode.read(asking.input, reply.value, asking.index) }
  if (reply.stop !== 'unparsable' || reply.text.trim() === '')
    return { asked, read: noAnswer(reply.stop, reply.detail) }
  const reading = readFreeText(mode, asking, reply.text)
  if ('value' in reading) {
    const whole: JudgeReply = { ...reply, stop: 'ok', value: reading.value }
    return { asked: { ...asked, reply: whole }, read: mode.read(asking.input, reading.value, asking.index) }
  }
  if (reading.reason === 'contradictory') return { asked, read: { unjudged: reading } }
  return { asked, read: noAnswer(reply.stop, reply.detail ?? reading.detail) }
}

function noAnswer(stop: keyof typeof NO_ANSWERS, detail: string | undefined): ReadReply<never> {
  const { reason, words } = NO_ANSWERS[stop]
  return { unjudged: { reason, detail: detail === undefined ? words : `${words} (${detail})` } }
}

function isClean<R>(read: ReadReply<R>): boolean {
  return 'parts' in read && read.problems.length === 0
}

/** The request once more: with more room after a cut, else with what was wrong. */
function repair<R>(request: JudgeRequest, { asked: { reply, source }, read }: Attempt<R>): JudgeRequest {
  // A reply that is cut or no JSON was not recorded but shared with an equal request, and is repaired like that one's.
  if (source === 'recorded' && reply.stop === 'ok') return request
  if (reply.stop === 'truncated') return { ...request, maxOutputTokens: request.maxOutputTokens * 2 }
  return askAgain(request, 'parts' in read ? read.problems : [read.unjudged.detail])
}
