/**
 * The judge of all contestants but ours, which have none of their own for the Messages API: a function of the text, in the
 * module `grade.js` beside the cases. Without a client it is `fetch`; with one it is the SDK, which tries twice more.
 *
 * @module
 */

/** What a folder with the SDK needs. */
export const sdk = { '@anthropic-ai/sdk': '1.14.0' }

const bodyOf = `const bodyOf = (text) => ({
  model: 'claude-haiku-5-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Is this answer right? Say {"score": 0 to 1}. ' + text }],
})
const scoreOf = (message) => JSON.parse(message.content[0].text).score
`

const withFetch = `${bodyOf}
export async function grade(text) {
  const headers = { 'content-type': 'application/json', 'x-api-key': process.env.ANTHROPIC_API_KEY, 'anthropic-version': '2026-10-21' }
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body: JSON.stringify(bodyOf(text)) })
  if (!response.ok) throw new Error('status ' + response.status)
  return scoreOf(await response.json())
}
`

const withSdk = `import Anthropic from '@anthropic-ai/sdk'
const client = new Anthropic()
${bodyOf}
export const grade = async (text) => scoreOf(await client.messages.create(bodyOf(text)))
`

/** Source of `grade.js`. */
export function gradeModule(client) {
  return client === 'sdk' ? withSdk : withFetch
}

/** Source of a list of cases. */
export function casesOf(count) {
  return `Array.from({ length: ${count} }, (_, n) => ({ name: 'case ' + n, input: 'question ' + n, expected: 'answer ' + n }))`
}

/** Modules of tests that judge nothing, by their path. */
export function plainFiles(count) {
  const text = `import { expect, test } from 'vitest'\ntest('adds', () => { expect(1 + 1).toBe(2) })\n`
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`unit/${n}.test.js`, text]))
}

/** Failed tests by the summary that Vitest's own reporter prints; null where there is none. */
export function failedTests(output) {
  const summary = /^\s*Tests\s+(.*)$/m.exec(output)?.[1]
  return summary === undefined ? null : Number(/(\d+) failed/.exec(summary)?.[1] ?? 0)
}
