import { once } from 'node:events'
import { linkSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { verifyCitations } from '../../src/citations/files.js'
import { cpuTime } from '../support/cpu.js'
import { allowed, caseFolder, cases, sourceFolder } from './folder.js'

test('the fixture has its 31 cases', () => {
  expect(cases).toHaveLength(31)
})

test.each(cases)('case $name', (given) => {
  const { path, answer } = caseFolder(given)
  const report = verifyCitations(given.judge_md, { sourceRoot: path, allow: allowed, answerFile: answer })
  expect(report.failures.map(({ reason }) => reason)).toEqual(given.expect_reasons)
  expect(report.verdict).toBe(given.expect_verdict)
})

const text = 'one\ntwo\nthree\n'
/** The first reason, or `grounded`. */
function judge(sourceRoot: string, claim: object, options: { allow?: string[]; answerFile?: string } = {}): string {
  const { verdict, failures } = verifyCitations([claim], { sourceRoot, ...options })
  return failures[0]?.reason ?? verdict
}

it('says what is wrong in words that help, with everything that names the claim', () => {
  const path = sourceFolder({ 'a.md': text })
  const answer =
    '**a.md#L2-L3**\n> four\n\n**a.md:9**\n> one\n\n**../b.md:1**\n> one\n\n**c/d.md**\n> x\n\n**#L1**\n> x\n\n**a.md#L1**'
  expect(verifyCitations(answer, { sourceRoot: path }).failures).toMatchInlineSnapshot(`
    [
      {
        "claimId": "claim-1",
        "line": 2,
        "message": "expected "four" in a.md, lines 2 to 3, but it is not there",
        "path": "a.md",
        "quote": "four",
        "reason": "quote_not_found",
      },
      {
        "claimId": "claim-2",
        "line": 9,
        "message": "expected line 9 to be in a.md, but it holds 3 lines of text",
        "path": "a.md",
        "quote": "one",
        "reason": "line_unresolvable",
      },
      {
        "claimId": "claim-3",
        "line": 1,
        "message": "expected a relative path inside the source root, but received "../b.md"",
        "path": "../b.md",
        "quote": "one",
        "reason": "path_outside_source_root",
      },
      {
        "claimId": "claim-4",
        "message": ""c/d.md" does not exist",
        "path": "c/d.md",
        "quote": "x",
        "reason": "file_not_found",
      },
      {
        "claimId": "claim-5",
        "line": 1,
        "message": "expected the path of a file, but the citation names none",
        "quote": "x",
        "reason": "invalid_claim",
      },
      {
        "claimId": "claim-6",
        "line": 1,
        "message": "expected a quote with the citation of "a.md"",
        "path": "a.md",
        "reason": "quote_required",
      },
    ]
  `)
})

describe('links', () => {
  it('of a file, of a folder above it, in a circle and to nowhere are no evidence', () => {
    const links = { link: 'folder', 'a.md': 'folder/b.md', circle: 'circle', dangling: 'nowhere' }
    const path = sourceFolder({ 'folder/b.md': text }, links)
    const reasons = ['a.md', 'link/b.md', 'circle', 'dangling', 'folder/b.md'].map((file) =>
      judge(path, { path: file, quote: 'one' }),
    )
    expect(reasons).toEqual([
      'symlink_not_allowed',
      'symlink_not_allowed',
      'file_not_found',
      'file_not_found',
      'grounded',
    ])
  })

  it('that leave the root do not tell what is there, and count before the list of allowed paths', () => {
    const outside = sourceFolder({ 'secret.md': text })
    const path = sourceFolder({}, { out: outside, 'secret.md': join(outside, 'secret.md') })
    for (const file of ['secret.md', 'out/secret.md', 'out/nothing.md', 'out']) {
      expect(judge(path, { path: file, quote: 'one' }, { allow: ['docs'] }), file).toBe('path_outside_source_root')
    }
  })

  it('as the root itself are followed, and a root may be a URL', () => {
    const path = sourceFolder({ 'real/a.md': text }, { root: 'real' })
    expect(judge(join(path, 'root'), { path: 'a.md', quote: 'one' })).toBe('grounded')
    const report = verifyCitations([{ path: 'a.md', quote: 'one' }], { sourceRoot: pathToFileURL(join(path, 'real')) })
    expect(report.verdict).toBe('grounded')
  })
})

describe('paths', () => {
  it.each([
    ['./a.md', 'grounded'],
    ['docs//./b.md', 'grounded'],
    ['docs/../a.md', 'grounded'],
    ['docs\\b.md', 'grounded'],
    ['docs/../../a.md', 'path_outside_source_root'],
    ['..\\a.md', 'path_outside_source_root'],
    ['/a.md', 'path_outside_source_root'],
    ['\\a.md', 'path_outside_source_root'],
    ['C:\\a.md', 'path_outside_source_root'],
    ['//server/a.md', 'path_outside_source_root'],
    ['docs', 'file_not_found'],
    ['docs/..', 'file_not_found'],
    ['a.md/b.md', 'file_not_found'],
    ['a.md\0', 'file_not_found'],
    ['file:a.md', 'file_not_found'],
    ['~/a.md', 'file_not_found'],
    ['%2e%2e/a.md', 'file_not_found'],
    [' ', 'invalid_claim'],
    ['\u200b', 'invalid_claim'],
  ])('%j is %s', (file, reason) => {
    const path = sourceFolder({ 'a.md': text, 'docs/b.md': text })
    expect(judge(path, { path: file, quote: 'one' })).toBe(reason)
  })

  it('that are too long or deep for any system are no paths', () => {
    const path = sourceFolder({ 'a.md': text })
    for (const file of ['x'.repeat(5000), 'a/'.repeat(200_000), 'a/'.repeat(1000)]) {
      expect(judge(path, { path: file, quote: 'one' })).toBe('invalid_claim')
    }
    expect(judge(path, { path: `${'a/'.repeat(100)}x`, quote: 'one' })).toBe('file_not_found')
  })

  it('are composed or not, in the folder, in the citation and in the list', () => {
    const path = sourceFolder({ 'cafe\u0301/nai\u0308ve.md': text })
    for (const form of ['NFC', 'NFD']) {
      const file = 'caf\u00e9/na\u00efve.md'.normalize(form)
      expect(judge(path, { path: file, quote: 'one' }, { allow: ['caf\u00e9'] }), form).toBe('grounded')
      expect(judge(path, { path: `${file}x`, quote: 'one' }), form).toBe('file_not_found')
    }
  })

  it('are allowed by whole names of files and folders', () => {
    const path = sourceFolder({ 'docs/a.md': text, 'docs2/a.md': text, 'docs/a.md.old': text })
    const reasons = (allow: string[]) =>
      ['docs/a.md', 'docs2/a.md', 'docs/a.md.old'].map((file) => judge(path, { path: file, quote: 'one' }, { allow }))
    expect(reasons(['docs/'])).toEqual(['grounded', 'path_not_allowed', 'grounded'])
    expect(reasons(['./docs/a.md'])).toEqual(['grounded', 'path_not_allowed', 'path_not_allowed'])
    expect(reasons(['.'])).toEqual(['grounded', 'grounded', 'grounded'])
    expect(reasons([])).toEqual(['path_not_allowed', 'path_not_allowed', 'path_not_allowed'])
  })

  it('never name the answer itself, without any list of allowed paths and by whatever name', () => {
    const path = sourceFolder({ 'answer.md': text })
    const answerFile = join(path, 'answer.md')
    symlinkSync('answer.md', join(path, 'soft.md'))
    expect(judge(path, { path: 'answer.md', quote: 'one' }, { answerFile })).toBe('path_not_allowed')
    expect(judge(path, { path: 'soft.md', quote: 'one' }, { answerFile })).toBe('symlink_not_allowed')
    linkSync(answerFile, join(path, 'hard.md'))
    expect(judge(path, { path: 'hard.md', quote: 'one' }, { answerFile })).toBe('path_not_allowed')
  })
})

describe('files', () => {
  it('that are huge are not read', () => {
    const path = sourceFolder({ 'huge.md': text, 'large.md': `${'x\n'.repeat(5_000_000)}needle\n` })
    truncateSync(join(path, 'huge.md'), 3 * 1024 ** 3)
    expect(judge(path, { path: 'huge.md', quote: 'one' })).toBe('file_not_found')
    expect(judge(path, { path: 'large.md', line: 5_000_001, quote: 'needle' })).toBe('grounded')
  })

  it('are read and folded once for all citations', { tags: ['long'], timeout: 30_000 }, () => {
    const path = sourceFolder({ 'a.md': 'line of text\n'.repeat(400_000) })
    const claims = Array.from({ length: 300 }, (_, at) => ({
      path: 'a.md',
      lines: [1 + at, 399_000],
      quote: 'not there',
    }))
    const took = cpuTime(() => expect(verifyCitations(claims, { sourceRoot: path }).failures).toHaveLength(300))
    // About a second; folding the file for each takes minutes.
    expect(took).toBeLessThan(10_000)
  })

  it('that are binary hold no text', () => {
    const path = sourceFolder({})
    writeFileSync(join(path, 'a.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0a, 0x61]))
    expect(judge(path, { path: 'a.png', quote: 'PNG' })).toBe('quote_not_found')
    expect(judge(path, { path: 'a.png', line: 1, quote: 'PNG' })).toBe('line_unresolvable')
  })

  it.skipIf(process.platform === 'win32')('that are no files are not opened', async () => {
    const path = sourceFolder({})
    const server = createServer().listen(join(path, 'socket'))
    await once(server, 'listening')
    expect(judge(path, { path: 'socket', quote: 'x' })).toBe('file_not_found')
    server.close()
  })

  it.each([
    ['Windows line ends', 'one\r\ntwo\r\n', 2, 'two', 'grounded'],
    ['Windows line ends, no line more', 'one\r\ntwo\r\n', 3, 'two', 'line_unresolvable'],
    ['old Mac line ends', 'one\rtwo\r', 2, 'two', 'grounded'],
    ['no final line end', 'one\ntwo', 2, 'two', 'grounded'],
    ['an empty line at the end', 'one\n\n', 2, 'x', 'quote_not_found'],
    ['nothing', '', 1, 'x', 'line_unresolvable'],
    ['a byte order mark', '\ufeffone\n', 1, 'one', 'grounded'],
    ['composed letters, quoted apart', 'caf\u00e9\n', 1, 'cafe\u0301', 'grounded'],
    ['letters apart, quoted composed', 'cafe\u0301\n', 1, 'caf\u00e9', 'grounded'],
    ['compatibility letters, which are others', '\ufb01ne\n', 1, 'fine', 'quote_not_found'],
    ['a quote over white space of other kinds', 'a\u00a0 b\tc\n', 1, 'a b c', 'grounded'],
    ['a quote of one letter', 'one\n', 1, 'o', 'grounded'],
    ['a quote of one letter, anywhere', 'one\n', null, 'o', 'quote_not_found'],
    ['a quote of letters with words left out', 'one\n', 1, 'o ... e', 'quote_not_found'],
    ['a quote of a sign', 'f(x)\n', 1, '(', 'quote_not_found'],
    ['a quote of a sign that is the line', 'f(x) {\n  }\n', null, '}', 'grounded'],
    ['a quote of a sign that is another line', '}\nf(x) {}\n', 2, '}', 'quote_not_found'],
    ['a page break between words', 'one\ftwo\vthree\n', 1, 'one two three', 'grounded'],
    ['a quote of nothing but dots', 'one ... two\n', 1, '...', 'quote_not_found'],
  ])('with %s', (_title, content, line, quote, reason) => {
    const path = sourceFolder({ 'a.md': content })
    expect(judge(path, { path: 'a.md', line, quote })).toBe(reason)
  })
})

it('wrong use is an error and no verdict', () => {
  const path = sourceFolder({ 'a.md': text })
  expect(() => verifyCitations('', { sourceRoot: join(path, 'nowhere') })).toThrow(
    /expected `sourceRoot` to be a folder/,
  )
  expect(() => verifyCitations('', { sourceRoot: join(path, 'a.md') })).toThrow(/expected `sourceRoot` to be a folder/)
  expect(() => verifyCitations('', { sourceRoot: path, allow: ['../x'] })).toThrow(/below the source root/)
})
