/**
 * Stands in for the `claude` command: notes how it was run, and prints what the next file of its folder says.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
const { stdout = '', stderr = '', code = 0, hang } = JSON.parse(readFileSync(join(folder, `turn-${turn}.json`), 'utf8'))
if (hang === 'stubborn') process.on('SIGTERM', () => {})
// Whoever waits for the note finds all of it, and the command as stubborn as it is to be.
writeFileSync(join(folder, 'call.tmp'), JSON.stringify(call))
renameSync(join(folder, 'call.tmp'), join(folder, `call-${turn}.json`))

if (hang) setInterval(() => {}, 1000)
else process.stdout.write(stdout, () => process.stderr.write(stderr, () => process.exit(code)))
