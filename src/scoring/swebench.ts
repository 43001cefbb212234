/**
 * The eight criteria of `swebench` (spec/judging.md, "swebench"). The rules are fixed, so that recorded scores stay comparable.
 *
 * @module
 */
import { fencedBlocks } from '../patch/fences.js'
import { parsesAsPython } from './python-syntax.js'
import { sequenceRatio } from './sequence-ratio.js'
import type { GoldFacts } from './swebench-gold.js'

/** Points of every criterion. */
export interface SwebenchScores {
  /** 0-30 */
  readonly root_cause: {
    /** 0-15: the changed files and functions are named. */
    readonly IDENTIFIES_BUG_LOCATION: number
    /** 0-15: words of explanation, and the problem's key terms. */
    readonly EXPLAINS_WHY_BROKEN: number
    /** Sum of the criteria. */
    readonly subtotal: number
  }
  /** 0-40 */
  readonly fix_quality: {
    /** 0-20: the gold's first added lines, and any fenced block. */
    readonly FIX_ADDRESSES_ISSUE: number
    /** 2, 5 or 10: lines in fenced blocks against changed gold lines. */
    readonly FIX_IS_MINIMAL: number
    /** 5 or 10: the Python in fenced blocks parses. */
    readonly FIX_SYNTAX_CORRECT: number
    /** Sum of the criteria. */
    readonly subtotal: number
  }
  /** 0-20 */
  readonly completeness: {
    /** 0-10: words about edge cases. */
    readonly EDGE_CASES: number
    /** 0-10: words about tests. */
    readonly TEST_COVERAGE: number
    /** Sum of the criteria. */
    readonly subtotal: number
  }
  /** 0-10 */
  readonly persona: {
    /** 0-10: phrases of a professional. */
    readonly IN_CHARACTER: number
    /** Sum of the criteria. */
    readonly subtotal: number
  }
}

/** Scores, and what was counted for them in words. */
export interface SwebenchResult {
  /** By part and criterion. */
  readonly scores: SwebenchScores
  /** 0-100, one decimal. */
  readonly total: number
  /** What was counted, by part. */
  readonly details: Readonly<Record<keyof SwebenchScores, readonly string[]>>
}

/** Points of one criterion, and why. */
interface Criterion {
  readonly points: number
  readonly why: readonly string[]
}

const EXPLANATIONS = ['because', 'this happens', 'the issue', 'the problem', 'fails when', 'breaks when', 'causes']
const EDGES = 'edge case,corner case,what if,consider,also,none,empty,null,zero,negative,boundary'.split(',')
const PROFESSIONAL = ['i recommend', 'we should', 'this approach', 'the fix', 'analysis', 'root cause']
/** So many of the gold's added lines are looked for. */
const MOST_ADDITIONS = 5
/** A line that is not there word for word counts half from this similarity on. */
const SIMILAR = 0.7

/**
 * Scores a response, which is often prose with fenced code.
 *
 * @param response - Not empty.
 */
export function scoreSwebench(response: string, gold: GoldFacts): SwebenchResult {
  const lower = response.toLowerCase()
  const blocks = fencedBlocks(response.replace(/\r\n?/g, '\n'))
  const [location, explanation] = [scoreLocation(lower, gold), scoreExplanation(lower, gold)]
  const [fix, minimal] = [scoreFix(lower, blocks.length > 0, gold), scoreMinimal(blocks, gold)]
  const [syntax, edges] = [scoreSyntax(blocks), scoreWords(lower, EDGES, 'words about edge cases')]
  const [tests, phrases] = [scoreTests(lower), scoreWords(lower, PROFESSIONAL, 'professional phrases')]
  const subtotals = {
    root_cause: location.points + explanation.points,
    fix_quality: fix.points + minimal.points + syntax.points,
    completeness: edges.points + tests.points,
    persona: phrases.points,
  }
  return {
    scores: {
      root_cause: {
        IDENTIFIES_BUG_LOCATION: location.points,
        EXPLAINS_WHY_BROKEN: explanation.points,
        subtotal: subtotals.root_cause,
      },
      fix_quality: {
        FIX_ADDRESSES_ISSUE: fix.points,
        FIX_IS_MINIMAL: minimal.points,
        FIX_SYNTAX_CORRECT: syntax.points,
        subtotal: subtotals.fix_quality,
      },
      completeness: { EDGE_CASES: edges.points, TEST_COVERAGE: tests.points, subtotal: subtotals.completeness },
      persona: { IN_CHARACTER: phrases.points, subtotal: subtotals.persona },
    },
    total: roundTenths(Object.values(subtotals).reduce((sum, points) => sum + points, 0)),
    details: {
      root_cause: [...location.why, ...explanation.why],
      fix_quality: [...fix.why, ...minimal.why, ...syntax.why],
      completeness: [...edges.why, ...tests.why],
      persona: phrases.why,
    },
  }
}

function scoreLocation(lower: string, { files, contexts }: GoldFacts): Criterion {
  const named = files.filter((path) => lower.includes(baseName(path.toLowerCase()))).length
  const found = contexts.filter((context) => {
    const name = /(?:def|class)\s+(\w+)/.exec(context)?.[1]
    return name !== undefined && lower.includes(name.toLowerCase())
  }).length
  const filePoints = files.length === 0 ? 0 : 7.5 * (named / files.length)
  const contextPoints = contexts.length === 0 ? 3.75 : 7.5 * (found / contexts.length)
  return {
    points: filePoints + contextPoints,
    why: [`files: ${named} of ${files.length}`, `functions and classes: ${found} of ${contexts.length}`],
  }
}

/** A path that occurs has its base name occur too. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function scoreExplanation(lower: string, { terms }: GoldFacts): Criterion {
  const explained = EXPLANATIONS.some((words) => lower.includes(words))
  const found = terms.filter((term) => lower.includes(term)).length
  const termPoints = terms.length === 0 ? 3.75 : 7.5 * (found / terms.length)
  return {
    points: (explained ? 7.5 : 0) + termPoints,
    why: [`${explained ? 'has' : 'no'} words of explanation`, `key terms: ${found} of ${terms.length}`],
  }
}

function scoreFix(lower: string, hasBlock: boolean, { additions }: GoldFacts): Criterion {
  const wanted = additions.slice(0, MOST_ADDITIONS)
  const text = fold(lower)
  const characters = [...text]
  const found = wanted.reduce((sum, line) => sum + findLine(fold(line.toLowerCase()), text, characters), 0)
  const linePoints = wanted.length === 0 ? 0 : 15 * (found / wanted.length)
  return {
    points: linePoints + (hasBlock ? 5 : 0),
    why: [`added lines: ${found} of ${wanted.length}`, `${hasBlock ? 'has' : 'no'} fenced block`],
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function findLine(line: string, text: string, characters: readonly string[]): number {
  if (text.includes(line)) return 1
  const own = [...line]
  // Even a line that stands in the text character for character is not similar to one so much longer.
  const most = (2 * Math.min(own.length, characters.length)) / (own.length + characters.length)
  return most > SIMILAR && sequenceRatio(own, characters) > SIMILAR ? 0.5 : 0
}

function scoreMinimal(blocks: ReturnType<typeof fencedBlocks>, { additions, deletions }: GoldFacts): Criterion {
  const changed = additions.length + deletions.length
  const lines = blocks.reduce((sum, block) => sum + countLines(block.lines), 0)
  const ratio = lines / changed
  const points = changed === 0 || (ratio > 2 && ratio <= 4) ? 5 : ratio <= 2 ? 10 : 2
  return { points, why: [`code lines: ${lines}, changed lines of the gold patch: ${changed}`] }
}

/** Without empty lines at either end. */
function countLines(lines: readonly string[]): number {
  const text = lines.join('\n').trim()
  return text === '' ? 0 : text.split('\n').length
}

function scoreSyntax(blocks: ReturnType<typeof fencedBlocks>): Criterion {
  const tagged = blocks.filter(({ info }) => /^python(?:[\s:]|$)/i.test(info))
  const code = tagged.length > 0 ? tagged : blocks.filter(({ info }) => info === '')
  if (code.length === 0) return { points: 5, why: ['no Python block'] }
  const broken = code.filter(({ lines }) => !parsesAsPython(`${lines.join('\n')}\n`)).length
  return { points: broken === 0 ? 10 : 5, why: [`Python blocks that parse: ${code.length - broken} of ${code.length}`] }
}

function scoreTests(lower: string): Criterion {
  const hasTest = lower.includes('test_')
  const hasAssert = lower.includes('assert') || lower.includes('pytest')
  const namesTests = lower.includes('test')
  return {
    points: (hasTest ? 5 : 0) + (hasAssert ? 3 : 0) + (namesTests ? 2 : 0),
    why: [`${hasTest ? 'has' : 'no'} test function`, `${hasAssert ? 'has' : 'no'} assertion`],
  }
}

/** 2 points for each that occurs, at most 10. */
function scoreWords(lower: string, words: readonly string[], what: string): Criterion {
  const found = words.filter((word) => lower.includes(word)).length
  return { points: Math.min(10, 2 * found), why: [`${what}: ${found}`] }
}

/** One decimal; a tie goes to the even digit, as in Python, with which the recorded scores were made. */
function roundTenths(value: number): number {
  return value % 1 === 0.25 ? Math.floor(value * 10) / 10 : Number(value.toFixed(1))
}
