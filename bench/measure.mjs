/**
 * One command measured with all that it starts: wall time, CPU, peak memory. CPU and memory come from Linux's /proc and are
 * null elsewhere.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const TICKS = 100 // of USER_HZ a second, on every Linux that Node runs on
const PAGE = 4096
const LOOK_MS = 100
const LIMIT_MS = 240_000
const hasProc = existsSync('/proc/self/stat')

/** Runs it to its end. Nothing else may be started meanwhile: CPU is what this process' finished children took. */
export async function measure(command, args, { cwd, env }) {
  const before = { at: performance.now(), cpu: cpuOfChildren() }
  // A group of its own, so that its memory can be summed and nothing of it outlives a run that hangs.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, memoryOfGroup(child.pid))
  }, LOOK_MS)
  const leave = (signal) => {
    process.kill(-child.pid, 'SIGKILL')
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave)
  let timedOut = false
  const stop = setTimeout(() => {
    timedOut = true
    process.kill(-child.pid, 'SIGKILL')
  }, LIMIT_MS)
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  clearInterval(look)
  clearTimeout(stop)
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave)
  return {
    code,
    output,
    timedOut,
    wall: (performance.now() - before.at) / 1000,
    cpu: hasProc ? cpuOfChildren() - before.cpu : null,
    memory: hasProc ? peak / 1024 ** 2 : null,
  }
}

/** The fields of a /proc stat line after the name, which may hold blanks and brackets: the first is the state. */
function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Seconds of user and system time, with those of their own finished children. */
function cpuOfChildren() {
  if (!hasProc) return 0
  const fields = readStat('self')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

/** Bytes; pages that processes share count once for each. */
function memoryOfGroup(group) {
  if (!hasProc) return 0
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readStat(pid)
      if (Number(fields[2]) === group) sum += Number(fields[21]) * PAGE
    } catch {
      // It ended between the two looks.
    }
  }
  return sum
}
