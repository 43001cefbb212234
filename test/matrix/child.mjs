/**
 * Child processes of the matrix. Nothing of the caller's environment but PATH, HOME and what npm needs reaches them; a judge that
 * would be asked by mistake finds a closed loopback port and no real key.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LIMIT = 240_000
const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill()
})
const NPM = /^(?:npm_config_(?:registry|cache|userconfig|globalconfig|cafile)|(?:https?|no)_proxy)$/i

/** What every child gets; `bin` goes first in PATH, so that the Node of a pair is found there. */
export function scrubbed(bin, more = {}) {
  const { PATH = '', HOME = '' } = process.env
  const judge = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: 'test-key' }
  return { PATH: [bin, PATH].filter(Boolean).join(delimiter), HOME, NO_COLOR: '1', ...judge, ...more }
}

/** Runs npm, which alone may reach its registry. */
export function npm(cwd, ...args) {
  const own = Object.entries(process.env).filter(([name]) => NPM.test(name))
  return finish(start('npm', args, { cwd, env: { ...scrubbed(''), ...Object.fromEntries(own) } }))
}

/** Starts a script with the Node of a pair. */
export function startScript(pair, cwd, script, args, env = {}) {
  return start(pair.node, [script, ...args], { cwd, env: scrubbed(join(pair.path, 'node_modules/.bin'), env) })
}

/** Runs a script with the Node of a pair, to its end. */
export function runScript(pair, cwd, script, args = [], env = {}) {
  return finish(startScript(pair, cwd, script, args, env))
}

function start(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT })
  running.add(child)
  child.once('close', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { child, output: () => stripVTControlCharacters(output) }
}

/** Waits for a child; the code of one that was killed is the signal's name. */
export function finish({ child, output }) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output: output() }))
  })
}
