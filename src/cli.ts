#!/usr/bin/env node
/**
 * The command `vitest-judge`.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { listRecordings, pruneRecordings } from './cli/recordings.js'
import { JudgeError } from './errors.js'

const USAGE = `Usage: vitest-judge recordings list|prune [--dir DIR] [--results DIR]

  recordings list    every recording: what it is about, by which model, and whether a run used it
  recordings prune   removes the recordings that no run used whose results file is
                     still there, and names them

  --dir DIR          folder of the recordings (default evals/recordings)
  --results DIR      folder of the results files (default evals/results, else .vitest-judge/results)
`

/** Exit codes: 0 done, 1 not done, 2 wrong use. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { dir: { type: 'string' }, results: { type: 'string' }, help: { type: 'boolean' } },
    })
    const [group, action, ...more] = positionals
    if (values.help) return print(USAGE, 0)
    if (group !== 'recordings' || more.length > 0) return print(USAGE, 2)
    if (action === 'list') return print(await listRecordings(values), 0)
    if (action === 'prune') return print(await pruneRecordings(values), 0)
    return print(USAGE, 2)
  } catch (error) {
    const isUse = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false
    if (!isUse && !(error instanceof JudgeError)) throw error
    console.error(`vitest-judge: ${(error as Error).message}`)
    return isUse ? 2 : 1
  }
}

function print(text: string, code: number): number {
  if (code === 2) console.error(text)
  else console.log(text.trimEnd())
  return code
}

process.exitCode = await main(process.argv.slice(2))
