/**
 * `docs/review-matching.md` says what runs: its files are judged, its commands run, its tables and formulas are those of the code.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type CitationReason, checkClaims } from '../../src/citations/check.js'
import { CLASSES, RATINGS } from '../../src/modes/review-match-reply.js'
import { scoreReviewMatch } from '../../src/scoring/review-match.js'
import { makeFolder, runFiles } from '../e2e/run-files.js'
import { config } from '../support/run-vitest.js'
import { blockOf, read } from './pages.js'

const page = read('docs/review-matching.md')
const block = (mark: string) => blockOf(page, mark)

const names = ['context/pr-7.md', 'predictions/pr-7.md', 'reviews/pr-7.md', 'answer.md'].map((name) => `state/${name}`)
const state = Object.fromEntries(names.map((name) => [name, block(`md ${name}`)]))

const evidence = (path: string, line: number, quote: string) => [{ path, line, line_end: line, quote }]
const answer = {
  human_comments: [
    { comment: '1', evidence: evidence('context', 4, 'lock.release()'), class: 'addressable' },
    { comment: '2', evidence: evidence('context', 6, 'retry()'), class: 'addressable' },
  ],
  matches: [
    {
      agent_finding: '1',
      human_comment: '1',
      evidence: evidence('predictions', 5, 'The lock is dropped'),
      category: 'correctness',
    },
  ],
  unmatched_agent: [
    { finding: '2', evidence: evidence('context', 5, 'db.write(row)'), category: 'security', rating: 'justified' },
  ],
  unmatched_human: [{ comment: '2', evidence: evidence('reviews', 7, 'never sleeps'), category: 'correctness' }],
}

test('the example fails with the message that stands below it, and the cited answer passes', async () => {
  const judge = `import { scriptedModel } from 'vitest-judge'
const judge = scriptedModel({ id: 'claude-haiku-5-5', reply: () => (${JSON.stringify(answer)}) })`
  const run = await runFiles(
    {
      ...state,
      'vitest.config.ts': config('{ judge }', '{}', judge),
      'evals/review.eval.ts': block('ts evals/review.eval.ts'),
      'evals/cited.eval.ts': block('ts evals/cited.eval.ts'),
    },
    { args: ['evals'] },
  )
  expect(run.tests['the reviewer says what people said']?.errors).toEqual([`Error: ${block('text failure').trimEnd()}`])
  expect(run.tests['the answer cites what is there']?.status).toBe('passed')
})

test('the commands run as they stand', async () => {
  const path = makeFolder({ ...state, 'state/scores/pr-7-judge.json': JSON.stringify(answer) })
  const commands = [...page.matchAll(/^```sh\nnpx vitest-judge (.*)\n```$/gm)].map(([, command = '']) =>
    command.split(' '),
  )
  const program = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))
  const ran = commands.map(
    (args) =>
      new Promise<{ verdict?: string; aggregate?: object }>((resolve) => {
        const settings = { cwd: path, env: { PATH: process.env.PATH ?? '' } }
        execFile(process.execPath, [program, ...args], settings, (_error, stdout) => resolve(JSON.parse(stdout)))
      }),
  )
  const [cited, batch] = await Promise.all(ran)
  expect(cited).toEqual({ verdict: 'grounded', failures: [] })
  expect(batch).toMatchObject({ aggregate: { scorable: 1, recall_mean: 0.5, precision_mean: 1, value_rate_mean: 1 } })
})

test('the tables name every class, rating and reason, and the formulas are those of the code', () => {
  for (const word of [...CLASSES, ...RATINGS]) expect(page).toContain(`\`${word}\``)
  const reasons: Record<Exclude<CitationReason, 'usage'>, true> = {
    invalid_claim: true,
    quote_required: true,
    path_outside_source_root: true,
    path_not_allowed: true,
    file_not_found: true,
    symlink_not_allowed: true,
    line_unresolvable: true,
    quote_not_found: true,
    no_falsifiable_claims: true,
    input_unreadable: true,
  }
  expect([...page.matchAll(/^\| `(\w+_\w+|\w+)` \| /gm)].map(([, reason]) => reason)).toEqual(Object.keys(reasons))
  const noClaims = checkClaims([], { stat: () => 'missing', read: () => null }, () => true)
  expect(noClaims.failures.map(({ reason }) => reason)).toEqual(['no_falsifiable_claims'])
  const counts = { addressable: 7, matched: 3, justified: 2, plausible: 4, wrong: 1 }
  expect(formulas(counts)).toEqual(scoreReviewMatch(counts).scores)
})

/** Computes the formulas of the page as they stand there. */
function formulas(counts: Readonly<Record<string, number>>): Record<string, number> {
  const lines = block('text formulas').trim().replaceAll('2pr', '2 * p * r').split('\n')
  const scores: Record<string, number> = {}
  for (const line of lines) {
    const [name = '', formula = ''] = line.split(/ += /)
    const known = { ...counts, max: Math.max, p: scores['precision'], r: scores['recall'] }
    scores[name.trim()] = new Function(...Object.keys(known), `return ${formula}`)(...Object.values(known))
  }
  return scores
}
