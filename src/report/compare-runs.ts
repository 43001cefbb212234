/**
 * Two runs compared, case by case.
 *
 * @module
 */
import { InputError } from '../errors.js'
import { bootstrapMean, type Interval, MIN_CASES } from '../scoring/interval.js'
import { mcnemarExact } from '../scoring/mcnemar.js'
import { mean } from '../scoring/mean.js'
import { oneLine } from '../text.js'
import { groupUnits, type Unit, type UnitGroup } from './compare-units.js'
import {
  type ChanceOfChanges,
  type ComparisonVerdict,
  decideVerdict,
  type GroupChanges,
  testChanges,
} from './compare-verdict.js'
import type { GitState, RunResults } from './results.js'

/** The cases of one eval set, or the tests of one matcher, then and now. */
export interface GroupComparison {
  /** `set`: by case; `checks`: by file, test and matcher. */
  readonly kind: 'set' | 'checks'
  /** The set's `feature`, or the matcher. */
  readonly name: string
  /** A difference counts where one of {@link GroupComparison.chance} is below 0.05; a loss before a gain. */
  readonly verdict: ComparisonVerdict
  /** How many pairs were compared. */
  readonly pairs: number
  /** Mean of now less then over the pairs with scores, as a fraction: of aggregates, or of a matcher's first figure. */
  readonly difference: number | null
  /** 95 % interval of the difference over the pairs, as of a mean over cases; null where there are too few of them. */
  readonly interval: Interval | null
  /**
   * Randomization test (Fisher 1935), two-sided, of scores and of pass and fail, over all sets of the comparison together, or all
   * matchers (maxT of Westfall & Young 1993): how often the runs would seem to differ as much anywhere, were they alike.
   */
  readonly chance: ChanceOfChanges
  /** Exact McNemar test of pass and fail of this group alone, two-sided; null where trials differ in number, or no pair is judged. */
  readonly p_value: number | null
  /** Turned green, or as red or green as before with a higher score. */
  readonly improved: readonly string[]
  /** Turned red, or as red or green as before with a lower score. */
  readonly worse: readonly string[]
  /** How many are neither. */
  readonly unchanged: number
  /** Failed then, pass now. */
  readonly turned_green: readonly string[]
  /** Passed then, fail now. */
  readonly turned_red: readonly string[]
  /** Not in the baseline. */
  readonly new: readonly string[]
  /** In the baseline only. */
  readonly gone: readonly string[]
  /** Judged by something else than in the baseline, so left out, or with `force` compared all the same. */
  readonly incomparable: readonly string[]
  /** What differs for these, and what a reader should know. */
  readonly notes: readonly string[]
}

/** A run compared with its baseline. */
export interface RunComparison {
  /** File of the baseline. */
  readonly baseline: string
  /** When the baseline was made: ISO 8601, UTC. */
  readonly started: string
  /** What was under test then. */
  readonly git?: GitState
  /** What is not comparable was compared all the same. */
  readonly forced: boolean
  /** Sets, then matchers. */
  readonly groups: readonly GroupComparison[]
  /** What concerns the whole. */
  readonly notes: readonly string[]
}

/** How to compare. */
export interface CompareRunsOptions {
  /** Name of the baseline, for messages. Default `the baseline`. */
  readonly name?: string
  /** Compare also what another rubric, prompt version or judge scored. Default false. */
  readonly force?: boolean
}

/**
 * Compares a run with an earlier one: eval sets by case, matchers by file, test and matcher; of several trials their mean counts,
 * and a case passes when all of them do.
 *
 * @param baseline - The earlier run.
 * @param results - The later one.
 * @throws {@link InputError} when the baseline is partial.
 */
export function compareRuns(
  baseline: RunResults,
  results: Pick<RunResults, 'run' | 'sets' | 'checks'>,
  { name = 'the baseline', force = false }: CompareRunsOptions = {},
): RunComparison {
  const { partial, started, git } = baseline.run
  if (partial) {
    throw new InputError(
      `${oneLine(name, 200)} is no baseline: its run was partial. Use the results of a run that ran everything to its end.`,
    )
  }
  const then = new Map(groupUnits(baseline).map((group) => [idOf(group), group]))
  const now = new Map(groupUnits(results).map((group) => [idOf(group), group]))
  const ids = [...new Set([...now.keys(), ...then.keys()])]
  const groups = decideGroups(ids.map((id) => compareGroup(then.get(id), now.get(id), force)))
  const notes = results.run.partial ? ['this run is partial: what is gone may only not have run'] : []
  return { baseline: name, started, ...(git !== undefined && { git }), forced: force, groups, notes }
}

function idOf({ kind, name }: UnitGroup): string {
  return `${kind} ${name}`
}

interface Pair {
  readonly old: Unit
  readonly own: Unit
  /** What judged them differs in. */
  readonly differs: readonly string[]
}

/** A group before it is known how much all of them differ by chance. */
interface Undecided {
  readonly group: Omit<GroupComparison, 'verdict' | 'chance'>
  readonly changes: GroupChanges
}

function decideGroups(undecided: readonly Undecided[]): readonly GroupComparison[] {
  const chances = testChanges(undecided.map(({ changes }) => changes))
  return undecided.map(({ group, changes }, index) => {
    const { kind, name, ...figures } = group
    const chance = chances[index] ?? { scores: null, passed: null }
    const without = group.incomparable.length > 0 ? 'refused' : 'nothing to compare'
    return { kind, name, verdict: group.pairs > 0 ? decideVerdict(changes, chance) : without, ...figures, chance }
  })
}

function compareGroup(then: UnitGroup | undefined, now: UnitGroup | undefined, force: boolean): Undecided {
  const group = now ?? then
  if (group === undefined) throw new RangeError('neither run has the group')
  const olds = new Map((then?.units ?? []).map((unit) => [unit.key, unit]))
  const owns = new Map((now?.units ?? []).map((unit) => [unit.key, unit]))
  const all = [...owns.values()].flatMap((own): Pair[] => {
    const old = olds.get(own.key)
    return old === undefined ? [] : [{ old, own, differs: listDifferences(old, own) }]
  })
  const incomparable = all.filter(({ differs }) => differs.length > 0)
  const pairs = force ? all : keepComparable(all)
  const { changes, ...compared } = comparePairs(pairs, group)
  return {
    changes,
    group: {
      kind: group.kind,
      name: group.name,
      pairs: pairs.length,
      ...compared,
      new: [...owns.values()].filter(({ key }) => !olds.has(key)).map(({ name }) => name),
      gone: [...olds.values()].filter(({ key }) => !owns.has(key)).map(({ name }) => name),
      incomparable: incomparable.map(({ own }) => own.name),
      notes: [...new Set(incomparable.flatMap(({ differs }) => differs)), ...noteTrials(pairs)],
    },
  }
}

/** None where all that was judged in both runs was judged in another way: cases that nobody judged make no comparison of what is left. */
function keepComparable(all: readonly Pair[]): readonly Pair[] {
  const isJudged = ({ old, own }: Pair) => [old, own].every(({ judgedBy }) => (judgedBy.judge ?? null) !== null)
  const comparable = all.filter(({ differs }) => differs.length === 0)
  const judged = all.filter(isJudged)
  return judged.length > 0 && !comparable.some(isJudged) ? [] : comparable
}

/** Texts of judges and versions are short enough to be shown; rubrics are not. */
function listDifferences(old: Unit, own: Unit): readonly string[] {
  return Object.entries(own.judgedBy).flatMap(([what, text]) => {
    const before = old.judgedBy[what] ?? null
    if (text === null || before === null || text === before) return []
    const isShown = ['judge', 'prompt version', 'mode'].includes(what)
    return [`not the same ${what}${isShown ? ` (${oneLine(before, 60)}, now ${oneLine(text, 60)})` : ''}`]
  })
}

function noteTrials(pairs: readonly Pair[]): readonly string[] {
  const isAlike = pairs.every(({ old, own }) => old.trials === own.trials)
  return isAlike ? [] : ['numbers of trials differ, so pass and fail are not tested, only scores']
}

type Compared = Pick<
  GroupComparison,
  'difference' | 'interval' | 'p_value' | 'improved' | 'worse' | 'unchanged' | 'turned_green' | 'turned_red'
> & { readonly changes: GroupChanges }

/** A difference of two fractions. */
const DIFFERENCE: Interval = { lower: -1, upper: 1 }

function comparePairs(pairs: readonly Pair[], { kind, total }: UnitGroup): Compared {
  const changes = pairs.map((pair) => ({ ...pair, by: differenceOf(pair, total), to: turnOf(pair) }))
  const turned = (sign: number) => changes.filter(({ to }) => to === sign)
  const [green, red] = [turned(1), turned(-1)]
  const moved = (sign: number) => changes.filter(({ by, to }) => to === 0 && (by ?? 0) * sign > 1e-9)
  const improved = namesOf([...green, ...moved(1)])
  const worse = namesOf([...red, ...moved(-1)])
  const differences = changes.flatMap(({ by }) => by ?? [])
  const isTested =
    noteTrials(pairs).length === 0 && pairs.some(({ old, own }) => old.passed !== null && own.passed !== null)
  return {
    changes: {
      kind,
      pairs: pairs.length,
      scores: differences.length === 0 ? null : Float64Array.from(changes, ({ by }) => by ?? 0),
      passed: isTested ? Float64Array.from(changes, ({ to }) => to) : null,
    },
    difference: mean(differences),
    interval: differences.length < MIN_CASES ? null : bootstrapMean(differences, DIFFERENCE),
    p_value: isTested ? mcnemarExact(green.length, red.length) : null,
    improved,
    worse,
    unchanged: pairs.length - improved.length - worse.length,
    turned_green: namesOf(green),
    turned_red: namesOf(red),
  }
}

/** 1 where it turned green, -1 where it turned red, else 0. */
function turnOf({ old, own }: Pair): number {
  return old.passed === null || own.passed === null ? 0 : Number(own.passed) - Number(old.passed)
}

/** Over what was scored in both, so that a score that is missing is not taken for a change. */
function differenceOf({ old, own }: Pair, total: UnitGroup['total']): number | null {
  const common = Object.keys(own.scores).filter((name) => Object.hasOwn(old.scores, name))
  const pick = ({ scores }: Unit) => total(Object.fromEntries(common.map((name) => [name, scores[name] ?? 0])))
  const [before, after] = [pick(old), pick(own)]
  return before === null || after === null ? null : after - before
}

function namesOf(pairs: readonly Pair[]): readonly string[] {
  return pairs.map(({ own }) => own.name)
}
