/**
 * Which files are evals, by their names.
 *
 * @module
 */
import { isAbsolute, join, relative } from 'node:path'
import { isEvalFile, isEvalSet } from '../evalset/file-names.js'
import { entriesOf, isTaken } from './passed-by.js'

const NEVER = /(?:^|[\\/])(?:dist|fixtures|__fixtures__)[\\/]/

/** A set whose name is a little wrong. */
const LIKE_SET = /evalsets?\.(?:json[5cl]?|ya?ml)$/i
const LEFT_OUT = /^(?:node_modules|recordings|results)$/

/** `raw` keeps Vite's own JSON plugin away. */
const QUERY = '?evalset&raw'

/** Whether an eval file is a build product or a fixture. */
export function isLeftOut(path: string, root: string): boolean {
  return isEvalFile(path) && NEVER.test(relative(root, path))
}

/** The id of an eval set as a module, or null for any other id. */
export function evalSetId(id: string, importer: string | undefined, root: string): string | null {
  const [path = '', query] = id.split('?')
  // An import of the set as data is left to Vite. Test files are asked for by nobody, or by Vite's stand-in for that.
  const isEntry = importer === undefined || importer === join(root, 'index.html')
  const wanted = query === undefined ? isEntry : `?${query}` === QUERY
  if (!wanted || !isEvalSet(path)) return null
  return (isAbsolute(path) && isTaken(path) ? path : join(root, path)) + QUERY
}

/** The file of an eval set's module, or null for any other id. */
export function evalSetFile(id: string): string | null {
  return id.endsWith(QUERY) ? id.slice(0, -QUERY.length) : null
}

/** Names of what looks like evals in a folder, also where Vitest would not collect it; none where there is no such folder. */
export function findEvals(folder: string): string[] {
  return listBelow(folder, '').filter((name) => (isEvalFile(name) || LIKE_SET.test(name)) && !NEVER.test(`/${name}`))
}

/** Recordings may be many thousands, so folders in which no eval is looked for are not even entered. */
function listBelow(folder: string, path: string): string[] {
  return entriesOf(join(folder, path)).flatMap((entry) => {
    const name = join(path, entry.name)
    if (!entry.isDirectory()) return [name]
    return LEFT_OUT.test(entry.name) ? [] : listBelow(folder, name)
  })
}
