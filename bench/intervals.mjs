/**
 * How often a 95 % interval holds the truth, by number of cases and kind of figure: why intervals begin at 20 cases; and how often
 * comparisons of runs that are alike find a difference (docs/statistics.md). `npm run build && node bench/intervals.mjs`; the draws
 * are fixed, so that the figures are the same each time.
 *
 * @module
 */
import { flipTest } from '../dist/src/scoring/flip-test.js'
import { bootstrapMean, wilsonInterval, wilsonOfShares } from '../dist/src/scoring/interval.js'
import { mcnemarExact } from '../dist/src/scoring/mcnemar.js'
import { randomNumbers } from '../dist/src/scoring/random.js'

const next = randomNumbers(7)
const SETS = 2_000
const COUNTS = [5, 10, 20, 30, 60]
const DIFFERENCE = { lower: -1, upper: 1 }

/** Ways in which the cases of a set may come out: the figure of one case. Their mean is found by drawing many. */
const scores = {
  'scores spread evenly': () => next(),
  'scores, 70 % of them 1': () => (next() < 0.7 ? 1 : next()),
  'scores within a tenth': () => 0.7 + next() / 10,
  'a judge of quarters, mean 0.84': () => judged(0.87 + 0.15 * normal(), 0.15, 4),
  'a judge of quarters, mean 0.93': () => judged(1.03 + 0.15 * normal(), 0.15, 4),
  'a judge of tenths, mean 0.86': () => judged(0.87 + 0.1 * normal(), 0.1, 10),
}
const rates = {
  'pass rate 0.80 over 3 trials': () => trials(3, 0.95, 0.65),
  'pass rate 0.95 over 3 trials': () => trials(3, 1, 0.9),
  'pass rate 0.80 over 10 trials': () => trials(10, 0.95, 0.65),
}
const differences = {
  'differences, quarters': () => change(0.87 + 0.15 * normal(), 0.15, 4),
  'differences, tenths': () => change(0.87 + 0.1 * normal(), 0.05, 10),
  'differences, 70 % of them 0': () => (next() < 0.7 ? 0 : next() - 0.5),
  'differences, 12 % turned': () => (next() < 0.12 ? Math.sign(next() - 0.5) : 0),
}

console.log(`Share of ${SETS} sets whose interval holds the truth (0.95 is right)\n`)
print(
  '',
  COUNTS.map((count) => `${count} cases`),
)
const mean = (values) => bootstrapMean(values)
for (const [kind, draw] of Object.entries(scores)) printShares(kind, draw, meanOf(draw), mean)
for (const [kind, draw] of Object.entries(rates)) {
  printShares(kind, draw, meanOf(draw), (values) => wilsonOfShares(Float64Array.from(values)))
}
for (const rate of [0.8, 0.95]) {
  const once = () => Number(next() < rate)
  printShares(`pass rate ${rate.toFixed(2)}, one trial`, once, rate, (values) =>
    wilsonInterval(sum(values), values.length),
  )
}
for (const [kind, draw] of Object.entries(differences)) {
  printShares(kind, draw, 0, (values) => bootstrapMean(values, DIFFERENCE))
}

console.log(`\nShare of ${SETS} comparisons of runs that are alike in which any set differs (at most 0.05 is right)\n`)
for (const sets of [1, 5]) {
  for (const [kind, draw] of Object.entries(differences)) {
    const alarms = COUNTS.map((count) => countAlarms(sets, count, draw) / SETS)
    print(`${sets} ${sets === 1 ? 'set' : 'sets'}, ${kind}`, alarms)
  }
}

console.log(`\nWidth of Wilson's interval at a rate of 0.8`)
print(
  '',
  [5, 20, 40].map((count) => `${count} cases`),
)
print(
  '',
  [5, 20, 40].map((count) => width(wilsonInterval(count * 0.8, count))),
)

console.log('\nWhere all cases are alike, how far the mean may be from them (rule of three)')
print(
  '',
  COUNTS.map((count) => width(bootstrapMean(new Array(count).fill(1)))),
)

const turned = Array.from({ length: 10 }, (_, count) => count + 1)
console.log('\nExact McNemar p where all pairs that differ went the same way')
for (const count of turned) console.log(`  ${String(count).padStart(2)} pairs  ${mcnemarExact(0, count).toFixed(4)}`)

/** By G. E. P. Box and M. E. Muller. */
function normal() {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** What a judge of such a grid says of an agent that is not the same twice. */
function judged(quality, noise, steps) {
  return Math.round(Math.min(1, Math.max(0, quality + noise * normal())) * steps) / steps
}

function change(quality, noise, steps) {
  return judged(quality, noise, steps) - judged(quality, noise, steps)
}

/** Of a case that is as likely easy as hard. */
function trials(count, easy, hard) {
  const rate = next() < 0.5 ? easy : hard
  return sum(Array.from({ length: count }, () => Number(next() < rate))) / count
}

function countAlarms(sets, count, draw) {
  let alarms = 0
  for (let run = 0; run < SETS; run++) {
    const groups = Array.from({ length: sets }, () => [Float64Array.from({ length: count }, draw)])
    alarms += Number(
      flipTest(groups)
        .flat()
        .some((p) => p < 0.05),
    )
  }
  return alarms
}

function meanOf(draw) {
  const count = 500_000
  let total = 0
  for (let index = 0; index < count; index++) total += draw()
  return total / count
}

function printShares(kind, draw, truth, intervalOf) {
  const shares = COUNTS.map((count) => {
    let held = 0
    for (let set = 0; set < SETS; set++) {
      const { lower, upper } = intervalOf(Array.from({ length: count }, draw))
      held += Number(lower - 1e-9 <= truth && truth <= upper + 1e-9)
    }
    return held / SETS
  })
  print(kind, shares)
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

function width({ lower, upper }) {
  return upper - lower
}

function print(name, figures) {
  const texts = figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(3) : figure))
  console.log(`${name.padEnd(40)}${texts.map((text) => text.padStart(10)).join('')}`)
}
