/**
 * Labels of people against the verdicts of a judge.
 *
 * @module
 */
import { timestamp } from '../clock.js'
import { type ConductOptions, conduct, type Judged } from '../judge.js'
import type { Asker } from '../models/asker.js'
import {
  type CalibratedItem,
  type CalibratedMeasure,
  type Calibration,
  type JudgedBy,
  judgeKey,
} from '../report/calibration.js'
import { measureAgreement, type RatedItem } from '../scoring/agreement.js'
import { shareOf } from '../scoring/figures.js'
import { oneLine } from '../text.js'
import type { Fields } from './measures.js'
import type { Labelled, PreparedTask } from './prepare.js'

/** How to judge. */
export interface CalibrateOptions {
  /** Instead of the asker's judge. */
  readonly whom?: Pick<ConductOptions, 'judges'>
  /** Name of the file with the labels, for the record. */
  readonly labels: string
  /** Called after each task. */
  onJudged?(id: string, error: string | null): void
}

/** One label with everything that its figures need. */
interface Compared {
  readonly item: CalibratedItem
  readonly rated: RatedItem
  readonly by: JudgedBy
  readonly threshold: number
  readonly form: Labelled['form']
  /** Of a comparison in both orders. */
  readonly consistent: boolean | null
}

/** Judges every task, the asker's limit at a time, and compares. */
export async function calibrate(
  tasks: readonly PreparedTask[],
  asker: Asker,
  { labels, whom, onJudged }: CalibrateOptions,
): Promise<Calibration> {
  const judged = await Promise.all(
    tasks.map(async (task) => {
      const judgement = await conduct(task.mode, task.task, asker, { ...whom, label: task.id })
      onJudged?.(task.id, judgement.success ? null : judgement.error)
      return { judgement, compared: compareLabels(task, judgement) }
    }),
  )
  const compared = judged.flatMap((one) => one.compared)
  return {
    version: 1,
    calibrated: timestamp(),
    labels,
    measures: measuresIn(compared),
    items: compared.map(({ item }) => item),
    recordings: [...new Set(judged.flatMap(({ judgement }) => judgement.recordings))],
  }
}

function compareLabels(task: PreparedTask, judged: Judged<object>): Compared[] {
  const { mode, model, settings, prompt_version, rubric_key = null } = judged
  const { threshold, length } = task
  return task.labelled.map(({ measure, name, part, labels, form }) => {
    const judge = judged.success ? measure.read(judged as unknown as Fields, form) : null
    const why = judged.unjudged.find((one) => part === null || one.part === part) ?? judged.unjudged[0]
    const reason = judge === null ? { reason: oneLine(why?.detail ?? 'the bounds leave it open', 300) } : {}
    return {
      item: { id: task.id, measure: name, part, labels, judge, ...reason },
      rated: { labels, judge, length, unit: task.id, passes: measure.passes },
      by: { mode, model, settings, prompt_version, rubric_key },
      consistent: judged.success ? ((judged as { position_consistent?: boolean }).position_consistent ?? null) : null,
      ...{ threshold, form },
    }
  })
}

/** Only what one judge says by one rubric, prompt and threshold, about one thing, is one measure. */
function measuresIn(compared: readonly Compared[]): CalibratedMeasure[] {
  const groups = new Map<string, Compared[]>()
  for (const one of compared) {
    const key = JSON.stringify([judgeKey(one.by), one.item.measure, one.form, one.threshold])
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(one)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { item, form, by, threshold } = first
    const orders = group.flatMap(({ consistent }) => (consistent === null ? [] : [consistent]))
    return {
      ...{ measure: item.measure, form, judged_by: by, threshold },
      ...measureAgreement(group.map(({ rated }) => rated)),
      order_consistency: shareOf(orders, (consistent) => consistent),
    }
  })
}
