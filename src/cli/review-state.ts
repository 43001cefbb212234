/**
 * The folder of a review batch: `context/`, `predictions/` and `reviews/` hold what is judged, `scores/` what came of it.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { badInput, InputError } from '../errors.js'
import { FILES, type ReviewFile } from '../modes/review-match-input.js'
import { NO_SCORES, type ReviewOutcome } from '../scoring/review-match.js'
import type { UnjudgedPart } from '../types.js'
import { writeBelow } from './write-whole.js'

/** The texts of one pull request; of `reviews` empty where there are none. */
export type ReviewTexts = Readonly<Record<ReviewFile, string>>

/** A judge's answer that lies in the folder. */
export interface StoredAnswer {
  readonly file: string
  /** Markdown, or JSON as a value. */
  readonly answer: unknown
}

const NAME = /^pr-([1-9]\d{0,8})\.md$/
const score = z.number().min(0).max(1).nullable()
const scoresSchema = z.object({ precision: score, recall: score, f1: score, value_rate: score })
/** Scores that others wrote have them at the top, and say nothing of what was judged. */
const storedSchema = z.object({
  mode: z.literal('review-match').optional(),
  scorable: z.boolean().optional(),
  scores: scoresSchema.optional(),
  inputs: z.string().optional(),
})

/** One pull request of the folder. */
export class PullRequest {
  readonly pr: number
  readonly #dir: string

  constructor(dir: string, pr: number) {
    this.#dir = dir
    this.pr = pr
  }

  /** @throws {@link InputError} when context or predictions cannot be read. */
  read(): ReviewTexts {
    const reviews = this.#fileOf('reviews')
    return {
      context: readText(this.#fileOf('context')),
      predictions: readText(this.#fileOf('predictions')),
      reviews: existsSync(reviews) ? readText(reviews) : '',
    }
  }

  /**
   * The score from an earlier run, if there is one; `stale` when the texts have changed since.
   *
   * @throws {@link InputError} when the file is no score, so that nobody's file is written over.
   */
  findScore(texts: ReviewTexts): { outcome: ReviewOutcome; stale: boolean } | null {
    const file = this.#scored('.json')
    if (!existsSync(file)) return null
    try {
      const given: unknown = JSON.parse(readText(file))
      const { scorable = true, inputs, scores = scoresSchema.parse(given) } = storedSchema.parse(given)
      const isScored = scorable && scores.f1 !== null
      return {
        outcome: isScored ? { status: 'scored', scores } : { status: 'unscorable', scores: NO_SCORES },
        stale: inputs !== undefined && inputs !== digestOf(texts),
      }
    } catch {
      throw new InputError(`${file} is no score of a pull request, so it is left as it is. Remove it to judge again.`)
    }
  }

  /** An answer without a score: recorded elsewhere, or kept by a run that was killed before it could score. */
  findAnswer(): StoredAnswer | null {
    const file = ['-judge.json', '-judge.md'].map((end) => this.#scored(end)).find((name) => existsSync(name))
    if (file === undefined) return null
    const text = readText(file)
    return { file, answer: file.endsWith('.md') ? text : (jsonIn(text) ?? text) }
  }

  /** @returns The exit code. */
  keepAnswer(answer: object): number {
    return writeBelow(this.#scored('-judge.json'), JSON.stringify(answer, null, 2))
  }

  /** @returns The exit code. */
  keepScore(score: object, texts: ReviewTexts): number {
    return writeBelow(this.#scored('.json'), JSON.stringify({ ...score, inputs: digestOf(texts) }, null, 2))
  }

  /**
   * Moves an answer that is not to be used to `rejected/`, with the reasons beside it. They are written first, so that a kill
   * between the two loses neither.
   *
   * @param answer - The file that holds it, or its text.
   * @returns The exit code.
   */
  setAside(answer: StoredAnswer | string, why: readonly UnjudgedPart[]): number {
    const base = join(this.#dir, 'scores', 'rejected', `pr-${this.pr}-judge-unverifiable`)
    const reasons = { verdict: 'unverifiable', failures: why.map(failureOf) }
    const told = writeBelow(`${base}.reasons.json`, JSON.stringify(reasons, null, 2))
    if (told !== 0) return told
    if (typeof answer === 'string') return writeBelow(`${base}.txt`, answer)
    try {
      renameSync(answer.file, `${base}${answer.file.endsWith('.md') ? '.md' : '.json'}`)
      return 0
    } catch (error) {
      console.error(`vitest-judge: cannot move ${answer.file}: ${(error as Error).message}`)
      return 2
    }
  }

  #fileOf(file: ReviewFile): string {
    return join(this.#dir, file, `pr-${this.pr}.md`)
  }

  #scored(end: string): string {
    return join(this.#dir, 'scores', `pr-${this.pr}${end}`)
  }
}

/**
 * Every pull request with a context or predictions, by number.
 *
 * @throws {@link InputError} when there is none.
 */
export function listPullRequests(dir: string): PullRequest[] {
  const names = ['context', 'predictions'].flatMap((folder) => {
    try {
      return readdirSync(join(dir, folder))
    } catch {
      return []
    }
  })
  const numbers = new Set(names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number))
  if (numbers.size === 0) {
    const expected = `a folder with ${FILES.map((file) => `${file}/pr-N.md`).join(', ')}`
    throw badInput('--dir', { place: 'it', expected, received: dir })
  }
  return [...numbers].sort((a, b) => a - b).map((pr) => new PullRequest(dir, pr))
}

function failureOf({ part, reason, detail }: UnjudgedPart): object {
  const [, code, message] = reason === 'unverifiable' ? (/^(\w+): (.*)$/s.exec(detail) ?? []) : []
  return { reason: code ?? reason, message: message ?? detail, claimId: part }
}

/** A score belongs to what was judged: other texts are judged again. */
function digestOf(texts: ReviewTexts): string {
  return createHash('sha256')
    .update(JSON.stringify(FILES.map((file) => texts[file])))
    .digest('hex')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`)
  }
}
