/**
 * `vitest-judge verify-citations` as a user runs it.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allowed, caseFolder, cases, sourceFolder } from '../citations/folder.js'

const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

interface Ran {
  readonly code: number
  readonly report: { readonly verdict: string; readonly failures: readonly { reason: string; message: string }[] }
  readonly stderr: string
}

function run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const settings = { env: { PATH: process.env.PATH ?? '', ...env } }
    const child = execFile(
      process.execPath,
      [COMMAND, 'verify-citations', ...args],
      settings,
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, report: JSON.parse(stdout), stderr })
      },
    )
    child.stdin?.end(input)
  })
}

const prefixes = allowed.flatMap((path) => ['--allow-prefix', path])

test.each(cases)('the case $name ends with the verdict that it has', { tags: ['long'] }, async (given) => {
  const { path, answer } = caseFolder(given)
  const { code, report } = await run(['--input', answer, '--source-root', path, ...prefixes])
  expect(report.failures.map(({ reason }) => reason)).toEqual(given.expect_reasons)
  expect({ code, verdict: report.verdict }).toEqual({ code: given.expect_exit, verdict: given.expect_verdict })
})

test('the format goes by the extension, and --format says otherwise', { tags: ['long'] }, async () => {
  const claim = { path: 'a.md', line: 1, quote: 'one' }
  const lines = `${JSON.stringify(claim)}\n\n${JSON.stringify({ ...claim, quote: 'two' })}\n`
  const path = sourceFolder({
    'a.md': 'one\n',
    'answer.json': `\ufeff${JSON.stringify({ claims: [claim] })}\r\n`,
    'answer.jsonl': lines,
    'answer.txt': lines,
    'answer.md': '**a.md#L1**\n> one\n',
  })
  const reasons = async (file: string, ...more: string[]) => {
    const { report } = await run(['--input', join(path, file), '--source-root', path, ...more])
    return report.failures.map(({ reason }) => reason)
  }
  expect(await reasons('answer.json')).toEqual([])
  expect(await reasons('answer.jsonl')).toEqual(['quote_not_found'])
  expect(await reasons('answer.txt', '--format', 'jsonl')).toEqual(['quote_not_found'])
  expect(await reasons('answer.txt')).toEqual(['quote_not_found'])
  expect(await reasons('answer.md')).toEqual([])
  expect(await reasons('answer.md', '--format', 'json')).toEqual(['input_unreadable'])
})

test('an answer comes over standard input too', async () => {
  const path = sourceFolder({ 'a.md': 'one\n' })
  const { code } = await run(['--input', '-', '--source-root', path], {}, '**a.md#L1**\r\n> one\r\n')
  expect(code).toBe(0)
})

test('an answer that cannot be read is unverifiable', { tags: ['long'] }, async () => {
  const path = sourceFolder({ 'broken.json': '{"claims": [' })
  for (const file of ['nowhere.md', '.', 'broken.json']) {
    const { code, report } = await run(['--input', join(path, file), '--source-root', path])
    expect({ code, verdict: report.verdict }, file).toEqual({ code: 1, verdict: 'unverifiable' })
    expect(report.failures.map(({ reason }) => reason)).toEqual(['input_unreadable'])
  }
})

test('wrong use ends with 2, and whoever reads the report still gets one', { tags: ['long'] }, async () => {
  const path = sourceFolder({ 'answer.md': '' })
  const input = ['--input', join(path, 'answer.md')]
  const root = ['--source-root', path]
  const uses = [
    [],
    input,
    root,
    [...input, '--source-root', join(path, 'nowhere')],
    [...input, ...root, '--format', 'yaml'],
    [...input, ...root, '--allow-prefix', '../x'],
    [...input, ...root, 'a.md'],
    [...input, ...root, '--allow', 'x'],
  ]
  const ran = await Promise.all(uses.map((args) => run(args)))
  for (const { code, report } of ran) {
    expect(code).toBe(2)
    expect(report).toMatchObject({ verdict: 'unverifiable', failures: [{ reason: 'usage' }] })
  }
  // How the command is called follows where options are missing or wrong.
  const said = ran.map(({ stderr }) => stderr.replaceAll(path, 'DIR').split('\n')[0])
  expect(said).toMatchInlineSnapshot(`
    [
      "vitest-judge: verify-citations needs --input FILE and --source-root DIR.",
      "vitest-judge: verify-citations needs --input FILE and --source-root DIR.",
      "vitest-judge: verify-citations needs --input FILE and --source-root DIR.",
      "vitest-judge: verifyCitations: expected \`sourceRoot\` to be a folder, but received "DIR/nowhere".",
      "vitest-judge: --format is one of json, jsonl, markdown, and not "yaml".",
      "vitest-judge: verifyCitations: expected every path in \`allow\` to be relative, and below the source root, but received "../x".",
      "vitest-judge: verify-citations takes its files by options, and not "a.md".",
      "vitest-judge: There is no option --allow. Did you mean \`--allow-prefix\`?",
    ]
  `)
})

test('SKIP_CITATION_GATE=true passes what is not verified and says so; nothing else does', {
  tags: ['long'],
}, async () => {
  const path = sourceFolder({ 'answer.md': '**a.md#L1**\n> made up\n' })
  const args = ['--input', join(path, 'answer.md'), '--source-root', path]
  const skipped = await run(args, { SKIP_CITATION_GATE: 'true' })
  expect(skipped).toMatchObject({ code: 0, report: { verdict: 'skipped', failures: [] } })
  expect(skipped.stderr).toContain('the citation gate is skipped, because SKIP_CITATION_GATE is true')
  for (const value of ['false', '', '1']) expect((await run(args, { SKIP_CITATION_GATE: value })).code, value).toBe(1)
  expect((await run(['--input', 'x'], { SKIP_CITATION_GATE: 'true' })).code).toBe(2)
})
