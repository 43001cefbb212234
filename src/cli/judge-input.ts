/**
 * What `vitest-judge judge` reads: data, instances, responses, scenarios. The one place where files that a task names are opened.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { badInput, InputError } from '../errors.js'
import { readScenario } from '../modes/scenario.js'
import { responseText } from '../received.js'

/** A task as it was given: an object, not yet checked. */
export type Task = Readonly<Record<string, unknown>>

/** The tasks in `--data`. */
export interface GivenTasks {
  readonly tasks: readonly Task[]
  /** A list was given, so a list is printed. */
  readonly isBatch: boolean
}

/** A task without names of files. */
export interface LoadedTask {
  readonly task: Task
  /** Files that were read, as the task names them. */
  readonly files: readonly string[]
  readonly warnings: readonly string[]
}

/** Modes in which `scenario` is the name of an instance; elsewhere it is a file. */
const BY_INSTANCE = ['swebench', 'ground-truth']

/**
 * Reads `--data`: JSON itself, a file, or `-` for standard input.
 *
 * @throws {@link InputError} when it is no object and no list of objects.
 */
export function readData(data: string): GivenTasks {
  const isJson = /^\s*[[{]/.test(data)
  const value = parseJson('--data', isJson ? data : readText('--data', data === '-' ? 0 : data))
  const isBatch = Array.isArray(value)
  const tasks: readonly unknown[] = isBatch ? value : [value]
  const stray = tasks.find((task) => !isTask(task))
  if (tasks.length > 0 && stray === undefined) return { tasks: tasks as readonly Task[], isBatch }
  throw badInput('--data', { place: 'it', expected: 'an object, or a list of objects', received: stray ?? value })
}

/**
 * Reads `--instances`: a JSON array, or JSON Lines.
 *
 * @throws {@link InputError}
 */
export function readInstances(file: string): readonly unknown[] {
  const text = readText('--instances', file)
  if (/^\s*\[/.test(text)) return parseJson(file, text) as readonly unknown[]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => parseJson(file, line))
}

/**
 * Puts the content of files in the place of their names, and the mode and the instances into the task.
 *
 * @throws {@link InputError} when a file cannot be read, or the task names another mode.
 */
export function loadTask(given: Task, mode: string, instances: readonly unknown[] | undefined): LoadedTask {
  const { response_file, ...rest } = given
  if (given.mode !== undefined && given.mode !== mode) {
    throw badInput('--data', { place: '`mode`', expected: `"${mode}", as \`--mode\` says`, received: given.mode })
  }
  const response = response_file === undefined ? undefined : readResponse(response_file, given, mode)
  const scenario = mode === 'solo' && given.scenario !== undefined ? loadScenario(given.scenario) : undefined
  const { scenario: _, ...withoutScenario } = rest
  return {
    task: {
      ...(scenario === undefined ? rest : { ...scenario.task, ...withoutScenario }),
      mode,
      ...(response === undefined ? {} : { response }),
      ...(given.scenario !== undefined && BY_INSTANCE.includes(mode) && instances !== undefined && { instances }),
    },
    files: [response_file, ...(scenario === undefined ? [] : [given.scenario])].filter(
      (file) => typeof file === 'string',
    ),
    warnings: scenario?.warnings ?? [],
  }
}

function loadScenario(file: unknown): ReturnType<typeof readScenario> {
  const text = readText('`scenario`', file)
  try {
    return readScenario(parse(text))
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}`)
  }
}

/** JSON of an agent's run, or plain text. The modes that compare patches read predictions too, so they get it as it is. */
function readResponse(file: unknown, given: Task, mode: string): unknown {
  if (given.response !== undefined) {
    throw badInput('--data', {
      place: '`response`',
      expected: 'absent beside `response_file`',
      received: given.response,
    })
  }
  const text = readText('`response_file`', file)
  const value = /^\s*\{/.test(text) ? jsonOrText(text) : text
  return BY_INSTANCE.includes(mode) ? value : responseText(String(file), value)
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isTask(value: unknown): value is Task {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readText(what: string, file: unknown): string {
  if (typeof file !== 'string' && file !== 0) {
    throw badInput('--data', { place: what, expected: 'the path of a file', received: file })
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`${what}: cannot read ${file === 0 ? 'standard input' : file}: ${(error as Error).message}`)
  }
}

function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badInput(what, { place: 'it', expected: `JSON (${(error as Error).message})`, received: text })
  }
}
