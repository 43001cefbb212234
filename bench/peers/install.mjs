/**
 * Contestants installed into a cache of their own, in the exact versions that they name.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const cache = join(root, 'bench/.cache')

/** No script of theirs runs. What is there in these versions stays; our own package is installed afresh each time. */
export function install({ packages, tarball }) {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const key = createHash('sha256').update(JSON.stringify({ wanted, tarball })).digest('hex').slice(0, 12)
  const home = join(cache, key)
  const done = join(home, 'installed')
  if (existsSync(done) && !tarball) return home
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  if (tarball) wanted.push(`./${pack(home)}`)
  npm(['install', '--ignore-scripts', '--save-exact', '--no-audit', '--no-fund', ...wanted], home)
  writeFileSync(done, '')
  return home
}

/** The version that was installed, of the first package of a contestant or of our own. */
export function versionOf(home, name) {
  return JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version
}

/** Makes a folder to run in, with these files and nothing of a run before; packages are found in the folder above. */
export function makeRunFolder(folder, files) {
  rmSync(folder, { recursive: true, force: true })
  // Without one of its own, a contestant would find the config of a folder above, which is this repository's.
  const usual = { 'package.json': '{ "private": true, "type": "module" }', 'vitest.config.js': 'export default {}' }
  const all = { ...usual, ...files }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

function pack(destination) {
  const [{ filename }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', destination], root),
  )
  return filename
}

function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
