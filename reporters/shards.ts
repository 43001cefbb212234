/**
 * Shards and the merge of their blobs: what a shard leaves beside its tests, and what a merge makes of several.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'
import { holdsAllEvals } from '../src/report/asked.js'
import type { RunInfo } from '../src/report/results.js'
import { readGit } from './git.js'
import { type Guards, guardsOf } from './guards.js'
import { reporterNames } from './print.js'

/** What a run was asked for. A blob does not know it, so the `meta` of its files says it. */
export interface Asked extends Pick<RunInfo, 'started' | 'filters' | 'narrowed_by' | 'partial'> {
  /** Absolute path, on the machine where it ran. */
  readonly root: string
  readonly guards: readonly Guards[]
  readonly shard?: Shard
}

interface Shard {
  readonly index: number
  readonly count: number
  /** Test files of all shards together. */
  readonly files: number
  /** Commit under test; null where nothing tells it. */
  readonly commit: string | null
}

/** A shard that goes into a blob is a part; the merge of all parts is what counts. */
export function isPart(vitest: Vitest): boolean {
  return vitest.config.shard !== undefined && leavesBlob(vitest)
}

/** Whether the run is kept for a merge. */
export function leavesBlob(vitest: Vitest): boolean {
  return reporterNames(vitest).includes('blob')
}

/** What this shard has in common with the others. Vitest tells its reporters how many files there are in version 4 only. */
export async function describeWhole(vitest: Vitest): Promise<Whole> {
  const files = await vitest.getRelevantTestSpecifications([...filtersOf(vitest)])
  return { files: files.length, commit: readGit(vitest.config.root)?.commit ?? null }
}

/** What all shards of a run have in common. */
export type Whole = Pick<Shard, 'files' | 'commit'>

export function describeAsked(vitest: Vitest, started: Date, whole: Whole): Asked {
  const { root, shard, testNamePattern, tagsFilter = [] } = vitest.config
  const filters = filtersOf(vitest)
  const narrowed = narrowedBy(vitest)
  return {
    started: started.toISOString(),
    filters,
    // `evals/a.eval.ts:12` is a line of a file.
    partial: testNamePattern !== undefined || tagsFilter.length > 0 || filters.some((path) => /:\d+$/.test(path)),
    ...(narrowed.length > 0 && { narrowed_by: narrowed }),
    root,
    guards: guardsOf(vitest),
    ...(shard && { shard: { ...shard, ...whole } }),
  }
}

/** What else than paths leaves files out, as the user wrote it. */
function narrowedBy(vitest: Vitest): string[] {
  const { project = [], cliExclude = [], changed, related = [] } = vitest.config
  const dir = typedDir(vitest)
  return [
    ...(dir === undefined || holdsAllEvals(dir) ? [] : [`--dir ${dir}`]),
    ...project.map((name) => `--project ${name}`),
    ...cliExclude.map((glob) => `--exclude ${glob}`),
    ...(changed ? [changed === true ? '--changed' : `--changed ${changed}`] : []),
    ...related.map((path) => `related ${path}`),
  ]
}

interface Typed {
  readonly dir?: string
}

/** In the folder of a config are all tests, in one that was typed perhaps some. Vitest 4 and 5 keep what was typed, but not in their types. */
function typedDir(vitest: Vitest): string | undefined {
  const { _cliOptions, config } = vitest as unknown as { _cliOptions?: Typed; config: { cliOptions?: Typed } }
  return (_cliOptions ?? config.cliOptions)?.dir
}

/** Paths that Vitest was given; it keeps them, but not in its types. */
function filtersOf(vitest: Vitest): readonly string[] {
  return (vitest as unknown as { filenamePattern?: string[] }).filenamePattern ?? []
}

/** What the run of a file was asked for; undefined where it is this very run, or its process ended. */
export function askedOf(module: TestModule): Asked | undefined {
  return (module.meta() as { judge?: { asked?: Asked } }).judge?.asked
}

/**
 * Makes a merge that of files below this root, each once. Vitest finds no results of files that ran below another root, and
 * counts those of a shard that was run again twice; the newer ones count. Called before it replays them.
 */
export function settleBlobs(vitest: Vitest): void {
  const { files = [] } = vitest.state.blobs ?? {}
  // They come in the order in which they ran.
  const newest = new Map(files.map((file) => [file.id, file]))
  files.splice(0, files.length, ...newest.values())
  for (const file of files) {
    file.filepath = resolve(vitest.getProjectByName(file.projectName ?? '').config.root, file.name)
  }
}

/**
 * Shards of which a merge has nothing, such as `1/4`. A shard without files leaves none, so that only the number of files tells
 * whether one is missing; which one, Vitest's even dealing tells. Files of a run that was cut otherwise, or of another commit,
 * do not count.
 */
export function missingShards(modules: readonly TestModule[]): string[] {
  const parts = modules.map(askedOf)
  const runs = parts.flatMap((part) => part ?? []).sort((a, b) => (a.started < b.started ? -1 : 1))
  const shard = runs.at(-1)?.shard
  if (shard === undefined) return []
  const { count, files, commit } = shard
  const isOwn = (other: Shard | undefined) =>
    other?.count === count &&
    other.files === files &&
    (other.commit === commit || other.commit === null || commit === null)
  const own = parts.filter((part) => part === undefined || isOwn(part.shard))
  if (own.length >= files) return []
  const seen = new Set(own.map((part) => part?.shard?.index))
  const all = Array.from({ length: Math.min(count, files) }, (_, place) => place + 1)
  const unseen = all.filter((index) => !seen.has(index)).map((index) => `${index}/${count}`)
  return unseen.length > 0 ? unseen : [`one with ${files - own.length} of ${files} test files`]
}
