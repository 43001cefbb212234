/**
 * Arguments as a text to look them up by.
 *
 * @module
 */
import { DEEPEST } from './arguments.js'
import { fieldsOf } from './format.js'

/**
 * A text that two values share exactly when they have no differences under the rule `exact`. Null for what only comparing can
 * tell: functions, asymmetric matchers, NaN, and what is nested too deep or holds itself.
 */
export function argumentKey(value: unknown): string | null {
  let isPlain = true
  const write = (inner: unknown, depth: number): string => {
    if (depth > DEEPEST || isOpaque(inner)) isPlain = false
    if (!isPlain) return ''
    if (Array.isArray(inner)) return `[${Array.from(inner, (item) => write(item, depth + 1)).join()}]`
    if (typeof inner !== 'object' || inner === null) return writePrimitive(inner)
    const fields = Object.entries(inner).filter(([, field]) => field !== undefined)
    const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${write(field, depth + 1)}`).join()}}`
  }
  const key = write(value, 1)
  return isPlain ? key : null
}

function isOpaque(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol' || Number.isNaN(value)) return true
  return typeof fieldsOf(value)['asymmetricMatch'] === 'function'
}

function writePrimitive(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'bigint' ? `${value}n` : String(value === 0 ? 0 : value)
}
