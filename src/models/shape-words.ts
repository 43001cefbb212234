/**
 * The shape of an answer in words, for services that take no schema or do not hold to it.
 *
 * @module
 */
import type { JsonSchema } from './model.js'

/** Comes after everything else in a prompt, so that prompt caches hold. */
export function describeShape(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(schema)}`
}
