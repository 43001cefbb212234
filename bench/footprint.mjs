/**
 * What an installed tarball takes beyond Vitest alone, package by package. Ends with 1 above the limit.
 * `npm run build && node bench/footprint.mjs`
 *
 * @module
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './peers/install.mjs'

/** Megabytes of 1,000,000 bytes in files. What that takes on a disk depends on the size of its blocks. */
const LIMIT = 45
const root = fileURLToPath(new URL('..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// Vite at the version that Vitest runs with here: a newer one would count as ours.
const packages = { vitest: devDependencies.vitest, vite: devDependencies.vite }

const alone = sizesIn(join(install({ packages }), 'node_modules'))
const both = sizesIn(join(install({ packages, tarball: true }), 'node_modules'))
const added = [...both].filter(([name]) => !alone.has(name)).sort(([, a], [, b]) => b.files - a.files)
const total = { files: sum(both, 'files') - sum(alone, 'files'), disk: sum(both, 'disk') - sum(alone, 'disk') }

console.log(`${alone.size} packages with Vitest alone, ${both.size} with vitest-judge\n\n   files  on disk`)
for (const [name, sizes] of [['Vitest alone', { files: sum(alone, 'files'), disk: sum(alone, 'disk') }], ...added]) {
  console.log(lineOf(sizes, name))
}
console.log(lineOf(total, `added; at most ${LIMIT} MB of files allowed`))
process.exitCode = total.files / 1e6 <= LIMIT ? 0 : 1

/** Bytes of each package by its name: of its files, and of the blocks that they take, as `du` counts them. */
function sizesIn(modules, scope = '') {
  const folders = readdirSync(modules).filter((name) => !name.startsWith('.'))
  return new Map(
    folders.flatMap((name) =>
      name.startsWith('@')
        ? [...sizesIn(join(modules, name), `${name}/`)]
        : [[scope + name, sizeOf(join(modules, name))]],
    ),
  )
}

function sizeOf(path) {
  const entries = ['', ...readdirSync(path, { recursive: true })].map((entry) => statSync(join(path, entry)))
  const files = entries.filter((entry) => entry.isFile())
  return {
    files: files.reduce((bytes, { size }) => bytes + size, 0),
    disk: entries.reduce((bytes, { blocks }) => bytes + blocks * 512, 0),
  }
}

function sum(sizes, kind) {
  return [...sizes.values()].reduce((total, size) => total + size[kind], 0)
}

function lineOf({ files, disk }, name) {
  const [first, second] = [files, disk].map((bytes) => `${(bytes / 1e6).toFixed(1).padStart(5)} MB`)
  return `${first} ${second}  ${name}`
}
