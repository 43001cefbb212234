/**
 * What panels came to in a run: how far their judges agree, and what each took.
 *
 * @module
 */
import { listVotes, panelAlpha } from '../scoring/panel.js'
import { oneLine } from '../text.js'
import type { PanelJudge, SampleValue, Sampling } from '../types.js'
import type { RunResults } from './results.js'
import { type Spending, sumSpending } from './spending.js'

interface Judged {
  readonly mode: string
  readonly panel: NonNullable<Sampling['panel']>
  readonly votes: readonly (readonly SampleValue[])[]
}

/** One line for each panel and mode, over all that it judged. */
export function panelNotices({ sets, checks }: RunResults): string[] {
  const records = [
    ...sets.flatMap((set) => set.cases.map(({ sampling }) => ({ mode: 'evalset', sampling }))),
    ...checks.map(({ judgement }) => judgement as { mode?: string; sampling?: Sampling }),
  ]
  const judged = records.flatMap(({ mode = '', sampling }): Judged[] =>
    sampling?.panel === undefined ? [] : [{ mode, panel: sampling.panel, votes: listVotes(sampling.questions) }],
  )
  const groups = new Map<string, Judged[]>()
  for (const one of judged) {
    const key = `${one.mode} ${one.panel.judges.map(nameOf).join(', ')}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(describe)
}

function describe(group: readonly Judged[]): string {
  const [first] = group
  const judges = first?.panel.judges ?? []
  const votes = group.flatMap((one) => one.votes)
  const { values, words } = panelAlpha(votes, judges.length)
  const alphas = [
    values === null ? null : `alpha ${values.toFixed(2)} of values`,
    words === null ? null : `alpha ${words.toFixed(2)} of yes or no and words`,
  ].filter((text) => text !== null)
  const agree = alphas.length === 0 ? 'alpha not defined, because no votes differ' : alphas.join(', ')
  const each = judges.map(
    (judge, seat) => `${nameOf(judge)} ${costOf(group.flatMap((one) => one.panel.judges[seat] ?? []))}`,
  )
  return `Panel  ${oneLine(first?.mode ?? '', 40)}: ${agree}, over ${votes.length} votes; ${each.join(', ')}`
}

function nameOf({ model }: PanelJudge): string {
  return oneLine(model, 60)
}

function costOf(spent: readonly Spending[]): string {
  const { requests, cost_usd } = sumSpending(spent)
  if (requests === 0) return 'recorded'
  const price = cost_usd === null ? 'price not known' : `${cost_usd.toFixed(4)} USD`
  return `${requests} ${requests === 1 ? 'request' : 'requests'}, ${price}`
}
