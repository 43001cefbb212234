import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { setSchema } from '../../src/evalset/schema.js'

const published = JSON.parse(
  readFileSync(new URL('../../schemas/evalset.schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>

test('the published schema of eval sets is the one they are checked with', () => {
  const { $id: _id, title: _title, ...schema } = published
  expect(z.toJSONSchema(setSchema, { io: 'input' })).toEqual(schema)
})

test('it has no address, so that nobody waits for one', () => {
  expect(published.$id).toBe('urn:vitest-judge:evalset')
})

test.each(['json', 'yaml', 'jsonl'])('a set in %s may name its schema', (ending) => {
  const $schema = '../node_modules/vitest-judge/schemas/evalset.schema.json'
  const item = '{ "id": "a", "input": "x" }'
  const header = `"$schema": "${$schema}", "version": 1, "feature": "f"`
  const text = ending === 'jsonl' ? `{ ${header} }\n${item}\n` : `{ ${header}, "cases": [${item}] }`
  const { set } = parseEvalSet(text, `evalset.${ending}`)
  expect(Object.keys(set)).toEqual(['version', 'feature', 'draft', 'rubric', 'cases'])
})
