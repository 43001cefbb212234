/**
 * Thirty cases for every mode that asks a model: agents that looked into one bug of a web shop. The judge's answers are made
 * from the schema, with the texts of the mode, which stand in all of its cases.
 *
 * @module
 */
import { DEFAULT_DIMENSIONS } from '../dist/src/evalset/defaults.js'
import { equivalence } from '../dist/src/modes/equivalence.js'
import { evalCase } from '../dist/src/modes/eval-case.js'
import { modeOf } from '../dist/src/modes/registry.js'

const CHALLENGE = `Customers of our shop report that the cart loses items. They put something in, go on reading for a while, come back, and the cart is empty. It began after the release of last Tuesday, which moved the cart from the browser to the server. Find the cause, say who is affected, and propose the smallest change that mends it. Do not propose a rewrite. Say also what test would have caught it, and what has to be watched after the change is out.`

const CODE = `export function cartOf(session: Session): Cart {
  const cart = session.get('cart') ?? { items: [] }
  session.set('cart', cart)
  return cart
}

export function addItem(session: Session, item: Item): Cart {
  const cart = cartOf(session)
  const known = cart.items.find(({ id }) => id === item.id)
  if (known) known.count += item.count
  else cart.items.push(item)
  session.set('cart', cart)
  return cart
}

export const sessions = createSessions({ store: 'memory', lifetime: 10 * 60, renew: false })`

const QUOTE = 'The cart is kept in the session, and the session ends after ten minutes.'
const PARAGRAPHS = [
  'Whoever reads for longer than that comes back to a new session, and cartOf makes an empty cart for it. Nobody sees an error, because an empty cart is a valid one.',
  'The option renew is false, so that even a customer who clicks all the time loses the cart ten minutes after the first page. That explains the reports of people who say that they were not away at all.',
  'Before the release the cart lay in the browser and outlived every session. Affected is therefore everybody who takes more than ten minutes, which by the analytics of March is about every third order.',
  'The smallest change is to set renew to true and lifetime to a day. Items that are in carts now are lost once more when the servers restart, because the store is in memory; a shared store mends that too.',
  'A test would put an item in, move the clock by eleven minutes, and ask for the cart. It is red today. A second one would click every minute for half an hour, which is red too because nothing renews the session.',
  'After the change I would watch the number of sessions and the memory of the servers: with a lifetime of a day there are some 140 times as many. At the usual size of a cart that is 300 MB, which the machines have.',
  'I do not think that the list of items is at fault. addItem finds a known item by its id and adds the count, and the tests of that function are thorough. Two requests at once could lose a count, but not the cart.',
]

/** Answers differ in length and in what they say, as those of agents do. */
function answerOf(index) {
  const length = 2 + (index % 4)
  const chosen = Array.from({ length }, (_, place) => PARAGRAPHS[(index + 3 * place) % PARAGRAPHS.length])
  return [QUOTE, ...chosen, `This is what I found for ticket ${4100 + index}.`].join('\n\n')
}

const REASONS =
  'The response names the lifetime of the session as the cause and ties it to the release. It says who is affected with a figure. The change that it proposes is small, and the test would be red before it.'

const solo = (index) => ({ mode: 'solo', challenge: CHALLENGE, code: CODE, response: answerOf(index) })
const issues = {
  critical: [{ id: 'LIFETIME', description: 'The session ends after ten minutes and the cart with it.' }],
  high: [{ id: 'RENEW', description: 'Nothing renews the session while the customer is there.' }],
  medium: [{ id: 'MEMORY', description: 'The store is in memory, so a restart empties all carts.' }],
  low: [{ id: 'RACE', description: 'Two requests at once may lose a count.' }],
}
const criteria = {
  cause: [
    { id: 'NAMES_CAUSE', description: 'Names the lifetime of the session as the cause.' },
    { id: 'TIES_TO_RELEASE', description: 'Says why it began with the release.' },
  ],
  way_out: [
    { id: 'SMALL_CHANGE', description: 'Proposes a change of a few lines.' },
    { id: 'RED_TEST', description: 'Describes a test that fails before the change.' },
  ],
}

function phaseOf(name) {
  const response = (index, theme) => ({ theme, response: answerOf(index) })
  return (index) => ({
    mode: `phase-${name}`,
    team1: response(index, 'sailors'),
    team2: response(index + 11, 'pilots'),
    context: CHALLENGE,
  })
}

function chainOf(index) {
  const phases = ['sm', 'tea', 'dev', 'reviewer'].map((phase, place) => [
    `${phase}_response`,
    answerOf(index + 7 * place),
  ])
  return { mode: 'coherence', theme: 'sailors', ...Object.fromEntries(phases) }
}

const BEFORE = `export const sessions = createSessions({ store: 'memory', lifetime: 10 * 60, renew: false })`
const patchWith = (...lines) => `--- a/src/sessions.ts
+++ b/src/sessions.ts
@@ -1,3 +1,${lines.length + 2} @@
 import { createSessions } from './create.js'
-${BEFORE}
${lines.map((line) => `+${line}`).join('\n')}
 export const cookies = sessions.cookies
`
const GOLD_LINE = `export const sessions = createSessions({ store: 'memory', lifetime: 24 * 60 * 60, renew: true })`
const patches = (index) => ({
  mode: 'ground-truth',
  gold: { patch: patchWith(GOLD_LINE), problem_statement: CHALLENGE },
  response: patchWith('const DAY = 86_400', `export const sessions = renewing('memory', DAY + ${index})`),
  equivalence: 'judge',
})

/** Finding 1 and comment 1 are one concern; the rest of the findings is longer in some cases than in others. */
function reviewOf(index) {
  const finding = (comment) => ({ file: 'src/sessions.ts', severity: 'suggestion', category: 'correctness', comment })
  return {
    mode: 'review-match',
    context: { title: 'Keep the cart on the server', body: CHALLENGE, diff: patchWith(GOLD_LINE) },
    predictions: { findings: [finding(QUOTE), finding(answerOf(index).replaceAll('\n\n', ' '))] },
    reviews: [
      { user: 'ana', file: 'src/sessions.ts', body: 'Ten minutes are too short for a cart, are they not?' },
      { user: 'ben', file: 'src/sessions.ts', body: 'Who watches the memory after this?' },
    ],
  }
}

function reviewAnswer({ files }) {
  const quote = (path, text) => {
    const line = files[path].split('\n').findIndex((one) => one.includes(text)) + 1
    return [{ path, line, line_end: line, quote: text }]
  }
  const [finding, first] = [quote('predictions', QUOTE), quote('reviews', 'Ten minutes are too short')]
  const second = quote('reviews', 'Who watches the memory')
  return {
    human_comments: [
      { comment: '1', evidence: first, class: 'addressable' },
      { comment: '2', evidence: second, class: 'addressable' },
    ],
    matches: [{ agent_finding: '1', human_comment: '1', evidence: [...finding, ...first], category: 'correctness' }],
    unmatched_agent: [{ finding: '2', evidence: finding, category: 'design', rating: 'justified' }],
    unmatched_human: [{ comment: '2', evidence: second, category: 'performance' }],
  }
}

const rubric = { dimensions: DEFAULT_DIMENSIONS, pass_threshold: null, invert_mode: 'complement' }
const set = { version: 1, feature: 'cart', draft: false, cases: [], rubric }
const toolCalls = [
  { tool: 'search', args: { text: 'session.get("cart")' }, result_summary: 'src/cart.ts, src/sessions.ts' },
  { tool: 'read', args: { file: 'src/sessions.ts' }, result_summary: BEFORE },
  { tool: 'run', args: { command: 'npx vitest run src/cart.test.ts' }, result_summary: '14 passed' },
]
const setCase = (index) => ({
  set,
  case: { id: `${index}`, input: CHALLENGE, expected: 'ten minutes', labels: [], must_not: ['rewrite the cart'] },
  produced: { output: answerOf(index), toolCalls },
  dimensions: DEFAULT_DIMENSIONS,
})

/** A mode with its task for each case. `judgings`: the ways in which it can be asked; null where there is one only. */
const row = (name, taskOf, { judgings = [null], texts = {}, ...own } = {}) => ({
  ...{ name, taskOf, judgings, mode: own.mode ?? modeOf(taskOf(0)).mode },
  answerTo: own.answerTo ?? (({ schema }) => fill(schema, '', texts)),
})
const BOTH = ['together', 'apart']

export const MODES = [
  row('solo, rubric', solo, { judgings: BOTH }),
  row('solo, issues', (index) => ({ ...solo(index), baseline_issues: issues })),
  row('solo, behaviours', (index) => ({ ...solo(index), baseline_criteria: criteria })),
  row('compare', (index) => ({
    ...{ mode: 'compare', challenge: CHALLENGE },
    contestants: [
      { spec: 'new', response: answerOf(index) },
      { spec: 'old', response: answerOf(index + 11) },
    ],
  })),
  ...['sm', 'tea', 'dev', 'reviewer'].map((phase) => row(`phase-${phase}`, phaseOf(phase))),
  row('coherence', chainOf),
  row('ground-truth, equivalence', patches, {
    mode: equivalence,
    texts: { gold_quotes: [GOLD_LINE], candidate_quotes: ['const DAY = 86_400'] },
  }),
  row('review-match', reviewOf, { answerTo: ({ input }) => reviewAnswer(input) }),
  row('evalset', setCase, { judgings: BOTH, mode: evalCase }),
]

/** A good answer to a schema. */
function fill(schema, name, texts) {
  if (Object.hasOwn(texts, name)) return texts[name]
  const { type, properties, items, enum: listed = [] } = schema
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, fill(inner, key, texts)]))
  }
  if (type === 'array') {
    const ids = items.properties?.id?.enum
    if (ids !== undefined) return ids.map((id) => ({ ...fill(items, name, texts), id }))
    return items.type === 'string' ? [QUOTE] : []
  }
  if (type === 'boolean') return true
  if (listed.length > 0) return listed[Math.floor(listed.length * 0.7)]
  if (type === 'number') return 0.8
  return /quote|evidence/.test(name) ? QUOTE : REASONS
}
