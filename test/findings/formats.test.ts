/**
 * Real review texts of others, where they are there: `../shared/data` beside the checkout. None is kept in this repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'

interface Sample {
  readonly name: string
  readonly expected: readonly {
    readonly file: string | null
    readonly line: number | null
    readonly line_end: number | null
  }[]
}

const DIR = fileURLToPath(new URL('../../../shared/data/review/formats/', import.meta.url))
const isThere = existsSync(`${DIR}index.json`)
if (!isThere) console.log('test/findings/formats: skipped, ../shared/data is not there')
const samples: readonly Sample[] = isThere ? JSON.parse(readFileSync(`${DIR}index.json`, 'utf8')) : []

describe.skipIf(!isThere)('real reviews', () => {
  test.each(samples)('$name holds the findings that people see in it', ({ name, expected }) => {
    const findings = extractFindings(readFileSync(`${DIR}${name}`, 'utf8'))
    const places = findings.map(({ file, line, lineEnd }, i) => [
      expected[i]?.file === null ? null : file,
      expected[i]?.line === null ? null : line,
      expected[i]?.line_end === null ? null : lineEnd,
    ])
    expect(places).toEqual(expected.map(({ file, line, line_end }) => [file, line, line_end]))
  })
})
