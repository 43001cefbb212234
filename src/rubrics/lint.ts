/**
 * Advice on rubrics: what makes raters, people and models alike, disagree. Never an error.
 *
 * @module
 */
import { SLACK } from '../scoring/decide.js'
import { DEFAULT_SCALE, normalise, weightedTotal } from '../scoring/weighted.js'
import { foldText, oneLine } from '../text.js'
import type { Dimension, Rubric } from '../types.js'
import { checkRubric } from './rubric.js'

/** What a piece of advice is about. */
export type LintRule =
  | 'weights'
  | 'overlap'
  | 'vague'
  | 'double-barrelled'
  | 'negative'
  | 'anchors'
  | 'threshold'
  | 'cases'

/** One piece of advice. */
export interface LintAdvice {
  /** What it is about. */
  readonly rule: LintRule
  /** What it is said of, such as a dimension's name. */
  readonly where: string
  /** What was found, and what to do. */
  readonly advice: string
}

/** Shares of the weight that hardly count, and that alone decide. */
const LIGHT = 0.05
const HEAVY = 0.7
/** More than this asked at once, and the last ones are judged by the first. */
const MANY = 8
/** Share of words that two descriptions may have in common. */
const ALIKE = 0.6
/** A scale with more steps than this needs words for its steps. */
const FEW_STEPS = 3

/** What in a criterion's words makes raters differ. */
const SIGNS: readonly { rule: LintRule; pattern: RegExp; advice: string }[] = [
  {
    rule: 'vague',
    pattern:
      /\b(?:good|bad|nice|great|excellent|high[- ]quality|quality|appropriate(?:ly)?|adequate(?:ly)?|proper(?:ly)?|reasonabl[ey]|suitabl[ey]|sufficient(?:ly)?|well|useful|helpful|relevant|effective(?:ly)?|professional(?:ly)?|best practices?|as needed|etc)\b/i,
    advice: 'is a matter of taste: name what can be pointed to in the text, or add anchors.',
  },
  {
    rule: 'double-barrelled',
    pattern: /\b(?:and\/or|as well as|and also|but also|and|or)\b/i,
    advice:
      'may ask for two things, of which one can be there without the other: make it a dimension each, or add anchors that say what half is worth.',
  },
  {
    rule: 'negative',
    pattern: /\b(?:not|never|no|without|avoids?|lacks?)\b|n't\b/i,
    advice:
      'asks for an absence, which cannot be quoted: say what should be there, or count the fault itself with `invert`.',
  },
]
const WORDS_IN_COMMON = new Set(
  'a an and are as at be by for from has have how in is it its of on or that the this to was what with'.split(' '),
)

/**
 * Looks at weights, overlap, vague and double-barrelled criteria, missing anchors and the threshold.
 *
 * @param rubric - Or one criterion in words.
 * @returns Empty where there is nothing to say.
 * @throws {@link InputError} for what is no rubric.
 */
export function lintRubric(rubric: Rubric | string): readonly LintAdvice[] {
  const { dimensions, passThreshold } = checkRubric(rubric)
  return [
    ...lintWeights(dimensions),
    ...lintOverlap(dimensions),
    ...dimensions.flatMap((dimension) => [...lintWords(dimension), ...lintAnchors(dimension)]),
    ...lintLowest(dimensions, passThreshold),
  ]
}

/** Dimensions that decide nothing, or everything. */
export function lintWeights(dimensions: readonly Pick<Dimension, 'name' | 'weight'>[]): LintAdvice[] {
  if (dimensions.length === 1) return []
  const shares = normalise(dimensions.map(({ weight }) => weight))
  const advice = dimensions.flatMap(({ name }, index): LintAdvice[] => {
    const share = shares[index] ?? 0
    const percent = `${Number((share * 100).toFixed(1))} %`
    if (share < LIGHT) {
      return [
        tell('weights', name, `${percent} of the weight decides next to nothing: drop it, or give it at least 5 %.`),
      ]
    }
    if (share <= HEAVY) return []
    return [tell('weights', name, `${percent} of the weight decides nearly alone: give it a threshold of its own.`)]
  })
  if (dimensions.length <= MANY) return advice
  const text = `${dimensions.length} dimensions in one request colour each other: judge them apart, or drop some.`
  return [...advice, tell('weights', 'the rubric', text)]
}

/** Dimensions that say the same in other words count twice. */
export function lintOverlap(dimensions: readonly Pick<Dimension, 'name' | 'measures'>[]): LintAdvice[] {
  const words = dimensions.map(({ name, measures = '' }) => wordsOf(`${name} ${measures}`))
  return dimensions.flatMap(({ name }, index) => {
    const other = dimensions.findIndex((_, second) => second < index && likeness(words[index], words[second]) >= ALIKE)
    if (other < 0) return []
    const text = `nearly the words of "${oneLine(dimensions[other]?.name ?? '', 60)}", so the same thing counts twice: merge them.`
    return [tell('overlap', name, text)]
  })
}

/** What two people would read in two ways. Anchors settle it. */
export function lintWords({ name, measures, anchors = [], invert = false }: Omit<Dimension, 'weight'>): LintAdvice[] {
  if (anchors.length > 0) return []
  if (measures === undefined) {
    return [
      tell('vague', name, 'a name alone means something else to everybody: say in `measures` what can be observed.'),
    ]
  }
  return SIGNS.flatMap(({ rule, pattern, advice }) => {
    const found = rule === 'negative' && invert ? undefined : pattern.exec(measures)?.[0]
    return found === undefined ? [] : [tell(rule, name, `"${found}" ${advice}`)]
  })
}

function lintAnchors({ name, scale = DEFAULT_SCALE, anchors = [] }: Dimension): LintAdvice[] {
  const { min, max } = scale
  const steps = max - min + 1
  const [first, ...others] = [...anchors].sort((a, b) => a.from - b.from)
  if (first === undefined) {
    // A scale of 0 to 1 is a share, which has no steps to describe.
    if (steps <= FEW_STEPS || max <= 1) return []
    const text = `${steps} steps without anchors: raters use the scale as they like. Describe bands, or take a shorter scale.`
    return [tell('anchors', name, text)]
  }
  const advice: LintAdvice[] = []
  let end = first.to
  for (const { from, to } of others) {
    if (from <= end) advice.push(tell('anchors', name, `the bands overlap at ${from}: a value must mean one thing.`))
    else if (from > end + 1) advice.push(tell('anchors', name, `nothing describes ${end + 1} to ${from - 1}.`))
    end = Math.max(end, to)
  }
  if (first.from > min || end < max) {
    advice.push(
      tell('anchors', name, `the anchors reach from ${first.from} to ${end}, the scale from ${min} to ${max}.`),
    )
  }
  return advice
}

/** Lowest values give more than 0: 1 of 10 is 0.1. */
function lintLowest(dimensions: readonly Dimension[], threshold = 0.75): LintAdvice[] {
  const lowest = weightedTotal(dimensions, {}).bounds.lower / 100
  if (threshold > lowest + SLACK) return threshold < 1 ? [] : [lintPerfect()]
  const text = `the lowest values already give ${lowest.toFixed(2)}, so ${threshold} passes everything: raise it, or begin scales at 0.`
  return [tell('threshold', 'the rubric', text)]
}

/** A threshold of 1. */
export function lintPerfect(): LintAdvice {
  return tell(
    'threshold',
    'the rubric',
    'only the highest value everywhere reaches 1, which judges seldom give: lower it.',
  )
}

/** One piece of advice, with the name as it can be shown. */
export function tell(rule: LintRule, where: string, advice: string): LintAdvice {
  return { rule, where: oneLine(where, 60), advice }
}

function wordsOf(text: string): ReadonlySet<string> {
  const words =
    foldText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !WORDS_IN_COMMON.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')))
}

/** Jaccard's: words in common of all words. */
function likeness(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}
