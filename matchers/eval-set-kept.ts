/**
 * Outputs of subjects that a batch keeps: what was judged while calls were collected is judged again when the answers are there,
 * as long as the agent is the same.
 *
 * @module
 */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SubjectPlace } from '../src/agent/source.js'
import { KeptOutputs } from '../src/batch/produced.js'
import { timestamp } from '../src/clock.js'
import { digest } from '../src/digest.js'
import { oneLine } from '../src/text.js'
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
    outputs.keep(run, { by: identity, at: timestamp(), output: { ...ran, produced } })
  }
  return ran
}

/** An agent is that of all cases of its set. */
const identities = new WeakMap<Agent, string>()

/** The same for the same agent: by its module, its options, the files that its command names, and its model's name. */
function identify(agent: Agent): string {
  const { place } = agent
  const known = identities.get(agent)
  if (known !== undefined) return known
  const made = digest({ ...agent, files: place !== null && 'command' in place ? digestFiles(place) : [] })
  identities.set(agent, made)
  return made
}

/** Most words of a command are no files. */
function digestFiles({ command, cwd, workspace }: Extract<SubjectPlace, { readonly command: unknown }>): string[] {
  const paths = [command].flat().map((word) => resolve(workspace ?? cwd ?? '.', word))
  const files = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  return files.map((file) => digest(readFileSync(file, 'base64')))
}

function tellChange(file: string): void {
  if (told.has(file)) return
  told.add(file)
  console.warn(
    `vitest-judge: ${oneLine(file, 200)}: its agent has changed since the batch kept outputs of it, so they are not taken and the agent is run. Questions about new outputs have no answer in the batch.`,
  )
}
