/**
 * Options of the matchers, as users see them on hover.
 *
 * @module
 */
import type { JudgeModel } from '../src/models/model.js'
import type { Judging } from '../src/modes/judging.js'
import type { GoldStandard } from '../src/modes/solo-input.js'
import type { Escalation } from '../src/sampling.js'

/** Whom a test wants to have asked. */
export interface OwnJudges {
  /** A judge of this test's own. It is called in the test's process, under the run's limit. Default: the run's judge. */
  judge?: JudgeModel
  /**
   * A panel of this test's own instead: all are asked, the median of values and the majority of yes or no counts. Judges of its
   * own, tiers or model ids of Claude. Default: the run's.
   */
  judges?: readonly (JudgeModel | string)[]
}

/** Options of `toPassRubric`. */
export interface RubricOptions extends OwnJudges {
  /** Fraction 0-1 that the score must reach. Default: the rubric's `passThreshold`, else 0.75. */
  threshold?: number
  /** What the agent was asked to do. */
  challenge?: string
  /** Who the agent was asked to be. Without it persona dimensions are left out and the rest re-weighted. */
  character?: string
  /** Code that the challenge is about. */
  code?: string
  /** An expert's answer with its score of 0-100, as a fixed point of the scale. */
  goldStandard?: GoldStandard
  /** `together`: one request for all dimensions. `apart`: one each, in isolation. Default: the plugin's, else `together`. */
  judging?: Judging
  /** How often each question is asked; the median of the values counts. From 1. Default: the plugin's, else 1. */
  samples?: number
  /** Ask a stronger judge where samples are far apart or unjudged parts leave the verdict open. Default: the plugin's. */
  escalate?: Escalation
}

/** Options of `toMatchGroundTruthPatch`. */
export interface PatchOptions extends OwnJudges {
  /** Fraction 0-1 that the score must reach. Without it the outcome decides, and an inconclusive one is unjudged. */
  threshold?: number
  /** Globs of files that do not count on either side, as picomatch reads them. */
  ignore?: string[]
  /**
   * `judge`: ask a model whether both patches do the same, where the outcome is inconclusive (and with `threshold` the score
   * below it). Equivalent passes, different fails, and an answer that is none is unjudged. A match, a mismatch and a score that
   * reaches the threshold stand without a question. Default: nobody is asked.
   */
  equivalence?: 'judge'
}

/** Options of `toFindBaselineIssues`. */
export interface BaselineOptions {
  /** Share of the issues that must be found, weighted by severity (critical 15, high 10, medium 5, low 2). Default 0.75. */
  minRecall?: number
  /** Share of the findings that must match an issue; findings that match none count as wrong. Default: not looked at. */
  minPrecision?: number
  /** Ids of issues that must be found whatever the recall. */
  mustFind?: string[]
  /**
   * Ask the run's judge, or one of this test's own, about what the offline matcher leaves uncertain, and for quality and
   * persona. Nobody is asked where nothing is uncertain and neither `minScore` nor `minPrecision` is given. Default false.
   */
  judge?: boolean | JudgeModel
  /** A panel of this test's own, with `judge: true`. Default: the run's. */
  judges?: readonly (JudgeModel | string)[]
  /** Fraction 0-1 that the whole score must reach; only with `judge: true`. */
  minScore?: number
  /** What the reviewer was asked to do; shown to the judge. */
  challenge?: string
  /** Code under review; shown to the judge. */
  code?: string
  /** Who the reviewer was asked to be; without it no persona is judged. */
  character?: string
  /** Issues beyond the baseline; a hit counts as a valid novel finding. Shown to the judge. */
  bonusIssues?: unknown
}

/** Options of `toMeetBehaviors`. */
export interface BehaviorOptions extends OwnJudges {
  /** Share of the criteria that must be demonstrated, fraction 0-1. Default 0.75. */
  minMet?: number
  /** Ids of criteria that must be demonstrated whatever the share. */
  mustMeet?: string[]
  /** Fraction 0-1 that the whole score must reach: execution 50, quality 25, persona 25. Default: not looked at. */
  minScore?: number
  /** Criteria beyond the baseline, in the same shape; they count in the score. */
  bonusCriteria?: object
  /** What the agent was asked to do. */
  challenge?: string
  /** Code that the challenge is about. */
  code?: string
  /** Who the agent was asked to be; without it no persona is judged. */
  character?: string
  /** An expert's answer with its score of 0-100, as a fixed point of the scale. */
  goldStandard?: GoldStandard
}

/** Options of `toWinAgainst`. */
export interface WinOptions extends OwnJudges {
  /** What both were asked to do. */
  challenge: string
  /** Who the agent was asked to be. Persona is judged only where both have a character. */
  character?: string
  /** Who the other was asked to be. */
  otherCharacter?: string
  /** Known issues, shown to the judge for reference. */
  baselineIssues?: object
  /** Criteria, shown to the judge for reference. */
  baselineCriteria?: object
  /** Judge in both orders; a winner must win in both. Default true. */
  swap?: boolean
}

/** Options of `toBeCoherentChain`. */
export interface CoherenceOptions extends OwnJudges {
  /** The theme that all four characters come from. */
  theme: string
  /** The worst rating that passes. Default `good`. */
  min?: 'good' | 'excellent'
}

/** Options of `toResolveInstance`. */
export interface InstanceOptions {
  /** Fraction 0-1 that the score must reach. Default 0.75. */
  minScore?: number
}

/** Options of `toMatchHumanReview`. */
export interface HumanReviewOptions extends OwnJudges {
  /** Fraction 0-1 that F1 must reach. Default 0.5 where no other limit is given. */
  minF1?: number
  /** Share of the addressable comments that must be matched. Default: not looked at. */
  minRecall?: number
  /** Share of the findings, justified ones apart, that must match a comment. Default: not looked at. */
  minPrecision?: number
  /** Share of the findings that must match a comment or be justified; only with `context`. Default: not looked at. */
  minValueRate?: number
  /**
   * The pull request with its diff: Markdown, or `{ title?, body?, files?, diff }`. With it a judge decides; without it the
   * comments are compared by their words alone, offline, and all count as addressable.
   */
  context?: string | object
  /** Number of the pull request, for the paths in the record; never shown to the judge. */
  pr?: number
  /** Ask no judge where comments that clearly match by their words reach every limit already. Default false. */
  prefilter?: boolean
}
