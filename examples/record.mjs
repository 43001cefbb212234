/**
 * Records the replies in `samples/` as if a judge had given them: `npm run examples:record`. To record what a model says, run
 * the examples with a key and VITEST_JUDGE_RECORDINGS=record instead.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'
import { scriptedModel } from 'vitest-judge'
import { vitestJudge } from 'vitest-judge/plugin'
import { resolveModel } from '../dist/src/models/claude-models.js'

const root = fileURLToPath(new URL('.', import.meta.url))
const recordings = join(root, 'evals/recordings')

/** By the label of the question: `refunds > broken-mug > task_success`, or the test's name and that of its rubric. */
const samples = Object.assign({}, ...['refunds', 'answer', 'review', 'human-review', 'agent'].map(readSamples))

// A recording answers only to the model it was made with, so this judge passes for the default one.
const judge = scriptedModel({
  ...resolveModel('tier-fast'),
  sample: true,
  reply: ({ label }) => samples[label] && { stop: 'ok', value: samples[label], servedBy: 'sample' },
})

const draft = mkdtempSync(join(tmpdir(), 'examples-'))
try {
  const plugins = [vitestJudge({ judge, recordings: 'record', recordingsDir: draft })]
  const vitest = await startVitest('test', ['evals/'], { root, config: false, watch: false }, { plugins })
  await vitest.close()
  if (!process.exitCode) replaceRecordings()
} finally {
  rmSync(draft, { recursive: true, force: true })
}

function readSamples(name) {
  return JSON.parse(readFileSync(join(root, `samples/${name}.json`), 'utf8'))
}

/** Recordings that nothing asks for any more go; one that differs only in its time stays as it was. */
function replaceRecordings() {
  const old = readFiles(recordings)
  const fresh = readFiles(draft)
  rmSync(recordings, { recursive: true, force: true })
  for (const [name, text] of fresh) {
    const before = old.get(name)
    const file = join(recordings, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, before !== undefined && withoutTime(before) === withoutTime(text) ? before : text)
  }
}

function readFiles(folder) {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

function withoutTime(recording) {
  return JSON.stringify({ ...JSON.parse(recording), recorded_at: '' })
}
