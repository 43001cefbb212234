/**
 * `vitest-judge judge`: one task or a list of them, in any mode.
 *
 * @module
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { judge } from '../engine.js'
import { badInput, InputError } from '../errors.js'
import { MODE_NAMES } from '../modes/registry.js'
import { oneLine } from '../text.js'
import { type AnyJudged, type Envelope, envelopeOf, failure } from './envelope.js'
import { type LoadedTask, loadTask, readData, readInstances, type Task } from './judge-input.js'
import { writeWhole } from './write-whole.js'

/** Options of the command. */
export interface JudgeCommand {
  readonly mode: string
  /** JSON, a file, or `-` for standard input. */
  readonly data: string
  /** SWE-bench rows: a JSON array or JSON Lines. */
  readonly instances?: string | undefined
  /** File for what is printed. */
  readonly out?: string | undefined
  /** Keep each envelope beside its `response_file`. */
  readonly save?: boolean | undefined
}

/** What is printed, and the exit code: 0 all judged, 1 not all, 2 wrong input. */
export interface JudgeOutcome {
  readonly text: string
  readonly code: number
}

/** Beginnings of the names of saved files, by mode. */
const SAVED_AS: Readonly<Record<string, string>> = { swebench: 'swebench_judge_', 'ground-truth': 'gt_judge_' }

/** One task after judging. */
interface Done {
  readonly envelope: Envelope
  readonly code: number
}

/**
 * Judges what `--data` holds. Progress of a list and every failure go to standard error.
 *
 * @throws {@link InputError} when nothing can be judged at all, or a file to write is one that is read.
 */
export async function judgeCommand(command: JudgeCommand): Promise<JudgeOutcome> {
  const { mode, data, out } = command
  if (!MODE_NAMES.includes(mode)) {
    throw badInput('--mode', { place: 'it', expected: `one of ${MODE_NAMES.join(', ')}`, received: mode })
  }
  const { tasks, isBatch } = readData(data)
  const instances = command.instances === undefined ? undefined : readInstances(command.instances)
  const inputs = [data, command.instances].filter((file) => file !== undefined)
  if (out !== undefined) refuseInput(out, [...inputs, ...tasks.flatMap(filesIn)])
  let finished = 0
  const done = await Promise.all(
    tasks.map(async (given, index) => {
      const one = await judgeTask(given, { command, instances, inputs })
      if (isBatch) console.error(`[${++finished}/${tasks.length}] ${mode} #${index + 1}: ${progressText(one.envelope)}`)
      return one
    }),
  )
  const envelopes = done.map(({ envelope }) => envelope)
  const text = JSON.stringify(isBatch ? envelopes : envelopes[0], null, 2)
  const written = out === undefined ? 0 : writeWhole(out, text)
  return { text, code: Math.max(written, ...done.map(({ code }) => code)) }
}

interface Context {
  readonly command: JudgeCommand
  readonly instances: readonly unknown[] | undefined
  readonly inputs: readonly string[]
}

/** A task that is wrong spoils no other one of its list. */
async function judgeTask(given: Task, { command, instances, inputs }: Context): Promise<Done> {
  const { mode, save } = command
  try {
    const loaded = loadTask(given, mode, instances)
    for (const warning of loaded.warnings) tell(mode, warning)
    const saved = save ? savedName(mode, given, [...inputs, ...loaded.files]) : null
    const envelope = envelopeOf(await judgeLoaded(loaded))
    if (envelope.success) {
      return { envelope, code: saved === null ? 0 : writeWhole(saved, JSON.stringify(envelope, null, 2)) }
    }
    tell(mode, envelope.error)
    return { envelope, code: 1 }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    tell(mode, error.message)
    return { envelope: failure(mode, error.message), code: 2 }
  }
}

/** Most errors about input start with the mode themselves. */
function tell(mode: string, text: string): void {
  console.error(`vitest-judge: ${text.startsWith(`${mode}: `) ? text : `${mode}: ${text}`}`)
}

async function judgeLoaded({ task }: LoadedTask): Promise<AnyJudged> {
  return await judge(task as Task & { mode: string })
}

function progressText(envelope: Envelope): string {
  if (!envelope.success) return oneLine(envelope.error, 200)
  const { total, winner, rating } = envelope
  return String(rating ?? winner ?? total)
}

/** `run_1.json` becomes `swebench_judge_1.json` or `gt_judge_1.json`, in the same folder. */
function savedName(mode: string, { response_file: file }: Task, inputs: readonly string[]): string {
  const start = SAVED_AS[mode]
  if (start === undefined) {
    throw badInput('--save', { place: '`--mode`', expected: Object.keys(SAVED_AS).join(' or '), received: mode })
  }
  if (typeof file !== 'string' || !basename(file).includes('run_')) {
    throw badInput('--save', { place: '`response_file`', expected: 'a file with `run_` in its name', received: file })
  }
  const saved = join(dirname(file), basename(file).replace('run_', start))
  refuseInput(saved, inputs)
  return saved
}

function filesIn({ response_file, scenario }: Task): string[] {
  return [response_file, scenario].filter((file) => typeof file === 'string')
}

/** By what is on the disk, so that a link is no way round. */
function refuseInput(file: string, inputs: readonly string[]): void {
  if (!inputs.some((input) => isSame(file, input))) return
  throw new InputError(`${file} is read by this command, so it is not written. Give another name.`)
}

function isSame(a: string, b: string): boolean {
  if (!existsSync(a) || !existsSync(b)) return resolve(a) === resolve(b)
  const [one, other] = [statSync(a), statSync(b)]
  return one.ino === other.ino && one.dev === other.dev
}
