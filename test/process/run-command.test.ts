import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, test, vi } from 'vitest'
import { type Command, type Ended, runCommand } from '../../src/process/run-command.js'
import { newFolder } from '../broker/brokers.js'
import { isRunning, runningIn } from '../support/processes.js'

vi.setConfig({ testTimeout: 60_000 })

/** Runs JavaScript as a program of its own. */
function runScript(script: string, change: Partial<Command> = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '' }
  return runCommand({ program: process.execPath, args: ['-e', script], cwd: newFolder(), env, ...change })
}

/** A program that notes its own id and that of a child, and ignores the request to end. So does the child. */
const STUBBORN = `
const { appendFileSync } = require('node:fs')
const note = (pid) => appendFileSync('pids', pid + '\\n')
process.on('SIGTERM', () => {})
const script = "process.on('SIGTERM', () => {}); process.stdout.write('on'); setInterval(() => {}, 1000)"
const child = require('node:child_process').spawn(process.execPath, ['-e', script])
child.stdout.once('data', () => { note(child.pid); note(process.pid) })
setInterval(() => {}, 1000)
`

describe('a program', () => {
  it('is given its input, and what it prints and how it ends is kept', async () => {
    const script = `process.stdin.on('data', (text) => process.stdout.write('<' + text + '>')).on('end', () => {
      console.error('log'); process.exitCode = 3 })`
    expect(await runScript(script, { input: 'é' })).toEqual({
      stdout: '<é>',
      stderr: 'log\n',
      ending: { how: 'exit', code: 3 },
    })
  })

  it('may end without reading its input', async () => {
    const { ending } = await runScript('', { input: 'x'.repeat(2_000_000) })
    expect(ending).toEqual({ how: 'exit', code: 0 })
  })

  it('keeps all bytes apart where it is asked to', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte)
    const input = Buffer.from(bytes).toString('latin1')
    const { stdout } = await runScript('process.stdin.pipe(process.stdout)', { input, encoding: 'latin1' })
    expect(Buffer.from(stdout, 'latin1')).toEqual(Buffer.from(bytes))
  })

  it('is found by a relative path from the folder of this process', async () => {
    const { ending } = await runScript('', { program: './no-such-program', args: [] })
    expect(ending).toEqual({ how: 'not_started', code: 'ENOENT' })
    const ended = await runScript('', { program: './node_modules/.bin/biome', args: ['--version'] })
    expect(ended.ending).toEqual({ how: 'exit', code: 0 })
  })

  it.each<[string, Partial<Command>, RegExp]>([
    ['is not there', { program: 'no-such-program' }, /ENOENT/],
    ['is no program', { program: './package.json' }, /EACCES/],
    ['has more arguments than the system takes', { args: ['x'.repeat(3_000_000)] }, /E2BIG/],
    ['has an argument that the system cannot take', { args: ['a\0b'] }, /ERR_INVALID_ARG_VALUE/],
  ])('that %s is told by its code', async (_what, change, code) => {
    expect(await runScript('', change)).toEqual({
      stdout: '',
      stderr: '',
      ending: { how: 'not_started', code: expect.stringMatching(code) },
    })
  })

  it('is not started when the signal has fired', async () => {
    const { ending } = await runScript('', { signal: AbortSignal.abort() })
    expect(ending).toEqual({ how: 'aborted' })
  })

  it('is told by the signal that ended it', async () => {
    const { ending } = await runScript(`process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)`)
    expect(ending).toEqual({ how: 'signal', signal: 'SIGSEGV' })
  })
})

describe('the end of a program', () => {
  it('comes at its time limit, also when the clock of the test is a false one', async () => {
    vi.useFakeTimers()
    const { stdout, ending } = await runScript(`console.log('so far'); setInterval(() => {}, 1000)`, { timeLimit: 500 })
    vi.useRealTimers()
    expect({ stdout, ending }).toEqual({ stdout: 'so far\n', ending: { how: 'time_limit' } })
  })

  it('comes by force for all of its group when it ignores the request', async () => {
    const cwd = newFolder()
    const test = new AbortController()
    const running = runScript(STUBBORN, { cwd, signal: test.signal })
    await expect.poll(() => runningIn(join(cwd, 'pids')), { timeout: 10_000 }).toHaveLength(2)
    test.abort()
    expect((await running).ending).toEqual({ how: 'aborted' })
    await expect.poll(() => runningIn(join(cwd, 'pids'))).toEqual([])
  })

  it('comes when it prints more than the limit, which is kept', async () => {
    const flood = `const line = 'x'.repeat(999) + '\\n'; const go = () => process.stdout.write(line, go); go()`
    const { stdout, ending } = await runScript(flood, { outputLimit: 1_000_001 })
    expect(ending).toEqual({ how: 'output_limit' })
    expect(stdout).toHaveLength(1_000_001)
  })

  it('does not come because of what it logs, the last of which is kept', async () => {
    const log = `for (let n = 0; n < 200000; n++) process.stderr.write('line ' + n + '\\n')`
    const { stderr, ending } = await runScript(log, { outputLimit: 10 })
    expect(ending).toEqual({ how: 'exit', code: 0 })
    expect(stderr).toHaveLength(64 * 1024)
    expect(stderr).toMatch(/line 199998\nline 199999\n$/)
  })

  it('ends what it leaves behind', async () => {
    const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      process.stdout.write(String(child.pid)); child.unref()`
    const { stdout, ending } = await runScript(script)
    expect(ending).toEqual({ how: 'exit', code: 0 })
    await expect.poll(() => isRunning(Number(stdout))).toBe(false)
  })

  it('does not wait for a process that left the group and holds its streams', async () => {
    const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15000)'], { stdio: 'inherit', detached: true })
      process.stdout.write(String(child.pid)); child.unref()`
    const started = performance.now()
    const { stdout, ending } = await runScript(script)
    expect(ending).toEqual({ how: 'exit', code: 0 })
    expect(performance.now() - started).toBeLessThan(10_000)
    process.kill(Number(stdout), 'SIGKILL')
  })
})

test.each(['SIGKILL', 'SIGTERM', 'exit', 'worker'])(
  'a program does not outlive this process, whatever ends it: %s',
  { tags: ['long'] },
  async (way) => {
    const cwd = newFolder()
    const module = pathToFileURL(join(import.meta.dirname, '../../dist/src/process/run-command.js')).href
    writeFileSync(join(cwd, 'stubborn.cjs'), STUBBORN)
    const run = `import(${JSON.stringify(module)}).then(({ runCommand }) =>
      runCommand({ program: process.execPath, args: ['stubborn.cjs'], cwd: ${JSON.stringify(cwd)}, env: {} }))`
    const inWorker = `import { Worker } from 'node:worker_threads'
      const worker = new Worker(${JSON.stringify(run)}, { eval: true })
      process.stdin.once('data', () => worker.terminate()); setInterval(() => {}, 1000)`
    const asked = `${run}; process.stdin.once('data', () => process.exit(0))`
    writeFileSync(join(cwd, 'parent.mjs'), way === 'worker' ? inWorker : asked)
    const parent = spawn(process.execPath, ['parent.mjs'], { cwd, stdio: ['pipe', 'ignore', 'inherit'] })
    await expect.poll(() => runningIn(join(cwd, 'pids')), { timeout: 15_000 }).toHaveLength(2)
    if (way === 'SIGKILL' || way === 'SIGTERM') parent.kill(way)
    else parent.stdin.write('end\n')
    await expect.poll(() => runningIn(join(cwd, 'pids')), { timeout: 10_000 }).toEqual([])
    parent.kill('SIGKILL')
    expect(readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n')).toHaveLength(2)
  },
)
