/**
 * How often a 95 % interval holds the truth, by number of cases: why intervals begin at 20 cases (docs/statistics.md).
 * `npm run build && node bench/intervals.mjs`; the draws are fixed, so that the figures are the same each time.
 *
 * @module
 */
import { bootstrapMean, wilsonInterval } from '../dist/src/scoring/interval.js'
import { mcnemarExact } from '../dist/src/scoring/mcnemar.js'
import { randomNumbers } from '../dist/src/scoring/random.js'

const next = randomNumbers(7)
const SETS = 1_000
const COUNTS = [5, 10, 20, 40]

/** Ways in which the cases of a set may come out, and the mean of all there are. */
const kinds = {
  'scores spread evenly': [() => next(), 0.5],
  'scores of which 70 % are 1': [() => (next() < 0.7 ? 1 : next()), 0.85],
  'pass rates of 3 trials': [() => trials(next() < 0.5 ? 0.6 : 1), 0.8],
  'differences, 70 % of them 0': [() => (next() < 0.7 ? 0 : next() - 0.5), 0],
}

console.log(`Share of ${SETS} sets whose interval holds the truth (95 % is right)\n`)
console.log(`${''.padEnd(30)}${COUNTS.map((count) => `${count} cases`.padStart(10)).join('')}`)
for (const [kind, [draw, truth]] of Object.entries(kinds)) {
  const shares = COUNTS.map((count) => share(() => bootstrapMean(Array.from({ length: count }, draw)), truth))
  print(kind, shares)
}
for (const rate of [0.8, 0.95]) {
  const hits = (count) => Array.from({ length: count }, () => (next() < rate ? 1 : 0)).reduce((a, b) => a + b)
  print(
    `Wilson, rate ${rate}`,
    COUNTS.map((count) => share(() => wilsonInterval(hits(count), count), rate)),
  )
}

console.log(`\nWidth of Wilson's interval at a rate of 0.8`)
print(
  '',
  COUNTS.map((count) => width(wilsonInterval(count * 0.8, count))),
)

const turned = Array.from({ length: 10 }, (_, count) => count + 1)
console.log('\nExact McNemar p where all pairs that differ went the same way')
for (const count of turned) console.log(`  ${String(count).padStart(2)} pairs  ${mcnemarExact(0, count).toFixed(4)}`)

function trials(rate) {
  return [1, 2, 3].filter(() => next() < rate).length / 3
}

function share(interval, truth) {
  const held = Array.from({ length: SETS }, interval).filter(({ lower, upper }) => lower <= truth && truth <= upper)
  return held.length / SETS
}

function width({ lower, upper }) {
  return upper - lower
}

function print(name, figures) {
  console.log(`${name.padEnd(30)}${figures.map((figure) => figure.toFixed(3).padStart(10)).join('')}`)
}
