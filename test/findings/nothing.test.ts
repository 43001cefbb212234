import { describe, expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { matchFindings } from '../../src/findings/match.js'
import { reportsNothing } from '../../src/findings/nothing.js'

describe('a review without findings', () => {
  it.each([
    'I found no issues in this change.',
    'I found no issues\nin this change.',
    'No problems found.',
    'LGTM, nothing to report',
    'None.',
    '**None**',
    'N/A',
    '**Issues:** None found.',
    'Critical: none\r\nHigh: none',
    '## Issues\n\n- None',
    '| File | Line | Issue |\n|---|---|---|\n| - | - | None |',
    '- No issues found in `src/a.ts`\n- No issues found in `src/b.ts`',
    'We didn’t find any bugs or security problems in this pull request.',
    'I was unable to find anything wrong with it.',
    'There are no blocking concerns.',
    'Nothing to flag here!',
    '✅ Looks good to me, thanks!',
    'No issues with the naming.',
    'No issues were reported',
    'No errors or warnings in this pull request',
    'Overall: LGTM',
    'Nice work on this change, it looks good.',
    'The change is correct and I have no comments.',
    'I reviewed the change and found no issues. The tests cover the new paths.',
    'Keine Probleme gefunden.',
    'Aucun problème trouvé',
    '未发现问题。',
    '{ "findings": ["None"] }',
    '{ "issues": [{ "description": "No issues found" }] }',
  ])('is %j', (text) => {
    expect(extractFindings(text)).toEqual([])
  })

  it('has no finding that could be wrong', () => {
    const issue = { id: 'lock', severity: 'high', description: 'The lock is never released' }
    expect(matchFindings('I found no issues in this change.', [issue])).toMatchObject({
      unverified: [],
      metrics: { precision: 0, precision_bounds: { lower: 0, upper: 0 } },
    })
  })
})

describe('in another language', () => {
  it.each([
    ...['Keine Mängel', 'Ich habe keine Fehler gefunden.', 'Keine Befunde entdeckt'],
    ...[
      "Je n'ai trouvé aucun défaut",
      'Aucun bug détecté',
      'No se encontraron problemas',
      'No hay errores',
      'Sin errores',
    ],
    ...['Não encontrei nenhum problema', 'Nenhum problema encontrado', 'Nessun problema trovato'],
    ...['Проблем не найдено', 'Ошибок нет.', 'Зауважень немає', '未发现任何问题', '没有问题', '没有发现问题'],
    ...['問題なし', '問題はありません', '問題はありませんでした', '문제가 없음', '문제 없습니다'],
  ])('%j says nothing', (text) => {
    expect(reportsNothing(text)).toBe(true)
    expect(reportsNothing(`${text} x`)).toBe(false)
    expect(reportsNothing(`x ${text}`)).toBe(false)
  })
})

describe('a finding is', () => {
  it.each([
    'No tests for the null case in a.ts:12',
    'No bugs. The API key is hard-coded in the client.',
    'No issues found. Note: passwords are stored in plain text.',
    'Keine Fehler gefunden, aber das Passwort wird im Klartext gespeichert.',
    'Aucun bug, sauf que le jeton est écrit dans les logs.',
    'Проблем не найдено, но пароль хранится открытым текстом.',
    'No error is thrown when the file is missing',
    'No errors are handled in load()',
    'No comments in the parser explain the magic number.',
    'No comments in this file.',
    'No problems are reported to the caller when the write fails',
    'No issue number is linked in the header',
    'No errors for bad input',
    'No errors are reported',
    'No warning in the UI about data loss',
    'No comments on exported functions',
    'Approve with comments',
    'Thanks to the new cache stale entries are served for ever',
    'It is good practice to close the handle here',
    'LGTM the lock leaks',
    'Nothing closes the handle',
    'None of the callers awaits it',
    'LGTM, but the token is never checked',
    'LGTM once the lock is released',
    'Looks good to me. Rename foo to bar.',
    'I found no issues in this change. The lock leaks, though.',
    'I found no issues in this change. See a.ts:3: foo is bar.',
    'No major issues. The counter starts at 1, the spec says 0.',
    'No issues in the parser. The counter starts at 1, the spec says 0.',
    'No issues except the lock',
    'Tests: none',
  ])('%j', (text) => {
    expect(extractFindings(text)).toHaveLength(1)
  })

  it('one beside the word that there is nothing else', () => {
    const review = '### Critical issues\n\nNone\n\n### High\n\n- a.ts:3: the lock leaks'
    expect(extractFindings(review).map(({ text }) => text)).toEqual(['a.ts:3: the lock leaks'])
  })
})

it('a long text is more than that', () => {
  expect(reportsNothing('No issues found. '.repeat(30))).toBe(true)
  expect(reportsNothing('No issues found. '.repeat(40))).toBe(false)
})
