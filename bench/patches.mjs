// Does comparePatch tell patches that resolve their issue from those that do not?
// Usage: npx tsc && node bench/patches.mjs [folder with instances.jsonl.gz and candidates.jsonl.gz]
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { comparePatch } from '../dist/src/patch/compare.js'

const dir = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/swebench')
const OUTCOMES = ['match', 'inconclusive', 'mismatch']

function readRows(name) {
  const text = gunzipSync(readFileSync(join(dir, name))).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** ROC AUC by ranks; ties count half. NaN where all labels are equal. */
function aucOf(rows) {
  const sorted = rows.toSorted((a, b) => a.total - b.total)
  const positives = sorted.filter((row) => row.resolved).length
  let ranks = 0
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to].total === sorted[from].total) to++
    ranks += sorted.slice(from, to).filter((row) => row.resolved).length * ((from + 1 + to) / 2)
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives))
}

function withinOf(groups) {
  const values = groups.map(aucOf).filter((value) => !Number.isNaN(value))
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function figuresOf(groups) {
  const rows = groups.flat()
  const figures = { 'AUC over all': aucOf(rows), 'AUC within instances': withinOf(groups) }
  for (const outcome of OUTCOMES) {
    const part = rows.filter((row) => row.outcome === outcome)
    figures[`${outcome}: share of candidates`] = part.length / rows.length
    figures[`${outcome}: resolved`] = part.filter((row) => row.resolved).length / part.length
  }
  return figures
}

/** Standard errors over 200 samples of instances, drawn with replacement and always the same. */
function errorsOf(groups) {
  let state = 1
  const next = () => {
    state = (state * 48271) % 2147483647
    return state % groups.length
  }
  const samples = Array.from({ length: 200 }, () => figuresOf(groups.map(() => groups[next()])))
  return (name) => {
    const values = samples.map((sample) => sample[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  }
}

function measure(title, candidates, instances, optionsOf) {
  const groups = new Map()
  let slowest = { ms: 0 }
  const started = process.cpuUsage()
  for (const { id, instance_id, patch, resolved } of candidates) {
    const instance = instances.get(instance_id)
    const at = performance.now()
    const { total, outcome } = comparePatch(patch, instance.gold_patch, optionsOf(instance))
    const ms = performance.now() - at
    if (ms > slowest.ms) slowest = { ms, id }
    groups.set(instance_id, [...(groups.get(instance_id) ?? []), { total, outcome, resolved }])
  }
  const { user, system } = process.cpuUsage(started)
  const lists = [...groups.values()]
  const errorOf = errorsOf(lists)
  console.log(`\n${title}: ${candidates.length} candidates of ${lists.length} instances`)
  for (const [name, value] of Object.entries(figuresOf(lists))) {
    console.log(`  ${name.padEnd(34)} ${value.toFixed(4)} ± ${errorOf(name).toFixed(4)}`)
  }
  console.log(
    `  ${'comparisons a second, one core'.padEnd(34)} ${Math.round(candidates.length / ((user + system) / 1e6))}`,
  )
  console.log(`  ${'slowest comparison'.padEnd(34)} ${slowest.ms.toFixed(1)} ms (${slowest.id})`)
}

if (existsSync(join(dir, 'candidates.jsonl.gz'))) {
  const instances = new Map(readRows('instances.jsonl.gz').map((row) => [row.instance_id, row]))
  const candidates = readRows('candidates.jsonl.gz')
  measure('with problem statement and test patch', candidates, instances, (instance) => ({
    problemStatement: instance.problem_statement,
    testPatch: instance.test_patch,
  }))
  measure('with the gold patch alone', candidates, instances, () => ({}))
} else {
  console.log(`patches: skipped, there is no candidates.jsonl.gz in ${dir}`)
}
