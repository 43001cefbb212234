/**
 * Temporary folders that do not outlive their process: they go with it, or with the next process that makes one.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder. */
export interface ScratchFolder {
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Removes it with all that is in it. What resists is tried again when the process ends; it never rejects. */
  remove(): Promise<void>
}

const NAME = /^vitest-judge-(\w{8})-(\d+)-\w{6}$/
const REMOVAL = { recursive: true, force: true, maxRetries: 3 }

/** Folders that are there now. */
const live = new Set<string>()

/** Makes an empty folder that only its owner can open, and removes those that a killed process left behind. */
export async function scratchFolder(): Promise<ScratchFolder> {
  await removeLeftovers()
  const path = await realpath(await mkdtemp(join(tmpdir(), `vitest-judge-${machine()}-${process.pid}-`)))
  if (live.size === 0) process.on('exit', removeAll)
  live.add(path)
  return { path, remove: () => removeOne(path) }
}

async function removeOne(path: string): Promise<void> {
  if (!(await removeFolder(path))) return
  live.delete(path)
  if (live.size === 0) process.off('exit', removeAll)
}

/** Whether it is gone. */
async function removeFolder(path: string): Promise<boolean> {
  try {
    await rm(path, REMOVAL)
    return true
  } catch {
    return forceRemoval(path)
  }
}

function removeAll(): void {
  for (const path of live) forceRemoval(path)
}

/** At once, for a process that ends waits for nothing. */
function forceRemoval(path: string): boolean {
  try {
    openFolders(path)
    rmSync(path, REMOVAL)
    return true
  } catch {
    return false
  }
}

/** Nothing can be removed from a folder that was closed for writing, as package caches are. */
function openFolders(path: string): void {
  chmodSync(path, 0o700)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name))
  }
}

async function removeLeftovers(): Promise<void> {
  // The folder for temporary files need not be readable.
  const names = await readdir(tmpdir()).catch(() => [])
  await Promise.all(names.filter(isLeftover).map((name) => removeFolder(join(tmpdir(), name))))
}

function isLeftover(name: string): boolean {
  const [, owner, pid] = NAME.exec(name) ?? []
  return owner === machine() && !isRunning(Number(pid)) && isOwn(join(tmpdir(), name))
}

/** Another user of the machine can make folders of any name there. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Says where a process id is valid: containers and machines may have the folder for temporary files in common. */
function machine(): string {
  return createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8)
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
