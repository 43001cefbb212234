/**
 * Does a text parse as Python?
 *
 * @module
 */
import { parse } from 'py-ast'

/** Whether the text is whole Python 3. An indented first line is an error, as it is for Python itself. */
export function parsesAsPython(code: string): boolean {
  try {
    parse(code)
    return true
  } catch {
    // The library throws for bad syntax, and runs out of stack where a text nests thousands deep.
    return false
  }
}
