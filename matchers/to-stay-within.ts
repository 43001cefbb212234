/**
 * `toStayWithin`: an agent's run against limits.
 *
 * @module
 */
import { badInput, InputError } from '../src/errors.js'
import { showAmount } from '../src/score-text.js'
import { allOf } from '../src/scoring/decide.js'
import { type CheckedLimit, checkLimits, LIMITS, type TrajectoryLimits } from '../src/trajectory/limits.js'
import { readRun } from '../src/trajectory/read.js'
import { runNote, unreadNote } from './called-tools-message.js'
import type { Outcome } from './matcher.js'
import { callText, frame } from './message.js'
import { checkOptions } from './options.js'

const NAME = 'toStayWithin'

/** See `JudgeMatchers.toStayWithin`. */
export async function stayWithin(received: unknown, [limits]: [limits: TrajectoryLimits]): Promise<Outcome> {
  checkLimitOptions(limits)
  const run = readRun(received, NAME)
  const checked = checkLimits(run, limits)
  const verdict = allOf(checked.map((one) => one.verdict))
  const unknown = checked.filter(({ value }) => value === null).map(({ name }) => name)
  const isOpen = verdict === 'unjudged' && unknown.length > 0
  const notes = [isOpen ? `nothing is known of ${unknown.join(' and ')} in this run` : null, unreadNote(run)]
  const reason = notes.filter((note) => note !== null).join('; ')
  return {
    verdict,
    thresholds: Object.fromEntries(checked.map(({ name, limit }) => [name, limit])),
    at_most: true,
    values: Object.fromEntries(checked.map(({ name, value }) => [name, value])),
    bounds: null,
    ...(reason !== '' && { reason }),
    judgement: { mode: 'limits', format: run.format, steps: run.steps, usage: run.usage ?? {}, unknown: run.unknown },
    material: { output: run.output, tool_calls: run.toolCalls },
    message: (negated) =>
      frame({
        title: callText(NAME, 'run', 'limits', negated),
        comparisons: byVerdict(checked).map((one) => comparison(one, negated)),
        details: [],
        notes: { Run: runNote(run) },
        ...(verdict === 'unjudged' && { unjudged: `${reason}.` }),
      }),
  }
}

function checkLimitOptions(limits: TrajectoryLimits): void {
  checkOptions(NAME, limits, LIMITS, [])
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue
    throw badInput(NAME, { place: `\`${name}\``, expected: 'a number from 0', received: value })
  }
  if (LIMITS.some((name) => limits[name] !== undefined)) return
  throw new InputError(
    `${NAME}: there is no limit. Give at least one of ${LIMITS.map((name) => `\`${name}\``).join(', ')}.`,
  )
}

/** What was passed first, then what is not known. */
function byVerdict(checked: readonly CheckedLimit[]): CheckedLimit[] {
  return (['fail', 'unjudged', 'pass'] as const).flatMap((verdict) => checked.filter((one) => one.verdict === verdict))
}

function comparison(
  { name, limit, value }: CheckedLimit,
  negated: boolean,
): { what: string; expected: string; received: string } {
  return {
    what: name,
    expected: `${negated ? '> ' : '<='} ${showAmount(limit)}`,
    received: `   ${value === null ? 'not known' : showAmount(value)}`,
  }
}
