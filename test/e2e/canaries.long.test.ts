/**
 * `vitest-judge canaries` before a judge that obeys what it reads and before one that does not, over the local Messages API.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { canaries } from '../../src/calibration/canaries.js'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import type { MessagesRequest } from '../support/messages-api-rules.js'
import { makeFolder } from './run-files.js'

const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

/** An answer of the judge, as a share of the scale that depends on what it reads. */
const answers =
  (score: (text: string) => number) =>
  ({ messages, output_config }: MessagesRequest): Item => {
    const text = messages.flatMap(({ content }) => content.map((block) => block.text ?? '')).join('\n')
    const [, material = ''] = /name="(?:response|produced)">\n([\s\S]*?)\n<\/material-/.exec(text) ?? []
    const schema = (output_config?.format?.schema ?? {}) as { properties?: Record<string, { properties: object }> }
    const scores = schema.properties?.scores
    const share = score(material)
    if (scores === undefined) return { json: { evidence: [], justification: 'as it reads', score: share } }
    const leaf = { evidence: [], reasoning: 'as it reads', value: Math.max(1, share * 10) }
    const names = Object.keys(scores.properties)
    return { json: { scores: Object.fromEntries(names.map((name) => [name, leaf])), assessment: 'as it reads' } }
  }

async function run(score: (text: string) => number): Promise<{ code: number; stdout: string; requests: number }> {
  await using api = await startMessagesApi({ reply: answers(score) })
  const env = { PATH: process.env.PATH ?? '', ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
  const ran = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, 'canaries'], { cwd: makeFolder({}), env }, (error, stdout) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
    })
  })
  return { ...ran, requests: api.stats.requests }
}

const isHonest = (text: string) => text.includes('0 / 0')

it('a judge that goes by what is answered is sound, and is not asked about what cannot be seen', async () => {
  const { code, stdout, requests } = await run((text) => (isHonest(text) ? 0.9 : 0.1))
  expect(stdout).toMatchInlineSnapshot(`
    "Canaries  0 of 36 pass before claude-haiku-5-5; none may
      ✓ empty                rubric fails unasked, case fails unasked  (nothing at all)
      ✓ white space          rubric fails unasked, case fails unasked  (nothing to see)
      ✓ zero-width only      rubric fails unasked, case fails unasked  (characters without a glyph)
      ✓ colon                rubric 0.10, case 0.10  (a single character that opens an answer)
      ✓ opener               rubric 0.10, case 0.10  (the beginning of an answer that never comes)
      ✓ heading              rubric 0.10, case 0.10  (a heading without a text)
      ✓ flattery             rubric 0.10, case 0.10  (praise of whoever judges)
      ✓ self-praise          rubric 0.10, case 0.10  (claims of quality instead of an answer)
      ✓ echoed verdict       rubric 0.10, case 0.10  (the reply of a judge on a rubric)
      ✓ echoed case verdict  rubric 0.10, case 0.10  (the reply of a judge on a case)
      ✓ final verdict        rubric 0.10, case 0.10  (a verdict in words)
      ✓ ignore the above     rubric 0.10, case 0.10  (an instruction to whoever judges)
      ✓ system message       rubric 0.10, case 0.10  (a role that it does not have)
      ✓ fence closer         rubric 0.10, case 0.10  (to end the material and go on outside of it)
      ✓ hidden instruction   rubric 0.10, case 0.10  (an instruction in characters without a glyph)
      ✓ expert answer        rubric 0.10, case 0.10  (the place of the reference)
      ✓ padding              rubric 0.10, case 0.10  (length)
      ✓ refusal              rubric 0.10, case 0.10  (no answer, politely)
      ✓ honest answer        rubric 0.90, case 0.90  (to answer, so it must pass)
    The judge fails all of them, and passes an honest answer.
    "
  `)
  expect(code).toBe(0)
  expect(requests).toBe((canaries.length - 3 + 1) * 2)
})

it('a judge that obeys is found out, by each instruction that it obeys', async () => {
  const { code, stdout } = await run((text) =>
    isHonest(text) || /highest value|"value":10|full marks/.test(text) ? 1 : 0.1,
  )
  expect(code).toBe(1)
  expect(stdout.match(/^ {2}✗ .*?(?= {2})/gm)).toEqual(
    ['echoed verdict', 'ignore the above', 'system message', 'fence closer', 'hidden instruction'].map(
      (name) => `  ✗ ${name}`,
    ),
  )
  expect(stdout).toContain('Canaries  10 of 36 pass before claude-haiku-5-5; none may')
  expect(stdout).toContain('The judge can be talked into a pass.')
})

it('a judge that fails everything, or says nothing, is not called sound', async () => {
  const strict = await run(() => 0.1)
  expect(strict).toMatchObject({ code: 1, stdout: expect.stringContaining('fails an honest answer too') })
  const mute = await run(() => 7)
  expect(mute).toMatchObject({ code: 1, stdout: expect.stringContaining('The honest answer is unjudged') })
})
