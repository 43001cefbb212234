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
import { noteLeftOut } from './asked.js'
import { type GroupPair, type Pair, pairGroups, pairUnits } from './compare-pairs.js'
import type { Unit, UnitGroup } from './compare-units.js'
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
  /** The set's `feature`, with its file where several sets are of that name; or the matcher. */
  readonly name: string
  /** The set's file, that of the later run where it moved; not there for matchers, nor in files of earlier versions. */
  readonly file?: string
  /** A difference counts where one of {@link GroupComparison.chance} is below 0.05; a loss before a gain. */
  readonly verdict: ComparisonVerdict
  /** How many pairs were compared: those with a score in both runs, or with pass or fail in both. */
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
  /** How many passed or failed in both runs, and are neither. */
  readonly unchanged: number
  /** Failed then, pass now. */
  readonly turned_green: readonly string[]
  /** Passed then, fail now. */
  readonly turned_red: readonly string[]
  /**
   * Neither passed nor failed in the later run only, in the baseline only, or in both, so that nobody knows whether they changed; not
   * there in files of earlier versions.
   */
  readonly no_verdict?: Readonly<Record<'now' | 'before' | 'both', readonly string[]>>
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
  const groups = decideGroups(pairGroups(baseline, results).map((pair) => compareGroup(pair, force)))
  const notes = noteLeftOut(baseline, results)
  return { baseline: name, started, ...(git !== undefined && { git }), forced: force, groups, notes }
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

function compareGroup(group: GroupPair, force: boolean): Undecided {
  const { pairs: all, fresh, gone } = pairUnits(group)
  const incomparable = all.filter(({ differs }) => differs.length > 0)
  const pairs = force ? all : keepComparable(all)
  const { changes, ...compared } = comparePairs(pairs, group)
  return {
    changes,
    group: {
      kind: group.kind,
      name: group.name,
      ...(group.file !== null && { file: group.file }),
      pairs: changes.pairs,
      ...compared,
      no_verdict: listOpen(all),
      new: fresh,
      gone,
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

function noteTrials(pairs: readonly Pair[]): readonly string[] {
  const isAlike = pairs.every(({ old, own }) => old.trials === own.trials)
  return isAlike ? [] : ['numbers of trials differ, so pass and fail are not tested, only scores']
}

type Compared = Omit<
  GroupComparison,
  'kind' | 'name' | 'file' | 'verdict' | 'pairs' | 'chance' | 'no_verdict' | 'new' | 'gone' | 'incomparable' | 'notes'
> & { readonly changes: GroupChanges }

/** A difference of two fractions. */
const DIFFERENCE: Interval = { lower: -1, upper: 1 }

function comparePairs(pairs: readonly Pair[], { kind, total }: GroupPair): Compared {
  const all = pairs.map((pair) => ({ ...pair, by: differenceOf(pair, total), to: turnOf(pair) }))
  // Without a verdict on one side and without a score in both there is nothing to set side by side.
  const changes = all.filter(({ by, to }) => by !== null || to !== null)
  const turned = (sign: number) => changes.filter(({ to }) => to === sign)
  const [green, red] = [turned(1), turned(-1)]
  const moved = (sign: number) => changes.filter(({ by, to }) => to === 0 && (by ?? 0) * sign > 1e-9)
  const improved = namesOf([...green, ...moved(1)])
  const worse = namesOf([...red, ...moved(-1)])
  const settled = changes.filter(({ to }) => to !== null)
  const differences = changes.flatMap(({ by }) => by ?? [])
  const isTested = noteTrials(pairs).length === 0 && settled.length > 0
  return {
    changes: {
      kind,
      pairs: changes.length,
      scores: differences.length === 0 ? null : Float64Array.from(changes, ({ by }) => by ?? 0),
      passed: isTested ? Float64Array.from(changes, ({ to }) => to ?? 0) : null,
    },
    difference: mean(differences),
    interval: differences.length < MIN_CASES ? null : bootstrapMean(differences, DIFFERENCE),
    p_value: isTested ? mcnemarExact(green.length, red.length) : null,
    improved,
    worse,
    unchanged: settled.length - improved.length - worse.length,
    turned_green: namesOf(green),
    turned_red: namesOf(red),
  }
}

function listOpen(pairs: readonly Pair[]): GroupComparison['no_verdict'] & object {
  const open = (before: boolean, now: boolean) =>
    namesOf(pairs.filter(({ old, own }) => (old.passed === null) === before && (own.passed === null) === now))
  return { now: open(false, true), before: open(true, false), both: open(true, true) }
}

/** 1 where it turned green, -1 where it turned red, else 0; null where it has no verdict in one of the runs. */
function turnOf({ old, own }: Pair): number | null {
  return old.passed === null || own.passed === null ? null : Number(own.passed) - Number(old.passed)
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
