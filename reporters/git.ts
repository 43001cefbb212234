/**
 * Which commit is under test.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import type { GitState } from '../src/report/results.js'

/** All that git needs. Variables of its own, as they are set inside hooks, may point to another repository. */
const KEPT = ['PATH', 'HOME', 'USERPROFILE', 'SYSTEMROOT', 'SystemRoot', 'PATHEXT']

/** Says where in its repository a folder stands. */
const WHERE = ['rev-parse', '--show-prefix']

/** No lock is taken, and no program runs that the repository names. Untracked files do not count: a run may write some. */
const STATUS = ['--no-optional-locks', '-c', 'core.fsmonitor=false', 'status', '--porcelain=v2', '--branch', '-uno']

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What git says of a folder; where there is none, what a CI says by `GITHUB_SHA` and `GITHUB_REF_NAME`; null where nothing
 * does. Synchronous, because the last chance to write results is while the process exits.
 */
export function readGit(folder: string, env: Environment = process.env): GitState | null {
  try {
    const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
    const options = { cwd: folder, env: Object.fromEntries(kept), timeout: 5_000, maxBuffer: 64 * 1024 * 1024 }
    const run = (args: readonly string[]) =>
      execFileSync('git', args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const state = parseStatus(run(STATUS))
    return state && { ...state, folder: run(WHERE).replace(/\n$/, '') }
  } catch {
    return readCi(env)
  }
}

/** Null before the first commit. */
function parseStatus(text: string): GitState | null {
  const lines = text.split('\n')
  const header = (name: string) => lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3)
  const commit = header('branch.oid') ?? ''
  const branch = header('branch.head') ?? '(detached)'
  if (!isHash(commit)) return null
  const dirty = lines.some((line) => /^[12u] /.test(line))
  return { commit, branch: branch === '(detached)' ? null : branch, dirty }
}

function readCi({ GITHUB_SHA: commit = '', GITHUB_REF_NAME: branch = '' }: Environment): GitState | null {
  return isHash(commit) ? { commit, branch: branch === '' ? null : branch, dirty: null } : null
}

function isHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
