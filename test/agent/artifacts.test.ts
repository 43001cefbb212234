import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { artifactSubject } from '../../src/agent/artifacts.js'

const folder = mkdtempSync(join(tmpdir(), 'artifacts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'whole.json': '\uFEFF{ "output": "all of it", "toolCalls": [] }',
  'text.md': 'the *answer*',
  'both.txt': 'I changed a line.',
  'both.diff': '--- a/x\n+++ b/x\n',
  'change.patch': '--- a/y\n+++ b/y\n',
  'a%2F..%2Fb.md': 'of an id with a slash',
  'über.md': 'of an id with an umlaut',
  'twice.md': 'one',
  'twice.txt': 'two',
  'mixed.json': '{}',
  'mixed.md': 'and a text',
  'broken.json': '{ "output": ',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
mkdirSync(join(folder, 'inner.md'))

const read = await artifactSubject(folder)
const produced = (id: string) => read({ id, input: '', expected: '', labels: [], must_not: [] })

test.each([
  ['whole', { output: 'all of it', toolCalls: [] }],
  ['text', { output: 'the *answer*' }],
  ['both', { output: 'I changed a line.', diff: '--- a/x\n+++ b/x\n' }],
  ['change', { output: '', diff: '--- a/y\n+++ b/y\n' }],
  ['a/../b', { output: 'of an id with a slash' }],
  ['u\u0308ber', { output: 'of an id with an umlaut' }],
])('case %s has what its files hold', async (id, expected) => {
  expect(await produced(id)).toEqual(expected)
})

test.each(['missing', 'twice', 'mixed', 'broken', 'inner', '../artifacts', 'text.md'])(
  'case %s has no artifact that can be meant',
  async (id) => {
    await expect(produced(id)).rejects.toThrow(/expected .* to be (?:either ID\.json|JSON of the form)/)
  },
)

test('messages say what was looked for, and what is there', async () => {
  const message = async (id: string) => String(await produced(id).catch((error: Error) => error.message))
  const shown = [await message('missing'), await message('twice'), await message('broken')]
  expect(shown.join('\n').replaceAll(folder, 'artifacts')).toMatchInlineSnapshot(`
    "recorded artifact of case "missing": expected what is in artifacts to be either ID.json, or ID.md (.txt), ID.diff (.patch) or both, but received undefined. Record the agent once more, or skip the case.
    recorded artifact of case "twice": expected what is in artifacts to be either ID.json, or ID.md (.txt), ID.diff (.patch) or both, but received "twice.md, twice.txt". Only one of them can be meant.
    artifacts/broken.json: expected the recorded artifact to be JSON of the form { output, diff?, toolCalls?, usage? }, but received "{ \\"output\\": ". Unexpected end of JSON input."
  `)
})

test('a folder that is not there is named', async () => {
  await expect(artifactSubject(join(folder, 'nowhere'))).rejects.toThrow(
    'expected the folder of `subject.artifacts` to be a folder that can be read',
  )
})
