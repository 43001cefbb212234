/**
 * Folders in which the benchmarks run Vitest, with the built package as installed.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder with these files, by their path. */
export function makeFolder(files) {
  mkdirSync(join(root, 'test/.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test/.tmp/bench-'))
  // What lies in node_modules is loaded as it is, what does not goes through Vite. Without a package.json of its own the
  // folder would belong to this package, whose name then means its own dist.
  const installed = join(folder, 'node_modules/vitest-judge')
  cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** One run: what it printed, and its milliseconds. Rejects when it is red. */
export function run(cwd, args) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' }
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], { cwd, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(output))
      else resolve({ output, total: performance.now() - started })
    })
  })
}
