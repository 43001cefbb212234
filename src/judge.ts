/**
 * The conductor: checks, asks, reads, scores. The only file that waits for a judge.
 *
 * @module
 */
import { CallError } from './errors.js'
import type { Asked, Asker, JudgeIdentity } from './models/asker.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from './models/model.js'
import type { Answer, Mode, Reading, Scored } from './modes/mode.js'
import { askAgain } from './prompts/layout.js'
import type { JudgementBase, JudgementFailure, Provenance, UnjudgedReason, Usage } from './types.js'
import { addUsage, NO_USAGE, sumCosts } from './usage.js'

/** A judgement with its mode's own fields, or the reason why there is none. */
export type Judged<F> = (JudgementBase & F) | JudgementFailure

/** Everything that was asked for one judgement. */
interface Ledger {
  readonly asked: Asked[]
}

/**
 * Judges one task in one mode. Where only some parts are unjudged the judgement has bounds; where all are, it is a failure.
 *
 * @throws {@link InputError} before anybody is asked; the signal's reason when the test was aborted.
 */
export async function conduct<I, R, F>(
  mode: Mode<I, R, F>,
  task: unknown,
  asker: Asker,
  options: ConductOptions = {},
): Promise<Judged<F>> {
  const input = mode.check(task)
  const ledger: Ledger = { asked: [] }
  const requests = mode.requests(input).map((request) => named(request, options.label))
  const answers = await Promise.all(
    requests.map((request, index) => answerTo(mode, input, request, index, { asker, ledger, ...options })),
  )
  const scored = mode.score(input, answers)
  const provenance = provenanceOf(mode, ledger, requests.length > 0 ? (options.judge ?? asker.identity) : null)
  const text = ledger.asked.map(({ reply }) => reply.text).join('\n\n')
  const envelope = { mode: mode.name, timestamp: new Date().toISOString(), response_text: text, ...provenance }
  if (requests.length > 0 && !scored.judged) {
    return { success: false, ...envelope, error: failureText(scored), unjudged: scored.unjudged }
  }
  const { total, bounds, unjudged, warnings } = scored
  return { success: true, ...envelope, total, bounds, unjudged, warnings, ...scored.fields }
}

/** How to conduct a judgement. */
export interface ConductOptions {
  readonly signal?: AbortSignal
  /** A judge of the caller's own, called in this process under the run's limit. Default: the run's. */
  readonly judge?: JudgeModel
  /** For people: what is judged, such as the test's name. */
  readonly label?: string
}

interface AskContext extends ConductOptions {
  readonly asker: Asker
  readonly ledger: Ledger
}

function named(request: JudgeRequest, label: string | undefined): JudgeRequest {
  return label === undefined ? request : { ...request, label: `${label}: ${request.label}` }
}

/** A call that failed leaves its parts unjudged; an aborted test ends here. */
async function answerTo<I, R, F>(
  mode: Mode<I, R, F>,
  input: I,
  request: JudgeRequest,
  index: number,
  context: AskContext,
): Promise<Answer<R>> {
  try {
    return await askTwice((reply) => readReply(mode, input, reply, index), request, context)
  } catch (error) {
    if (context.signal?.aborted) throw context.signal.reason
    if (error instanceof CallError) return { unjudged: { reason: error.reason, detail: error.message } }
    throw error
  }
}

/** A reply that does not read is asked for once more, with what was wrong; what reads is kept under the first key. */
async function askTwice<R>(
  read: (reply: JudgeReply) => ReadReply<R>,
  request: JudgeRequest,
  context: AskContext,
): Promise<Answer<R>> {
  const first = await ask(request, context, false)
  const once = read(first.reply)
  if (isClean(once)) return await keep(first, first.reply, once, context)
  if (first.reply.stop === 'refused') return once
  const second = await ask(repair(request, first, once), context, true).catch((error: unknown) => {
    // What the first reply gave is worth more than nothing.
    if ('parts' in once && error instanceof CallError && !context.signal?.aborted) return null
    throw error
  })
  if (second === null) return once
  const twice = read(second.reply)
  // Of two imperfect replies the later one counts, unless only the earlier could be read at all.
  if (!isClean(twice)) return 'parts' in twice || 'unjudged' in once ? twice : once
  const usage = first.source === 'fresh' ? addUsage(first.reply.usage, second.reply.usage) : second.reply.usage
  return await keep(first, { ...second.reply, usage }, twice, context)
}

type ReadReply<R> = Reading<R> | { unjudged: { reason: UnjudgedReason; detail: string } }

async function ask(request: JudgeRequest, context: AskContext, fresh: boolean): Promise<Asked> {
  const { asker, ledger, signal, judge } = context
  const asked = await asker.ask(request, { fresh, ...(signal && { signal }), ...(judge && { judge }) })
  ledger.asked.push(asked)
  return asked
}

async function keep<R>(asked: Asked, reply: JudgeReply, read: ReadReply<R>, { asker }: AskContext): Promise<Answer<R>> {
  if (asked.source === 'fresh' || reply !== asked.reply) await asker.keep(asked.key, reply)
  return read
}

const NO_ANSWERS = {
  truncated: { reason: 'truncated', words: 'the reply was cut short' },
  refused: { reason: 'refused', words: 'the judge refused' },
  unparsable: { reason: 'malformed', words: 'the reply cannot be read' },
} as const

/** The stop reason decides before the content does. */
function readReply<I, R, F>(mode: Mode<I, R, F>, input: I, reply: JudgeReply, index: number): ReadReply<R> {
  if (reply.stop === 'ok') return mode.read(input, reply.value, index)
  const { reason, words } = NO_ANSWERS[reply.stop]
  return { unjudged: { reason, detail: reply.detail === undefined ? words : `${words} (${reply.detail})` } }
}

function isClean<R>(read: ReadReply<R>): boolean {
  return 'parts' in read && read.problems.length === 0
}

/** The request once more: with more room after a cut, else with what was wrong. */
function repair<R>(request: JudgeRequest, first: Asked, read: ReadReply<R>): JudgeRequest {
  // A reply that is cut or no JSON was not recorded but shared with an equal request, and is repaired like that one's.
  if (first.source === 'recorded' && first.reply.stop === 'ok') return request
  if (first.reply.stop === 'truncated') return { ...request, maxOutputTokens: request.maxOutputTokens * 2 }
  return askAgain(request, 'parts' in read ? read.problems : [read.unjudged.detail])
}

function provenanceOf<I, R, F>(
  mode: Mode<I, R, F>,
  { asked }: Ledger,
  judge: JudgeIdentity | JudgeModel | null,
): Provenance {
  const from = (source: Asked['source']) => asked.filter((one) => one.source === source)
  const [fresh, recorded] = [from('fresh'), from('recorded')]
  return {
    model: judge === null ? null : 'model' in judge ? judge.model : judge.id,
    settings: judge?.settings ?? {},
    served_by: asked.at(-1)?.reply.servedBy ?? null,
    prompt_version: mode.promptVersion,
    recorded: asked.length > 0 && fresh.length === 0,
    sample: asked.some(({ reply }) => reply.sample === true),
    requests: fresh.length,
    token_usage: sumUsage(fresh),
    recorded_usage: sumUsage(recorded),
    cost_usd: sumCosts(fresh.map(({ usd }) => usd)),
    recorded_cost_usd: sumCosts(recorded.map(({ usd }) => usd)),
    recordings: [...new Set(asked.map(({ key }) => key))],
  }
}

function sumUsage(asked: readonly Asked[]): Usage {
  return asked.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE)
}

function failureText<F>({ unjudged }: Scored<F>): string {
  const details = [...new Set(unjudged.map(({ detail }) => detail))]
  return `${details.slice(0, 3).join('; ')}. No score is estimated.`
}
