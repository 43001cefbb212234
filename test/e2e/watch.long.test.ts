/**
 * Watch mode re-runs a set when the set, its subject, its recordings or its artifacts change, and nothing otherwise.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect, test, vi } from 'vitest'
import { config, watchVitest } from '../support/run-vitest.js'
import { makeFolder } from './run-files.js'

const SET = (feature: string, ids: readonly string[]) =>
  JSON.stringify({ version: 1, feature, cases: ids.map((id) => ({ id, input: 'x', expected: 're:done' })) })

/** A watching Vitest, ended with the test. */
async function watch(path: string) {
  const { child, finished } = watchVitest(path, ['evals/', '--reporter=verbose'])
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += stripVTControlCharacters(String(chunk))
  })
  /** Waits until the runs that follow a change are over, and gives what they printed. */
  const next = async () => {
    const isOver = () => /(?:Waiting|Watching) for file changes/.test(printed)
    await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 })
    const text = printed
    printed = ''
    return text
  }
  return {
    next,
    /** What was printed since, after a while in which nothing should happen. */
    async rest() {
      await sleep(1_500)
      return printed.replace(/^\s*press h to show help, press q to quit\s*$/, '')
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await finished
    },
  }
}

test('a set runs again when it, its subject or what that imports changes, with labels that are new', async () => {
  const path = makeFolder({
    'vitest.config.ts': config(`{ judge: 'deterministic' }`),
    'evals/a.evalset.json': SET('a', ['one']),
    'evals/a.subject.ts': `export default () => 'done'`,
    'evals/b.evalset.json': SET('b', ['two']),
    'evals/b.subject.ts': `export { agent as default } from '../src/agent.js'`,
    'src/agent.js': `export const agent = () => 'done'`,
  })
  await using watching = await watch(path)
  expect(await watching.next()).toContain('a > one')
  const labelled = { id: 'new', input: 'x', expected: 're:done', labels: ['fresh label'] }
  writeFileSync(join(path, 'evals/a.evalset.json'), JSON.stringify({ version: 1, feature: 'a', cases: [labelled] }))
  const changed = await watching.next()
  expect(changed).toContain('a > new')
  expect(changed).not.toContain('b > two')
  expect(changed).not.toContain('is not defined in the configuration')
  writeFileSync(join(path, 'src/agent.js'), `export const agent = () => 'nothing'`)
  const agent = await watching.next()
  expect(agent).toContain('× evals/b.evalset.json > b > two')
  expect(agent).not.toContain('a > new')
  writeFileSync(join(path, 'evals/b.subject.ts'), `export default () => 'done'`)
  expect(await watching.next()).toContain('✓ evals/b.evalset.json > b > two')
  expect(await watching.rest()).toBe('')
})

test('a set runs again when its recordings change, and not because it wrote them', async () => {
  const path = makeFolder({
    'vitest.config.ts': config(
      `{ judge: scriptedModel({ reply: () => ({ evidence: [], justification: 'so', score: 0.8 }) }), gate: { passThreshold: 0.1 } }`,
      '{}',
      `import { scriptedModel } from 'vitest-judge'`,
    ),
    'evals/a.evalset.json': SET('a', ['one']),
    'evals/a.subject.ts': `export default () => 'done'`,
    'evals/b.evalset.json': SET('b', ['two']),
    'evals/b.subject.ts': `export default () => 'ready'`,
  })
  await using watching = await watch(path)
  expect(await watching.next()).toContain('Judge  6 requests')
  expect(await watching.rest()).toBe('')
  const file = recordingOf(path, 'a > one > response_quality')
  writeFileSync(file, readFileSync(file, 'utf8').replace('0.8', '0.9'))
  const changed = await watching.next()
  expect(changed).toContain('a > one')
  expect(changed).not.toContain('b > two')
  expect(changed).toMatch(/response_quality\s+0\.90/)
  expect(changed).toContain('Judge  0 requests')
  rmSync(file)
  expect(await watching.next()).toContain('Judge  1 request,')
  expect(await watching.rest()).toBe('')
})

test('a set runs again when its artifacts change', async () => {
  const path = makeFolder({
    'vitest.config.ts': config(`{ judge: 'deterministic', subject: { artifacts: 'artifacts' } }`),
    'artifacts/one.md': 'done',
    'evals/a.evalset.json': SET('a', ['one']),
    'evals/b.evalset.json': SET('b', ['two']),
    'evals/b.subject.ts': `export default () => 'done'`,
  })
  await using watching = await watch(path)
  expect(await watching.next()).toContain('✓ evals/a.evalset.json > a > one')
  writeFileSync(join(path, 'artifacts/one.md'), 'nothing')
  expect(await watching.next()).toContain('× evals/a.evalset.json > a > one')
})

function recordingOf(path: string, label: string): string {
  const folder = join(path, 'evals/recordings')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const found = files.find((name) => readFileSync(join(folder, name), 'utf8').includes(`"label": "${label}"`))
  if (found === undefined) throw new Error(`no recording of ${label}`)
  return join(folder, found)
}
