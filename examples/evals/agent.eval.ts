/**
 * A command that works on files. It gets a copy of a fixture, and what it changed there is judged: against the patch that is known
 * to be right, and on one criterion in words.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandSubject } from 'vitest-judge'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const agent = commandSubject({
  command: ['node', pathOf('../agents/cart-agent.mjs')],
  workspace: pathOf('../fixtures/cart'),
})

const task = 'Two mugs for 12.00 each cost 12.00 in the cart, and the badge says 1. Quantities are left out.'

test('the agent mends the cart', async ({ signal }) => {
  const { diff, changedFiles } = await agent({ input: task }, { signal })
  expect(changedFiles).toEqual(['src/cart.ts'])
  await expect(diff).toMatchGroundTruthPatch(readFileSync(pathOf('patches/cart.diff'), 'utf8'))
  await expect(diff).toPassRubric('Mends the cause and changes nothing else', { challenge: task })
})

test('a task that it does not understand is a failure with its own words', async ({ signal }) => {
  await expect(agent({ input: 'Make it blue.' }, { signal })).rejects.toThrow('no rule fits the task "Make it blue."')
})
