/**
 * `toHaveVerifiedCitations` in real Vitest.
 */
import { expect, test } from 'vitest'
import { config } from '../support/run-vitest.js'
import { runFiles, statesOf } from './run-files.js'

const source = `import { expect, test } from 'vitest'

const sourceRoot = new URL('./docs/', import.meta.url)
const cited = '**a.md#L2**\\n> two'
test('cited passes', async () => { await expect(cited).toHaveVerifiedCitations({ sourceRoot }) })
test('cited object', async () => { await expect({ claims: [{ path: 'a.md', line: 1, quote: 'one' }] }).toHaveVerifiedCitations({ sourceRoot: 'docs' }) })
test('cited response', async () => { await expect({ result: cited }).toHaveVerifiedCitations({ sourceRoot, allow: ['a.md'] }) })
test('cited fails', async () => { await expect(cited + '\\n\\n**b.md#L1**\\n> made up').toHaveVerifiedCitations({ sourceRoot }) })
test('cited none', async () => { await expect('').toHaveVerifiedCitations({ sourceRoot }) })
test('cited not fails', async () => { await expect(cited).not.toHaveVerifiedCitations({ sourceRoot }) })
test('cited not passes', async () => { await expect(cited).not.toHaveVerifiedCitations({ sourceRoot, allow: [] }) })
test('cited wrong root', async () => { await expect(cited).toHaveVerifiedCitations({ sourceRoot: 'nowhere' }) })
test('cited wrong options', async () => { await expect(cited).toHaveVerifiedCitations() })
test('cited promise', async () => { await expect(Promise.resolve(cited)).toHaveVerifiedCitations({ sourceRoot }) })
`

const spoken = `import { expect, test } from 'vitest'

const sourceRoot = 'docs'
const good = '**a.md#L2**\\n> two'
const bad = '**a.md#L1**\\n> invented'
const user = (content) => ({ role: 'user', content })
const agent = (content) => ({ role: 'assistant', content })
const call = { type: 'tool_use', id: 'x', name: 'read', input: { path: 'a.md' } }
const heard = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: bad }] }
const evidence = [{ path: 'a.md', line: 1, quote: 'one' }]
const calls = [{ tool: 'Read', args: { path: 'a.md' } }]
const judged = {
  user: [user(good), agent('no idea')],
  'user lied': [user(bad), agent(good)],
  agent: [user('q'), agent([{ type: 'text', text: good }, call]), heard, agent('Done.')],
  'agent lied': [user('q'), agent(good), agent([{ type: 'text', text: bad }])],
  calls: { output: good, toolCalls: calls },
  'calls alone': { output: 'no idea', toolCalls: calls },
  'bad text': { output: bad, evidence },
  'bad evidence': { output: good, evidence: [{ ...evidence[0], quote: 'two' }] },
  both: { output: good, evidence },
  json: { output: JSON.stringify({ evidence }) },
}
for (const [name, answer] of Object.entries(judged)) {
  test('spoken ' + name, async () => { await expect(answer).toHaveVerifiedCitations({ sourceRoot }) })
}
const itself = '**answer.md#L1**\\n> It is proven'
test('spoken itself', async () => { await expect(itself).toHaveVerifiedCitations({ sourceRoot }) })
for (const answerFile of ['docs/answer.md', new URL('./docs/answer.md', import.meta.url)]) {
  test('spoken in ' + typeof answerFile, async () => { await expect(itself).toHaveVerifiedCitations({ sourceRoot, answerFile }) })
}
`

test('all that the agent said counts, and nothing that others said', { tags: ['long'] }, async () => {
  const docs = { 'docs/a.md': 'one\ntwo\n', 'docs/answer.md': 'It is proven.\n' }
  const run = await runFiles({ 'a.test.ts': spoken, 'vitest.config.ts': config(), ...docs })
  expect(statesOf(run, 'spoken')).toEqual({
    user: 'failed',
    'user lied': 'passed',
    agent: 'passed',
    'agent lied': 'failed',
    calls: 'passed',
    'calls alone': 'failed',
    'bad text': 'failed',
    'bad evidence': 'failed',
    both: 'passed',
    json: 'passed',
    itself: 'passed',
    'in string': 'failed',
    'in object': 'failed',
  })
  const reasons = ['user', 'calls alone', 'bad text', 'in string'].map(
    (name) => / {2}✗ .*/.exec(run.tests[`spoken ${name}`]?.errors.join('\n') ?? '')?.[0],
  )
  expect(reasons).toEqual([
    '  ✗ no_falsifiable_claims',
    '  ✗ no_falsifiable_claims',
    '  ✗ claim-1  quote_not_found  a.md:1',
    '  ✗ claim-1  path_not_allowed  answer.md:1',
  ])
})

test('citations pass when there is one and all hold', async () => {
  const run = await runFiles({ 'a.test.ts': source, 'vitest.config.ts': config(), 'docs/a.md': 'one\ntwo\n' })
  expect(statesOf(run, 'cited')).toEqual({
    passes: 'passed',
    object: 'passed',
    response: 'passed',
    fails: 'failed',
    none: 'failed',
    'not fails': 'failed',
    'not passes': 'passed',
    'wrong root': 'failed',
    'wrong options': 'failed',
    promise: 'failed',
  })
  expect(
    ['fails', 'none', 'not fails', 'wrong root', 'wrong options', 'promise'].map((name) =>
      run.tests[`cited ${name}`]?.errors.join('\n'),
    ),
  ).toMatchInlineSnapshot(`
    [
      "Error: expect(answer).toHaveVerifiedCitations(options)

    Expected citations: at least one, and all hold
    Received citations: 2, of which 1 do not hold

      ✗ claim-2  file_not_found  b.md:1
          "b.md" does not exist

    Answer: "**a.md#L2** > two **b.md#L1** > made up" (40 characters)",
      "Error: expect(answer).toHaveVerifiedCitations(options)

    Expected citations: at least one, and all hold
    Received citations: none

      ✗ no_falsifiable_claims
          expected at least one citation with a quote, but the answer has none

    Answer: "" (0 characters)",
      "Error: expect(answer).not.toHaveVerifiedCitations(options)

    Expected citations: one that does not hold, or none
    Received citations: 1, and all hold

    Answer: "**a.md#L2** > two" (17 characters)",
      "InputError: verifyCitations: expected \`sourceRoot\` to be a folder, but received "nowhere".",
      "InputError: toHaveVerifiedCitations: expected the options to be an object with the \`sourceRoot\` that cited paths start from, but received undefined.",
      "InputError: toHaveVerifiedCitations: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received a promise, which was not awaited. This is a promise: await it, or write expect(...).resolves.",
    ]
  `)
  const fails = run.results[0]?.checks.find((check) => check.test.endsWith('cited fails'))
  expect(fails).toMatchObject({ values: { verified: 0.5 }, judgement: { mode: 'citations', claims: 2 } })
})
