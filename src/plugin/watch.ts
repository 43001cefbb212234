/**
 * Watch mode: re-runs what a changed recording or artifact belongs to. Vitest sees to sets and their subjects itself.
 *
 * @module
 */
import { basename, sep } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'
import { type SetContext, settingsOf, type WorkerContext } from '../../matchers/context.js'

/** What tests depend on beside modules. */
export interface WatchedData {
  /** Absolute path. */
  readonly recordingsDir: string
  /** What workers were told, with the folders of artifacts. */
  readonly contexts: readonly WorkerContext[]
  /** Whether the run itself has just written the recording; asked once for each change. */
  readonly wrote: (key: string) => boolean
}

/** From now on, until Vitest ends. */
export function watchData(vitest: Vitest, data: WatchedData): void {
  const folders = data.contexts.flatMap(({ sets, ownSets }) => [sets, ...Object.values(ownSets)].flatMap(folderOf))
  const { watcher } = vitest.vite
  watcher.add([data.recordingsDir, ...folders])
  const concerned = (path: string) => {
    const isConcerned = concernedBy(path, data)
    return isConcerned === null ? [] : vitest.state.getTestModules().filter(isConcerned)
  }
  vitest.config.watchTriggerPatterns ??= []
  vitest.config.watchTriggerPatterns.push({
    pattern: /^/,
    testsToRun(path) {
      const modules = concerned(path)
      // An empty list would keep Vitest from looking for tests that import the file.
      return modules.length === 0 ? null : modules.map(({ moduleId }) => moduleId)
    },
  })
  // A file that goes triggers nothing by itself.
  watcher.on('unlink', (path) => {
    if (concerned(path).length > 0) vitest.watcher.onFileChange(path)
  })
}

/** Which modules a changed file concerns; null where it concerns none for sure. */
function concernedBy(path: string, data: WatchedData): ((module: TestModule) => boolean) | null {
  if (isBelow(path, data.recordingsDir)) {
    const key = /^([0-9a-f]{32})\.json$/.exec(basename(path))?.[1]
    if (key === undefined || data.wrote(key)) return null
    return (module) => listLeft(module).some(({ text }) => text.includes(key) || WAITING.test(text))
  }
  const reads = (feature: string) =>
    data.contexts.some((context) => folderOf(settingsOf(context, feature)).some((folder) => isBelow(path, folder)))
  return (module) => listLeft(module).some(({ feature }) => feature !== undefined && reads(feature))
}

function folderOf({ subject }: SetContext): string[] {
  return subject !== null && 'artifacts' in subject ? [subject.artifacts] : []
}

/** A recording that is new may be the one that was missing. */
const WAITING = /"(?:recording_missing|no_judge)[":]/

/** What the tests of a module left, as text in which the keys of recordings stand. */
function listLeft(module: TestModule): { text: string; feature: string | undefined }[] {
  return [...module.children.allTests()].map((test) => {
    const { judge = {} } = test.meta() as { judge?: { set?: { set?: { feature?: string } } } }
    return { text: JSON.stringify(judge), feature: judge.set?.set?.feature }
  })
}

function isBelow(path: string, folder: string): boolean {
  return path.split('/').join(sep).startsWith(`${folder}${sep}`)
}
