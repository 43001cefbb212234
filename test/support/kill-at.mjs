// Loaded with `--import`: ends a command of `vitest-judge`, and whoever started it, before one of its steps: a change of a file,
// a request, or the way on from its answer. `KILL_AT=submit:3` ends `batch submit` before its third step.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [victim = '', step = ''] = (process.env.KILL_AT ?? '').split(':')
const [, , command, action] = process.argv
const isChild = victim === 'run' && command === 'judge'
let steps = 0

function countStep() {
  steps++
  if (steps !== Number(step)) return
  if (isChild) process.kill(process.ppid, 'SIGKILL')
  process.kill(process.pid, 'SIGKILL')
  // The signal comes between two instructions, and none may follow.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

if (isChild || (command === 'batch' && action === victim)) {
  for (const name of ['mkdirSync', 'writeFileSync', 'renameSync', 'rmSync']) {
    const original = fs[name]
    fs[name] = (...args) => {
      countStep()
      return original(...args)
    }
  }
  syncBuiltinESMExports()
  const { fetch } = globalThis
  globalThis.fetch = async (...args) => {
    countStep()
    const response = await fetch(...args)
    countStep()
    return response
  }
}
