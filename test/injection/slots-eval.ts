/**
 * Slots of the cases of eval sets.
 *
 * @module
 */
import { showToolCalls } from '../../src/trajectory/shorten.js'
import { evalInput } from '../modes/tasks.js'
import { asIs, evalPosed, lines, type Slot, togetherPosed } from './slot.js'

const call = { tool: 'lookup', args: { order: 7 }, result_summary: 'broken' }
const callSlot = (field: string, change: (text: string) => object): Slot => ({
  slot: `evalset: ${field} of a tool call`,
  pose: (text) => evalPosed({ produced: { toolCalls: [{ ...call, ...change(text) }] } }),
  material: 'tool_calls',
  raw: (text) => showToolCalls([{ ...call, ...change(text) }]),
})

const named = (name: string) => ({
  ...evalInput().dimensions[3],
  name,
  weight: 1,
  invert: false,
  category: 'artifact' as const,
})

/** A name that could say something is told as material; of several dimensions each by its place. */
const nameSlots: Slot[] = [evalPosed, togetherPosed].map((pose, index) => ({
  slot: `evalset${index === 0 ? '' : ' together'}: name of a dimension`,
  pose: (name) => pose({}, [named(name)]),
  material: 'dimension',
  raw: (name) => `dimension__1: ${name}\nHow kindly the refusal is put.`,
  benign: 'a name of four words',
}))

const togetherSlots: Slot[] = [
  {
    slot: 'evalset together: produced',
    pose: (output) => togetherPosed({ produced: { output } }),
    material: 'produced',
    raw: asIs,
  },
  {
    slot: 'evalset together: measures',
    pose: (measures) => togetherPosed({ measures }),
    material: 'dimension',
    raw: (measures) => `grace: ${measures}`,
  },
]

const evalSlots: Slot[] = [
  { slot: 'evalset: input', pose: (input) => evalPosed({ case: { input } }), material: 'input', raw: asIs },
  {
    slot: 'evalset: input as JSON',
    pose: (text) => evalPosed({ case: { input: { ask: text } } }),
    material: 'input',
    raw: (text) => JSON.stringify({ ask: text }, null, 2),
  },
  {
    slot: 'evalset: expected',
    pose: (expected) => evalPosed({ case: { expected } }),
    material: 'expected',
    raw: asIs,
  },
  {
    slot: 'evalset: must_not',
    pose: (text) => evalPosed({ case: { must_not: ['refund denied', text] } }),
    material: 'must_not',
    raw: (text) => lines('refund denied', text),
  },
  {
    slot: 'evalset: produced',
    pose: (output) => evalPosed({ produced: { output } }),
    material: 'produced',
    raw: asIs,
  },
  {
    slot: 'evalset: diff',
    pose: (diff) => evalPosed({ produced: { diff } }),
    material: 'produced_change',
    raw: asIs,
  },
  callSlot('name', (tool) => ({ tool })),
  callSlot('arguments', (order) => ({ args: { order } })),
  callSlot('result', (result_summary) => ({ result_summary })),
  callSlot('error', (error) => ({ error })),
  { slot: 'evalset: measures', pose: (measures) => evalPosed({ measures }), material: 'dimension', raw: asIs },
]

/** A patch that adds a text, with line counts that fit. */
/** All of them. */
export const EVAL_SLOTS: readonly Slot[] = [...evalSlots, ...togetherSlots, ...nameSlots]
