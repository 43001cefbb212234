/**
 * A copy of a fixture for an agent to work in, and what it changed there.
 *
 * @module
 */
import { cp, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { JudgeError } from '../errors.js'
import { type ScratchFolder, scratchFolder } from '../process/scratch-folder.js'
import { copyFixture } from './fixture.js'
import { changedIn, commitAll, diffOf, type Repository, stageAll } from './git.js'

/** Options of a workspace. */
export interface WorkspaceOptions {
  /** Ends what is under way, copying apart. Default: none. */
  readonly signal?: AbortSignal
}

/** A copy of a fixture in a temporary folder, with a Git repository of its own. Dispose of it when done: `await using` does. */
export interface Workspace extends AsyncDisposable {
  /** Absolute path of the copy, for the agent to work in. */
  readonly path: string
  /**
   * Unified diff of all that differs from the fixture now: new, deleted, renamed and binary files (these without their content),
   * ignored ones left out. It is read from the files; commits and whatever else the agent does with Git make no difference.
   * Attributes, filters and hooks are not used. Empty when nothing differs.
   *
   * @throws {@link JudgeError} when something in it cannot be read, when the diff is longer than 16 MiB, and after disposal.
   */
  diff(): Promise<string>
  /**
   * Paths that differ from the fixture now, sorted, with `/` between folders; of a renamed file both.
   *
   * @throws {@link JudgeError} as {@link Workspace.diff} does.
   */
  changedFiles(): Promise<string[]>
  /** Removes the copy. Never rejects; what resists goes when the process ends, or with the next workspace. */
  dispose(): Promise<void>
}

/**
 * Copies a fixture for an agent to work in. The copy is under Git, with one commit and no configuration of the user's. History of
 * the fixture is left out, links stay links.
 *
 * It is removed on disposal and at the end of the process; after a SIGKILL the next workspace removes it. It is no sandbox: the agent
 * can do what you can.
 *
 * @param fixture - A folder; a relative path starts at the folder of this process.
 * @throws {@link InputError} when the fixture is no folder or holds a symbolic link that leaves it. {@link JudgeError} when Git is
 * missing or the fixture cannot be copied.
 * @example
 * ```ts
 * await using ws = await workspace('fixtures/app')
 * await fixIssue(ws.path)
 * await expect(await ws.diff()).toMatchGroundTruthPatch(gold)
 * ```
 */
export async function workspace(fixture: string | URL, { signal }: WorkspaceOptions = {}): Promise<Workspace> {
  const folder = await scratchFolder()
  try {
    const path = join(folder.path, 'workspace')
    await copyFixture(fixture, path)
    const { gitDir, ...repository } = await commitAll(path, signal)
    // The agent's may be changed or removed by it; this one is for us.
    const own = join(folder.path, 'git')
    await cp(gitDir, own, { recursive: true })
    return new FixtureCopy(folder, { ...repository, gitDir: own })
  } catch (error) {
    await folder.remove()
    throw error
  }
}

class FixtureCopy implements Workspace {
  readonly #folder: ScratchFolder
  readonly #repository: Repository
  /** Git locks its index, so that one look at the files waits for the other. */
  #last: Promise<unknown> = Promise.resolve()
  #disposed = false

  constructor(folder: ScratchFolder, repository: Repository) {
    this.#folder = folder
    this.#repository = repository
  }

  get path(): string {
    return this.#repository.workTree
  }

  diff(): Promise<string> {
    return this.#look(diffOf)
  }

  async changedFiles(): Promise<string[]> {
    return (await this.#look(changedIn)).sort()
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    await this.#last.catch(() => {})
    await this.#folder.remove()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose()
  }

  #look<T>(read: (repository: Repository) => Promise<T>): Promise<T> {
    if (this.#disposed) return Promise.reject(new JudgeError('This workspace has been disposed of; read it before.'))
    const looked = this.#last.catch(() => {}).then(() => this.#stageAnd(read))
    this.#last = looked
    return looked
  }

  async #stageAnd<T>(read: (repository: Repository) => Promise<T>): Promise<T> {
    const found = await lstat(this.path).catch(() => null)
    if (!found?.isDirectory()) throw new JudgeError(`The agent has removed its workspace, ${this.path}.`)
    await stageAll(this.#repository)
    return read(this.#repository)
  }
}
