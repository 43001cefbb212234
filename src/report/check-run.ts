/**
 * A run as a GitHub Check Run.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { shorten } from '../text.js'
import { type Annotation, listRemarks } from './annotations.js'
import type { RunResults } from './results.js'
import { renderSummary } from './summary.js'

/** Body of `POST /repos/{owner}/{repo}/check-runs`. */
export interface CheckRun {
  /** As the list of checks shows it. */
  readonly name: string
  /** Full hash of the commit that it stands at. */
  readonly head_sha: string
  /** The run has ended. */
  readonly status: 'completed'
  /** That of the run's gate: `failure` also where something was not judged. */
  readonly conclusion: 'success' | 'failure'
  /** When the run ended: ISO 8601, UTC. */
  readonly completed_at: string
  /** What the check's own page shows. */
  readonly output: {
    /** The run's gate on one line. */
    readonly title: string
    /** Markdown, at most 60,000 bytes. */
    readonly summary: string
    /** At most 50, which is GitHub's limit for one request; failures first. The summary says how many are left out. */
    readonly annotations: readonly Annotation[]
  }
}

/** What results alone do not tell. */
export interface CheckRunOptions {
  /** As the list of checks shows it. Default `vitest-judge`. */
  readonly name?: string
  /**
   * The commit to put it at. Default: the one under test. In a workflow on `pull_request` that is a temporary merge commit, and the
   * pull request shows checks of its head only: give `github.event.pull_request.head.sha`.
   */
  readonly headSha?: string
  /** The project's root within the repository, such as `packages/app`. Default: as git told the run, else the top. */
  readonly folder?: string
}

/** GitHub's limits for one request. The summary's is 65,535 characters. */
const MOST = { annotations: 50, summary: 60_000, message: 4_000 }

/**
 * The body of a request that makes a Check Run of a run's results. Nothing is sent.
 *
 * @throws {@link InputError} when no commit is known.
 * @example
 * ```ts
 * const body = checkRun(readResults(await readFile(file, 'utf8')), { headSha: process.env.HEAD_SHA })
 * ```
 */
export function checkRun(results: RunResults, options: CheckRunOptions = {}): CheckRun {
  const { git, finished } = results.run
  const { name = 'vitest-judge', headSha = git?.commit, folder = git?.folder ?? '' } = options
  if (headSha === undefined || !/^[0-9a-f]{40,64}$/.test(headSha)) {
    throw badInput('checkRun', {
      place: '`headSha`',
      expected: 'the full hash of a commit, for the results name none',
      received: headSha,
    })
  }
  const all = listRemarks(results).map(({ annotation }) => annotation)
  const annotations = all.slice(0, MOST.annotations).map((annotation) => placeBelow(annotation, folder))
  const left = all.length - annotations.length
  const note = left > 0 ? `\n\n${left} more annotations are left out; GitHub takes ${MOST.annotations} at once.` : ''
  const { passed, line } = results.gate
  return {
    name,
    head_sha: headSha,
    status: 'completed',
    conclusion: passed ? 'success' : 'failure',
    completed_at: finished,
    output: {
      title: line.replace(/^Gate, whole run: /, ''),
      summary: `${renderSummary(results, MOST.summary - note.length)}${note}`,
      annotations,
    },
  }
}

function placeBelow({ path, message, ...annotation }: Annotation, folder: string): Annotation {
  const prefix = folder.replaceAll('\\', '/').replace(/^(?:\.?\/)+|\/+$/g, '')
  return {
    ...annotation,
    path: prefix === '' || prefix === '.' ? path : `${prefix}/${path}`,
    message: shorten(message, MOST.message),
  }
}
