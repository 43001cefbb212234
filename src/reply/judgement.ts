/**
 * What an answer says, apart from how it says it.
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'

/**
 * Two answers with the same description judge alike: numbers, yes or no and listed words count; reasons, quotes and the
 * order of properties do not.
 */
export function describeJudgement(value: unknown, schema: JsonSchema): string {
  return JSON.stringify(judgementIn(value, schema) ?? null)
}

function judgementIn(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value === 'string') return Array.isArray(schema?.enum) ? value.toLowerCase() : undefined
  if (Array.isArray(value)) {
    const items = schema?.items as JsonSchema | undefined
    return value.map((item) => judgementIn(item, items)).filter((item) => item !== undefined)
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const entries = Object.entries(value).map(([name, part]) => [name, judgementIn(part, properties[name])] as const)
  return entries.filter(([, part]) => part !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
}
