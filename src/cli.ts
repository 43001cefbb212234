#!/usr/bin/env node
/**
 * The command `vitest-judge`.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { unverifiable } from './citations/check.js'
import type { CalibrateCommand } from './cli/calibrate.js'
import type { JudgeCommand } from './cli/judge.js'
import { listRecordings, pruneRecordings } from './cli/recordings.js'
import type { ReviewBatchCommand } from './cli/review-batch.js'
import { type CitationsCommand, citationsCommand, printReport } from './cli/verify-citations.js'
import { InputError, JudgeError, show } from './errors.js'
import { oneLine } from './text.js'

const USAGE = `Usage: vitest-judge init [--dry-run]
       vitest-judge create INTENT [--out FILE]
       vitest-judge judge --mode MODE --data JSON|FILE|- [--instances FILE] [--out FILE] [--save]
       vitest-judge judge --mode review-match --dir STATE [--out FILE]
       vitest-judge verify-citations --input FILE --source-root DIR [--allow-prefix PATH]...
                    [--format json|jsonl|markdown]
       vitest-judge diff OLD.json NEW.json [--force]
       vitest-judge calibrate LABELS [--set FILE] [--judge FILE] [--out FILE] [--drift]
       vitest-judge canaries [--judge FILE]
       vitest-judge lint FILE
       vitest-judge recordings list|prune [--dir DIR] [--results DIR]

  init               sets up the package of the working folder: plugin, a first eval set, CI; overwrites nothing
  create             writes a draft eval set from the Gherkin scenarios of an intent file (Markdown, or .feature)

  --dry-run          says what init would write, and writes nothing
  --out FILE         name of the set (default evals/FEATURE.evalset.json); judge writes there what it prints

  judge              judges one task, or each of a list, and prints the result as JSON;
                     ends with 0 when all are judged, 1 when not, 2 when the input is wrong

  --mode MODE        solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth,
                     review-match
  --data             the fields of the mode; \`response_file\` names a file with the response, and in solo
                     \`scenario\` a scenario file. Paths start from the working folder
  --instances FILE   SWE-bench rows (JSON array or JSON Lines) in which \`scenario\` is looked up
  --save             writes each result beside its response_file: run_1.json gives
                     swebench_judge_1.json or gt_judge_1.json

  --dir STATE        judges the pull requests of a folder: context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md.
                     Scores go to scores/pr-N.json, and what has one is not judged again

  verify-citations   whether every citation of an answer holds: prints { verdict, failures } and ends with
                     0 when all do, 1 when not, 2 for wrong use. SKIP_CITATION_GATE=true skips it

  --input FILE       the answer, in Markdown, JSON or JSON Lines; - is standard input
  --source-root DIR  folder that cited paths start from and must stay in
  --allow-prefix     a file or folder below it that may be cited; without any, all may

  diff               how the newer of two results files differs from the older, case by case; ends with 0, or
                     with 1 where rubric, prompt version or judge differ, so that nothing can be said

  --force            compares these all the same, with a warning

  calibrate          how well the judge agrees with the people who labelled the tasks of a JSON Lines file;
                     ends with 0, with 1 where something is unjudged or moved

  --set FILE         eval set in which \`case\` is looked up
  --judge FILE       JavaScript module whose default export is a judge or a list of judges
                     (default: Claude, by the environment)
  --out FILE         where it is stored (default evals/calibration/LABELS.MODEL.json)
  --drift            judges again, without recordings, and says what moved since it was stored

  canaries           shows the judge submissions that every sound one fails; ends with 1 where it passes one

  lint               advice on a rubric or eval set, such as vague criteria; ends with 0

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
  input: { type: 'string' },
  'source-root': { type: 'string' },
  'allow-prefix': { type: 'string', multiple: true },
  format: { type: 'string' },
  data: { type: 'string' },
  instances: { type: 'string' },
  out: { type: 'string' },
  save: { type: 'boolean' },
  set: { type: 'string' },
  judge: { type: 'string' },
  drift: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Exit codes: 0 done, 1 not done, 2 wrong use. */
async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const isUse = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false
    if (!isUse && !(error instanceof JudgeError)) throw error
    const { message } = error as Error
    console.error(`vitest-judge: ${message}`)
    // Whoever reads the report of the gate gets one.
    if (args[0] === 'verify-citations') console.log(printReport(unverifiable('usage', message)))
    const command = args[0] ?? ''
    return isUse || ['judge', 'verify-citations', 'diff'].includes(command) || isWrongInput(command, error) ? 2 : 1
  }
}

/** Of commands that end with 1 for what they found. */
function isWrongInput(command: string, error: unknown): boolean {
  return ['calibrate', 'canaries', 'lint'].includes(command) && error instanceof InputError
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  if (values.help) return print(USAGE, 0)
  const [command = '', ...rest] = positionals
  const code = await start(command, rest, values)
  return code ?? print(`vitest-judge: ${describeMisuse(positionals.join(' '), values)}\n\n${USAGE}`, 2)
}

/** Null where the command is not used as it is meant. */
async function start(command: string, rest: readonly string[], values: Values): Promise<number | null> {
  const [first] = rest
  switch (command) {
    case 'init':
      return first === undefined ? await init(values['dry-run'] === true) : null
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
    case 'diff':
      return await startDiff(values, rest)
    case 'recordings':
      if (first === 'list') return print(await listRecordings(values), 0)
      return first === 'prune' ? print(await pruneRecordings(values), 0) : null
    default:
      return null
  }
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

function describeMisuse(action: string, { mode, data, dir }: Partial<JudgeCommand & ReviewBatchCommand>): string {
  const name = mode === 'review-match' ? '--data or --dir' : '--data'
  const missing = Object.entries({ '--mode': mode, [name]: data }).filter(([, value]) => value === undefined)
  if (action === 'judge' && dir !== undefined) return '--dir goes with --mode review-match, and without --data.'
  if (action === 'judge') return `${missing.map(([name]) => name).join(' and ')} must be given.`
  if (action === 'create' || action.startsWith('create ')) return 'Name one intent file.'
  if (action === 'diff' || action.startsWith('diff ')) return 'Name two results files, the older one first.'
  if (/^calibrate\b/.test(action)) return 'Name one file with labels.'
  if (/^lint\b/.test(action)) return 'Name one file with a rubric or an eval set.'
  if (action === 'recordings') return 'Say what to do with the recordings: list or prune.'
  return action === '' ? 'Say what to do.' : `There is no command "${oneLine(action, 60)}".`
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

async function startDiff({ force = false }: Values, files: readonly string[]): Promise<number | null> {
  const [older, newer] = files
  if (older === undefined || newer === undefined || files.length > 2) return null
  const { diffCommand } = await import('./cli/diff.js')
  const { text, code } = diffCommand(older, newer, force)
  console.log(text)
  return code
}

function verifyCitations(command: CitationsCommand, [stray]: readonly string[]): number {
  if (stray !== undefined) throw new InputError(`verify-citations takes its files by options, and not ${show(stray)}.`)
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
