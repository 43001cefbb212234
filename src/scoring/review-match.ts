/**
 * Arithmetic of review matching (spec/review-matching.md, "Scores").
 *
 * @module
 */
import { mean } from './mean.js'

/** What became of the findings and the comments of one pull request. */
export interface ReviewCounts {
  /** Human comments that ask for a change which the diff does not have yet. */
  readonly addressable: number
  /** Findings that match an addressable comment. */
  readonly matched: number
  /** Findings without a match that the diff proves. */
  readonly justified: number
  /** Findings without a match that the diff neither proves nor disproves. */
  readonly plausible: number
  /** Findings without a match that the diff disproves. */
  readonly wrong: number
}

/** Scores of one pull request, 0-1. Null where no comment is addressable: there is nothing to measure by, and that is no 0. */
export interface ReviewScores {
  /** `matched / max(1, matched + plausible + wrong)`: justified findings do not count against the reviewer. */
  readonly precision: number | null
  /** `matched / max(1, addressable)` */
  readonly recall: number | null
  /** `2pr / max(0.001, p + r)` */
  readonly f1: number | null
  /** `(matched + justified) / max(1, matched + justified + plausible + wrong)` */
  readonly value_rate: number | null
}

/** {@link ReviewScores}, and what they rest on. */
export interface ScoredReview {
  /** Scores, 0-1. */
  readonly scores: ReviewScores
  /** A comment is addressable. Pull requests without one enter no mean. */
  readonly scorable: boolean
  /** False when no finding was matched, plausible or wrong, so that precision is 0 by rule and not by measurement. */
  readonly precision_defined: boolean
}

/** Precision, recall, F1 and value rate of one pull request. */
export function scoreReviewMatch(counts: ReviewCounts): ScoredReview {
  const { addressable, matched, justified, plausible, wrong } = counts
  const doubtful = plausible + wrong
  const precision = matched / Math.max(1, matched + doubtful)
  const recall = matched / Math.max(1, addressable)
  const f1 = (2 * precision * recall) / Math.max(0.001, precision + recall)
  const value_rate = (matched + justified) / Math.max(1, matched + justified + doubtful)
  const scorable = addressable > 0
  return {
    scores: scorable ? { precision, recall, f1, value_rate } : NO_SCORES,
    scorable,
    precision_defined: matched + doubtful > 0,
  }
}

/** Scores where nothing can be measured. */
export const NO_SCORES: ReviewScores = { precision: null, recall: null, f1: null, value_rate: null }

/** How an agent did over several pull requests. Means are 0-1 over the scorable ones, null without any. */
export interface ReviewAggregate {
  /** Mean F1. */
  readonly f1_mean: number | null
  /** Population standard deviation of F1. */
  readonly f1_std: number | null
  /** Mean precision. */
  readonly precision_mean: number | null
  /** Mean recall. */
  readonly recall_mean: number | null
  /** Mean value rate. */
  readonly value_rate_mean: number | null
  /** Pull requests that entered the means. */
  readonly scorable: number
  /** Pull requests whose human comments are all resolved or contextual. */
  readonly unscorable: number
  /** Pull requests without any human comment. */
  readonly missing_reviews: number
}

/** What an aggregate needs to know of one pull request. */
export interface ReviewOutcome {
  /** How it ended; see {@link ReviewMatchFields.status}. */
  readonly status: 'scored' | 'unscorable' | 'missing_reviews'
  /** Scores, 0-1. */
  readonly scores: ReviewScores
}

/**
 * Means over pull requests. Unscorable ones are counted, and enter no mean; what was not judged at all is left out by the caller.
 *
 * @example
 * ```ts
 * const { f1_mean, f1_std } = aggregateReviewMatches(judgements)
 * ```
 */
export function aggregateReviewMatches(outcomes: readonly ReviewOutcome[]): ReviewAggregate {
  const count = (status: ReviewOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length
  const scored = outcomes.filter(({ status }) => status === 'scored').map(({ scores }) => scores)
  const valuesOf = (name: keyof ReviewScores) => scored.flatMap((scores) => scores[name] ?? [])
  const f1 = valuesOf('f1')
  const f1_mean = mean(f1)
  const variance = f1_mean === null ? null : mean(f1.map((value) => (value - f1_mean) ** 2))
  return {
    f1_mean,
    f1_std: variance === null ? null : Math.sqrt(variance),
    precision_mean: mean(valuesOf('precision')),
    recall_mean: mean(valuesOf('recall')),
    value_rate_mean: mean(valuesOf('value_rate')),
    scorable: scored.length,
    unscorable: count('unscorable'),
    missing_reviews: count('missing_reviews'),
  }
}
