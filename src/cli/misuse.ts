/**
 * What is said to whoever calls the command in a way that it is not meant.
 *
 * @module
 */
import { suggest } from '../check.js'
import { show } from '../errors.js'
import { nameLine, oneLine } from '../text.js'
import { findCommand, OPTIONS, TAKES, UseError } from './options.js'
import { COMMANDS, usageOf } from './usage.js'

/** What was called: the words, and the options that decide what is missing. */
export interface Called {
  readonly action: string
  readonly mode?: string | undefined
  readonly data?: string | undefined
  readonly dir?: string | undefined
}

/** The error, how the command is called, and where there is more. */
export function tellMisuse(message: string, command: string): string {
  const isKnown = COMMANDS.includes(command)
  const usage = isKnown ? usageOf(command) : `Usage: vitest-judge COMMAND, which is one of ${COMMANDS.join(', ')}`
  const more = `vitest-judge ${isKnown ? command : 'COMMAND'} --help says more.`
  return `vitest-judge: ${message}\n\n${usage}\n${more}`
}

/** A fault of Node's `parseArgs`; null where it is none of its. */
export function readParseFault(error: unknown, [command = '', action = '']: readonly string[]): UseError | null {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (!code.startsWith('ERR_PARSE_ARGS')) return null
  const [, stray] = /^Unknown option '(.*?)'/.exec(message) ?? []
  // Node's advice goes on for lines.
  if (stray === undefined) return new UseError(oneLine(message.split('\n')[0] ?? '', 200))
  const taken = TAKES[findCommand(command, action) ?? ''] ?? Object.keys(OPTIONS)
  const near = suggest(
    stray,
    [...taken, 'help', 'version'].map((option) => `--${option}`),
  )
  return new UseError(
    [`There is no option ${nameLine(stray, 60)}.`, near].filter((text) => text !== undefined).join(' '),
  )
}

/** Why a command cannot begin. */
export function describeMisuse({ action, mode, data, dir }: Called): string {
  const name = mode === 'review-match' ? '--data or --dir' : '--data'
  const missing = Object.entries({ '--mode': mode, [name]: data }).filter(([, value]) => value === undefined)
  if (action === 'judge' && dir !== undefined) return '--dir goes with --mode review-match, and without --data.'
  if (action === 'judge') return `${missing.map(([option]) => option).join(' and ')} must be given.`
  if (action === 'create' || action.startsWith('create ')) return 'Name one intent file.'
  if (action === 'diff' || action.startsWith('diff ')) return 'Name two results files, the older one first.'
  if (/^calibrate\b/.test(action)) return 'Name one file with labels.'
  if (/^lint\b/.test(action)) return 'Name one file with a rubric or an eval set.'
  return WHAT_TO_DO.get(action) ?? describeUnknown(action.split(' '))
}

/** For what is only half a command. */
const WHAT_TO_DO: ReadonlyMap<string, string> = new Map([
  ['', 'Say what to do.'],
  ['recordings', 'Say what to do with the recordings: list or prune.'],
  ['batch', 'Say what to do with the batch: submit, status or fetch.'],
])

function describeUnknown([command = '', ...rest]: readonly string[]): string {
  const name = findCommand(command, rest[0])
  if (name !== undefined) return `${name} takes no ${show(name === command ? rest[0] : rest[1])}.`
  const half = WHAT_TO_DO.get(command)
  if (half === undefined) return sentences(`There is no command ${show(command, 60)}.`, suggest(command, COMMANDS))
  const unknown = `There is no command ${show(`${command} ${rest[0]}`, 60)}.`
  const actions = Object.keys(TAKES).flatMap((one) => (one.startsWith(`${command} `) ? one.split(' ').slice(1) : []))
  return sentences(unknown, half, suggest(rest[0] ?? '', actions))
}

function sentences(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ')
}
