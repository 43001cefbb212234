import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSubject } from '../../src/agent/command.js'
import { inWorkspace } from '../../src/agent/in-workspace.js'
import { fixture } from './fixtures.js'

const signal = new AbortController().signal

test('a function works in a copy, and its own diff does not count', async () => {
  let path = ''
  const subject = inWorkspace(fixture(), async ({ input }: { input: string }, { signal: given, workspace }) => {
    path = workspace.path
    writeFileSync(join(path, 'new.txt'), `${input}\n`)
    return { output: given === signal ? 'done' : 'without signal', diff: 'what it says', usage: { tokens: 3 } }
  })
  expect(await subject({ input: 'hello' }, { signal })).toEqual({
    output: 'done',
    diff: expect.stringMatching(/^diff --git a\/new.txt b\/new.txt\n[\s\S]+\+hello\n$/),
    changedFiles: ['new.txt'],
    usage: { tokens: 3 },
  })
  expect(existsSync(path)).toBe(false)
})

test('a text is an answer too, and no change an empty diff', async () => {
  const subject = inWorkspace(fixture(), () => 'nothing to do')
  expect(await subject({})).toEqual({ output: 'nothing to do', diff: '', changedFiles: [] })
})

test('a command runs in the workspace around it', async () => {
  const subject = inWorkspace(fixture(), commandSubject({ command: ['sh', '-c', 'rm notes.txt; echo gone'] }))
  expect(await subject({ input: '' })).toMatchObject({ output: 'gone', exitCode: 0, changedFiles: ['notes.txt'] })
})

test.each<[string, () => never]>([
  [
    'fails',
    () => {
      throw new Error('crashed')
    },
  ],
  ['returns something else', () => 42 as never],
])('nothing is left of the workspace when the subject %s', async (_what, end) => {
  let path = ''
  const subject = inWorkspace(fixture(), (_case: object, { workspace }) => {
    path = workspace.path
    return end()
  })
  await expect(subject({})).rejects.toThrow(
    /crashed|a workspace of .+ expected what the subject returned to be a string/,
  )
  expect(path).not.toBe('')
  expect(existsSync(path)).toBe(false)
})

test('a test that is over leaves no workspace', async () => {
  const subject = inWorkspace(fixture(), () => 'x')
  await expect(subject({}, { signal: AbortSignal.abort() })).rejects.toThrow('The test ended before git init was done')
})
