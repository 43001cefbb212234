/**
 * Options of the command, and which of its commands takes which.
 *
 * @module
 */
import { InputError } from '../errors.js'
import { oneLine } from '../text.js'

/** All options, in the form of Node's `parseArgs`. */
export const OPTIONS = {
  dir: { type: 'string' },
  results: { type: 'string' },
  mode: { type: 'string' },
  input: { type: 'string' },
  'source-root': { type: 'string' },
  'allow-prefix': { type: 'string', multiple: true },
  format: { type: 'string' },
  data: { type: 'string' },
  instances: { type: 'string' },
  out: { type: 'string' },
  baseline: { type: 'string' },
  save: { type: 'boolean' },
  set: { type: 'string' },
  judge: { type: 'string' },
  drift: { type: 'boolean' },
  shards: { type: 'string' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  'max-usd': { type: 'string' },
  again: { type: 'boolean' },
  resubmit: { type: 'boolean' },
  new: { type: 'boolean' },
  wait: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

type Option = keyof typeof OPTIONS

/** What each command takes, beside `--help` and `--version`. */
export const TAKES: Readonly<Record<string, readonly Option[]>> = {
  init: ['shards', 'dry-run'],
  create: ['out'],
  judge: ['mode', 'data', 'dir', 'instances', 'out', 'save'],
  'verify-citations': ['input', 'source-root', 'allow-prefix', 'format'],
  diff: ['force'],
  report: ['out', 'baseline'],
  calibrate: ['set', 'judge', 'out', 'drift'],
  canaries: ['judge'],
  lint: [],
  'recordings list': ['dir', 'results'],
  'recordings prune': ['dir', 'results'],
  'batch submit': ['max-usd', 'again', 'resubmit', 'new', 'dir', 'mode', 'data', 'instances'],
  'batch status': ['dir', 'json'],
  'batch fetch': ['dir', 'wait'],
}

/** `lint` of `lint a`, `batch fetch` of `batch fetch`; undefined where there is none. */
export function findCommand(command: string, action = ''): string | undefined {
  return [command, `${command} ${action}`].find((name) => Object.hasOwn(TAKES, name))
}

/** The command was not used as it is meant; it ends with 2. */
export class UseError extends InputError {
  override name = 'UseError'
}

/**
 * An option that a command does not take must not pass unseen: whoever writes `recordings prune --dry-run` wants nothing removed.
 *
 * @throws {@link UseError} that names the option, and those that there are.
 */
export function checkTaken([command = '', action = '']: readonly string[], given: object): void {
  const name = findCommand(command, action)
  const takes = name === undefined ? undefined : TAKES[name]
  const stray = Object.keys(given).find((option) => !takes?.some((taken) => taken === option))
  if (name === undefined || takes === undefined || stray === undefined) return
  const known = takes.length === 0 ? 'no options' : takes.map((option) => `--${option}`).join(', ')
  throw new UseError(`${oneLine(name, 40)} takes no --${stray}. It takes ${known}.`)
}
