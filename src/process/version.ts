/**
 * The version of this package, as results files and the command name it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Such as `0.1.0`. */
export const VERSION: string = manifest.version
