/**
 * `vitest-judge verify-citations`: the citation gate as a command. Its one output is JSON, whatever happens.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { CitationFormat } from '../citations/answer.js'
import { type CitationReport, unverifiable } from '../citations/check.js'
import { verifyCitations } from '../citations/files.js'
import { show } from '../errors.js'
import { UseError } from './options.js'

/** Options of the command. */
export interface CitationsCommand {
  /** The answer: a file, or `-` for standard input. */
  readonly input?: string | undefined
  /** Folder that cited paths start from. */
  readonly 'source-root'?: string | undefined
  /** Files and folders that may be cited. */
  readonly 'allow-prefix'?: readonly string[] | undefined
  /** Default: by the file's extension, else JSON where it reads as such, else Markdown. */
  readonly format?: string | undefined
}

const FORMATS: readonly CitationFormat[] = ['json', 'jsonl', 'markdown']

/**
 * Checks an answer. `SKIP_CITATION_GATE=true` in the environment passes it unread and says so.
 *
 * @returns What is printed, and the exit code: 0 grounded or skipped, 1 unverifiable.
 * @throws {@link UseError} for wrong use, and {@link InputError} for a root or prefix that is none.
 */
export function citationsCommand(
  command: CitationsCommand,
  env: Readonly<Record<string, string | undefined>>,
): { text: string; code: number } {
  const { input, 'source-root': sourceRoot, 'allow-prefix': allow, format = formatOf(input ?? '') } = command
  if (input === undefined || sourceRoot === undefined) {
    throw new UseError('verify-citations needs --input FILE and --source-root DIR.')
  }
  if (format !== undefined && !isFormat(format))
    throw new UseError(`--format is one of ${FORMATS.join(', ')}, and not ${show(format)}.`)
  if (env.SKIP_CITATION_GATE === 'true') {
    console.error(
      'vitest-judge: the citation gate is skipped, because SKIP_CITATION_GATE is true; nothing was verified.',
    )
    return { text: printReport({ verdict: 'skipped', failures: [] }), code: 0 }
  }
  const answer = read(input)
  const options = {
    sourceRoot,
    ...(format && { format }),
    ...(allow && { allow }),
    ...(input !== '-' && { answerFile: input }),
  }
  // The root and the prefixes are checked also where there is no answer.
  const report = verifyCitations(answer.text, options)
  const said = answer.fault === null ? report : unverifiable('input_unreadable', answer.fault)
  return { text: printReport(said), code: said.verdict === 'grounded' ? 0 : 1 }
}

function read(input: string): { text: string; fault: string | null } {
  try {
    return { text: readFileSync(input === '-' ? 0 : input, 'utf8'), fault: null }
  } catch (error) {
    return { text: '', fault: `cannot read ${show(input)}: ${(error as Error).message}` }
  }
}

function formatOf(input: string): CitationFormat | undefined {
  const extension = extname(input).slice(1).toLowerCase()
  return extension === 'md' ? 'markdown' : FORMATS.find((format) => format === extension)
}

function isFormat(name: string): name is CitationFormat {
  return FORMATS.some((format) => format === name)
}

/** The report as it is printed. */
export function printReport({ verdict, failures }: Pick<CitationReport, 'failures'> & { verdict: string }): string {
  return JSON.stringify({ verdict, failures }, null, 2)
}
