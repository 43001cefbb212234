#!/usr/bin/env node
/**
 * The command `vitest-judge`.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { unverifiable } from './citations/check.js'
import type { BatchCommand, BatchOutcome } from './cli/batch.js'
import type { CalibrateCommand } from './cli/calibrate.js'
import type { JudgeCommand } from './cli/judge.js'
import { describeMisuse, readParseFault, tellMisuse } from './cli/misuse.js'
import { checkTaken, OPTIONS, UseError } from './cli/options.js'
import { listRecordings, pruneRecordings } from './cli/recordings.js'
import type { ReportCommand } from './cli/report.js'
import type { ReviewBatchCommand } from './cli/review-batch.js'
import { helpOf } from './cli/usage.js'
import { type CitationsCommand, citationsCommand, printReport } from './cli/verify-citations.js'
import { InputError, JudgeError, show } from './errors.js'
import { VERSION } from './process/version.js'

/** Exit codes: 0 done; 1 done, and the answer is no, or not all of it could be done; 2 wrong use or input, so that nothing was begun. */
async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const known = readParseFault(error, args) ?? error
    if (!(known instanceof JudgeError)) throw error
    const { message } = known
    const [command = ''] = args
    const isUse = known instanceof UseError
    console.error(isUse ? tellMisuse(message, command) : `vitest-judge: ${message}`)
    // Whoever reads the report of the gate gets one.
    if (command === 'verify-citations') console.log(printReport(unverifiable('usage', message)))
    return known instanceof InputError ? 2 : 1
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const [command = '', ...rest] = positionals
  if (values.help) return print(helpOf(command), 0)
  if (values.version) return print(VERSION, 0)
  checkTaken(positionals, values)
  const code = await start(command, rest, values)
  if (code === null) throw new UseError(describeMisuse({ ...values, action: positionals.join(' ') }))
  return code
}

/** Null where the command is not used as it is meant. */
async function start(command: string, rest: readonly string[], values: Values): Promise<number | null> {
  const [first] = rest
  switch (command) {
    case 'init':
      return first === undefined ? await init(values) : null
    case 'create':
      return await withFile(rest, (file) => create(file, values.out))
    case 'judge':
      return first === undefined ? await startJudge(values) : null
    case 'calibrate':
      return await withFile(rest, (labels) => calibrate({ ...values, labels }))
    case 'canaries':
      return first === undefined ? await canaries(values.judge) : null
    case 'lint':
      return await withFile(rest, lint)
    case 'verify-citations':
      return verifyCitations(values, rest)
    case 'batch':
      return await startBatch(first, { ...values, rest: rest.slice(1) })
    case 'diff':
      return await startDiff(values, rest)
    case 'report':
      return await report({ ...values, files: rest })
    case 'recordings':
      return await startRecordings(values, rest)
    default:
      return null
  }
}

async function startRecordings(values: Values, [action, stray]: readonly string[]): Promise<number | null> {
  if (stray !== undefined) return null
  if (action === 'list') return print(await listRecordings(values), 0)
  return action === 'prune' ? print(await pruneRecordings(values), 0) : null
}

/** Null where not exactly one file is named. */
async function withFile(rest: readonly string[], run: (file: string) => Promise<number>): Promise<number | null> {
  const [file, ...others] = rest
  return file === undefined || others.length > 0 ? null : await run(file)
}

async function startJudge(values: Values): Promise<number | null> {
  const { mode, data, dir, out } = values
  if (mode === 'review-match' && data === undefined && dir !== undefined) return await reviewBatch({ dir, out })
  if (mode === undefined || data === undefined || dir !== undefined) return null
  return await judge({ ...values, mode, data })
}

/** Null where there is no such action. */
async function startBatch(action: string | undefined, command: BatchCommand): Promise<number | null> {
  const run = await findBatchCommand(action)
  if (run === null || (action !== 'submit' && command.rest.length > 0)) return null
  const { text, code } = await run(command)
  console.log(text)
  return code
}

async function findBatchCommand(
  action: string | undefined,
): Promise<((command: BatchCommand) => Promise<BatchOutcome>) | null> {
  if (action === 'submit') return (await import('./cli/batch-submit.js')).submitCommand
  if (action === 'status') return (await import('./cli/batch-status.js')).statusCommand
  return action === 'fetch' ? (await import('./cli/batch-fetch.js')).fetchCommand : null
}

async function reviewBatch(command: ReviewBatchCommand): Promise<number> {
  const { reviewBatch } = await import('./cli/review-batch.js')
  const { text, code } = await reviewBatch(command)
  console.log(text)
  return code
}

async function judge(command: JudgeCommand): Promise<number> {
  const { judgeCommand } = await import('./cli/judge.js')
  const { text, code } = await judgeCommand(command)
  console.log(text)
  return code
}

async function calibrate(command: CalibrateCommand): Promise<number> {
  const { calibrateCommand } = await import('./cli/calibrate.js')
  const { text, code } = await calibrateCommand(command)
  // Also where it could not be stored.
  console.log(text)
  return code
}

async function canaries(judge: string | undefined): Promise<number> {
  const { canariesCommand } = await import('./cli/canaries.js')
  const { text, code } = await canariesCommand(judge)
  return print(text, code)
}

async function lint(file: string): Promise<number> {
  const { lintCommand } = await import('./cli/lint.js')
  return print(lintCommand(file), 0)
}

async function init({ 'dry-run': isDryRun = false, shards = '1' }: Values): Promise<number> {
  // The most that a matrix of GitHub Actions may have.
  if (!/^[1-9]\d{0,2}$/.test(shards) || Number(shards) > 256) {
    throw new UseError(`--shards must be a whole number from 1 to 256, not ${show(shards)}.`)
  }
  const { initCommand } = await import('./cli/init.js')
  const { text, code } = await initCommand('.', isDryRun, Number(shards))
  console.log(text)
  return code
}

async function create(file: string, out: string | undefined): Promise<number> {
  const { createCommand } = await import('./cli/create.js')
  return print(createCommand(file, out), 0)
}

async function startDiff({ force = false }: Values, files: readonly string[]): Promise<number | null> {
  const [older, newer] = files
  if (older === undefined || newer === undefined || files.length > 2) return null
  const { diffCommand } = await import('./cli/diff.js')
  const { text, code } = diffCommand(older, newer, force)
  console.log(text)
  return code
}

async function report(command: ReportCommand): Promise<number> {
  const { reportCommand } = await import('./cli/report.js')
  return print(reportCommand(command), 0)
}

function verifyCitations(command: CitationsCommand, [stray]: readonly string[]): number {
  if (stray !== undefined) throw new UseError(`verify-citations takes its files by options, and not ${show(stray)}.`)
  const { text, code } = citationsCommand(command, process.env)
  console.log(text)
  return code
}

function print(text: string, code: number): number {
  if (code === 2) console.error(text)
  else console.log(text.trimEnd())
  return code
}

process.exitCode = await main(process.argv.slice(2))
