/**
 * What `vitest-judge init` and `create` write.
 *
 * @module
 */
import { relative, sep } from 'node:path'
import type { Project } from './init-project.js'

/** The lines that a person adds to a config, where it is not changed. */
export function pluginLines(file: string): readonly string[] {
  const isCommonJs = /\.c[jt]s$/.test(file)
  return [
    isCommonJs
      ? `const { vitestJudge } = require('vitest-judge/plugin')`
      : `import { vitestJudge } from 'vitest-judge/plugin'`,
    'plugins: [vitestJudge()]',
  ]
}

/** A config that has nothing but the plugin. */
export const CONFIG = `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'

export default defineConfig({ plugins: [vitestJudge()] })
`

/** A set that the deterministic rules decide: patterns are found or not, where prose needs a judge. */
export const EXAMPLE_SET = `{
  "version": 1,
  "feature": "example",
  "rubric": {
    "dimensions": [{ "name": "task_success", "weight": 1 }],
    "pass_threshold": 0.75
  },
  "cases": [
    {
      "id": "how-long",
      "input": "How long can I return a lamp?",
      "expected": "re:\\\\b30 days\\\\b"
    },
    {
      "id": "too-late",
      "input": "I bought the lamp 60 days ago and never liked it. Refund me please.",
      "expected": "re:\\\\b30 days\\\\b",
      "must_not": ["re:\\\\bI have refunded\\\\b"]
    }
  ]
}
`

/** The subject of {@link EXAMPLE_SET}: wrong, and right after one edit that its comment describes. */
export function exampleSubject(isTypeScript: boolean): string {
  return subject('example.evalset.json', isTypeScript, 'I have refunded your order.', [
    ' * Stands in for your agent. The answer is wrong, so the gate is red. To see it green, let it be',
    " * 'You can return it within 30 days.' and run again. Then ask your agent here.",
  ])
}

/** The subject of a draft. */
export function draftSubject(setName: string, isTypeScript: boolean): string {
  return subject(setName, isTypeScript, 'Nobody was asked.', [' * Stands in for your agent: ask it here.'])
}

function subject(setName: string, isTypeScript: boolean, answer: string, comment: readonly string[]): string {
  const typed = (name: string, type: string) => (isTypeScript ? `${name}: ${type}` : name)
  return `/** Produces what ${setName} judges: called once for each case. */
export default async function produce(${typed('{ input }', '{ input: unknown }')}) {
  return { output: await answer(String(input)) }
}

/**
${comment.join('\n')}
 */
async function answer(${typed('_question', 'string')}) {
  return '${answer}'
}
`
}

/** A workflow of GitHub Actions that runs the evals from their recordings. */
export function workflow(project: Project, shards: number): string {
  return `# Runs the evals on recorded replies, so it needs no key: run them once with one, and commit evals/recordings.
# Until then the gates are red here, unless the plugin gets { judge: 'deterministic' }.
name: evals

on:
  pull_request:
  push:
    branches: [main, master]

permissions:
  contents: read

jobs:
${shards === 1 ? oneJob(project) : shardJobs(project, shards)}`
}

function oneJob(project: Project): string {
  return `  evals:
    runs-on: ubuntu-latest
    steps:
${steps(project)}      - run: ${project.manager.run} vitest run evals/
${inFolder(project, project.folder)}        env:
          VITEST_JUDGE_RECORDINGS: replay
`
}

/** The most calls at once of a run by default, which its shards share. */
const CONCURRENCY = 6

/** Shards leave blobs, and their merge is gated; a shard that is red keeps neither the others nor the merge from running. */
function shardJobs(project: Project, shards: number): string {
  const { folder, repository, manager } = project
  const below = relative(repository, folder).split(sep).join('/')
  const blobs = below === '' ? 'blobs' : JSON.stringify(`${below}/blobs`)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of GitHub Actions.
  const shard = '${{ matrix.shard }}'
  const blob = `--reporter=default --reporter=blob --outputFile.blob=blobs/${shard}.json`
  return `  evals:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false
      matrix:
        shard: [${Array.from({ length: shards }, (_, place) => place + 1).join(', ')}]
    steps:
${steps(project)}      - run: ${manager.run} vitest run evals/ --shard=${shard}/${shards} ${blob}
${inFolder(project, folder)}        env:
          VITEST_JUDGE_RECORDINGS: replay
          # The default limit of ${CONCURRENCY} calls at once, divided among the machines.
          VITEST_JUDGE_CONCURRENCY: ${Math.ceil(CONCURRENCY / shards)}
      - if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v4
        with:
          name: evals-shard-${shard}
          path: ${blobs}
          overwrite: true
          retention-days: 1

  gate:
    needs: evals
    if: \${{ !cancelled() }}
    runs-on: ubuntu-latest
    steps:
${steps(project)}      - uses: actions/download-artifact@v4
        with:
          pattern: evals-shard-*
          path: ${blobs}
          merge-multiple: true
      - run: ${manager.run} vitest run --merge-reports=blobs
${inFolder(project, folder)}`
}

/** Up to the installed packages. */
function steps(project: Project): string {
  const { manager, pinsManager, repository } = project
  return `      - uses: actions/checkout@v4
${setUp(manager, pinsManager, manager.folder === repository)}      - run: ${manager.install}
${inFolder(project, manager.folder)}`
}

function setUp({ name, hasLock, isModernYarn }: Project['manager'], isPinned: boolean, isAtRoot: boolean): string {
  // The cache is looked for in the repository's own folder.
  const cache = hasLock && isAtRoot && name !== 'bun' ? `          cache: ${name}\n` : ''
  const before = {
    npm: '',
    pnpm: `      - uses: pnpm/action-setup@v4\n${isPinned ? '' : '        with:\n          version: 10\n'}`,
    yarn: isModernYarn ? '      - run: corepack enable\n' : '',
    bun: '      - uses: oven-sh/setup-bun@v2\n',
  }[name]
  return `${before}      - uses: actions/setup-node@v4
        with:
          node-version: 22
${cache}`
}

function inFolder({ repository }: Project, folder: string): string {
  const path = relative(repository, folder)
  return path === '' ? '' : `        working-directory: ${JSON.stringify(path.split(sep).join('/'))}\n`
}
