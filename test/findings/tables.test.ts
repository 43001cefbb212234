import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRows } from '../../src/findings/tables.js'

/** Cells apart by `|`. */
const cells = (row: string) => row.split('|').map((cell) => cell.trim())
const read = (header: string, ...rows: readonly string[]) => readRows(cells(header), rows.map(cells))

describe('a table', () => {
  it.each<[string, string, string[]]>([
    ['with files and lines among its cells', 'A | B', ['src/a.ts:3 | leaks', 'src/b.ts:4 | fails']],
    ['with severities among its cells', 'A | B', ['High | leaks', '[Low] | fails']],
    ['with places in most of its cells', 'A | B', ['src/a.ts:3 | leaks', 'src/b.ts:4 | fails', 'none | lies']],
    ['with a head of lines', 'Line | File | Text', ['3 | src/a.ts | leaks']],
    ['with files, and a head of issues', 'File | Issue', ['src/a.ts | leaks']],
    ['with files, and a head of issues among others', 'File | Issue | Fix', ['src/a.ts | leaks | Close it']],
    ['with a head of files in bold', '**Path** | Issue', ['src/a.ts | leaks', 'none | fails', 'here | lies']],
    ['with long files under their head', 'File | Issue', [`src/a.ts ${'x'.repeat(200)} | leaks`]],
  ])('%s is of findings', (_, header, rows) => {
    expect(read(header, ...rows)).toHaveLength(rows.length)
  })

  it.each<[string, string, string[]]>([
    ['with files alone', 'File | Description', ['src/a.ts | reads']],
    ['with a head of issues alone', 'Issue | Fix', ['leaks | Close it']],
    ['with lines alone', 'Line | Text', ['3 | leaks']],
    ['with places in half of its cells', 'A | B', ['src/a.ts:3 | leaks', 'none | fails']],
    ['with lines in half of its files', 'File | Text', ['src/a.ts:3 | leaks', 'src/b.ts | fails']],
    ['with severities in half of its cells', 'A | B', ['High | leaks', 'none | fails']],
    ['with long texts that name files', 'A | B', [`src/a.ts:3 ${'x'.repeat(189)} | leaks`]],
    ['with long texts that rate', 'A | B', [`Severity: high ${'x'.repeat(15)} | leaks`]],
    ['with no text beside', 'Severity | File', ['High | src/a.ts']],
    ['with no rows', 'A | B', []],
    ['with no cells', 'Severity | Issue | More', ['High |  | ', 'Low']],
  ])('%s has none', (_, header, rows) => {
    expect(read(header, ...rows)).toEqual([])
  })

  it('has texts that are just short enough', () => {
    expect(read('A | B', `src/a.ts:3 ${'x'.repeat(188)} | leaks`)).toHaveLength(1)
    expect(read('A | B', `Severity: high ${'x'.repeat(14)} | leaks`)).toHaveLength(1)
  })
})

describe('the head of a column', () => {
  const heads = (list: string) => list.split('|')
  it.each(
    heads(
      'File|**Path**|Filename|Location|Where|Source file|файл|文件|位置|Archivo|Arquivo|Fichier|Datei|ファイル|파일',
    ),
  )('%s is of files', (head) => {
    expect(read(`Issue | ${head} | Line`, 'leaks | LICENSE.md | 3')).toEqual([
      { text: 'leaks', place: { file: 'LICENSE.md', line: 3 } },
    ])
  })

  it.each(heads('Line|Line #|`lines`|line_number|LOC|Ln|行号|рядок|рядки|строка|Línea|Linha|Ligne|Zeile|줄'))(
    '%s is of lines',
    (head) => {
      expect(read(`Location | ${head} | Text`, 'src/a.ts | 3-5 | leaks')).toEqual([
        { text: 'leaks', place: { file: 'src/a.ts', line: 3, lineEnd: 5 } },
      ])
    },
  )

  it.each(
    heads(
      '🔴 Severity|Priority|Level|Risk|严重程度|優先度|优先级|级别|重要性|серйозність|критичність|серьезность|приоритет|Severidad|Severidade|Gravité|Schweregrad|심각도',
    ),
  )('%s is of severities', (head) => {
    expect(read(`What | ${head}`, 'leaks | High', 'lies | so so', 'fails | ')).toEqual([
      { text: 'leaks', place: {}, severity: 'high' },
      { text: 'lies', place: {} },
      { text: 'fails', place: {} },
    ])
  })

  it.each(
    heads(
      'Issue|Key finding|Problem|Bugs|Vulnerability|Defect|Concern|Comments|Violation|问题|проблема|вразливість|уязвимость|Problema|Fehler|Problème|Probleme|問題|문제',
    ),
  )('%s is of issues', (head) => {
    expect(read(`File | ${head}`, 'src/a.ts | leaks')).toHaveLength(1)
  })

  it.each(
    heads(
      'Count|# Number|TOTAL|Qty.|数量|кількість|количество|Cantidad|Anzahl|Nombre|件数|개수|Line coverage|Lines changed',
    ),
  )('%s is of counts, and the table of no findings', (head) => {
    expect(read(`Severity | Issue | ${head}`, 'High | leaks | 3')).toEqual([])
  })

  it.each(
    heads(
      '#|No|No.|ID|Nr.|№|Confidence|Status|Effort|Category|Type|CWE|Rule ID|**Type**|Severity|Score|Owner|достовірність|置信度|状态|类别',
    ),
  )('%s says nothing of the defect', (head) => {
    expect(read(`Priority | Issue | ${head}`, 'High | leaks | 7').map(({ text }) => text)).toEqual(['leaks'])
  })

  it.each(
    heads(
      'Line of reasoning|Fix|Notes|Note|Idea|Locale|Counted|Statement|Total cost|In the file|By level|Its status|Its type',
    ),
  )('%s says something of it', (head) => {
    expect(read(`Severity | Issue | ${head}`, 'High | leaks | Fixed').map(({ text }) => text)).toEqual(['leaks. Fixed'])
    expect(read(`${head} | Issue`, 'It | leaks')).toEqual([])
  })
})

describe('a row', () => {
  it('whose issue names its place keeps the issue, and one whose file is only among words does too', () => {
    const place = { file: 'src/a.ts', line: 12 }
    expect(read('# | Issue | Fix', '1 | src/a.ts:12 the handle leaks | close it')).toEqual([
      { text: 'src/a.ts:12 the handle leaks. close it', place },
    ])
    expect(read('# | Where the issue is | Fix', '1 | src/a.ts:12 | close it')).toEqual([{ text: 'close it', place }])
  })

  it('has the place, the severity and the texts of its cells', () => {
    const header = '# | Severity | File | Line | Issue | Fix'
    expect(read(header, '1 | High | src/a.ts | 3-5 | leaks |', '2 | | b.ts:7 | | fails | Salt it', '3')).toStrictEqual([
      { text: 'leaks', place: { file: 'src/a.ts', line: 3, lineEnd: 5 }, severity: 'high' },
      { text: 'fails. Salt it', place: { file: 'b.ts', line: 7 } },
    ])
    expect(read('Severity | Line | Text', 'High | 3 | leaks')).toStrictEqual([
      { text: 'leaks', place: { line: 3 }, severity: 'high' },
    ])
    expect(readRows(['Severity', 'Issue', 'Fix'], [['High', 'leaks', ' \n']])[0]?.text).toBe('leaks')
  })

  it.each(['Status', 'State:', '**Resolution**'])('that is settled, as its %s says, is none', (head) => {
    const rows = ['High | leaks | ✅ Fixed', 'High | fails | Open', 'Low | lies |']
    expect(read(`Severity | Issue | ${head} code`, 'High | leaks | Fixed')).toHaveLength(1)
    expect(read(`Severity | Issue | ${head}`, ...rows).map(({ text }) => text.slice(0, 5))).toEqual(['fails', 'lies'])
  })
})

it('no row is read twice, and none moves, whatever stands in a table', () => {
  const cell = fc.constantFrom(
    'src/a.ts:3',
    'High',
    'Severity',
    'Issue',
    'File',
    'Count',
    'Fixed',
    'Status',
    'leaks',
    '7',
    '',
  )
  const row = fc.array(cell, { maxLength: 5 })
  fc.assert(
    fc.property(row, fc.array(row, { maxLength: 6 }), (header, rows) => {
      const texts = readRows(header, rows).map(({ text }) => text)
      const all = rows.map((cells) => cells.filter((one) => one !== '').join('. '))
      let at = 0
      for (const text of texts) {
        at = all.findIndex((one, i) => i >= at && text.split('. ').every((part) => one.includes(part))) + 1
        expect(at).toBeGreaterThan(0)
      }
    }),
  )
})
