/**
 * A run in batches: what batches have answered is taken as if it came now, and the calls of a dry run are collected for the
 * next batch.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { Calls, type Estimate } from '../batch/calls.js'
import { JobFile } from '../batch/job.js'
import { Replies } from '../batch/replies.js'
import { badInput } from '../errors.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../models/model.js'
import { BATCH_SHARE, type Budget } from './ledger.js'

/** Where the batch is, and the key that the command will ask with. */
export interface BatchOptions {
  readonly folder: string
  readonly key: string | undefined
}

/** A call that would be made. */
interface CallToCollect {
  readonly key: string
  readonly request: JudgeRequest
  readonly judge: JudgeModel | null
  readonly again: boolean
  /** At the full price. */
  readonly estimate: Estimate
}

/** The folder of a batch, as a run sees it. */
export class Collector {
  readonly #key: string | undefined
  readonly #calls: Calls
  readonly #replies: Replies

  /** @throws {@link InputError} when there is no batch in the folder. */
  constructor({ folder, key }: BatchOptions, budget: Budget) {
    const job = existsSync(folder) ? new JobFile(folder).read() : null
    if (job === null) {
      throw badInput('environment', {
        place: '`VITEST_JUDGE_BATCH`',
        expected: 'the folder of a batch, which `vitest-judge batch submit` makes',
        received: folder,
      })
    }
    this.#key = key
    this.#calls = new Calls(folder, job.collected)
    this.#replies = new Replies(folder)
    this.#calls.open(budget)
  }

  /** The answer that a batch brought, or null. */
  answer(key: string, judge: JudgeModel | null): JudgeReply | null {
    const message = judge?.batch === undefined ? undefined : this.#replies.find(key)
    if (judge?.batch === undefined || message === undefined) return null
    this.#calls.took(key)
    return judge.batch.read(message)
  }

  /** Notes a call for the next batch. */
  collect({ key, request, judge, again, estimate }: CallToCollect): void {
    const obstacle = this.#obstacleOf(judge)
    this.#calls.add({
      key,
      label: request.label,
      again,
      body: obstacle === null ? (judge?.batch?.body(request) ?? null) : null,
      obstacle,
      base_url: judge?.batch?.baseURL ?? null,
      estimate: { ...estimate, usd: estimate.usd === null ? null : estimate.usd * BATCH_SHARE },
    })
  }

  /** The run has ended; these of its tests and files failed before they asked. */
  close(stopped: readonly string[]): void {
    this.#calls.close(stopped)
  }

  #obstacleOf(judge: JudgeModel | null): string | null {
    if (judge === null) return 'there is no judge to ask'
    if (judge.batch === undefined) return `${judge.id} cannot be asked in a batch`
    const isOther = this.#key === undefined || !judge.batch.hasKey(this.#key)
    return isOther ? `${judge.id} has another key than ANTHROPIC_API_KEY` : null
  }
}
