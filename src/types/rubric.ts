/**
 * What to judge by.
 *
 * @module
 */

/** Whether a dimension looks at what was produced or at how it came about. */
export type Category = 'artifact' | 'process'

/** One observable description for a band of a scale, such as 3-4 of 1-10. */
export interface Anchor {
  /** Lowest value of the band. */
  readonly from: number
  /** Highest value of the band. */
  readonly to: number
  /** What a response in this band looks like. */
  readonly text: string
}

/** One thing that is scored. */
export interface Dimension {
  /** Unique within its rubric; also the name in records and tables. */
  readonly name: string
  /** Above 0; weights are normalised to a sum of 1. */
  readonly weight: number
  /** What the dimension looks at, shown to the judge. */
  readonly measures?: string
  /** Lowest and highest value. Default 1 to 10. */
  readonly scale?: { readonly min: number; readonly max: number }
  /** Descriptions of the bands, shown to the judge. */
  readonly anchors?: readonly Anchor[]
  /** Default `artifact`. */
  readonly category?: Category
  /** Lower is better. Default false. */
  readonly invert?: boolean
}

/** What to judge by: weighted dimensions and the score that passes. */
export interface Rubric {
  /** Shown in messages. Default `rubric`. */
  readonly name?: string
  /** At least one; names are unique. */
  readonly dimensions: readonly Dimension[]
  /** Fraction from 0 to 1. Default 0.75. */
  readonly passThreshold?: number
}
