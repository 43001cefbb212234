/**
 * The folder of a review batch: `context/`, `predictions/` and `reviews/` hold what is judged, `scores/` what came of it.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { jsonIn } from '../citations/answer.js'
import { badInput, InputError } from '../errors.js'
import { FILES, type ReviewFile } from '../modes/review-match-input.js'
import { leavesFolder } from '../process/inside.js'
import type { ReviewOutcome } from '../scoring/review-match.js'
import { oneLine } from '../text.js'
import type { UnjudgedPart } from '../types.js'
import { readStoredScore } from './stored-score.js'
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
/** Meant for one, such as `pr-07.md`. */
const LIKE_NAME = /^pr.*\.md$/i
/** Of a file that was about other texts. */
const STALE = '.stale'

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
      context: this.#read(this.#fileOf('context')),
      predictions: this.#read(this.#fileOf('predictions')),
      reviews: existsSync(reviews) ? this.#read(reviews) : '',
    }
  }

  /** Links of the folder lead nowhere else: what lies there may be of anyone. */
  #read(file: string): string {
    for (const path of [file, ...['scores', 'scores/rejected'].map((folder) => join(this.#dir, folder))]) {
      if (!leavesFolder(this.#dir, path)) continue
      throw new InputError(
        `${path} is a link that leads out of ${this.#dir}, so it is not followed. Put what it leads to there.`,
      )
    }
    return readText(file)
  }

  /**
   * The score from an earlier run, if there is one. Where the texts have changed since, it is moved aside with the answer beside
   * it, which is about other texts too.
   *
   * @throws {@link InputError} when the file is no score or a wrong one, so that nobody's file is written over.
   */
  findScore(texts: ReviewTexts): ReviewOutcome | null {
    const file = this.#scored('.json')
    if (!existsSync(file)) return null
    const stored = readStoredScore(this.#read(file))
    if (typeof stored === 'string') {
      const all = [file, ...this.#answers()]
      throw new InputError(`${file} ${stored}, so it is left as it is. Remove ${all.join(' and ')} to judge again.`)
    }
    if (stored.inputs === undefined || stored.inputs === digestOf(texts)) return stored.outcome
    // The score last, so that a kill on the way leaves no old answer alone.
    this.#retire([...this.#answers(), file], 'it is judged again')
    return null
  }

  /** An answer without a score: recorded elsewhere, or kept for these texts by a run that was killed before it could score. */
  findAnswer(texts: ReviewTexts): StoredAnswer | null {
    const [file] = this.#answers()
    if (file === undefined) return null
    const text = this.#read(file)
    const answer = file.endsWith('.md') ? text : (jsonIn(text) ?? text)
    const { inputs } = (answer ?? {}) as { inputs?: unknown }
    if (typeof inputs !== 'string' || inputs === digestOf(texts)) return { file, answer }
    this.#retire([file], 'the answer that was kept is not used')
    return this.findAnswer(texts)
  }

  /** @returns The exit code. */
  keepAnswer(answer: object, texts: ReviewTexts): number {
    return writeBelow(this.#scored('-judge.json'), JSON.stringify({ ...answer, inputs: digestOf(texts) }, null, 2))
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

  /** Nothing is lost, and nothing that is about other texts stands as if it were about these. */
  #retire(files: readonly string[], so: string): void {
    for (const file of files) {
      try {
        renameSync(file, `${file}${STALE}`)
      } catch (error) {
        throw new InputError(`cannot move ${file}: ${(error as Error).message}`)
      }
    }
    const moved = files.map((file) => `${basename(file)}${STALE}`).join(', ')
    console.error(`vitest-judge: pr-${this.pr}: its files have changed since, so ${so}; what is old is now ${moved}`)
  }

  #answers(): string[] {
    return ['-judge.json', '-judge.md'].map((end) => this.#scored(end)).filter((name) => existsSync(name))
  }

  #fileOf(file: ReviewFile): string {
    return join(this.#dir, file, `pr-${this.pr}.md`)
  }

  #scored(end: string): string {
    return join(this.#dir, 'scores', `pr-${this.pr}${end}`)
  }
}

/**
 * Every pull request with a context or predictions, by number. Files that look like one and are none are named on standard error.
 *
 * @throws {@link InputError} when there is none.
 */
export function listPullRequests(dir: string): PullRequest[] {
  const files = FILES.flatMap((folder) => namesIn(join(dir, folder)).map((name) => ({ folder, name })))
  const numbers = new Set(files.flatMap(({ folder, name }) => (folder === 'reviews' ? [] : (numberIn(name) ?? []))))
  for (const { folder, name } of files) {
    const number = numberIn(name)
    if (number === null ? !LIKE_NAME.test(name) : numbers.has(number)) continue
    const why = number === null ? 'the name is not pr-N.md with N from 1' : 'it has neither context nor predictions'
    console.error(`vitest-judge: ${oneLine(join(dir, folder, name), 300)} is skipped: ${why}`)
  }
  if (numbers.size === 0) {
    const expected = `a folder with ${FILES.map((file) => `${file}/pr-N.md`).join(', ')}`
    throw badInput('--dir', { place: 'it', expected, received: dir })
  }
  return [...numbers].sort((a, b) => a - b).map((pr) => new PullRequest(dir, pr))
}

function numberIn(name: string): number | null {
  const [, digits] = NAME.exec(name) ?? []
  return digits === undefined ? null : Number(digits)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`)
  }
}
