/**
 * What `vitest-judge judge` writes, and where it refuses to.
 */
import { existsSync, linkSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instance } from '../support/instance.js'
import { runCommand } from '../support/run-command.js'
import { makeFolder } from './run-files.js'

describe('files that are written', () => {
  const args = [
    'judge',
    '--mode',
    'swebench',
    '--instances',
    'rows.json',
    '--data',
    '{"scenario":"shapes-7","response_file":"agent__run_7.json"}',
  ]
  const response = JSON.stringify({ response_text: 'In src/a.py, area.' })
  const files = { 'rows.json': JSON.stringify([instance]), 'agent__run_7.json': response }

  test('--out holds what is printed, --save stands beside the response under the name of the mode', async () => {
    const path = makeFolder(files)
    const { code, stdout, stderr } = await runCommand(path, ...args, '--out', 'out.json', '--save')
    expect(code, stderr).toBe(0)
    expect(readFileSync(join(path, 'out.json'), 'utf8')).toBe(stdout)
    expect(readFileSync(join(path, 'agent__swebench_judge_7.json'), 'utf8')).toBe(stdout)
    const gt = await runCommand(path, 'judge', '--mode', 'ground-truth', ...args.slice(3), '--save')
    expect(gt.code, gt.stderr).toBe(0)
    expect(JSON.parse(readFileSync(join(path, 'agent__gt_judge_7.json'), 'utf8'))).toMatchObject({
      mode: 'ground-truth',
    })
  })

  test('are never those that are read, by whatever name', { tags: ['long'] }, async () => {
    const path = makeFolder(files)
    symlinkSync('rows.json', join(path, 'soft.json'))
    linkSync(join(path, 'agent__run_7.json'), join(path, 'hard.json'))
    symlinkSync('agent__run_7.json', join(path, 'agent__swebench_judge_7.json'))
    for (const out of ['rows.json', './agent__run_7.json', 'soft.json', 'hard.json']) {
      const { code, stdout, stderr } = await runCommand(path, ...args, '--out', out)
      expect([code, stdout], out).toEqual([2, ''])
      expect(stderr).toContain('is read by this command, so it is not written')
    }
    const saved = await runCommand(path, ...args, '--save')
    expect(saved.code).toBe(2)
    expect(readFileSync(join(path, 'agent__run_7.json'), 'utf8')).toBe(response)
    expect(readFileSync(join(path, 'rows.json'), 'utf8')).toBe(files['rows.json'])
  })

  test('--save says where it has no name to go by, and a failure is not saved', { tags: ['long'] }, async () => {
    const path = makeFolder({ ...files, 'answer.json': response, 'run_empty.json': '{"result":""}' })
    const save = (mode: string, data: object) =>
      runCommand(path, 'judge', '--mode', mode, '--instances', 'rows.json', '--data', JSON.stringify(data), '--save')
    const ran = await Promise.all([
      save('swebench', { scenario: 'shapes-7', response_file: 'answer.json' }),
      save('swebench', { scenario: 'shapes-7', response: 'x' }),
      save('swebench', { scenario: 'shapes-7', response_file: 'run_empty.json' }),
      save('solo', { response_file: 'answer.json' }),
    ])
    expect(ran.map(({ code }) => code)).toEqual([2, 2, 2, 2])
    expect(ran.map(({ stderr }) => stderr)).toMatchInlineSnapshot(`
      [
        "vitest-judge: swebench: --save: expected \`response_file\` to be a file with \`run_\` in its name, but received "answer.json".
      ",
        "vitest-judge: swebench: --save: expected \`response_file\` to be a file with \`run_\` in its name, but received undefined.
      ",
        "vitest-judge: swebench: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received {"result":""}.
      ",
        "vitest-judge: solo: --save: expected \`--mode\` to be swebench or ground-truth, but received "solo".
      ",
      ]
    `)
    expect(existsSync(join(path, 'swebench_judge_empty.json'))).toBe(false)
  })

  test('what cannot be written is told, and the result is printed all the same', async () => {
    const { code, stdout, stderr } = await runCommand(makeFolder(files), ...args, '--out', 'no/such/folder.json')
    expect([code, JSON.parse(stdout).total]).toEqual([2, 37.5])
    expect(stderr).toContain('cannot write no/such/folder.json')
  })
})
