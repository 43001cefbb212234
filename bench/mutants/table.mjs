/**
 * What a run of Stryker came to: a table by file, and the mutants that no test noticed, each with its line.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Prints the table and writes the survivors into a file. */
export function printMutants(folder, { files }, survivors) {
  const rows = Object.entries(files).map(([name, { mutants }]) => ({ file: basename(name), ...countsOf(mutants) }))
  const all = countsOf(Object.values(files).flatMap(({ mutants }) => mutants))
  console.table([...rows.sort((a, b) => a.score - b.score), { file: folder, ...all }])
  writeFileSync(
    survivors,
    Object.entries(files)
      .flatMap(([name, file]) => linesOf(name, file))
      .join('\n'),
  )
  console.log(`${folder}: ${all.score} % of ${all.mutants} mutants noticed, the others in ${survivors}`)
}

/** A mutant that never ends is noticed; one that is no TypeScript counts for nothing. */
function countsOf(mutants) {
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const total = noticed + count('Survived', 'NoCoverage')
  return {
    mutants: total,
    noticed,
    survived: count('Survived'),
    'not covered': count('NoCoverage'),
    score: total === 0 ? 100 : Number(((100 * noticed) / total).toFixed(1)),
  }
}

function linesOf(name, { source, mutants }) {
  const lines = source.split('\n')
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ status, mutatorName, replacement, location: { start, end } }) => {
      const text = lines[start.line - 1]
      const old = start.line === end.line ? text.slice(start.column - 1, end.column - 1) : text.slice(start.column - 1)
      return `${name}:${start.line} ${status} ${mutatorName}\n  ${text.trim()}\n  ${old}  =>  ${replacement.replaceAll(/\s+/g, ' ')}`
    })
}
