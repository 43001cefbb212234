/**
 * docs/calibration.md says what runs: its commands and snippets are run, its figures are those that come, its tables are those
 * of the code.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canaries } from '../../src/calibration/canaries.js'
import { MODE_NAMES } from '../../src/modes/registry.js'
import { makeFolder, runFolder } from '../e2e/run-files.js'
import { type Item, type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import type { MessagesRequest } from '../support/messages-api-rules.js'
import { config } from '../support/run-vitest.js'
import { blockOf, read } from './pages.js'

const page = read('docs/calibration.md')
const block = (mark: string) => blockOf(page, mark)

/** A judge that passes what names a setting, and errs on a few tickets. */
function answer({ messages, output_config }: MessagesRequest): Item {
  const text = messages.flatMap(({ content }) => content.map((part) => part.text ?? '')).join('\n')
  const [, response = ''] = /name="(?:response|produced)">\n([\s\S]*?)\n<\/material-/.exec(text) ?? []
  const errs = /Ticket (?:1[259]|2[25]|35)$/.test(response)
  const good = errs !== /Settings|start value 0/.test(response)
  const schema = (output_config?.format?.schema ?? {}) as { properties?: Record<string, { properties: object }> }
  const scores = schema.properties?.scores
  if (scores === undefined) return { json: { evidence: [], justification: 'as it reads', score: good ? 0.9 : 0.1 } }
  const leaf = { evidence: [], reasoning: 'as it reads', value: good ? 9 : 2 }
  const names = Object.keys(scores.properties)
  return { json: { scores: Object.fromEntries(names.map((name) => [name, leaf])), assessment: 'as it reads' } }
}

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: answer })
})
afterAll(() => api.close())

/** The lines of the page, as many times as make forty, each with an answer of its own. */
function labels(): string {
  const [header = '', ...rows] = block('json evals/labels/support.jsonl').trim().split('\n')
  const kinds = [0, 0, 1, 0, 1, 0, 0, 1, 0, 2].map(
    (kind) => JSON.parse(rows[kind] ?? '') as { id: string; response: string },
  )
  const forty = Array.from({ length: 40 }, (_, index) => {
    const { response, ...row } = kinds[index % kinds.length] ?? { id: '', response: '' }
    return JSON.stringify({ ...row, id: `t-${index}`, response: `${response} Ticket ${index}` })
  })
  return [header, ...forty].join('\n')
}

const commands = [...page.matchAll(/^```sh\nnpx vitest-judge (.*)\n```$/gm)].map(([, command = '']) =>
  command.split(' '),
)

test('the commands run as they stand, and the result is the one that stands below', async () => {
  const refunds = { version: 1, feature: 'refunds', cases: [{ id: 'a', input: 'x', expected: 'y' }] }
  const path = makeFolder({
    'evals/labels/support.jsonl': labels(),
    'evals/refunds.evalset.json': JSON.stringify(refunds),
  })
  const env = { PATH: process.env.PATH ?? '', ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
  const program = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))
  const printed: string[] = []
  for (const args of commands) {
    printed.push(
      await new Promise<string>((resolve, reject) => {
        const done = (error: Error | null, stdout: string) => (error === null ? resolve(stdout) : reject(error))
        execFile(process.execPath, [program, ...args], { cwd: path, env }, done)
      }),
    )
  }
  const [result, drift, sound, advice] = printed
  expect(result).toBe(`${block('text result')}\nStored in evals/calibration/support.claude-haiku-5-5.json\n`)
  expect(drift).toMatch(/^Drift {2}0 of 40 labels are judged otherwise/)
  expect(sound).toContain('The judge fails all of them, and passes an honest answer.')
  expect(advice).toContain('refunds.evalset.json: ')
  await expectNotice(path)
})

/** A later run of the same judge and rubric prints the line of the page, but for its date. */
async function expectNotice(path: string): Promise<void> {
  const { rubric } = JSON.parse(labels().split('\n')[0] ?? '') as { rubric: object }
  const files = {
    'vitest.config.ts': config(`{ apiKey: 'test-key', baseURL: '${api.url}', recordings: 'off' }`),
    'a.test.ts': `import { expect, test } from 'vitest'
test('later', () => expect('Open Settings.').toPassRubric(${JSON.stringify(rubric)}))`,
  }
  const { write } = await import('../support/run-vitest.js')
  write(path, files)
  const { output } = await runFolder(path, { args: ['a.test'] })
  const date = /"calibrated": "(\S{10})/.exec(
    readFileSync(join(path, 'evals/calibration/support.claude-haiku-5-5.json'), 'utf8'),
  )?.[1]
  expect(output).toContain(
    block('text notice')
      .trim()
      .replace(/\d{4}-\d\d-\d\d$/, date ?? ''),
  )
}

test('its snippets run', async () => {
  const path = makeFolder({
    'vitest.config.ts': config(`{ apiKey: 'test-key', baseURL: '${api.url}', recordings: 'off' }`),
    ...Object.fromEntries(['evals/panel.eval.ts', 'evals/canaries.eval.ts'].map((name) => [name, block(`ts ${name}`)])),
  })
  const run = await runFolder(path, { args: ['evals'], resultsIn: 'evals/results' })
  expect(run.code, run.output).toBe(0)
  expect(Object.keys(run.tests)).toHaveLength(canaries.length + 1)
  expect(page).toContain(`shows the judge ${canaries.length} submissions`)
})

test('its table names every mode', () => {
  const table = page.slice(page.indexOf('| what is judged | the whole'), page.indexOf('Split the labels'))
  for (const mode of MODE_NAMES) expect(table).toContain(mode.startsWith('phase-') ? 'phases' : `\`${mode}\``)
})
