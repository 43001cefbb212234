/**
 * Reading scenario files: a challenge with its lists, as `solo` takes them.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { isEmptyList } from './solo-input.js'

/** Fields of a scenario that `solo` takes. */
export interface ScenarioTask {
  /** The scenario's prompt. */
  readonly challenge?: string
  /** The code that the challenge is about. */
  readonly code?: string
  /** As in the file. */
  readonly baseline_issues?: unknown
  /** As in the file. */
  readonly bonus_issues?: unknown
  /** As in the file. */
  readonly baseline_criteria?: unknown
  /** As in the file. */
  readonly bonus_criteria?: unknown
}

/** A scenario, read. */
export interface Scenario {
  /** Its name, which for SWE-bench scenarios is that of an instance. */
  readonly name?: string
  /** To be spread into a task of `solo`. */
  readonly task: ScenarioTask
  /** Counts that the file declares and its lists contradict. The lists count. */
  readonly warnings: readonly string[]
}

const LISTS = ['baseline_issues', 'bonus_issues', 'baseline_criteria', 'bonus_criteria'] as const

// Scenario files hold more fields, which are theirs.
const schema = z.object({
  name: z.string().optional(),
  prompt: z.string().optional(),
  code: z
    .union([z.string(), z.object({ content: z.string().optional() })], { error: 'a text, or an object with `content`' })
    .optional(),
  baseline_issues: z.unknown().optional(),
  bonus_issues: z.unknown().optional(),
  baseline_criteria: z.unknown().optional(),
  bonus_criteria: z.unknown().optional(),
  scoring: z.record(z.string(), z.unknown()).optional(),
})

/**
 * Reads a scenario. Fields that `solo` has no use for are ignored, and so are empty lists.
 *
 * @param value - The file's content, already read as YAML or JSON.
 * @throws {@link InputError} when a field has the wrong type; what is in the lists is checked when they are judged by.
 * @example
 * ```ts
 * const { task, warnings } = readScenario(parse(await readFile('scenario.yaml', 'utf8')))
 * await judge({ mode: 'solo', ...task, response })
 * ```
 */
export function readScenario(value: unknown): Scenario {
  const { name, prompt, code, scoring = {}, ...lists } = parseWith(schema, 'scenario', value)
  const content = typeof code === 'object' ? code.content : code
  const given = LISTS.filter((list) => !isEmptyList(lists[list]))
  return {
    ...(name === undefined ? {} : { name }),
    task: {
      ...(isBlank(prompt) ? {} : { challenge: prompt }),
      ...(isBlank(content) ? {} : { code: content }),
      ...Object.fromEntries(given.map((list) => [list, lists[list]])),
    },
    warnings: [...countWarnings(scoring, lists), ...scoreWarnings(scoring, lists.baseline_issues)],
  }
}

function isBlank(text: string | undefined): text is undefined {
  return text === undefined || text.trim() === ''
}

type Fields = Readonly<Record<string, unknown>>

/** `total_baseline_issues`, `total_bonus_tests` and the like against the lists. */
function countWarnings(scoring: Fields, lists: Fields): string[] {
  return Object.entries(scoring).flatMap(([field, declared]) => {
    const kind = /^total_(baseline|bonus)_/.exec(field)?.[1]
    if (kind === undefined || typeof declared !== 'number') return []
    const actual = countEntries(lists[`${kind}_issues`]) + countEntries(lists[`${kind}_criteria`])
    return declared === actual ? [] : [`\`scoring.${field}\` says ${declared}, the lists hold ${actual}`]
  })
}

/** `max_baseline_score` against the groups and their `weights`. */
function scoreWarnings({ weights, max_baseline_score: declared }: Fields, issues: unknown): string[] {
  if (typeof declared !== 'number' || typeof weights !== 'object' || weights === null) return []
  const parts = Object.entries(weights).map(
    ([group, weight]) => Number(weight) * countEntries((issues as Fields)?.[group]),
  )
  const actual = parts.reduce((sum, part) => sum + part, 0)
  return declared === actual ? [] : [`\`scoring.max_baseline_score\` says ${declared}, the lists come to ${actual}`]
}

function countEntries(list: unknown): number {
  return typeof list === 'object' && list !== null ? Object.values(list).flat().length : 0
}
