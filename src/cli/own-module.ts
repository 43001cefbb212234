/**
 * A module of the user's own, loaded by a command.
 *
 * @module
 */
import { existsSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { InputError, show } from '../errors.js'
import { nameLine, oneLine } from '../text.js'
import { importVite } from '../vite.js'

/**
 * The default export of a module, JavaScript or TypeScript.
 *
 * @param option - By which it was named, for messages.
 * @throws {@link InputError} when there is none, or it cannot be loaded.
 */
export async function loadDefault(option: string, file: string): Promise<unknown> {
  const name = nameLine(file, 200)
  const fail = (fault: string) => new InputError(`${option}: ${fault}`)
  if (!existsSync(file)) throw fail(`there is no file ${name}.`)
  if (statSync(file).isDirectory()) throw fail(`${name} is a folder. Name a module.`)
  const [, script] = /\.[cm]?([jt])sx?$/.exec(file) ?? []
  if (script === undefined) throw fail(`${name} is no module in JavaScript or TypeScript, by its name.`)
  const unwatch = watchEnd((fault) => console.error(`vitest-judge: ${option}: cannot load ${name}: ${fault}`))
  try {
    return (await (script === 't' ? loadTypeScript : loadScript)(resolve(file))).default
  } catch (error) {
    throw fail(`cannot load ${name}: ${faultIn(error)}`)
  } finally {
    unwatch()
  }
}

/** A module can end the process, or leave it with nothing to do; without a word that would look like a command that is done. */
function watchEnd(tell: (fault: string) => void): () => void {
  let isIdle = false
  const rest = () => {
    isIdle = true
  }
  const leave = () => {
    tell(isIdle ? 'it awaits at its top what never comes.' : 'it ended the process.')
    process.exitCode = 2
  }
  process.once('beforeExit', rest)
  process.once('exit', leave)
  return () => {
    process.off('beforeExit', rest)
    process.off('exit', leave)
  }
}

interface Loaded {
  readonly default?: unknown
}

async function loadScript(path: string): Promise<Loaded> {
  return (await import(pathToFileURL(path).href)) as Loaded
}

/** As Vitest loads it: not every Node knows TypeScript, and none finds `./agent.ts` by `./agent.js`. */
async function loadTypeScript(path: string): Promise<Loaded> {
  const { runnerImport } = await importVite(import.meta.resolve('vitest/node'))
  const { module } = await runnerImport<Loaded>(path, { configFile: false, logLevel: 'silent' })
  return module
}

/** On one line, with paths from the working folder, without what only Vite has names for. */
function faultIn(error: unknown): string {
  if (!(error instanceof Error)) return show(error)
  const folders = [`${pathToFileURL(process.cwd()).href}/`, process.cwd() + sep]
  const text = folders.reduce(
    (shorter, folder) => shorter.replaceAll(folder, ''),
    stripVTControlCharacters(error.message),
  )
  const [, missing, importer] =
    /^Failed to load url (.+?) \(resolved id: .*?\) in (.+)\. Does the file exist\?/.exec(text) ?? []
  if (missing !== undefined) return `there is no ${missing}, which ${importer} imports.`
  const [, fault, place] = /^Transform failed[^[]*\[\w+\] (.+)\n\W*\[ (\S+) \]/.exec(text) ?? []
  if (fault !== undefined) return oneLine(`${place}: ${fault}`, 300)
  return oneLine(text.replace(/^Transform failed with \d+ errors?:/, ''), 300)
}
