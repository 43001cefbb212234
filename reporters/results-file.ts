/**
 * Writes results files: whole or not at all, and never over another one.
 *
 * @module
 */
import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { throughDraft } from '../src/process/write-file.js'
import { type RunResults, resultsFileName } from '../src/report/results.js'

/**
 * Synchronous, because the last chance to write is while the process exits.
 *
 * @returns The path of the new file.
 */
export function writeResults(folder: string, results: RunResults): string {
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(results, null, 2)}\n`
  return throughDraft(join(folder, '.results'), text, (draft) => place(draft, folder, new Date(results.run.finished)))
}

/** A link fails when the name is taken, also by a run that ends in the same moment; a rename would replace. */
function place(draft: string, folder: string, finished: Date): string {
  const refused = new Set<string>()
  for (;;) {
    const name = resultsFileName(finished, (taken) => refused.has(taken) || existsSync(join(folder, taken)))
    const file = join(folder, name)
    try {
      linkSync(draft, file)
      return file
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') refused.add(name)
      else {
        // Some file systems have no links.
        renameSync(draft, file)
        return file
      }
    }
  }
}
