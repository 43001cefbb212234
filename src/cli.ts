#!/usr/bin/env node
/**
 * The command `vitest-judge`.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import type { JudgeCommand } from './cli/judge.js'
import { listRecordings, pruneRecordings } from './cli/recordings.js'
import { JudgeError } from './errors.js'
import { oneLine } from './text.js'

const USAGE = `Usage: vitest-judge init [--dry-run]
       vitest-judge create INTENT [--out FILE]
       vitest-judge judge --mode MODE --data JSON|FILE|- [--instances FILE] [--out FILE] [--save]
       vitest-judge recordings list|prune [--dir DIR] [--results DIR]

  init               sets up the package of the working folder: plugin, a first eval set, CI; overwrites nothing
  create             writes a draft eval set from the Gherkin scenarios of an intent file (Markdown, or .feature)

  --dry-run          says what init would write, and writes nothing
  --out FILE         name of the set (default evals/FEATURE.evalset.json); judge writes there what it prints

  judge              judges one task, or each of a list, and prints the result as JSON;
                     ends with 0 when all are judged, 1 when not, 2 when the input is wrong

  --mode MODE        solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth
  --data             the fields of the mode; \`response_file\` names a file with the response, and in solo
                     \`scenario\` a scenario file. Paths start from the working folder
  --instances FILE   SWE-bench rows (JSON array or JSON Lines) in which \`scenario\` is looked up
  --save             writes each result beside its response_file: run_1.json gives
                     swebench_judge_1.json or gt_judge_1.json

  recordings list    every recording: what it is about, by which model, and whether a run used it
  recordings prune   removes the recordings that no run used whose results file is
                     still there, and names them

  --dir DIR          folder of the recordings (default evals/recordings)
  --results DIR      folder of the results files (default evals/results, else .vitest-judge/results)
`

const OPTIONS = {
  dir: { type: 'string' },
  results: { type: 'string' },
  mode: { type: 'string' },
  data: { type: 'string' },
  instances: { type: 'string' },
  out: { type: 'string' },
  save: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Exit codes: 0 done, 1 not done, 2 wrong use. */
async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const isUse = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false
    if (!isUse && !(error instanceof JudgeError)) throw error
    console.error(`vitest-judge: ${(error as Error).message}`)
    return isUse || args[0] === 'judge' ? 2 : 1
  }
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  if (values.help) return print(USAGE, 0)
  const { mode, data } = values
  const action = positionals.join(' ')
  if (action === 'init') return await init(values['dry-run'] === true)
  if (positionals[0] === 'create' && positionals.length === 2) return await create(positionals[1] ?? '', values.out)
  if (action === 'judge' && mode !== undefined && data !== undefined) return await judge({ ...values, mode, data })
  if (action === 'recordings list') return print(await listRecordings(values), 0)
  if (action === 'recordings prune') return print(await pruneRecordings(values), 0)
  return print(`vitest-judge: ${describeMisuse(action, values)}\n\n${USAGE}`, 2)
}

function describeMisuse(action: string, { mode, data }: Partial<JudgeCommand>): string {
  const missing = Object.entries({ '--mode': mode, '--data': data }).filter(([, value]) => value === undefined)
  if (action === 'judge') return `${missing.map(([name]) => name).join(' and ')} must be given.`
  if (action === 'create' || action.startsWith('create ')) return 'Name one intent file.'
  if (action === 'recordings') return 'Say what to do with the recordings: list or prune.'
  return action === '' ? 'Say what to do.' : `There is no command "${oneLine(action, 60)}".`
}

async function judge(command: JudgeCommand): Promise<number> {
  const { judgeCommand } = await import('./cli/judge.js')
  const { text, code } = await judgeCommand(command)
  console.log(text)
  return code
}

async function init(isDryRun: boolean): Promise<number> {
  const { initCommand } = await import('./cli/init.js')
  const { text, code } = await initCommand('.', isDryRun)
  console.log(text)
  return code
}

async function create(file: string, out: string | undefined): Promise<number> {
  const { createCommand } = await import('./cli/create.js')
  return print(createCommand(file, out), 0)
}

function print(text: string, code: number): number {
  if (code === 2) console.error(text)
  else console.log(text.trimEnd())
  return code
}

process.exitCode = await main(process.argv.slice(2))
