/**
 * Options of the matchers for reviews and citations, as users see them on hover.
 *
 * @module
 */
import type { CitationFormat } from '../src/citations/files.js'
import type { JudgeModel } from '../src/models/model.js'

/** Options of `toMatchHumanReview`. */
export interface HumanReviewOptions {
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
  /** A judge of this test's own. Default: the run's judge. */
  judge?: JudgeModel
}

/** Options of `toHaveVerifiedCitations`. */
export interface VerifiedCitationsOptions {
  /** Folder that cited paths start from and must stay in; a relative one starts from the working folder. */
  sourceRoot: string | URL
  /** Files and folders below the root that may be cited. Default: all. */
  allow?: string[]
  /** What a text is. Default: JSON where it reads as such, else Markdown. */
  format?: CitationFormat
}
