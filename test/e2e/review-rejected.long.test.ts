/**
 * Answers of a review batch that cannot be used, and answers that were recorded.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { write } from '../support/run-vitest.js'
import { answerRequest } from './api-judge.js'
import { half, perfect, pullRequest, read, run } from './review-folder.js'
import { makeFolder } from './run-files.js'

describe('an answer that cannot be used', () => {
  test('of the judge is set aside with the reasons, excluded, and asked for again by the next run', async () => {
    await using api = await startMessagesApi({ reply: answerRequest })
    const path = makeFolder({ ...half(3), ...pullRequest(4, ['a lie matches=1'], ['b']) })
    const { code, result, stderr } = await run(path, api)
    expect({ code, requests: api.stats.requests }).toEqual({ code: 1, requests: 3 })
    expect(result).toMatchObject({ success: false, rejected: 1, aggregate: { f1_mean: 0.5, scorable: 1 } })
    expect(result.pull_requests[1]).toMatchObject({
      pr: 4,
      status: 'rejected',
      error: expect.stringContaining('quote_not_found'),
    })
    expect(stderr).toContain('pr-4: rejected: quote_not_found: expected "nobody ever wrote this"')
    expect(readdirSync(join(path, 'state/scores')).sort()).toEqual(['pr-3-judge.json', 'pr-3.json', 'rejected'])
    expect(read(path, 'scores/rejected/pr-4-judge-unverifiable.reasons.json').failures[0]).toEqual({
      reason: 'quote_not_found',
      message: expect.stringContaining('nobody ever wrote this'),
      claimId: 'matches[0].evidence[0]',
    })
    expect(readFileSync(join(path, 'state/scores/rejected/pr-4-judge-unverifiable.txt'), 'utf8')).toContain('matches')
    write(path, pullRequest(4, ['a matches=1'], ['b']))
    expect((await run(path, api)).result).toMatchObject({ success: true, rejected: 0, aggregate: { scorable: 2 } })
  })

  test('and was recorded is moved as it is; a good one is scored without a judge', async () => {
    await using api = await startMessagesApi({ reply: answerRequest })
    const counts = {
      human_comments: { addressable: 1, resolved: 0, contextual: 0 },
      matches: [{ agent_finding: 1, human_comment: 1 }],
      unmatched_agent: [],
      unmatched_human: [],
    }
    const recorded = (pr: number, quote: string) =>
      `Evidence: **reviews/pr-${pr}.md#L1**\n> ${quote}\n\n\`\`\`json\n${JSON.stringify(counts)}\n\`\`\`\n`
    const good = recorded(5, '## Comment 1 (by ana)')
    const bad = recorded(5, '## Comment 1 (by ana)')
    const path = makeFolder({
      ...perfect(5),
      ...perfect(6),
      ...perfect(8),
      'state/scores/pr-5-judge.md': good,
      // It cites another pull request.
      'state/scores/pr-6-judge.md': bad,
      'state/scores/pr-8-judge.json': '{"human_comments": [',
    })
    const { code, result } = await run(path, api)
    expect({ code, requests: api.stats.requests }).toEqual({ code: 1, requests: 0 })
    expect(result.pull_requests).toMatchObject([
      { pr: 5, status: 'scored', from: 'answer', scores: { f1: 1 } },
      { pr: 6, status: 'rejected', error: expect.stringContaining('path_not_allowed') },
      { pr: 8, status: 'rejected' },
    ])
    expect(readFileSync(join(path, 'state/scores/rejected/pr-6-judge-unverifiable.md'), 'utf8')).toBe(bad)
    expect(existsSync(join(path, 'state/scores/rejected/pr-8-judge-unverifiable.json'))).toBe(true)
    expect(existsSync(join(path, 'state/scores/pr-6-judge.md'))).toBe(false)
    expect(existsSync(join(path, 'state/scores/pr-6.json'))).toBe(false)
    expect(readFileSync(join(path, 'state/scores/pr-5-judge.md'), 'utf8')).toBe(good)
  })
})
