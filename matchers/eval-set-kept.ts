/**
 * Outputs of subjects that a batch keeps: what was judged while calls were collected is judged again when the answers are there,
 * as long as the agent is the same.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SubjectPlace } from '../src/agent/source.js'
import { KeptOutputs } from '../src/batch/produced.js'
import { digest } from '../src/digest.js'
import type { Agent, Keeping, SubjectRun } from './eval-set-subject.js'

type Output = Extract<SubjectRun, { readonly produced: unknown }>

/** Agents that were found to have changed; each is told once. */
const told = new Set<string>()

/**
 * The kept output where there is one of this very agent, else what the subject gives, which a dry run keeps.
 *
 * @param call - Calls the subject.
 */
export async function runKept(
  { folder, dryRun, run, agent }: Keeping & { readonly folder: string },
  call: () => Promise<SubjectRun>,
): Promise<SubjectRun> {
  const outputs = new KeptOutputs<Output>(folder)
  const kept = outputs.find(run)
  const identity = identify(agent)
  if (kept?.by === identity) {
    const { produced, agent: took } = kept.output
    return { produced, agent: { ...took, output_from: 'batch', output_kept_at: kept.at } }
  }
  if (kept !== null) tellChange(run.file)
  const ran = await call()
  if (dryRun && 'produced' in ran) {
    // What it reported of its usage is with what it took, and may hold what JSON does not.
    const { usage: _, ...produced } = ran.produced
    outputs.keep(run, { by: identity, at: new Date().toISOString(), output: { ...ran, produced } })
  }
  return ran
}

/** The same for the same agent: by its module, its options, the files that its command names, and its model's name. */
function identify({ module, place, model }: Agent): string {
  return digest({ module, place, model, files: place !== null && 'command' in place ? digestFiles(place) : [] })
}

function digestFiles({ command, cwd, workspace }: Extract<SubjectPlace, { readonly command: unknown }>): string[] {
  const folder = workspace ?? cwd ?? '.'
  return [command].flat().flatMap((word) => {
    try {
      return digest(readFileSync(resolve(folder, word), 'base64'))
    } catch {
      // Most words of a command are no files.
      return []
    }
  })
}

function tellChange(file: string): void {
  if (told.has(file)) return
  told.add(file)
  console.warn(
    `vitest-judge: ${file}: its agent has changed since the batch kept outputs of it, so they are not taken and the agent is run. Questions about new outputs have no answer in the batch.`,
  )
}
