/**
 * A task with known issues, and an answer to it that a test changes.
 *
 * @module
 */
import { soloIssues } from '../../src/modes/solo-issues.js'

const baseline = [
  { id: 'A1', severity: 'critical', description: 'The cart ends with the session.' },
  { id: 'B2', severity: 'happy_path', description: 'An empty cart cannot be shown.' },
]
const bonus = [
  { id: 'BONUS', severity: 'low', description: 'There is no test.' },
  { id: 'EXTRA', severity: 'low', description: 'There is no log.' },
]

/** Two known issues, two bonus issues and a character. */
export const task = {
  mode: 'solo',
  response: 'The cart lives in the session.',
  character: 'A sailor.',
  baseline_issues: baseline,
  bonus_issues: bonus,
}

/** A novel finding. */
export const novel = (valid: boolean, bonus_id = '') => ({ description: 'x', bonus_id, reasoning: '', valid })

/** An answer in which all parts can be judged. */
export const good = {
  baseline_findings: [
    { id: 'A1', evidence: 'cart lives in the session', found: true },
    { id: 'B2', evidence: '', found: false },
  ],
  novel_findings: [novel(true)],
  false_positives: [{ claim: 'It leaks.', why_invalid: 'It does not.' }],
  quality: { clear_explanations: 6, actionable_fixes: 8 },
  persona: { in_character: 5, professional_tone: 9 },
  assessment: 'Good.',
}

/** The score of the answer with a change, for the task with another. */
export function judge(answer: object, change: object = {}) {
  const input = soloIssues.check({ ...task, ...change })
  return soloIssues.score(input, [soloIssues.read(input, { ...good, ...answer }, 0)])
}
