/**
 * `vitest-judge calibrate` with labels that are wrong.
 */
import { describe, expect, it } from 'vitest'
import { header, lines, runCalibrate as run } from './calibrate-command.js'
import { makeFolder } from './run-files.js'

describe('wrong input is told with file and line, before anybody is asked', () => {
  const row = { ...header, response: 'x' }
  it.each<[string, string, string]>([
    [
      'no JSON',
      `${JSON.stringify({ ...row, label: true })}\n\n{"mode":`,
      'labels.jsonl:3: expected the line to be JSON (',
    ],
    [
      'no label',
      lines({ ...row, label: true }, row),
      'labels.jsonl:2: expected the line to be one with either `label` or `labels`',
    ],
    ['nothing', '', 'labels.jsonl: expected it to be at least one line with `labels`'],
    ['a header alone', lines(header), 'labels.jsonl: expected it to be at least one line with `labels`'],
    [
      'a label that is none',
      lines({ ...row, labels: { ana: null } }),
      'labels.jsonl:1: expected `labels.ana` to be true, false, a number',
    ],
    [
      'an id twice',
      lines({ ...row, id: 'a', label: true }, { ...row, id: 'a', label: true }),
      'labels.jsonl:2: expected `id` to be unlike that of line 1',
    ],
    [
      'a mode that is none',
      lines({ ...row, mode: 'sole', label: true }),
      'labels.jsonl:1: task: expected `mode` to be one of solo',
    ],
    [
      'a field that is none',
      lines({ ...row, respnse: 'x', label: true }),
      'labels.jsonl:1: solo: there is no `respnse`. Did you mean `response`? Known are',
    ],
    [
      'a word for a score',
      lines({ ...row, label: 'good' }),
      'labels.jsonl:1: human\'s label: expected the whole to be true, false or a number from 0 to 100, but received "good"',
    ],
    [
      'a value off the scale',
      lines({ ...row, labels: { ana: { clear: 11 } } }),
      "labels.jsonl:1: ana's label: expected `clear` to be true, false or a number from 1 to 10, but received 11",
    ],
    [
      'a part that is none',
      lines({ ...row, labels: { ana: { __proto: 1 } } }),
      'labels.jsonl:1: there is no part `__proto` to label. Known are `clear`.',
    ],
    [
      'two forms of one label',
      lines({ ...row, labels: { ana: true, ben: 80 } }),
      'labels.jsonl:1: the line: expected the whole to be labelled alike by all raters',
    ],
    ['80 for 0.8', lines({ ...row, threshold: 80, label: true }), 'For 80 % write 0.8.'],
    ['a case without its set', lines({ case: 'a', produced: 'x', label: true }), 'Name its file: --set FILE.'],
  ])('refuses %s, and says where', async (_what, text, message) => {
    const path = makeFolder({ 'labels.jsonl': text.replaceAll('\n', '\r\n') })
    const { code, stderr } = await run(path, ['labels.jsonl'])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
    expect(stderr).not.toContain('[1/')
  })

  it('a file that is not there, a module without a judge, and no file at all', async () => {
    const path = makeFolder({ 'labels.jsonl': lines({ ...row, label: true }), 'judge.mjs': 'export default () => 1' })
    expect(await run(path, ['none.jsonl'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot read none.jsonl'),
    })
    const own = await run(path, ['labels.jsonl', '--judge', 'judge.mjs'])
    expect(own).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected the default export of judge.mjs to be a judge'),
    })
    expect(await run(path, [])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name one file with labels.'),
    })
  })
})
