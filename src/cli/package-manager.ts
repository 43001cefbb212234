/**
 * The package manager of a repository, and its commands.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Its name, where it installs, and what to type. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  /** Folder of the lock file; the given one where there is none. */
  readonly folder: string
  /** Without a lock file nothing pins what is installed. */
  readonly hasLock: boolean
  /** What adds development dependencies, their names apart. */
  readonly add: string
  /** What runs a program of the project, its name apart. */
  readonly run: string
  /** What installs in CI. */
  readonly install: string
  /** Yarn 2 or later, which is not on CI's machines. */
  readonly isModernYarn: boolean
}

const LOCKS = [
  ['npm', 'package-lock.json'],
  ['npm', 'npm-shrinkwrap.json'],
  ['pnpm', 'pnpm-lock.yaml'],
  ['yarn', 'yarn.lock'],
  ['bun', 'bun.lock'],
  ['bun', 'bun.lockb'],
] as const

const COMMANDS = {
  npm: { add: 'npm install --save-dev', run: 'npx', install: 'npm ci' },
  pnpm: { add: 'pnpm add --save-dev', run: 'pnpm exec', install: 'pnpm install --frozen-lockfile' },
  yarn: { add: 'yarn add --dev', run: 'yarn', install: 'yarn install --frozen-lockfile' },
  bun: { add: 'bun add --dev', run: 'bunx', install: 'bun install --frozen-lockfile' },
}

/**
 * By the nearest lock file; of several in one folder, and where there is none, by the field `packageManager`.
 *
 * @param folders - From the package's up to the repository's.
 * @param declared - The field of the nearest manifest that has it.
 */
export function findManager(folders: readonly string[], declared: string | undefined): PackageManager {
  const wanted = declared?.split('@')[0]
  const found = folders.map(locksIn).find((locks) => locks.length > 0) ?? []
  const lock = found.find(({ name }) => name === wanted) ?? found[0]
  const name = lock?.name ?? (['npm', 'pnpm', 'yarn', 'bun'] as const).find((known) => known === wanted) ?? 'npm'
  const isModernYarn =
    name === 'yarn' &&
    (lock === undefined ? !/@1\./.test(declared ?? '@1.') : readFileSync(lock.file, 'utf8').includes('__metadata:'))
  const { install, ...commands } = COMMANDS[name]
  return {
    name,
    folder: lock === undefined ? (folders[0] ?? '.') : dirname(lock.file),
    hasLock: lock !== undefined,
    ...commands,
    install: lock === undefined ? `${name} install` : isModernYarn ? 'yarn install --immutable' : install,
    isModernYarn,
  }
}

function locksIn(folder: string): { name: PackageManager['name']; file: string }[] {
  return LOCKS.map(([name, file]) => ({ name, file: join(folder, file) })).filter(({ file }) => existsSync(file))
}
