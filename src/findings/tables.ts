/**
 * Tables of findings, told from all other tables.
 *
 * @module
 */
import { isNoDefect } from './json-status.js'
import { findLines, findPlace, type Place, placeWithin } from './place.js'
import { findSeverity } from './severity.js'

/** One row of a table of findings. */
export interface Row {
  readonly text: string
  readonly place: Place
  readonly severity?: string
}

const FILE_HEADS =
  /^\W*(?:file|path|location|where|source|файл|文件|位置|archivo|arquivo|fichier|datei|ファイル|파일)/iu
const LINE_HEADS =
  /^\W*(?:line(?:s|\(s\))?(?!\W+of\b)(?![a-z])|loc(?![a-z])|ln|行|рядо?к|строк|línea|linha|ligne|zeile|줄)/iu
const SEVERITY_HEADS =
  /^\W*(?:severity|priority|level|risk|严重|優先|优先级|级别|重要|серйозн|критичн|серьезн|приоритет|severidad|severidade|gravité|schwere|심각)/iu
const ISSUE_HEADS =
  /(?:issue|finding|problem|bug|vulnerab|defect|concern|comment|violation|问题|проблем|вразлив|уязвим|problema|fehler|probl[eè]me|問題|문제)/iu
const COUNT_HEADS =
  /^\W*(?:count|number|total|qty|数量|кількість|количество|cantidad|anzahl|nombre|件数|개수)\W*$|\bcoverage\b|\blines? (?:changed|counts?|of code)\b/iu
const STATUS_HEADS = /^\W*(?:status|state|resolution)\W*$/i
/** Columns whose cells say nothing about the defect itself. */
const SIDE_HEADS =
  /^\W*(?:(?:#|no|id|nr|№)\W*$|confidence|status|effort|category|type|cwe|rule|severity|score|owner|достовірн|置信度|状态|类别)/iu

interface Columns {
  readonly file: number
  readonly line: number
  readonly severity: number
  readonly text: readonly number[]
}

/** Reads the rows of a table of findings; none where the table lists something else, such as changed files or counts. */
export function readRows(header: readonly string[], rows: readonly (readonly string[])[]): Row[] {
  const columns = findColumns(header, rows)
  if (!columns) return []
  const status = header.findIndex((head) => STATUS_HEADS.test(head))
  return rows.flatMap((cells) => {
    if (isNoDefect(cells[status])) return []
    const text = columns.text
      .map((i) => cells[i] ?? '')
      .filter((cell) => cell.trim() !== '')
      .join('. ')
    if (text === '') return []
    const severity = findSeverity(cells[columns.severity] ?? '')
    return [{ text, place: readCells(cells, columns), ...(severity === undefined ? {} : { severity }) }]
  })
}

function findColumns(header: readonly string[], rows: readonly (readonly string[])[]): Columns | undefined {
  if (header.some((head) => COUNT_HEADS.test(head))) return undefined
  const most = (test: (cell: string) => boolean) => (i: number) =>
    rows.filter((cells) => test(cells[i] ?? '')).length * 2 > rows.length
  const find = (heads: RegExp, cells: (i: number) => boolean): number => {
    const named = header.findIndex((head) => heads.test(head))
    return named >= 0 ? named : header.findIndex((_, i) => cells(i))
  }
  const file = find(
    FILE_HEADS,
    most((cell) => findPlace(cell).file !== undefined && cell.length < 200),
  )
  const line = header.findIndex((head) => LINE_HEADS.test(head))
  const severity = find(
    SEVERITY_HEADS,
    most((cell) => findSeverity(cell) !== undefined && cell.length < 30),
  )
  const isOnlyFile = FILE_HEADS.test(header[file] ?? '') || !ISSUE_HEADS.test(header[file] ?? '')
  const text = header.flatMap((head, i) =>
    (i === file && isOnlyFile) || i === line || i === severity || SIDE_HEADS.test(head) ? [] : [i],
  )
  const isIssues = text.some((i) => ISSUE_HEADS.test(header[i] ?? ''))
  const hasLines = line >= 0 || most((cell) => findPlace(cell).line !== undefined)(file)
  return severity >= 0 || (file >= 0 && (hasLines || isIssues)) ? { file, line, severity, text } : undefined
}

function readCells(cells: readonly string[], { file, line }: Columns): Place {
  return placeWithin(findLines(cells[line] ?? ''), findPlace(cells[file] ?? ''))
}
