import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { runCommand } from '../support/run-command.js'
import { type Files, write } from '../support/run-vitest.js'
import { makeRepository, read } from './repositories.js'

vi.setConfig({ testTimeout: 30_000 })

const intent = '# Intent: Refunds\n\nScenario: Too late\n  Given a lamp\n  When it comes back\n  Then nothing is paid\n'

const makeFolder = (files: Files) => makeRepository({ 'package.json': '{}', 'intent.md': intent, ...files })
const create = (folder: string, ...args: string[]) => runCommand(folder, 'create', ...args)

it('writes the set and a subject for it', async () => {
  const folder = makeFolder({ 'tsconfig.json': '{}' })
  expect(await create(folder, 'intent.md')).toMatchObject({ code: 0, stderr: '' })
  const text = read(folder, 'evals/refunds.evalset.json')
  expect(parseEvalSet(text, 'refunds.evalset.json').set).toMatchObject({
    feature: 'refunds',
    draft: true,
    rubric: { pass_threshold: 0.75, invert_mode: 'complement' },
    cases: [{ id: 'too-late', input: 'Given a lamp\nWhen it comes back', expected: 'nothing is paid' }],
  })
  expect(read(folder, 'evals/refunds.subject.ts')).toMatchInlineSnapshot(`
    "/** Produces what refunds.evalset.json judges: called once for each case. */
    export default async function produce({ input }: { input: unknown }) {
      return { output: await answer(String(input)) }
    }

    /**
     * Stands in for your agent: ask it here.
     */
    async function answer(_question: string) {
      return 'Nobody was asked.'
    }
    "
  `)
})

it('leaves a subject that is there, and never writes over a set', async () => {
  const folder = makeFolder({ 'sets/a.evalset.subject.mjs': '' })
  const args = ['intent.md', '--out', 'sets/a.evalset.json']
  const { stdout } = await create(folder, ...args)
  expect(stdout).toMatchInlineSnapshot(`
    "sets/a.evalset.json written: 1 draft case
    sets/a.evalset.subject.mjs left: it is there already

    Run it with: npx vitest run sets/a.evalset.json
    A draft is scored and blocks nothing; take "draft": true out when its cases are right.
    "
  `)
  write(folder, { 'sets/a.evalset.json': 'mine' })
  expect(await create(folder, ...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'vitest-judge: sets/a.evalset.json is there already and is not overwritten. Give another name with --out, or move it away first.\n',
  })
  expect(read(folder, 'sets/a.evalset.json')).toBe('mine')
  expect(readdirSync(join(folder, 'sets')).toSorted()).toEqual(['a.evalset.json', 'a.evalset.subject.mjs'])
})

it('names what a template leaves to fill in, with its lines', async () => {
  const folder = makeFolder({ 'intent.md': intent.replace('Refunds', '{Feature}').replace('a lamp', '{context}') })
  expect((await create(folder, 'intent.md')).stdout).toContain(
    '\nTo fill in, there and in intent.md:\n  {Feature}\n  {context}  line 3\n\n',
  )
})

it('a hostile name is no path', async () => {
  const folder = makeFolder({ 'intent.md': intent.replace('Refunds', '../../etc/\u202Epasswd\u0007') })
  await create(folder, 'intent.md')
  expect(readdirSync(join(folder, 'evals')).toSorted()).toEqual(['etc-passwd.evalset.json', 'etc-passwd.subject.js'])
})

it.each<[string[], Files, string]>([
  [['nothing.md'], {}, 'Cannot read nothing.md: ENOENT'],
  [['.'], {}, 'Cannot read .: EISDIR'],
  [
    ['intent.md', '--out', 'a.json'],
    {},
    '--out: expected it to be a name that ends in `.evalset.json`, but received "a.json".',
  ],
  [['intent.md', '--out', 'a.evalset.yaml'], {}, '--out: expected it to be a name that ends in `.evalset.json`'],
  [['intent.md'], { evals: 'a file' }, 'Cannot write evals/refunds.subject.js: evals is no folder.'],
  [
    ['intent.md'],
    { 'intent.md': '# Intent: x\n' },
    'intent.md: expected it to hold at least one scenario, but there is none.',
  ],
  [[], {}, 'Name one intent file.'],
  [['intent.md', 'other.md'], {}, 'Name one intent file.'],
])('create %j is refused with %j: %s', { tags: ['long'] }, async (args, files, message) => {
  const folder = makeFolder(files)
  const { code, stdout, stderr } = await create(folder, ...args)
  expect(stderr).toContain(`vitest-judge: ${message}`)
  expect(stdout).toBe('')
  expect(code).toBe(2)
  expect(existsSync(join(folder, 'evals/refunds.evalset.json'))).toBe(false)
})
