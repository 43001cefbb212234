import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { writeResults } from '../../reporters/results-file.js'
import { writeFileWhole } from '../../src/process/write-file.js'
import { newFolder } from '../broker/brokers.js'

const HOUR = 3600
const draftOf = (name: string) => `${name}.00000000-0000-4000-8000-000000000000.vitest-judge.tmp`

/** A folder with files of these ages in seconds. */
function folderWith(ages: Record<string, number>): string {
  const folder = newFolder()
  for (const [name, age] of Object.entries(ages)) {
    writeFileSync(join(folder, name), name)
    // Of the disk, whose clock need not be that of this process.
    const time = statSync(join(folder, name)).mtimeMs / 1000 - age
    utimesSync(join(folder, name), time, time)
  }
  return folder
}

describe('a file that is written whole', () => {
  it('replaces the old one and leaves no draft', () => {
    const folder = folderWith({ 'a.json': 0 })
    writeFileWhole(join(folder, 'a.json'), 'new')
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new')
  })

  it('is no draft where it cannot be put in its place', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'a.json', 'in the way'), { recursive: true })
    expect(() => writeFileWhole(join(folder, 'a.json'), 'new')).toThrow(/EISDIR|ENOTEMPTY|EPERM/)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})

describe('drafts of killed runs', () => {
  it('are swept once they are an hour old; those of a running run, and files of others, never are', () => {
    const others = ['b.json.tmp', `${draftOf('b.json')}.bak`, 'b.00000000-0000-4000-8000-000000000000.tmp', 'b.json']
    const folder = folderWith({
      [draftOf('b.json')]: HOUR + 60,
      [draftOf('young')]: HOUR - 60,
      ...Object.fromEntries(others.map((name) => [name, 1_000 * HOUR])),
    })
    writeFileWhole(join(folder, 'a.json'), 'new')
    expect(readdirSync(folder).sort()).toEqual(['a.json', draftOf('young'), ...others].sort())
  })

  it.each(['1970-01-02', '2100-01-01'])('are told by the clock of the disk, though it is said to be %s', (day) => {
    const folder = folderWith({ [draftOf('old')]: 2 * HOUR, [draftOf('young')]: 0 })
    vi.useFakeTimers({ now: new Date(day) })
    try {
      writeFileWhole(join(folder, 'a.json'), 'new')
    } finally {
      vi.useRealTimers()
    }
    expect(readdirSync(folder).sort()).toEqual(['a.json', draftOf('young')])
  })

  it('are swept by the next results file too', () => {
    const folder = folderWith({ [draftOf('.results')]: 2 * HOUR })
    const results = { run: { finished: '2026-11-30T08:00:00.000Z' } } as Parameters<typeof writeResults>[1]
    const file = writeResults(folder, results)
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([file])
  })
})
