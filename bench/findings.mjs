// Does matchFindings tell issues that a review names from those that it does not, and how far can it be relied on?
// Usage: npx tsc && node bench/findings.mjs [folder with martian.jsonl.gz, droid.jsonl.gz, kodus.jsonl.gz, ...]
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extractFindings } from '../dist/src/findings/extract.js'
import { matchFindings } from '../dist/src/findings/match.js'
import { settleIssues } from '../dist/src/findings/settle.js'

const dir = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/review')

function readRows(name) {
  const text = gunzipSync(readFileSync(join(dir, `${name}.jsonl.gz`))).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The fields of a place that are there; `line_end` is the data's name. */
function placeOf({ file, line, line_end: lineEnd }) {
  return { ...(file ? { file } : {}), ...(file && line ? { line } : {}), ...(file && lineEnd ? { lineEnd } : {}) }
}

function baselineOf(row) {
  return row.golden_issues.map(({ id, text, severity, locations, ...own }) => ({
    id: String(id),
    description: text,
    severity: severity ?? 'medium',
    locations: (locations ?? [own]).filter(({ file }) => file).map(placeOf),
  }))
}

function findingsOf(row) {
  return row.findings.map((finding) => ({ text: finding.text, ...placeOf(finding) }))
}

/** Issues with their label, and how many pairs each has, by row. `settled` is undefined where a model would be asked. */
function judge(rows, labelsOf, findingsIn) {
  return rows.flatMap((row) => {
    const labels = labelsOf(row)
    if (!labels || !row.findings?.length || !row.golden_issues?.length) return []
    const [findings, baseline] = [findingsIn(row), baselineOf(row)]
    const text = row.review_text ?? ''
    const matched = matchFindings(findings, baseline, { text })
    const settled = settleIssues({ text, baseline, matched })
    return matched.issues.flatMap((issue) =>
      typeof labels[issue.id] === 'boolean'
        ? [{ ...issue, label: labels[issue.id], settled: settled[issue.id], pairs: findings.length, row }]
        : [],
    )
  })
}

/** ROC AUC by ranks; ties count half. */
function aucOf(issues) {
  const sorted = issues.toSorted((a, b) => a.score - b.score)
  const positives = sorted.filter(({ label }) => label).length
  let ranks = 0
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to].score === sorted[from].score) to++
    ranks += sorted.slice(from, to).filter(({ label }) => label).length * ((from + 1 + to) / 2)
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives))
}

function shareOf(issues, test) {
  return issues.filter(test).length / issues.length
}

function show(name, issues) {
  const found = issues.filter((issue) => issue.found)
  const labelled = issues.filter(({ label }) => label)
  const precision = shareOf(found, ({ label }) => label)
  const recall = shareOf(labelled, (issue) => issue.found)
  const isWrong = (issue) => issue.found !== issue.label
  const certain = issues.filter(({ uncertain }) => !uncertain)
  const figures = [
    ['F1', (2 * precision * recall) / (precision + recall)],
    ['precision', precision],
    ['recall', recall],
    ['AUC', aucOf(issues)],
    ['uncertain', shareOf(issues, ({ uncertain }) => uncertain)],
    ['of the wrong answers uncertain', shareOf(issues.filter(isWrong), ({ uncertain }) => uncertain)],
    ['right where not uncertain', 1 - shareOf(certain, isWrong)],
    [
      '  of those found',
      shareOf(
        certain.filter((issue) => issue.found),
        ({ label }) => label,
      ),
    ],
    [
      '  of those not found',
      shareOf(
        certain.filter((issue) => !issue.found),
        ({ label }) => !label,
      ),
    ],
  ]
  console.log(`\n${name}: ${issues.length} issues`)
  for (const [label, value] of figures) console.log(`  ${label.padEnd(31)} ${value.toFixed(4)}`)
}

/** What a judge is asked about, and how often what it is not asked about is wrong. */
function showSettled(name, issues) {
  const [found, missed, asked] = [true, false, undefined].map((state) =>
    issues.filter(({ settled }) => settled === state),
  )
  const clear = issues.filter((issue) => !issue.found && !issue.uncertain)
  const isWrong = ({ settled, label }) => settled !== label
  const sumPairs = (list) => list.reduce((sum, { pairs }) => sum + pairs, 0)
  const reviews = groupByRow(issues)
  const free = [...reviews.values()].filter((own) => own.every(({ settled }) => settled !== undefined))
  const figures = [
    ['settled as found', found.length / issues.length],
    ['  wrong of these', shareOf(found, isWrong)],
    ['settled as not found', missed.length / issues.length],
    ['  wrong of these', missed.length === 0 ? 0 : shareOf(missed, isWrong)],
    ['below the filter, review aside', clear.length / issues.length],
    ['  wrong of these', shareOf(clear, ({ label }) => label)],
    ['asked about', asked.length / issues.length],
    ['pairs not asked about', 1 - sumPairs(asked) / sumPairs(issues)],
    ['reviews without a call', free.length / reviews.size],
  ]
  console.log(`\n${name}: ${issues.length} issues in ${reviews.size} reviews, with a judge`)
  for (const [label, value] of figures) console.log(`  ${label.padEnd(31)} ${value.toFixed(4)}`)
}

function groupByRow(issues) {
  const rows = new Map(issues.map(({ row }) => [row, []]))
  for (const issue of issues) rows.get(issue.row).push(issue)
  return rows
}

/** Issues of one pull request must not be found in a review of another one of the same repository. */
function measureFalseMatches(rows) {
  const found = rows.flatMap((row) => {
    const other = rows.find(({ repo, pr }) => repo === row.repo && pr !== row.pr)
    if (!other || !row.findings?.length) return []
    return matchFindings(findingsOf(row), baselineOf(other)).issues.map((issue) => issue.found)
  })
  const share = found.filter(Boolean).length / found.length
  console.log(`\nfound in a review of another pull request: ${(100 * share).toFixed(2)} % of ${found.length}`)
}

/** Pairs of a bot's finding and a human comment, by label: few, so a look and no measure to tune by. */
function measureHumanReviews(rows) {
  const counts = {}
  for (const { findings, human_comments, labels } of rows) {
    const shaped = (items) => items.map((item) => ({ id: item.id, text: item.text, ...placeOf(item) }))
    const { issues } = matchFindings(shaped(findings), shaped(human_comments), { preset: 'human-review' })
    for (const { finding, human, label } of labels.pairs) {
      const [paired, all] = counts[label] ?? [0, 0]
      counts[label] = [paired + (issues.find(({ id }) => id === human)?.finding === finding ? 1 : 0), all + 1]
    }
  }
  const texts = Object.entries(counts).map(([label, [paired, all]]) => `${label} ${paired} of ${all}`)
  console.log(`human comments, pairs made by label (null was not read): ${texts.join(', ')}`)
}

function measureFormats() {
  const samples = JSON.parse(readFileSync(join(dir, 'formats/index.json'), 'utf8'))
  const exact = samples.filter(({ name, expected }) => {
    const findings = extractFindings(readFileSync(join(dir, 'formats', name), 'utf8'))
    const isSeen = ({ file, line }) =>
      findings.some((finding) => (file ?? finding.file) === finding.file && (line ?? finding.line) === finding.line)
    return findings.length === expected.length && expected.every(isSeen)
  })
  console.log(`review texts read exactly: ${exact.length} of ${samples.length}`)
}

/** The hardest case for the assignment: every finding is as near to every issue as any other. */
function measureMatching() {
  const text = 'The lock is never released when the request fails, so that later requests hang in call number'
  const findings = Array.from({ length: 800 }, (_, i) => ({ text: `${text} ${i % 97}` }))
  const issues = findings.map((finding, i) => ({ id: String(i), severity: 'low', description: finding.text }))
  const started = performance.now()
  matchFindings(findings, issues)
  console.log(`matching 800 findings with 800 issues: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function measureSpeed() {
  const text = '## Issues\n\n1. `src/a.ts:12`: the lock is never released\n\n| a | b |\n|---|---|\n| x | y |\n\n'
  const started = performance.now()
  extractFindings(text.repeat(1_000_000 / text.length))
  console.log(`reading 1 MB of Markdown: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

if (existsSync(join(dir, 'martian.jsonl.gz'))) {
  const martian = readRows('martian').filter(({ judge: name }) => /opus/.test(name))
  const droid = readRows('droid')
  const kodus = readRows('kodus')
  const labels = (row) => row.labels.golden_found
  const kodusLabels = ({ labels: { by_judge: by } }) => by?.gpt?.golden_found ?? by?.sonnet?.golden_found
  const all = [
    judge(martian, labels, findingsOf),
    judge(droid, labels, findingsOf),
    judge(kodus, kodusLabels, findingsOf),
  ]
  show('martian, findings without a place', all[0])
  show('droid, findings with file and line', all[1])
  show('kodus, findings with file and line', all[2])
  show('all three', all.flat())
  show(
    'martian and droid, findings read from the review text',
    judge([...martian, ...droid], labels, (row) => extractFindings(row.review_text ?? '')),
  )
  const read = (row) => extractFindings(row.review_text ?? '')
  const texts = [judge(martian, labels, read), judge(droid, labels, read), judge(kodus, kodusLabels, read)]
  for (const [at, name] of ['martian', 'droid', 'kodus'].entries())
    showSettled(`${name}, read from the text`, texts[at])
  showSettled('all three, read from the text', texts.flat())
  measureFalseMatches(martian)
  measureHumanReviews(readRows('bot_human_prs'))
  measureFormats()
} else {
  console.log(`findings: skipped, there is no martian.jsonl.gz in ${dir}`)
}
measureMatching()
measureSpeed()
