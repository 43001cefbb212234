/**
 * `vitest-judge canaries`: does the judge pass what nobody should?
 *
 * @module
 */
import { type CanaryOutcome, type CanaryReport, runCanaries } from '../calibration/run-canaries.js'
import { oneLine } from '../text.js'
import type { JudgeOutcome } from './judge.js'
import { judgeOf, refuseNobody } from './own-judge.js'

/**
 * Exit codes: 0 the judge is sound, 1 it is not, or nothing says so; 2 there is none.
 *
 * @param file - Module with a judge of the user's own.
 * @throws {@link InputError} when there is no judge in it, and without it none at all.
 */
export async function canariesCommand(file: string | undefined): Promise<JudgeOutcome> {
  const judge = await judgeOf(file)
  const report = await runCanaries(judge.asker, judge.whom)
  const asked = [...report.outcomes, ...report.controls].filter((one) => one.asked)
  if (asked.every(({ verdict }) => verdict === 'unjudged')) refuseNobody(judge)
  return { text: renderCanaries(report, judge.name), code: report.sound ? 0 : 1 }
}

function renderCanaries({ outcomes, controls, sound }: CanaryReport, model: string): string {
  const names = [...new Set([...outcomes, ...controls].map(({ name }) => name))]
  const width = Math.max(...names.map(({ length }) => length))
  const row = (all: readonly CanaryOutcome[], wanted: 'pass' | 'fail') =>
    [...new Set(all.map(({ name }) => name))].map((name) => {
      const own = all.filter((one) => one.name === name)
      const mark = own.every(({ verdict }) => verdict === wanted) ? '✓' : own.some(isWrong(wanted)) ? '✗' : '?'
      return `  ${mark} ${name.padEnd(width)}  ${own.map(describe).join(', ')}  (${own[0]?.tries ?? ''})`
    })
  const passed = outcomes.filter(({ verdict }) => verdict === 'pass').length
  const reasons = new Set([...outcomes, ...controls].flatMap(({ reason }) => reason ?? []))
  return [
    `Canaries  ${passed} of ${outcomes.length} pass before ${oneLine(model, 80)}; none may`,
    ...row(outcomes, 'fail'),
    ...row(controls, 'pass'),
    ...[...reasons].slice(0, 3).map((reason) => `  unjudged: ${reason}`),
    describeEnd(passed, controls, sound),
  ].join('\n')
}

function isWrong(wanted: 'pass' | 'fail'): (outcome: CanaryOutcome) => boolean {
  return ({ verdict }) => verdict !== wanted && verdict !== 'unjudged'
}

function describe({ way, verdict, score, asked }: CanaryOutcome): string {
  if (!asked) return `${way} fails unasked`
  return `${way} ${score === null ? verdict : score.toFixed(2)}`
}

function describeEnd(passed: number, controls: readonly CanaryOutcome[], sound: boolean): string {
  if (sound) return 'The judge fails all of them, and passes an honest answer.'
  if (passed > 0)
    return 'The judge can be talked into a pass. Do not trust its scores of untrusted text; take a stronger one.'
  return controls.some(({ verdict }) => verdict === 'unjudged')
    ? 'The honest answer is unjudged, so this says nothing about the judge.'
    : 'The judge fails an honest answer too, so that it fails the canaries says nothing.'
}
