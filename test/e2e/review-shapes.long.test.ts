/**
 * Shapes in which a test may give a review to `toFindBaselineIssues`.
 */
import { expect, test } from 'vitest'
import { judgedConfig, runFiles } from './run-files.js'

const source = `import { expect, test } from 'vitest'
const description = 'SQL injection: the user name goes unescaped into the login query'
const issues = { critical: [{ id: 'SQL', description, location: 'src/login.ts:12' }] }
const text = '- src/login.ts:12: ' + description
const location = { physicalLocation: { artifactLocation: { uri: 'src/login.ts' }, region: { startLine: 12 } } }
const sarif = { version: '2.1.0', runs: [{ results: [{ message: { text: description }, locations: [location] }] }] }
const shapes = {
  text,
  'an object with text': { result: text },
  messages: [{ role: 'user', content: 'Review it' }, { role: 'assistant', content: text }],
  findings: [{ text: description, file: 'src/login.ts', line: 12 }],
  'GitHub comments': [{ path: 'src/login.ts', line: 12, body: description }],
  SARIF: sarif,
  'SARIF as text': JSON.stringify(sarif),
  'Windows line ends': 'Review\\r\\n\\r\\n' + text + '\\r\\n',
}
for (const [name, shape] of Object.entries(shapes)) {
  test(name, async () => { await expect(shape).toFindBaselineIssues(issues) })
  test(name + ', judged', async () => { await expect(shape).toFindBaselineIssues(issues, { judge: true }) })
}
const asked = [{ role: 'user', content: text }, { role: 'assistant', content: 'Looks good to me.' }]
test('asked', async () => { await expect(asked).not.toFindBaselineIssues(issues) })
test('asked, as texts', async () => { await expect(asked.map(({ role, content }) => ({ role, text: content }))).not.toFindBaselineIssues(issues) })
test('asked, human review', async () => { await expect(asked).not.toMatchHumanReview([{ file: 'src/login.ts:12', body: description }]) })
test('only asked', async () => { await expect(asked.slice(0, 1)).not.toFindBaselineIssues(issues) })
const nothing = { 'found none': 'I found no issues in this change.', 'none': 'None.', 'said in messages': [{ role: 'assistant', content: 'LGTM, nothing to report' }], 'said in JSON': { issues: [{ description: 'No issues found.' }] } }
for (const [name, review] of Object.entries(nothing)) test(name, async () => { await expect(review).not.toFindBaselineIssues(issues) })
const clean = { runs: [], findings: [] }
test('clean', async () => { await expect(clean).not.toFindBaselineIssues(issues) })
test('no review', async () => { await expect({ answer: 'x' }).toFindBaselineIssues(issues) })
`

test('a review may have any shape that a reviewer or its tool gives it', async () => {
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
  const failed = Object.entries(run.tests).filter(([, { status }]) => status === 'failed')
  expect(failed.map(([name]) => name)).toEqual(['no review'])
  const nothing = run.results[0]?.checks.filter(({ test }) => /found none|^none$|said in/.test(test))
  expect(nothing?.map(({ judgement }) => (judgement as { findings?: object[] }).findings)).toEqual([[], [], [], []])
  expect(failed[0]?.[1].errors[0]).toMatch(/^InputError: toFindBaselineIssues: expected the output to be a text/)
})
