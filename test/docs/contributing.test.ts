/**
 * CONTRIBUTING.md says what is: its floors are those of the imports, its tables name every folder, dependency and command.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { blockOf, read, tableOf } from './pages.js'

const page = read('CONTRIBUTING.md')
const root = fileURLToPath(new URL('../../', import.meta.url))
const manifest = JSON.parse(read('package.json'))
const below = (folder: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`)
const sources = ['src', 'matchers', 'reporters'].flatMap(below).filter((name) => /\.tsx?$/.test(name))

/** `src/modes/solo.ts` stands in `src/modes`, `src/judge.ts` by itself. */
const unitOf = (file: string) => file.split('/', file.startsWith('src/') ? 2 : 1).join('/')

describe('the floors', () => {
  const floors: string[][] = []
  for (const line of blockOf(page, 'text floors').trimEnd().split('\n')) {
    const [first, ...items] = line.trim().split(/\s+/) as [string, ...string[]]
    if (line.startsWith(' ')) floors.at(-1)?.push(first, ...items)
    else floors.push(items)
  }
  const places = new Map(floors.flatMap((items, floor) => items.map((item, at) => [item, { floor, at }] as const)))

  test('hold every folder and every file beside them, and nothing else', () => {
    expect([...places.keys()].sort()).toEqual([...new Set(sources.map(unitOf))].sort())
  })

  test('are held by every import: down, or to the right', () => {
    const wrong = sources.flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const [from, to] = [places.get(unitOf(file)), places.get(unitOf(target))]
        if (from === undefined || to === undefined) return [`${file} imports ${target}`]
        const goesDown = to.floor > from.floor || (to.floor === from.floor && to.at >= from.at)
        return goesDown ? [] : [`${file} imports ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

function importsOf(file: string): string[] {
  const text = read(file)
  const named = text.matchAll(/(?:\bfrom|\bimport\(|^import) ?'(\.[^']+\.js)'/gm)
  return [...named].map(([, target = '']) => join(dirname(file), target).replace(/\.js$/, '.ts'))
}

test('the table of layers names every folder of src that imports anything of ours', () => {
  const [, layers = ''] = page.split('| folder | what it is | may import |')
  const named = [...(layers.split('\n\n')[0] ?? '').matchAll(/`((?:src|matchers|reporters)[\w./-]*?)\/?`/g)].map(
    ([, name]) => name,
  )
  const folders = [...new Set(sources.map(unitOf))].filter((unit) => !unit.endsWith('.ts'))
  expect(folders.filter((folder) => !named.includes(folder))).toEqual([])
  for (const name of named) expect(existsSync(join(root, name ?? '')), name).toBe(true)
})

test('biome.json has a rule for every folder but the plugin, which may import everything, and the nouns', () => {
  const { overrides } = JSON.parse(read('biome.json')) as {
    overrides: { includes: string[]; linter: { rules: { style?: { noRestrictedImports?: unknown } } } }[]
  }
  const ruled = overrides
    .filter(({ linter }) => linter.rules.style?.noRestrictedImports)
    .flatMap(({ includes }) => includes)
  const folders = [...new Set(sources.map(unitOf))].filter((unit) => !unit.endsWith('.ts'))
  expect(folders.filter((folder) => !ruled.includes(`${folder}/**`))).toEqual(['src/plugin', 'src/types'])
})

test('every path that it names is there', () => {
  const paths = [...page.matchAll(/`((?:src|matchers|reporters|test|bench|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every command that it names is a script', () => {
  const named = [...page.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
})

test.each([
  ['dependencies', '| package | MB | licence |', 2],
  ['devDependencies', '| package | licence | why |', 1],
] as const)('every one of the %s is told with its licence, and none that is not there', (kind, head, licenceAt) => {
  const rows = tableOf(page, head).map((cells) => [cells[0]?.slice(1, -1) ?? '', cells] as const)
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(manifest[kind]).sort())
  for (const [name, cells] of rows) {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`))
    expect(cells[licenceAt], name).toBe(license)
    expect(
      cells.every((cell) => cell !== ''),
      name,
    ).toBe(true)
    if (kind === 'dependencies') expect(Number(cells[1]), name).toBeCloseTo(megabytes(`node_modules/${name}`), 0.9)
  }
})

/** Of the files below a folder. */
function megabytes(folder: string): number {
  const sizes = below(folder).map((name) => statSync(join(root, name)))
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0) / 1e6
}

test('no public type is one of a package that is no part of the API', () => {
  const imports = ['index', 'plugin', 'matchers', 'reporter'].flatMap((entry) => [
    ...read(`test/api/${entry}.api.md`).matchAll(/^import .* from '([^']+)'/gm),
  ])
  expect([...new Set(imports.map(([, name]) => name))].sort()).toEqual(['vitest', 'vitest/node'])
})
