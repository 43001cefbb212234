/**
 * `vitest-judge calibrate LABELS`: how well the judge agrees with people, stored where later runs find it.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { calibrate } from '../calibration/calibrate.js'
import { findDrift, renderDrift } from '../calibration/drift.js'
import { readLabels } from '../calibration/labels.js'
import { prepareTasks } from '../calibration/prepare.js'
import { InputError, JudgeError } from '../errors.js'
import { parseEvalSet } from '../evalset/parse.js'
import { CALIBRATIONS, type Calibration, readCalibration } from '../report/calibration.js'
import { renderCalibration } from '../report/calibration-text.js'
import { oneLine } from '../text.js'
import { readText } from './files.js'
import type { JudgeOutcome } from './judge.js'
import { judgeOf, refuseNobody } from './own-judge.js'
import { writeBelow } from './write-whole.js'

/** Options of the command. */
export interface CalibrateCommand {
  /** JSON Lines. */
  readonly labels: string
  /** Eval set in which cases are looked up. */
  readonly set?: string | undefined
  /** Module with a judge of the user's own. */
  readonly judge?: string | undefined
  /** Where it is stored. */
  readonly out?: string | undefined
  /** Judge again, and compare with what is stored. */
  readonly drift?: boolean | undefined
}

/**
 * Exit codes: 0 all judged and, with `drift`, nothing moved; 1 some unjudged or moved; 2 wrong input or no judge. Progress goes to standard
 * error.
 *
 * @throws {@link InputError} for labels that are wrong, before anybody is asked, and where there is nobody to ask; {@link JudgeError} when nothing was judged.
 */
export async function calibrateCommand(command: CalibrateCommand): Promise<JudgeOutcome> {
  const { labels: file, set } = command
  const evalSet = set === undefined ? null : parseEvalSet(readText(set), set).set
  const tasks = prepareTasks(readLabels(readText(file), file), file, evalSet)
  // A judge that is asked again must not answer from a recording, nor replace one that CI goes by.
  const judge = await judgeOf(command.judge, command.drift ? { recordings: askAgain() } : {})
  const stored = command.out ?? join(CALIBRATIONS, nameOf(file, judge.name))
  const before = command.drift ? readStored(stored) : null
  let finished = 0
  const found = await calibrate(tasks, judge.asker, {
    whom: judge.whom,
    labels: basename(file),
    onJudged(id, error) {
      const what = error === null ? 'judged' : `unjudged: ${oneLine(error, 300)}`
      console.error(`[${++finished}/${tasks.length}] ${oneLine(id, 80)}: ${what}`)
    },
  })
  const open = found.items.filter(({ judge }) => judge === null)
  if (open.length === found.items.length) {
    refuseNobody(judge)
    throw new JudgeError(`Nothing was judged, so nothing is stored. ${whyNot(found)}`)
  }
  if (before !== null) {
    const drift = findDrift(before, found)
    return { text: renderDrift(before, found, drift), code: drift.moved.length === 0 && open.length === 0 ? 0 : 1 }
  }
  const written = writeBelow(stored, JSON.stringify(found, null, 2))
  const where = written === 0 ? `\n\nStored in ${stored}` : ''
  return { text: `${renderCalibration(found)}${where}`, code: Math.max(written, open.length === 0 ? 0 : 1) }
}

function whyNot({ items }: Calibration): string {
  return [...new Set(items.flatMap(({ reason }) => reason ?? []))].slice(0, 2).join(' ')
}

/** `support.claude-haiku-5-5.json` */
function nameOf(file: string, model: string): string {
  const plain = (name: string) => name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
  return `${plain(basename(file, extname(file)))}.${plain(model)}.json`
}

function askAgain(): 'off' {
  const given = process.env.VITEST_JUDGE_RECORDINGS
  if (given === undefined || given === '' || given === 'off') return 'off'
  throw new InputError(
    `--drift asks the judge again, so VITEST_JUDGE_RECORDINGS must be off or not set, but it is ${oneLine(given, 40)}.`,
  )
}

function readStored(file: string): Calibration {
  if (existsSync(file)) return readCalibration(readText(file), file)
  throw new InputError(`There is no calibration to compare with: ${file} is not there. Run once without --drift.`)
}
