/**
 * Replies that were paid for and not read yet: one file for each key, from the moment a reply comes until a worker has found
 * it good or bad, so that a run that is killed pays for none twice. Git sees nothing of them, and nobody replays them.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgeReply } from '../models/model.js'
import { checkReply } from '../models/partial-reply.js'
import { removeOld, writeFileWhole } from '../process/write-file.js'

const FOLDER = '.unread'
/** Nobody comes back for what is older. */
const AGE_MS = 30 * 24 * 3_600_000

/**
 * The folder of what is on its way into the recordings; made where it is not there.
 *
 * @throws Error of the file system.
 */
export function unreadFolder(recordingsDir: string): string {
  const folder = join(recordingsDir, FOLDER)
  const ignore = join(folder, '.gitignore')
  if (existsSync(ignore)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileWhole(ignore, '*\n')
  return folder
}

/** The unread replies beside the recordings of one folder. */
export class Unread {
  readonly #recordingsDir: string
  #swept = false

  constructor(recordingsDir: string) {
    this.#recordingsDir = recordingsDir
  }

  /** The reply with this key, or null. Never throws on what a file holds. */
  find(key: string): JudgeReply | null {
    try {
      return checkReply(JSON.parse(readFileSync(this.#fileOf(key), 'utf8')), 'an unread reply')
    } catch {
      return null
    }
  }

  /**
   * Writes a reply that may turn out good; synchronously, because any moment is one to be killed in.
   *
   * @throws Error of the file system.
   */
  hold(key: string, reply: JudgeReply): void {
    if (reply.stop !== 'ok' && (reply.stop !== 'unparsable' || reply.text.trim() === '')) return
    const folder = unreadFolder(this.#recordingsDir)
    const file = this.#fileOf(key)
    writeFileWhole(file, JSON.stringify(reply))
    if (!this.#swept) removeOld(folder, /\.reply$/, AGE_MS, file)
    this.#swept = true
  }

  /** Forgets a reply that was read. */
  remove(key: string): void {
    rmSync(this.#fileOf(key), { force: true })
  }

  #fileOf(key: string): string {
    return join(this.#recordingsDir, FOLDER, `${key}.reply`)
  }
}
