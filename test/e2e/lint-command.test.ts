/**
 * `vitest-judge lint` on rubrics and eval sets, as a user runs it.
 */
import { expect, it } from 'vitest'
import { runCommand } from '../support/run-command.js'
import { makeFolder } from './run-files.js'

const dimensions = [{ name: 'tone', weight: 1, measures: 'sounds \u202Egood' }]
const evalSet = {
  version: 1,
  feature: 'refunds',
  rubric: { dimensions },
  cases: [{ id: 'a', input: 'x', expected: 'y' }],
}

it('gives advice on a rubric and on an eval set, and ends with 0', async () => {
  const path = makeFolder({
    'rubric.yaml': 'dimensions:\n  - { name: tone, weight: 1, measures: sounds good }\npassThreshold: 0.1\n',
    'refunds.evalset.json': JSON.stringify(evalSet),
    'fine.json': JSON.stringify('names the line that fails').replace(/^/, '\n'),
  })
  const [rubric, set, fine] = await Promise.all(
    ['rubric.yaml', 'refunds.evalset.json', 'fine.json'].map((file) => runCommand(path, 'lint', file)),
  )
  expect(rubric).toMatchObject({ code: 0, stderr: '' })
  expect(rubric?.stdout).toMatchInlineSnapshot(`
    "rubric.yaml: 3 pieces of advice
      tone: vague: "good" is a matter of taste: name what can be pointed to in the text, or add anchors.
      tone: anchors: 10 steps without anchors: raters use the scale as they like. Describe bands, or take a shorter scale.
      the rubric: threshold: the lowest values already give 0.10, so 0.1 passes everything: raise it, or begin scales at 0.
    "
  `)
  expect(set?.stdout).toContain('refunds.evalset.json: 3 pieces of advice\n  tone: vague: "good" is a matter of taste')
  expect(fine).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('criterion: anchors: 10 steps without anchors'),
  })
})

it('a file that is neither is wrong input', { tags: ['long'] }, async () => {
  const path = makeFolder({ 'list.json': '[1]', 'broken.json': '{', 'set.json': '{"feature": 1}' })
  const [list, broken, set, none, two] = await Promise.all([
    runCommand(path, 'lint', 'list.json'),
    runCommand(path, 'lint', 'broken.json'),
    runCommand(path, 'lint', 'set.json'),
    runCommand(path, 'lint'),
    runCommand(path, 'lint', 'list.json', 'set.json'),
  ])
  expect(list).toMatchObject({
    code: 2,
    stderr: 'vitest-judge: list.json: rubric: expected it to be an object, but received [1].\n',
  })
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('broken.json: expected JSON or YAML, but') })
  expect(set).toMatchObject({ code: 2, stderr: expect.stringContaining('set.json:1:1: expected `version`') })
  for (const misuse of [none, two]) {
    expect(misuse).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name one file with a rubric or an eval set.'),
    })
  }
})
