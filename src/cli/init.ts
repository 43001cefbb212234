/**
 * `vitest-judge init`: what a repository needs for its first eval. Nothing that is there is overwritten.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isEvalFile, subjectNames } from '../evalset/file-names.js'
import { oneLine } from '../text.js'
import { findObstacle, isTaken, readText, rewrite, writeNew } from './files.js'
import { addPlugin, type ConfigEdit } from './init-config.js'
import { CONFIG, EXAMPLE_SET, exampleSubject, pluginLines, workflow } from './init-files.js'
import { IGNORED, readIgnore } from './init-ignore.js'
import { findParser, type Project, readProject } from './init-project.js'

/** What is printed, and the exit code: 1 when something could not be written. */
export interface InitOutcome {
  readonly text: string
  readonly code: number
}

/** One file and what is to be done with it. */
type Step = { readonly advice?: readonly Advice[] } & (
  | { readonly kind: 'new' | 'edit'; readonly file: string; readonly text: string; readonly note: string }
  | { readonly kind: 'left' | 'by hand'; readonly file: string; readonly note: string }
)

/** What a person is told to change beside a step. */
interface Advice {
  readonly what: string
  readonly lines: readonly string[]
}

/** A step and how it ended. */
interface Done {
  readonly step: Step
  /** Why it could not be done, or null. */
  readonly failure: string | null
}

/**
 * Sets up the package in which a folder lies.
 *
 * @param isDryRun - Says what it would do, and does nothing.
 * @param shards - On how many machines CI runs the evals.
 * @throws {@link InputError} when there is no package, or one whose Vitest is not supported.
 */
export async function initCommand(start: string, isDryRun: boolean, shards = 1): Promise<InitOutcome> {
  const project = readProject(start)
  const steps = [await planConfig(project), ...planExample(project), planIgnore(project), planWorkflow(project, shards)]
  const done = steps.map((step) => ({ step, failure: tryStep(step, project, isDryRun) }))
  const text = [
    ...describeProject(project, start),
    ...(isDryRun ? ['Dry run: nothing is written.'] : []),
    '',
    ...describeSteps(done, project, isDryRun),
    '',
    'Next:',
    ...listNext(project, done).map((next, index) => `  ${index + 1}. ${next}`),
    ...noteModule(project),
  ].join('\n')
  return { text, code: done.every(({ failure }) => failure === null) ? 0 : 1 }
}

function describeProject({ folder, vitest, manager }: Project, start: string): readonly string[] {
  const where = relative(start, folder)
  const found = vitest === null ? 'no Vitest is installed' : `Vitest ${vitest}`
  return [
    ...(where === '' ? [] : [`The package is in ${where}: paths start from there, and commands run there.`]),
    `Found: ${found}, ${manager.name}`,
  ]
}

async function planConfig(project: Project): Promise<Step> {
  const { folder, config, configAbove, isModule, isTypeScript } = project
  if (config !== null) return await planEdit(config, folder)
  if (configAbove !== null) {
    return { kind: 'by hand', file: configAbove, note: 'the tests here use it, and others may, too' }
  }
  const ending = `${isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`
  return create(join(folder, `vitest.config.${ending}`), CONFIG, 'with the plugin')
}

async function planEdit(file: string, folder: string): Promise<Step> {
  const edit = await readEdit(file, folder)
  if (edit.kind === 'by hand') return { kind: 'by hand', file, note: edit.why }
  const advice = edit.hindrances.map(({ why, line }) => ({
    what: `Vitest finds no evals there: ${why}. It needs:`,
    lines: [line],
  }))
  return edit.kind === 'edited'
    ? { kind: 'edit', file, text: edit.text, note: 'the plugin is added', advice }
    : { kind: 'left', file, note: 'it has the plugin already', advice }
}

async function readEdit(file: string, folder: string): Promise<ConfigEdit> {
  try {
    return addPlugin(readText(file), await findParser(folder, file))
  } catch (error) {
    return { kind: 'by hand', why: firstLine(error) }
  }
}

/** A set and its subject, unless there are evals already. */
function planExample({ folder, isTypeScript }: Project): readonly Step[] {
  const evals = join(folder, 'evals')
  const set = join(evals, 'example.evalset.json')
  const other = findEvals(evals)
  if (other !== null && !isTaken(set)) {
    return [{ kind: 'left', file: evals, note: `it has evals already (${other}), so there is no example` }]
  }
  const subjects = subjectNames('example.evalset.json').map((name) => join(evals, name))
  const subject = subjects.find(isTaken) ?? join(evals, `example.subject.${isTypeScript ? 'ts' : 'js'}`)
  return [
    create(set, EXAMPLE_SET, 'a set of two cases'),
    create(subject, exampleSubject(isTypeScript), 'what the set judges; the answer is made up and wrong'),
  ]
}

/** A folder that cannot be read is told of when the set is written. */
function findEvals(folder: string): string | null {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true }).find(isEvalFile) ?? null
  } catch {
    return null
  }
}

function planIgnore({ folder }: Project): Step {
  const file = join(folder, '.gitignore')
  if (!isTaken(file)) return create(file, `${IGNORED}\n`, `has ${IGNORED}`)
  try {
    const text = readText(file)
    const state = readIgnore(text)
    if (state.kind === 'present') return { kind: 'left', file, note: `it has ${IGNORED} already` }
    if (state.kind !== 'absent')
      return { kind: 'left', file, note: IGNORE_NOTES[state.kind], advice: [adviseOn(state.line)] }
    const end = text.includes('\r\n') ? '\r\n' : '\n'
    const gap = text === '' || text.endsWith('\n') ? '' : end
    return { kind: 'edit', file, text: text + gap + IGNORED + end, note: `${IGNORED} is added` }
  } catch (error) {
    return { kind: 'by hand', file, note: firstLine(error) }
  }
}

const IGNORE_NOTES = {
  hidden: 'it hides all of evals/, sets and recordings too, from Git and so from CI',
  'taken back': `it takes ${IGNORED} back, so results are committed`,
}

function adviseOn(line: string): Advice {
  return { what: `In place of ${oneLine(line, 80)}:`, lines: [IGNORED] }
}

function planWorkflow(project: Project, shards: number): Step {
  const file = join(project.repository, '.github', 'workflows', 'evals.yml')
  if (shards === 1) return create(file, workflow(project, 1), 'runs the evals in CI, on recorded replies')
  if (isTaken(file)) return { kind: 'left', file, note: 'it is there already; without it, init writes one with shards' }
  return create(file, workflow(project, shards), `runs the evals in CI in ${shards} shards, on recorded replies`)
}

function create(file: string, text: string, note: string): Step {
  return isTaken(file) ? { kind: 'left', file, note: 'it is there already' } : { kind: 'new', file, text, note }
}

const VERBS = { new: 'written', edit: 'changed', left: 'left', 'by hand': 'not changed' }

/** A line a file, with the lines that a person has to add. */
function describeSteps(done: readonly Done[], { folder }: Project, isDryRun: boolean): readonly string[] {
  const names = done.map(({ step }) => relative(folder, step.file))
  const width = Math.max(...names.map((name) => name.length))
  return done.flatMap(({ step, failure }, index) => {
    const isPlan = isDryRun && 'text' in step
    const verb = failure === null ? `${isPlan ? 'would be ' : ''}${VERBS[step.kind]}` : 'not written'
    const line = `  ${(names[index] ?? '').padEnd(width)}  ${verb}: ${oneLine(failure ?? step.note, 300)}`
    return [line, ...adviceOf({ step, failure }).flatMap(showAdvice)]
  })
}

function adviceOf(done: Done): readonly Advice[] {
  const { file, advice = [] } = done.step
  if (!isByHand(done)) return advice
  return [{ what: 'Add to it:', lines: file.endsWith('.gitignore') ? [IGNORED] : pluginLines(file) }, ...advice]
}

function showAdvice({ what, lines }: Advice): readonly string[] {
  return [`    ${what}`, ...lines.map((line) => `      ${line}`)]
}

/** A change that could not be made is a person's, too. */
function isByHand({ step, failure }: Done): boolean {
  return step.kind === 'by hand' || (step.kind === 'edit' && failure !== null)
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n', 1)[0] ?? ''
}

/** Why a step could not be done, or null. One that fails keeps no other from being done. */
function tryStep(step: Step, { folder }: Project, isDryRun: boolean): string | null {
  if (!('text' in step)) return null
  const obstacle = findObstacle(dirname(step.file))
  if (obstacle !== null) return `${relative(folder, obstacle)} is no folder`
  if (isDryRun) return null
  try {
    if (step.kind === 'new') writeNew(step.file, step.text)
    else rewrite(step.file, step.text)
    return null
  } catch (error) {
    return firstLine(error)
  }
}

function listNext({ folder, manager, missing }: Project, done: readonly Done[]): readonly string[] {
  const toChange = done.filter(({ step }) => step.advice !== undefined && step.advice.length > 0)
  const byHand = done.filter(isByHand).map(({ step }) => relative(folder, step.file))
  const isNewSubject = ({ step, failure }: Done) =>
    step.kind === 'new' && failure === null && step.file.includes('.subject.')
  const subject = done.find(isNewSubject)?.step.file
  return [
    ...(missing.length > 0 ? [`${manager.add} ${missing.join(' ')}`] : []),
    ...byHand.map((file) => `add the lines above to ${file}`),
    ...toChange.map(({ step }) => `change ${relative(folder, step.file)} as said above`),
    ...(done.some(({ failure }) => failure !== null) ? ['see to what was not written, and run init again'] : []),
    `${manager.run} vitest run evals/`,
    ...(subject === undefined ? [] : [`the gate is red: ${relative(folder, subject)} says which edit makes it green`]),
    `run them once with ANTHROPIC_API_KEY set and commit evals/recordings, which CI replays; without a judge: vitestJudge({ judge: 'deterministic' })`,
  ]
}

function noteModule({ isModule, config }: Project): readonly string[] {
  if (isModule || config === null || /\.m[jt]s$/.test(config)) return []
  return [
    'vitest-judge is ESM: "type": "module" in package.json, or a config in .mts or .mjs, has the least trouble with it.',
  ]
}
