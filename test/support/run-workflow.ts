/**
 * Runs the jobs of a GitHub Actions workflow on this machine: each job of a matrix in a checkout of its own, its `run` lines in
 * a shell, artifacts by way of a folder. What installs packages is left out, for they are there.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { INSTALLED } from './run-vitest.js'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly env?: Readonly<Record<string, string | number>>
  readonly with?: Readonly<Record<string, string | number | boolean>>
}

interface Job {
  readonly needs?: string
  readonly if?: string
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } }
  readonly steps: readonly Step[]
}

/** How one job ended. */
export interface JobRun {
  /** Its name, and the value of its matrix. */
  readonly name: string
  readonly folder: string
  /** Of the last step that was run, or of the first one that failed. */
  readonly code: number
  readonly output: string
}

/** Where jobs run. */
export interface Runner {
  /** A new folder as a checkout leaves it. */
  readonly checkOut: () => string
  /** For artifacts; empty at first. */
  readonly artifacts: string
  /** What `${{ secrets.NAME }}` and such stand for; another expression fails. */
  readonly values?: Readonly<Record<string, string>>
  /** Added to the environment of each step. */
  readonly env?: Readonly<Record<string, string>>
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of GitHub Actions.
const ALWAYS = '${{ !cancelled() }}'
const INSTALLS = ['npm ci']

/** Runs all jobs, one after the other. */
export async function runWorkflow(text: string, runner: Runner): Promise<JobRun[]> {
  const { jobs } = parse(text) as { jobs: Readonly<Record<string, Job>> }
  const done: JobRun[] = []
  for (const [name, job] of Object.entries(jobs)) {
    if (job.if !== ALWAYS && done.some(({ code }) => code !== 0)) continue
    for (const [title, values] of matrixOf(name, job)) {
      done.push({ name: title, ...(await runJob(job, { ...runner, values: { ...runner.values, ...values } })) })
    }
  }
  return done
}

function matrixOf(name: string, { strategy }: Job): [string, Record<string, string>][] {
  if (strategy === undefined) return [[name, {}]]
  return strategy.matrix.shard.map((shard) => [`${name} ${shard}`, { 'matrix.shard': String(shard) }])
}

async function runJob({ steps }: Job, runner: Runner): Promise<Omit<JobRun, 'name'>> {
  const folder = runner.checkOut()
  let code = 0
  let output = ''
  for (const step of steps) {
    if (code !== 0 && step.if !== ALWAYS) continue
    if (step.uses !== undefined) moveFiles(step, folder, runner)
    if (step.run === undefined || INSTALLS.includes(step.run)) continue
    const ended = await runStep(step, folder, runner)
    code ||= ended.code
    output += ended.output
  }
  return { folder, code, output }
}

function moveFiles({ uses = '', with: given = {} }: Step, folder: string, { artifacts, values = {} }: Runner): void {
  const [action = ''] = uses.split('@')
  const option = (name: string) => join(substitute(String(given[name]), values))
  if (action === 'actions/upload-artifact') {
    const from = join(folder, option('path'))
    if (existsSync(from)) cpSync(from, join(artifacts, option('name')), { recursive: true })
  } else if (action === 'actions/download-artifact') {
    const [start = ''] = option('pattern').split('*')
    for (const name of readdirSync(artifacts).filter((each) => each.startsWith(start))) {
      cpSync(join(artifacts, name), join(folder, option('path')), { recursive: true })
    }
  } else if (!['actions/checkout', 'actions/setup-node'].includes(action)) {
    throw new Error(`no stand-in for the action ${action}`)
  }
}

function runStep(
  step: Step,
  cwd: string,
  { values = {}, env = {} }: Runner,
): Promise<{ code: number; output: string }> {
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, substitute(String(value), values)])
  const known = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1', ...INSTALLED, ...env }
  return new Promise((resolve) => {
    const options = { cwd, env: { ...known, ...Object.fromEntries(own) }, maxBuffer: 64 * 1024 * 1024 }
    execFile('sh', ['-ec', substitute(step.run ?? '', values)], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr })
    })
  })
}

function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name}`)
    return value
  })
}
