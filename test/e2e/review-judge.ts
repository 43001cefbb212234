/**
 * The part of the judge of judge.ts for review matching: comments have the class that they name (`class=resolved`), findings match
 * the comment that they name (`matches=2`) or have a rating (`rating=wrong`). `lie` in a finding makes its quote up.
 *
 * @module
 */
import type { Asked } from './judge.js'

interface Block {
  readonly id: string
  readonly text: string
  readonly evidence: readonly object[]
}

/** The answer to a request of review matching. */
export function answerReview({ system, user }: Asked): object {
  const comments = blocksIn(system.at(-1)?.text ?? '', 'reviews', /^(\d+)\| (## Comment (\d+)\b.*)$/s)
  const findings = blocksIn(user[0]?.text ?? '', 'predictions', /^(\d+)\| (### Finding (\d+)\b.*)$/s)
  const classes = comments.map(({ id, text, evidence }) => ({
    comment: id,
    evidence,
    class: /class=(\w+)/.exec(text)?.[1] ?? 'addressable',
  }))
  const matches = findings.flatMap(({ id, text, evidence }) => {
    const [, comment] = /matches=(\d+)/.exec(text) ?? []
    return comment === undefined ? [] : [{ agent_finding: id, human_comment: comment, evidence, category: 'design' }]
  })
  const rest = findings.filter(({ id }) => !matches.some((match) => match.agent_finding === id))
  const open = classes.filter(
    (one) => one.class === 'addressable' && !matches.some((match) => match.human_comment === one.comment),
  )
  return {
    human_comments: classes,
    matches,
    unmatched_agent: rest.map(({ id, text, evidence }) => ({
      finding: id,
      evidence,
      category: 'design',
      rating: /rating=(\w+)/.exec(text)?.[1] ?? 'plausible',
    })),
    unmatched_human: open.map(({ comment, evidence }) => ({ comment, evidence, category: 'design' })),
  }
}

function blocksIn(prompt: string, path: string, heading: RegExp): Block[] {
  const [, rest = ''] = prompt.split(` name="${path}">\n`)
  const lines = (rest.split('\n</material-')[0] ?? '').split('\n')
  const starts = lines.flatMap((line, at) => (heading.test(line) ? [at] : []))
  return starts.map((at, index) => {
    const [, number = '', title = '', id = ''] = heading.exec(lines[at] ?? '') ?? []
    const text = lines.slice(at, starts[index + 1]).join('\n')
    const quote = /\blie\b/.test(text) ? 'nobody ever wrote this' : title
    return { id, text, evidence: [{ path, line: Number(number), line_end: Number(number), quote }] }
  })
}
