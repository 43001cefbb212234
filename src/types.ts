/**
 * The nouns of vitest-judge. Everything that is stored is plain JSON with `snake_case` names, so that result files stay
 * comparable; options in code are `camelCase`.
 *
 * @module
 */

/** What an assertion can end in. `unjudged` is the judge's failure, never a low score. */
export type Verdict = 'pass' | 'fail' | 'unjudged'

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

/** Severity of a known issue. */
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** A place in the code under review. */
export interface Location {
  /** Path as the review or baseline writes it. */
  readonly file: string
  /** First line, counted from 1. */
  readonly line?: number
  /** Last line, included. */
  readonly lineEnd?: number
}

/** A known issue that a review should find. */
export interface BaselineIssue {
  /** Unique within its baseline. */
  readonly id: string
  /** What is wrong, in words; findings are compared with it. */
  readonly description: string
  /** How grave; critical weighs 15, high 10, medium 5, low 2. */
  readonly severity: Severity
  /** The group's own name where it was no severity. */
  readonly category?: string
  /** Free text, such as "lines 54-55" or "src/a.ts:12-14". */
  readonly location?: string
  /** Places in the code. */
  readonly locations?: readonly Location[]
}

/** One point that a review makes. */
export interface Finding {
  /** Name in results; without it the index in the list counts. */
  readonly id?: string
  /** What the finding says. */
  readonly text: string
  /** Path as the review writes it. */
  readonly file?: string
  /** First line, counted from 1. */
  readonly line?: number
  /** Last line, included. */
  readonly lineEnd?: number
  /** As the review puts it. */
  readonly severity?: string
}

/** Tokens as the service reported them. */
export interface Usage {
  /** All input tokens: plain, cache-creation and cache-read. */
  readonly input: number
  /** Output tokens, thinking included. */
  readonly output: number
  /** Part of `input` that was read from the prompt cache. */
  readonly cache_read: number
  /** Part of `input` that was written to the prompt cache. */
  readonly cache_write: number
  /** Part of `cache_write` with the one-hour lifetime. */
  readonly cache_write_1h: number
}

/** Why a part could not be judged. */
export type UnjudgedReason =
  | 'missing'
  | 'malformed'
  | 'contradictory'
  | 'out_of_range'
  | 'truncated'
  | 'refused'
  | 'recording_missing'
  | 'budget'
  | 'dry_run'
  | 'no_judge'
  | 'overloaded'
  | 'transient'
  | 'deadline'
  | 'fatal'
  | 'aborted'
  | 'rejected'
  | 'subject_failed'

/** A part of an answer that has no verdict, and why. */
export interface UnjudgedPart {
  /** Name of the dimension, id of the issue, or field of the answer. */
  readonly part: string
  /** Which kind of failure. */
  readonly reason: UnjudgedReason
  /** What happened, in words. */
  readonly detail: string
}

/** A quote that the judge gave, and whether it stands in the material. */
export interface Evidence {
  /** Word for word as the judge gave it. */
  readonly quote: string
  /** It stands in the material, white space and invisible characters apart. */
  readonly verified: boolean
}

/** Lower and upper end of a score: unjudged parts counted at the bottom and at the top of their scale. */
export interface Bounds {
  /** With every unjudged part at the bottom of its scale. */
  readonly lower: number
  /** With every unjudged part at the top of its scale. */
  readonly upper: number
}

/** Where a judgement comes from. */
export interface Provenance {
  /** Resolved model id, or null where no model was asked. */
  readonly model: string | null
  /** Everything else that can change an answer. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Name of the model that answered, as the service says. */
  readonly served_by: string | null
  /** Version of the prompt, or null where no model was asked. */
  readonly prompt_version: string | null
  /** All replies came from recordings. */
  readonly recorded: boolean
  /** A reply came from a recording that is a written sample, not a model's output. */
  readonly sample: boolean
  /** Requests sent to the model in this run; 0 when recorded. */
  readonly requests: number
  /** Tokens of the requests sent in this run. */
  readonly token_usage: Usage
  /** Tokens of the replies taken from recordings, paid for in an earlier run. */
  readonly recorded_usage: Usage
  /** What this run paid for the requests, in USD; null where a price is not known. */
  readonly cost_usd: number | null
  /** What the replies taken from recordings cost when they were made, in USD; null where a price is not known. */
  readonly recorded_cost_usd: number | null
  /** Keys under which the replies are recorded, or would be. */
  readonly recordings: readonly string[]
}

/** What every judgement carries, whatever the mode. Scores are 0-100. */
export interface JudgementBase extends Provenance {
  /** At least one part was judged. */
  readonly success: true
  /** Name of the mode. */
  readonly mode: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** 0-100, or null where unjudged parts leave it open; see `bounds`. */
  readonly total: number | null
  /** Ends of the total, 0-100. */
  readonly bounds: Bounds
  /** Empty when everything was judged. */
  readonly unjudged: readonly UnjudgedPart[]
  /** Things a reader should know that changed no score. */
  readonly warnings: readonly string[]
  /** What the judge wrote, word for word. */
  readonly response_text: string
}

/** A judgement that could not be made. No score of any kind. */
export interface JudgementFailure extends Provenance {
  /** Nothing was judged. */
  readonly success: false
  /** Name of the mode. */
  readonly mode: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** Why, in words. */
  readonly error: string
  /** Every part, with its reason. */
  readonly unjudged: readonly UnjudgedPart[]
  /** What the judge wrote, word for word; empty when it did not answer. */
  readonly response_text: string
}

/** State of one dimension of one eval case. */
export type DimensionState = 'scored' | 'fallback' | 'not_applicable' | 'unjudged'

/** One dimension of one eval case. */
export interface DimensionRecord {
  /** How the dimension ended. */
  readonly state: DimensionState
  /** 0-1; null unless `scored` or `fallback`. */
  readonly score: number | null
  /** The judge's reasons, or what the fallback found; empty without a score. */
  readonly justification: string
  /** Why it is `fallback`, `not_applicable` or `unjudged`. */
  readonly reason?: string
  /** A 0 only because the expected text does not stand there word for word. */
  readonly weak?: boolean
  /** Quotes that the judge gave. */
  readonly evidence?: readonly Evidence[]
}

/** One case of an eval set, judged. */
export interface CaseRecord extends Omit<Provenance, 'settings'> {
  /** The case's id. */
  readonly id: string
  /** The case's labels. */
  readonly labels: readonly string[]
  /** Dimensions with a score, `scored` and `fallback` ones. */
  readonly scores: Readonly<Record<string, number>>
  /** Category of every dimension. */
  readonly categories: Readonly<Record<string, Category>>
  /** Reasons of all scored dimensions, one a line. */
  readonly justification: string
  /** Names of the dimensions without a score. */
  readonly unscored: readonly string[]
  /** Every dimension of the rubric, in its order. */
  readonly dimensions: Readonly<Record<string, DimensionRecord>>
  /** The subject's own failure. */
  readonly error?: string
  /** Which retry of the test, from 0. */
  readonly retry: number
  /** Which repeat of the test, from 0. */
  readonly repeat: number
}

/** What a matcher leaves on its test. Fractions are 0-1. */
export interface CheckRecord {
  /** The matcher's name. */
  readonly matcher: string
  /** What the judging came to, whatever `.not` makes of it. */
  readonly verdict: Verdict
  /** The assertion was written with `.not`. */
  readonly negated: boolean
  /** The assertion held. */
  readonly passed: boolean
  /** What had to be reached, such as `{ score: 0.75 }` or `{ recall: 0.75, precision: 0.5 }`. */
  readonly thresholds: Readonly<Record<string, number>>
  /** What was reached; null where it is not known. */
  readonly values: Readonly<Record<string, number | null>>
  /** Ends of the first of `values`, where they are known. */
  readonly bounds: Bounds | null
  /** Why it is unjudged. */
  readonly reason?: string
  /** The judgement behind it, with its mode's own fields. */
  readonly judgement: Readonly<Record<string, unknown>>
  /** Which retry of the test, from 0. */
  readonly retry: number
  /** Which repeat of the test, from 0. */
  readonly repeat: number
}

/** How a gate is set. */
export interface GateSettings {
  /** Dimensions that must not be below the threshold. Default `['task_success']`. */
  readonly blockOn: readonly string[]
  /** The user named `blockOn`, so that an unknown name is an error. */
  readonly blockOnIsOwn: boolean
  /** Fraction 0-1, for sets without their own. Default 0.75. */
  readonly passThreshold: number
  /** `case`: case tests turn red; `set`: they only record. Default `case`. */
  readonly on: 'case' | 'set'
  /** Names of sets or dimensions that report but never block. */
  readonly advisory: readonly string[]
}

/** A dimension of an eval set's rubric, complete. Scores are 0-1. */
export interface SetDimension {
  /** Unique within the set. */
  readonly name: string
  /** As in the file, above 0. */
  readonly weight: number
  /** Lower is better. */
  readonly invert: boolean
  /** What it looks at. */
  readonly category: Category
  /** What it measures, for the judge; needed only for dimensions of your own. */
  readonly measures?: string
}

/** How inverted dimensions enter the aggregate. */
export type InvertMode = 'subtract' | 'complement'

/** One case of an eval set. */
export interface EvalCase {
  /** Unique within the set. */
  readonly id: string
  /** What the agent is given: text or JSON. */
  readonly input: unknown
  /** What a good result says or does; empty when nothing was written. */
  readonly expected: string
  /** For filters and reports. */
  readonly labels: readonly string[]
  /** What must not happen. */
  readonly must_not: readonly string[]
}

/** An eval set, read and checked, with all defaults filled in. */
export interface EvalSet {
  /** Of the file form. */
  readonly version: 1
  /** The set's name. */
  readonly feature: string
  /** Scored, but does not block. */
  readonly draft: boolean
  /** What cases are judged by. */
  readonly rubric: {
    readonly dimensions: readonly SetDimension[]
    /** Null where the file has none. */
    readonly pass_threshold: number | null
    readonly invert_mode: InvertMode
  }
  /** At least one. */
  readonly cases: readonly EvalCase[]
}

/** One step of an agent. */
export interface ToolCall {
  /** The tool's name. */
  readonly tool: string
  /** What it was called with. */
  readonly args: unknown
  /** What came back, in short. */
  readonly result_summary?: string
  /** When, ISO 8601. */
  readonly timestamp?: string
  /** Why it failed, where it did. */
  readonly error?: string
}

/** What an agent produced for a case. */
export interface Produced {
  /** What the agent answered. */
  readonly output: string
  /** Unified diff of what it changed. */
  readonly diff?: string
  /** What it did, in order; needed for process dimensions. */
  readonly toolCalls?: readonly ToolCall[]
  /** The agent's own tokens or cost, kept as it is. */
  readonly usage?: unknown
}
