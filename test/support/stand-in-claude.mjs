/**
 * Stands in for the `claude` command: notes how it was run, and prints what the next file of its folder says.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.STAND_IN_FOLDER
let turn = 0
while (existsSync(join(folder, `call-${turn}.json`))) turn++

const input = readFileSync(0, 'utf8')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
const call = {
  args: process.argv.slice(2),
  input,
  cwd: process.cwd(),
  env: process.env,
  pids: [process.pid, child.pid],
}
writeFileSync(join(folder, `call-${turn}.json`), JSON.stringify(call))

const { stdout = '', stderr = '', code = 0, hang } = JSON.parse(readFileSync(join(folder, `turn-${turn}.json`), 'utf8'))
if (hang === 'stubborn') process.on('SIGTERM', () => {})
if (hang) setInterval(() => {}, 1000)
else process.stdout.write(stdout, () => process.stderr.write(stderr, () => process.exit(code)))
