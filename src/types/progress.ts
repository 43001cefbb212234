/** How far the judging of a run is. */
export interface JudgeProgress {
  /** Requests that were answered. */
  readonly answered: number
  /** Answers that came from recordings. */
  readonly recorded: number
  /** Requests under way. */
  readonly inFlight: number
  /** Requests that wait for their turn. */
  readonly waiting: number
  /** USD so far; null where a price is not known. */
  readonly usd: number | null
  /** Milliseconds until the service, overloaded or at a rate limit, is asked again; null where nothing holds. */
  readonly pausedFor: number | null
}
