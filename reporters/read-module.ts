/**
 * What Vitest knows of a test file, as far as results need it.
 *
 * @module
 */
import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'
import type { JudgedFile } from '../src/report/collect.js'
import type { SetDescriptor } from '../src/report/descriptor.js'
import type { CaseRecord, CheckRecord } from '../src/types.js'
import { askedOf } from './shards.js'

/** What tests leave in their `meta`. */
interface LeftBehind {
  readonly judge?: {
    readonly checks?: readonly CheckRecord[]
    readonly cases?: readonly CaseRecord[]
    readonly set?: SetDescriptor
  }
}

/** An error outside of tests. */
export interface OutsideError {
  readonly text: string
  /** It came up in a test file that Vitest knows. */
  readonly isOfFile: boolean
}

/** Whatever was thrown. */
export function readOutside(error: unknown): OutsideError {
  const { message = error, VITEST_TEST_PATH }: Readonly<Record<string, unknown>> = Object(error)
  return { text: String(message), isOfFile: VITEST_TEST_PATH !== undefined }
}

/** A test file with what its tests left, and how they ended. */
export function readModule(module: TestModule, root: string, outside: readonly OutsideError[]): JudgedFile {
  const tests = [...module.children.allTests()].map((test) => {
    const { checks = [], cases = [], set = null } = (test.meta() as LeftBehind).judge ?? {}
    const { state, errors } = test.result()
    const fault = state === 'failed' ? nameFault(errors?.[0]) : null
    return { id: test.id, name: test.fullName, checks, cases, set, fault }
  })
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    set: tests.find(({ set }) => set !== null)?.set ?? null,
    failure: describeErrors(module, askedOf(module)?.root ?? root, outside),
    tests,
  }
}

/** `expect.poll` keeps the words of an error and not its name. */
function nameFault({ name = 'Error', message = '' }: Partial<Error> = {}): string {
  return message.includes(' cannot be used with expect.poll: ') ? 'InputError' : name
}

/** Null where a file ran to its end. Paths below the root are shown as users know them. */
function describeErrors(module: TestModule, root: string, outside: readonly OutsideError[]): string | null {
  const [error] = module.errors()
  const state = module.state()
  if (error === undefined && (state === 'queued' || state === 'pending')) return describeLost(module, outside)
  if (error === undefined && state === 'failed' && [...module.children.allTests()].length === 0) return 'it failed'
  return error === undefined ? null : (error.message ?? String(error)).replaceAll(`${root}/`, '')
}

/** Where a process ends, the pool says so. Else it was Vitest that could not begin with the file, and says why. */
function describeLost({ children }: TestModule, outside: readonly OutsideError[]): string {
  const texts = outside.flatMap(({ text, isOfFile }) => (isOfFile ? [] : [text]))
  const isEnded = children.size > 0 || texts.length === 0 || texts.some((text) => text.startsWith('[vitest-pool]'))
  return isEnded ? 'it left nothing; its process ended' : `it could not be collected: ${texts[0]}`
}
