/**
 * Reads an agent's run, whatever wrote it down.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import { claudeCode } from './claude-code.js'
import { type Format, fieldsOf } from './format.js'
import { RunLog } from './log.js'
import { openai } from './openai.js'
import { openaiResponses } from './openai-responses.js'
import { checkTrajectory, looksRead } from './reread.js'
import { sweAgent } from './swe-agent.js'
import { tauBench } from './tau-bench.js'
import { toolCalls } from './tool-calls.js'
import type { Run, Trajectory } from './trajectory.js'
import { kindOfLine } from './unread.js'
import { readAgentUsage } from './usage.js'

/** The first that fits reads; those with clearer marks come first. */
const FORMATS: readonly Format[] = [
  sweAgent,
  tauBench,
  aiSdk,
  toolCalls,
  claudeCode,
  openaiResponses,
  anthropic,
  openai,
]

const NAMES: readonly string[] = FORMATS.map(({ name }) => name)

/**
 * Reads an agent's run: its tool calls in one form, what it said last, and what it took. The format is detected: Claude Code
 * (stream-json output and transcripts), messages of OpenAI and Anthropic, items of OpenAI Responses, results, steps and
 * messages of the AI SDK, SWE-agent's `.traj`, one run of tau-bench, and this package's own lists of calls.
 *
 * The clearest marks in a log decide its format. Entries that are not understood, such as half a line at the end of a log that was cut
 * off or an entry of another format, are counted in `unknown`.
 *
 * @param value - Text (JSON or JSON Lines), or what it holds.
 * @throws {@link InputError} when it is of none of the formats, or says nothing about calls.
 * @example
 * ```ts
 * export default async (c) => readTrajectory(await runAgent(c.input))
 * ```
 */
export function readTrajectory(value: unknown): Trajectory {
  const run = readRun(value, 'trajectory')
  if (run.toolCalls !== null) return { ...run, toolCalls: run.toolCalls }
  throw badInput('trajectory', {
    place: 'it',
    expected: 'a log with the calls in it',
    received: value,
    hint:
      run.format === 'claude-code'
        ? 'This is the result alone: run claude with --output-format stream-json --verbose. readAgentUsage reads its tokens and cost.'
        : 'Give `toolCalls` with it, empty when nothing was called.',
  })
}

/**
 * The same, for a log that may say nothing about calls.
 *
 * @param what - What is read, for the message.
 */
export function readRun(value: unknown, what: string): Run {
  const log = new RunLog(what)
  const given = typeof value === 'string' ? parseLog(value, log) : value
  if (looksRead(given, NAMES)) return checkTrajectory(given, what)
  const format = FORMATS.find(({ fits }) => fits(given))
  if (format === undefined) throw unreadable(value, what, hintAt(given))
  if (!Array.isArray(given)) log.total(readAgentUsage(given))
  format.read(given, log)
  const run = log.end(format.name)
  const kinds = Object.keys(run.unknown)
  // Many services' messages have roles.
  const isForeign = format === openai && run.steps === 0 && kinds.length > 0
  if (isForeign) throw unreadable(value, what, `Not one entry is known: ${kinds.slice(0, 5).join(', ')}.`)
  return run
}

/** JSON, or JSON Lines of which those that are none are counted. */
function parseLog(text: string, log: RunLog): unknown {
  const own = text.replace(/^\uFEFF/, '')
  const whole = parse(own)
  if (whole !== undefined) return whole
  const lines = own.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.flatMap((line) => {
    const entry = parse(line)
    if (entry === undefined) log.skip(kindOfLine(line))
    return entry ?? []
  })
  if (entries.length === 0) throw unreadable(text, log.what)
  return entries
}

/** An object or a list. Looking first is quicker than failing. */
function parse(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(received: unknown, what: string, hint?: string): Error {
  const labels = FORMATS.map(({ label }) => label)
  const expected = `${labels.slice(0, -1).join(', ')}, or ${labels.at(-1)}`
  return badInput(what, { place: 'it', expected, received, ...(hint !== undefined && { hint }) })
}

/** What is likely wrong with a value that fits no format. */
function hintAt(value: unknown): string | undefined {
  const { then, steps } = fieldsOf(value)
  if (typeof then === 'function') return 'Await it first.'
  if (typeof fieldsOf(steps)['then'] === 'function')
    return 'Its `steps` are a promise: give { steps: await result.steps }.'
  const isList = Array.isArray(value) && FORMATS.some(({ fits }) => fits(value[0]))
  return isList ? `This is a list of ${value.length} runs: read them one at a time.` : undefined
}
