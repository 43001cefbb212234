/**
 * `vitest-judge lint FILE`: advice on a rubric or an eval set.
 *
 * @module
 */
import { parse } from 'yaml'
import { InputError } from '../errors.js'
import { lintEvalSet } from '../evalset/lint.js'
import { parseEvalSet } from '../evalset/parse.js'
import { type LintAdvice, lintRubric } from '../rubrics/lint.js'
import { hideCommand } from '../text.js'
import type { Rubric } from '../types.js'
import { readText } from './files.js'

/**
 * One line for each piece of advice.
 *
 * @throws {@link InputError} for a file that holds neither.
 */
export function lintCommand(file: string): string {
  const advice = lintFile(readText(file), file)
  if (advice.length === 0) return `${file}: nothing to advise`
  const lines = advice.map(({ rule, where, advice }) => `  ${hideCommand(where)}: ${rule}: ${advice}`)
  return [`${file}: ${advice.length} ${advice.length === 1 ? 'piece' : 'pieces'} of advice`, ...lines].join('\n')
}

function lintFile(text: string, file: string): readonly LintAdvice[] {
  if (/\.jsonl$/i.test(file)) return lintEvalSet(parseEvalSet(text, file).set)
  const value = readValue(text, file)
  if (typeof value === 'object' && value !== null && ('cases' in value || 'feature' in value)) {
    return lintEvalSet(parseEvalSet(text, file).set)
  }
  try {
    return lintRubric(value as Rubric)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(`${file}: ${error.message}`)
  }
}

function readValue(text: string, file: string): unknown {
  try {
    return parse(text, { logLevel: 'error' })
  } catch (error) {
    throw new InputError(`${file}: expected JSON or YAML, but ${(error as Error).message}`)
  }
}
