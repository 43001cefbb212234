/**
 * Slots of the modes that compare patches, and reviews.
 *
 * @module
 */
import { linesOf } from '../../src/citations/check.js'
import { stripHidden } from '../../src/text.js'
import { equivalenceTask } from '../modes/tasks.js'
import { asIs, equivalencePosed, reviewPosed, type Slot } from './slot.js'

const adding = (line: string, text: string, header: (added: number) => string) => {
  const added = [line, ...text.split('\n').map((one) => `const note = ${one}`)].map((one) => `+${one}`)
  const body = [' const a = 1', '-const cart = session.cart', ...added, ' const b = 2']
  return ['--- a/src/cart.ts', '+++ b/src/cart.ts', header(added.length), ...body].join('\n')
}
const sound = (added: number) => `@@ -1,3 +1,${added + 2} @@`
const shownHeader = () => '@@ -1 @@'
const goldLine = 'const cart = store.load(user.id)'
const ownLine = 'const cart = database.carts.find(user.id)'

const equivalenceSlots: Slot[] = [
  {
    slot: 'equivalence: name of a file',
    pose: (text) => {
      const change = '@@ -1 +1 @@\n-const a = 1\n+const a = 2\n'
      return equivalencePosed({
        response: `${equivalenceTask.response}--- a/${flat(text)}.ts\n+++ b/${flat(text)}.ts\n${change}`,
      })
    },
    material: 'candidate_patch',
  },
  {
    slot: 'equivalence: problem',
    pose: (problem_statement) => equivalencePosed({ gold: { ...equivalenceTask.gold, problem_statement } }),
    material: 'problem',
    raw: asIs,
  },
  {
    slot: 'equivalence: gold patch',
    pose: (text) => equivalencePosed({ gold: { ...equivalenceTask.gold, patch: adding(goldLine, text, sound) } }),
    material: 'gold_patch',
    raw: (text) => adding(goldLine, text, shownHeader),
  },
  {
    slot: 'equivalence: candidate patch',
    pose: (text) => equivalencePosed({ response: adding(ownLine, text, sound) }),
    material: 'candidate_patch',
    raw: (text) => adding(ownLine, text, shownHeader),
  },
]

const numbered = (text: string) =>
  linesOf(text)
    .map((line, index) => `${index + 1}| ${line}`)
    .join('\n')
const finding = (comment: string, change = '') => `### Finding 1\n${change}- **Comment**: ${comment}\n`
const comment = (body: string) => `## Comment 1 (by ana)\n- **Body**: ${body}\n`
const inOneLine = (text: string) => stripHidden(text).trim().replaceAll('\n', '\n  ')
const flat = (text: string) => text.replace(/\s+/g, ' ')
const reviewSlots: Slot[] = [
  {
    slot: 'review-match: file of a finding',
    pose: (file) => reviewPosed({ predictions: { findings: [{ file, comment: 'x' }] } }),
    material: 'predictions',
  },
  {
    slot: 'review-match: author of a comment',
    pose: (user) => reviewPosed({ reviews: [{ user, body: 'x' }] }),
    material: 'reviews',
  },
  {
    slot: 'review-match: context',
    pose: (context) => reviewPosed({ context }),
    material: 'context',
    raw: numbered,
  },
  {
    slot: 'review-match: comment of a finding',
    pose: (text) => reviewPosed({ predictions: finding(text) }),
    material: 'predictions',
    raw: (text) => numbered(finding(text)),
  },
  {
    slot: 'review-match: severity of a finding',
    pose: (text) => reviewPosed({ predictions: finding('x', `- **Severity**: ${text}\n`) }),
    material: 'predictions',
    raw: (text) => numbered(finding('x', `- **Severity**: ${text}\n`)),
  },
  {
    slot: 'review-match: body of a comment',
    pose: (text) => reviewPosed({ reviews: comment(text) }),
    material: 'reviews',
    raw: (text) => numbered(comment(text)),
  },
  {
    slot: 'review-match: body of a comment as an object',
    pose: (body) => reviewPosed({ reviews: [{ user: 'ana', body }] }),
    material: 'reviews',
    raw: (text) => numbered(comment(inOneLine(text))),
  },
]

/** All of them. */
export const REVIEW_SLOTS: readonly Slot[] = [...reviewSlots, ...equivalenceSlots]
