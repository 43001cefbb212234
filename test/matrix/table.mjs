/**
 * How the matrix is printed.
 *
 * @module
 */

/** A row for each cell's name, a column for each pair: `ok 22` with the tests looked at, `RED`, or nothing where it is not run. */
export function printTable(cells) {
  const pairs = [...new Set(cells.map(({ pair }) => pair))]
  const names = [...new Set(cells.map(({ name }) => name))]
  const cellOf = (pair, name) => cells.find((cell) => cell.pair === pair && cell.name === name)
  const rows = names.map((name) => [name, ...pairs.map((pair) => state(cellOf(pair, name)))])
  const table = [['', ...pairs], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const lines = table.map((row) => row.map((text, column) => text.padEnd(widths[column])).join('  '))
  console.log(`\n${lines.map((line) => line.trimEnd()).join('\n')}`)
}

/** What is wrong with a cell, and the end of what it printed. */
export function printFailure({ pair, name, problems }, output) {
  const printed = output.trim().split('\n').slice(-40)
  console.log(
    [`RED ${pair}  ${name}`, ...problems.map((line) => `    ${line}`), ...printed.map((line) => `    | ${line}`)].join(
      '\n',
    ),
  )
}

function state(cell) {
  if (cell === undefined) return ''
  if (cell.problems.length > 0) return 'RED'
  return cell.tests > 0 ? `ok ${cell.tests}` : 'ok'
}
