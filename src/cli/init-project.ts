/**
 * What `vitest-judge init` has to know of a project.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badInput, InputError } from '../errors.js'
import { readSource } from '../evalset/read.js'
import { oneLine } from '../text.js'
import { importVite } from '../vite.js'
import { readText } from './files.js'
import type { Parse } from './init-config.js'
import { findManager, type PackageManager } from './package-manager.js'

/** A package in a repository. */
export interface Project {
  /** Folder of the nearest package.json. */
  readonly folder: string
  /** Folder of the repository; without one that of the package. */
  readonly repository: string
  readonly manager: PackageManager
  /** Whether its manifests name a package manager's version. */
  readonly pinsManager: boolean
  readonly isModule: boolean
  readonly isTypeScript: boolean
  /** Version of Vitest that is installed, or null. */
  readonly vitest: string | null
  /** Packages that evals need and no manifest names. */
  readonly missing: readonly string[]
  /** The config that Vitest reads, or null. */
  readonly config: string | null
  /** The config of a folder above, which Vitest 4 takes where the package has none, and Vitest 5 does not. */
  readonly configAbove: string | null
}

interface Manifest {
  readonly name?: unknown
  readonly type?: unknown
  readonly packageManager?: unknown
  readonly [field: string]: unknown
}

const ENDINGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']

/** In the order in which Vitest looks for them. */
const CONFIGS = ['vitest.config', 'vite.config'].flatMap((name) => ENDINGS.map((ending) => `${name}.${ending}`))

/**
 * Looks at the package in which a folder lies.
 *
 * @throws {@link InputError} when there is no package.json or it is no JSON object, and when its Vitest is not supported.
 */
export function readProject(start: string): Project {
  const folders = foldersOf(start)
  const [folder] = folders
  if (folder === undefined) {
    throw new InputError('There is no package.json in this folder or above it. Make one first: npm init')
  }
  const manifests = readManifests(folders)
  const declared = manifests.map(({ packageManager }) => packageManager).find((field) => typeof field === 'string')
  const manager = findManager(folders, declared)
  const dependencies = dependenciesOf(manifests)
  const vitest = findPackage('vitest', folder)?.version ?? null
  checkVitest(vitest, dependencies['vitest'], manager)
  const config = findFirst(folder, CONFIGS)
  const above = vitest?.startsWith('4.') ? folders.slice(1).flatMap((each) => findFirst(each, CONFIGS) ?? []) : []
  const usesTypes = /ts$/.test(config ?? '') || isTypeScript(folders, dependencies)
  return {
    folder,
    repository: folders.at(-1) ?? folder,
    manager,
    pinsManager: declared !== undefined,
    isModule: manifests[0]?.type === 'module',
    isTypeScript: usesTypes,
    vitest,
    missing: ['vitest', 'vitest-judge', ...(usesTypes ? ['@types/node'] : [])].filter(
      (name) => !(name in dependencies),
    ),
    config,
    configAbove: above[0] ?? null,
  }
}

/**
 * The parser of the Vite that the project's Vitest uses; that of this package where it has none. Vite 8's reads TypeScript,
 * too, those before only JavaScript.
 */
export async function findParser(folder: string, config: string): Promise<Parse> {
  const vitest = findPackage('vitest', folder) ?? findPackage('vitest', fileURLToPath(new URL('.', import.meta.url)))
  if (vitest === null) throw new InputError('no Vite is there to read it with')
  const { parseAst, version } = await importVite(vitest.file)
  const lang = /ts$/.test(config) ? 'ts' : 'js'
  return (text) => {
    try {
      return parseAst(text, { lang }) as unknown as ReturnType<Parse>
    } catch (error) {
      throw lang === 'ts' && Number.parseInt(version, 10) < 8
        ? new InputError(`Vite ${version} reads no TypeScript`)
        : error
    }
  }
}

/** Whether new files in a folder should be TypeScript. */
export function prefersTypeScript(start: string): boolean {
  const folders = foldersOf(start)
  return isTypeScript(folders, dependenciesOf(readManifests(folders)))
}

function isTypeScript(folders: readonly string[], dependencies: object): boolean {
  return 'typescript' in dependencies || folders.some((folder) => existsSync(join(folder, 'tsconfig.json')))
}

/** Which version is installed says more than a range, of which only the beginning is read. */
function checkVitest(installed: string | null, range: string | undefined, { add }: PackageManager): void {
  const declared = /^[~^]?(\d+)(?:\.|$)/.exec(range ?? '')?.[1]
  const [major = 0, minor = 0] = installed?.split('.').map(Number) ?? [Number(declared ?? 5), 1]
  if (major === 5 || (major === 4 && minor >= 1)) return
  throw new InputError(
    `The package has Vitest ${oneLine(installed ?? range ?? '', 40)}, but vitest-judge needs 4.1 or later, or 5. Nothing was written. Change it first: ${add} vitest@latest`,
  )
}

/** The manifest of a package as a folder's modules see it. */
function findPackage(name: string, folder: string): { file: string; version: string } | null {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
    return { file, version: String(readManifest(file)['version']) }
  } catch {
    return null
  }
}

function readManifest(file: string): Manifest {
  const { value } = readSource(readText(file), file)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Manifest
  throw badInput(file, { place: 'it', expected: 'an object, as every package.json is', received: value })
}

/** Those of the package and of the folders above it, the nearest first. */
function readManifests(folders: readonly string[]): readonly Manifest[] {
  const files = folders.map((folder) => join(folder, 'package.json'))
  return files.filter((file) => existsSync(file)).map(readManifest)
}

/** Ranges by name, the nearest counts. A package needs no dependency on itself. */
function dependenciesOf(manifests: readonly Manifest[]): Readonly<Record<string, string>> {
  const groups = ['peerDependencies', 'optionalDependencies', 'dependencies', 'devDependencies']
  const found = manifests.toReversed().flatMap((manifest) => groups.map((group) => Object(manifest[group]) as object))
  return Object.assign({}, ...found, ...manifests.map(({ name }) => ({ [String(name)]: '*' })))
}

function findFirst(folder: string, names: readonly string[]): string | null {
  return names.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** The folder of the nearest package and those above it, up to that of the repository; none without a package. */
function foldersOf(start: string): readonly string[] {
  const folder = findUp(start, 'package.json')
  return folder === null ? [] : listUp(folder, findUp(folder, '.git') ?? folder)
}

/** The nearest folder, from the given one upwards, that has something of that name. */
function findUp(start: string, name: string): string | null {
  const folders = listUp(resolve(start), null)
  return folders.find((folder) => existsSync(join(folder, name))) ?? null
}

function listUp(folder: string, last: string | null): readonly string[] {
  const above = dirname(folder)
  return folder === last || above === folder ? [folder] : [folder, ...listUp(above, last)]
}
