/**
 * `vitest-judge calibrate` with judges of the user's own: drift, panels, and judges that refuse.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { header, lines, runCalibrate as run, stored } from './calibrate-command.js'
import { makeFolder } from './run-files.js'

describe("a judge of the user's own", () => {
  const judge = (
    value: string,
  ) => `import { scriptedModel } from ${JSON.stringify(new URL('../../dist/src/index.js', import.meta.url).href)}
export default scriptedModel({ id: 'house', reply: ({ user }) => {
  const text = user[0].text
  if (text.includes('refuse')) return { stop: 'refused' }
  return { scores: { clear: { evidence: [], reasoning: '', value: ${value} } }, assessment: '' }
} })`
  const rows = lines(
    header,
    ...['good', 'fine', 'bad'].map((word) => ({ id: word, response: word, label: word !== 'bad' })),
  )

  it('is asked again by --drift, which names what moved and leaves what is stored', async () => {
    const path = makeFolder({ 'labels.jsonl': rows, 'judge.mjs': judge(`text.includes('bad') ? 2 : 9`) })
    const args = ['labels.jsonl', '--judge', 'judge.mjs']
    const first = await run(path, args)
    expect(first.code, first.stderr).toBe(0)
    const file = join(path, 'evals/calibration/labels.house.json')
    const before = readFileSync(file, 'utf8')
    const same = await run(path, [...args, '--drift'])
    expect(same.code, same.stderr).toBe(0)
    expect(same.stdout).toMatch(/^Drift {2}0 of 3 labels are judged otherwise than on /)
    writeFileSync(join(path, 'judge.mjs'), judge(`text.includes('fine') ? 2 : 9`))
    const moved = await run(path, [...args, '--drift'])
    expect(moved.code).toBe(1)
    expect(moved.stdout.split('\n').slice(1, 3)).toEqual([
      '  fine: true → false  (people: true)',
      '  bad: false → true  (people: false)',
    ])
    expect(readFileSync(file, 'utf8')).toBe(before)
    const replay = await run(path, [...args, '--drift'], { VITEST_JUDGE_RECORDINGS: 'replay' })
    expect(replay).toMatchObject({ code: 2, stderr: expect.stringContaining('asks the judge again') })
  })

  it('may be written in TypeScript, with what it imports, and says where it cannot be loaded', async () => {
    const path = makeFolder({
      'labels.jsonl': rows,
      'kind.ts': `export enum Kind { fine = 9 }`,
      'judge.ts': `import { Kind } from './kind.js'
${judge('Kind.fine').replace('text = user', 'text: string = user')}`,
      'thrown.mjs': 'throw undefined',
      'broken.ts': `import { Kind } from './none.js'\nexport default Kind`,
    })
    const { code, stderr } = await run(path, ['labels.jsonl', '--judge', 'judge.ts'])
    expect(code, stderr).toBe(0)
    expect(stored(path, 'evals/calibration/labels.house.json').items.map((one) => one.judge)).toEqual([
      true,
      true,
      true,
    ])
    const broken = await run(path, ['labels.jsonl', '--judge', 'broken.ts'])
    expect([broken.code, broken.stderr.split('\n').length]).toEqual([2, 2])
    expect(broken.stderr).toMatch(/^vitest-judge: --judge: cannot load broken\.ts: .*none\.js/)
    const thrown = await run(path, ['labels.jsonl', '--judge', 'thrown.mjs'])
    expect([thrown.code, thrown.stderr]).toEqual([2, 'vitest-judge: --judge: cannot load thrown.mjs: undefined\n'])
  })

  it('may be a panel, which goes by all its names', async () => {
    const path = makeFolder({
      'labels.jsonl': rows,
      'panel.mjs': `${judge('9').replace('export default ', 'const kind = ').replace("id: 'house'", "id: 'kind'")}
const strict = { ...kind, id: 'strict', judge: async (...asked) => ({ ...(await kind.judge(...asked)), value: { scores: { clear: { evidence: [], reasoning: '', value: 1 } }, assessment: '' } }) }
export default [kind, strict, { ...strict, id: 'stricter' }]`,
    })
    const { code, stderr } = await run(path, ['labels.jsonl', '--judge', 'panel.mjs'])
    expect(code, stderr).toBe(0)
    const { measures, items } = stored(path, 'evals/calibration/labels.kind-strict-stricter.json')
    expect(measures[0]?.judged_by).toMatchObject({ model: 'kind, strict, stricter', settings: { panel: [{}, {}, {}] } })
    expect(items.map((one) => one.judge)).toEqual([false, false, false])
  })

  it('that refuses leaves its label out, says why, and ends with 1; where nothing is judged nothing is stored', async () => {
    const path = makeFolder({
      'some.jsonl': `${rows}\n${JSON.stringify({ id: 'no', response: 'refuse', label: true })}`,
      'none.jsonl': lines({ ...header, response: 'refuse', label: true }),
      'judge.mjs': judge('9'),
    })
    const some = await run(path, ['some.jsonl', '--judge', 'judge.mjs', '--out', 'kept/some.json'])
    expect(some.code).toBe(1)
    expect(some.stdout).toContain('3 labels, 1 unjudged')
    expect(stored(path, 'kept/some.json').items.at(-1)).toMatchObject({ judge: null, reason: 'the judge refused' })
    const none = await run(path, ['none.jsonl', '--judge', 'judge.mjs'])
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Nothing was judged, so nothing is stored. the judge refused'),
    })
    expect(existsSync(join(path, 'evals/calibration'))).toBe(false)
    expect(readdirSync(join(path, 'kept'))).toEqual(['some.json'])
  })
})
