/**
 * What comes of judging, and what every part of it rests on. Scores are 0-100.
 *
 * @module
 */

/** What an assertion can end in. `unjudged` is the judge's failure, never a low score. */
export type Verdict = 'pass' | 'fail' | 'unjudged'

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

/** Why a part could not be judged; docs/results.md says what each is. */
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
  | 'unverifiable'
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
  /** Requests of this run that the model answered; 0 when recorded. */
  readonly requests: number
  /** Requests of this run that failed, those before an answer included; not there when none did. */
  readonly failed_requests?: number
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

/** What one sample says: a value, yes or no, or a listed word; null when it says nothing. */
export type SampleValue = number | boolean | string | null

/** Every sample's say, by place in the answer: `scores.correctness.value`, `baseline_findings.XSS.found`. */
export type SampleVotes = Readonly<Record<string, readonly SampleValue[]>>

/** What the samples of one question said. */
export interface SampledQuestion {
  /** For people: what was asked about. */
  readonly question: string
  /** Every sample's say, by place in the answer; null where one says nothing. */
  readonly votes: SampleVotes
  /** Largest disagreement: maximum less minimum as a share of the scale, 0-1. */
  readonly spread: number
  /** The stronger judge that was asked, and what it said. `answered` false: it gave no answer, and the samples count. */
  readonly escalated?: {
    readonly to: string
    readonly because: 'spread' | 'bounds'
    readonly answered: boolean
    readonly votes: SampleVotes
  }
}

/** One judge of a panel, and what it took. */
export interface PanelJudge
  extends Pick<
    Provenance,
    'requests' | 'failed_requests' | 'token_usage' | 'recorded_usage' | 'cost_usd' | 'recorded_cost_usd'
  > {
  /** Name of the model that was asked. */
  readonly model: string
  /** The tier by which it was named. */
  readonly model_alias?: string
  /** Everything else that can change an answer. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Krippendorff's alpha of judges, each with the median or majority of its own samples; null where the votes cannot tell. */
export interface PanelAlpha {
  /** Of numbers, interval. */
  readonly values: number | null
  /** Of yes or no and of words, nominal. */
  readonly words: number | null
}

/** All samples of a judgement. */
export interface Sampling {
  /** How often each question was asked. */
  readonly samples: number
  /** Largest spread of a question, 0-1. */
  readonly spread: number
  /** In the order of the requests. */
  readonly questions: readonly SampledQuestion[]
  /** Where several judges were asked. Votes stand in their order, all samples of one judge together. */
  readonly panel?: { readonly judges: readonly PanelJudge[]; readonly alpha: PanelAlpha }
}

/** What a judgement says besides its {@link Provenance}. */
export interface JudgedWith {
  /** The tier by which the model was named, such as `tier-fast`; `model` is what it stood for. */
  readonly model_alias?: string
  /** Digest of the user's own rubric, where the mode takes one. */
  readonly rubric_key?: string
  /** Every vote, where questions were asked more than once. */
  readonly sampling?: Sampling
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
