/**
 * Whether a file that data names lies in the folder that it is to lie in.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

/** Whether links on the way lead out of the folder. False of what is not there. */
export function leavesFolder(folder: string, file: string): boolean {
  let way: string
  try {
    way = relative(realpathSync(folder), realpathSync(file))
  } catch {
    return false
  }
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}
