/**
 * One rule for all commands: 2 for wrong use and wrong input, 1 where the answer is no, else 0.
 */
import { beforeAll, describe, expect, it, test } from 'vitest'
import { TAKES } from '../../src/cli/options.js'
import { type CommandResult, runCommand } from '../support/run-command.js'
import { makeFolder } from './run-files.js'

const own = new URL('../../dist/src/index.js', import.meta.url).href
const refuses = `import { scriptedModel } from ${JSON.stringify(own)}
export default scriptedModel({ reply: () => ({ stop: 'refused' }) })`
const rubric = { dimensions: [{ name: 'cause', weight: 1, measures: 'names the cause' }] }
const files = {
  'package.json': '{ "type": "module" }',
  'broken.json': '{ "version": 2, ',
  'broken.md': 'No scenario.',
  'refuses.mjs': refuses,
  'nobody.mjs': 'export const judge = 1',
  'labels.jsonl': JSON.stringify({ id: 'a', mode: 'solo', challenge: 'x', response: 'y', label: true }),
  'booking.feature':
    'Feature: booking\n\n  Scenario: late\n    Given a booking\n    When it is late\n    Then it is refused\n',
  'rubric.json': JSON.stringify(rubric),
  'cited.md': '**a.md#L1**\n\n> not there\n',
  'a.md': 'there\n',
  'state/predictions/pr-1.md': 'x',
}

const TWO: readonly string[] = [
  ...['', 'nonsense', 'init x', 'init --shards 0', 'init --out x'],
  ...[
    'create',
    'create none.md',
    'create broken.md',
    'create booking.feature --out x.json',
    'create booking.feature --json',
  ],
  ...['judge', 'judge --mode none --data {}', 'judge --mode solo --data {', 'judge --mode solo --data none.json'],
  ...['judge --mode solo --data {}', 'judge --mode review-match --dir none'],
  ...['verify-citations', 'verify-citations --input a.md', 'verify-citations --input a.md --source-root none'],
  ...['diff', 'diff a.json', 'diff none.json broken.json', 'diff broken.json broken.json'],
  ...['report', 'report none.json', 'report broken.json'],
  ...[
    'calibrate',
    'calibrate none.jsonl',
    'calibrate broken.json',
    'calibrate labels.jsonl',
    'calibrate labels.jsonl --set none.json',
  ],
  ...['calibrate labels.jsonl --judge nobody.mjs', 'calibrate labels.jsonl --drift'],
  ...['canaries', 'canaries x', 'canaries --judge none.mjs', 'canaries --judge nobody.mjs'],
  ...['lint', 'lint none.json', 'lint broken.json'],
  ...['recordings', 'recordings list x', 'recordings prune', 'recordings prune --wait'],
  ...[
    'batch',
    'batch none',
    'batch submit --mode solo',
    'batch submit --max-usd x',
    'batch status',
    'batch fetch',
    'batch fetch x',
  ],
]
const ONE: readonly string[] = [
  'judge --mode solo --data {"challenge":"x","response":"y"}',
  'verify-citations --input cited.md --source-root .',
  'verify-citations --input none.md --source-root .',
  'calibrate labels.jsonl --judge refuses.mjs',
  'canaries --judge refuses.mjs',
]
const ZERO: readonly string[] = [
  '--help',
  '--version',
  'canaries --help',
  'lint rubric.json',
  'recordings list',
  'create booking.feature',
]

let path: string
beforeAll(() => {
  path = makeFolder(files)
})

describe.each([
  [2, TWO],
  [1, ONE],
  [0, ZERO],
])('the command ends with %i after', (code, calls) => {
  it.each(calls)('%j', async (call) => {
    const ran = await run(call)
    expect(ran, ran.stderr).toMatchObject({ code })
    // Whoever is not told why finds no way out; what failed in us would print where.
    if (code > 0) expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/^$|\n {4}at /)
  })
})

test('every command is in the table', () => {
  const isTold = (name: string) => TWO.some((call) => call.startsWith(name))
  expect(Object.keys(TAKES).filter((name) => !isTold(name))).toEqual([])
})

function run(call: string): Promise<CommandResult> {
  return runCommand(path, ...call.split(' ').filter((word) => word !== ''))
}
