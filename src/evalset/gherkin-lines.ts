/**
 * Which lines of a Markdown file are Gherkin, fenced or bare among the prose.
 *
 * @module
 */
import type { Token, Tokens } from 'marked'
import { lexBlocks } from '../findings/lex.js'

const KEYWORDS = '(?:Scenario(?: Outline| Template)?|Scenarios|Examples?|Background|Feature|Rule):'
const STEPS = '(?:Given|When|Then|And|But)(?=\\s|$|\\*\\*|__)'
const KEYWORD = new RegExp(`^\\s*${KEYWORDS}`)
const STEP = new RegExp(`^\\s*${STEPS}`)
const SCENARIO = /^\s*Scenario(?: Outline| Template)?:/
const EXAMPLES = /^\s*(?:Scenarios|Examples):/
const TAGS = /^\s*@\S+(?:\s+@\S+)*\s*$/
const ROW = /^\s*\|/
const QUOTE = /^\s*("""|```)/
const NOTE = /^\s*Notes?:/i
const FENCE = /^\s*(?:`{3,}|~{3,})\s*$/
/** A heading, a rule, or the end of a fence in a list. */
const BREAK = /^ {0,3}(?:#{1,6}\s|(?:[-*_=]\s*){3,}$)|^\s*(?:`{3}|~{3})/

/** Keywords as headings, keywords and steps as list items or in bold. */
const DECORATED = new RegExp(`^(\\s*)(?:#{1,6}\\s+(?!${STEPS})|[-*+]\\s+)?(\\*\\*|__)?(?=${KEYWORDS}|${STEPS})(.*)$`)

/** `fence` is a fence in another language, `edge` the first or last line of one in Gherkin. */
type Kind = 'prose' | 'gherkin' | 'fence' | 'edge' | 'comment'

/**
 * The lines of a file, those that are no Gherkin emptied, so that each keeps its number. `Note:` lines are no part of a step
 * and go, too.
 *
 * @param isMarkdown - False where all of the file is Gherkin.
 */
export function pickGherkin(text: string, isMarkdown: boolean): readonly string[] {
  const tokens = isMarkdown ? lexBlocks(text) : []
  // The lexer cuts what is nested absurdly, so the lines are those of its tokens.
  const lines = (isMarkdown ? tokens.map(({ raw }) => raw).join('') : text).split('\n')
  const kinds = isMarkdown ? tellKinds(tokens, lines.length) : []
  const following = listFollowing(lines)
  const picker = new Picker()
  return lines.map((line, index) => picker.take(line, kinds[index] ?? 'gherkin', following[index] ?? ''))
}

function tellKinds(tokens: readonly Token[], count: number): readonly Kind[] {
  const kinds = Array<Kind>(count).fill('prose')
  let line = 0
  for (const token of tokens) {
    for (const [index, kind] of kindsOf(token as Tokens.Generic).entries()) kinds[line + index] = kind
    line += token.raw.split('\n').length - 1
  }
  return kinds
}

/** Kinds of a token's lines; none where it is prose. */
function kindsOf(token: Tokens.Generic): readonly Kind[] {
  const lines = token.raw.trimEnd().split('\n')
  const isComment = token.type === 'html' && token.raw.trimStart().startsWith('<!--')
  if (isComment) return lines.map(() => 'comment')
  if (token.type !== 'code' || token['codeBlockStyle'] === 'indented') return []
  if (!isGherkin(token as Tokens.Code)) return lines.map(() => 'fence')
  const last = lines.length - 1
  return lines.map((line, index) => (index === 0 || (index === last && FENCE.test(line)) ? 'edge' : 'gherkin'))
}

function isGherkin({ lang = '', text }: Tokens.Code): boolean {
  if (lang !== '') return /^(?:gherkin|feature|cucumber)\b/i.test(lang)
  const first = text.split('\n').find((line) => !/^\s*(?:#.*)?$/.test(line)) ?? ''
  return KEYWORD.test(first) || TAGS.test(first)
}

/** For each line the next one that is not empty, as {@link plain} has it. */
function listFollowing(lines: readonly string[]): readonly string[] {
  let next = ''
  return lines.reduceRight<string[]>((following, line, index) => {
    following[index] = next
    if (line.trim() !== '') next = plain(line)
    return following
  }, [])
}

/** Takes one line after the other. Bare Gherkin ends with a heading, or with prose after an empty line. */
class Picker {
  private state: 'outside' | 'named' | 'steps' = 'outside'
  /** Mark of the doc string that is open. */
  private quote: string | null = null
  private wasEmpty = true

  take(line: string, kind: Kind, following: string): string {
    const kept = this.keep(line, kind, following)
    this.wasEmpty = kept.trim() === ''
    return kept
  }

  private keep(line: string, kind: Kind, following: string): string {
    if (kind === 'edge') {
      this.state = 'outside'
      this.quote = null
    }
    if (kind === 'edge' || kind === 'comment') return ''
    if (this.isQuoted(line, kind)) return line
    if (kind === 'fence' || NOTE.test(line) || line.trim() === '') return ''
    return kind === 'gherkin' ? line : this.keepProse(line, following)
  }

  /** Whether the line belongs to a doc string, its marks included. */
  private isQuoted(line: string, kind: Kind): boolean {
    const mark = QUOTE.exec(line)?.[1] ?? null
    if (this.quote !== null) {
      if (mark === this.quote) this.quote = null
      return true
    }
    // In prose, backticks are a fence of Markdown; one right under a step is its doc string.
    const isUnderStep = this.state === 'steps' && !this.wasEmpty && (kind === 'fence' || mark === '"""')
    if (kind === 'gherkin' || isUnderStep) this.quote = mark
    return this.quote !== null
  }

  private keepProse(line: string, following: string): string {
    if (TAGS.test(line)) return KEYWORD.test(following) || TAGS.test(following) ? line : ''
    const text = plain(line)
    if (this.isHead(text, following)) {
      this.state = 'named'
      return text
    }
    if (this.state !== 'outside' && (STEP.test(text) || ROW.test(line))) {
      this.state = 'steps'
      return text
    }
    const isOver = BREAK.test(line) || (this.state === 'steps' && this.wasEmpty)
    if (isOver) this.state = 'outside'
    // Prose right under a step is not lost: the parser refuses it with its line.
    return this.state === 'steps' ? line : ''
  }

  /** Prose may begin with "Example:" or "Background:", too. */
  private isHead(text: string, following: string): boolean {
    if (SCENARIO.test(text)) return true
    if (EXAMPLES.test(text)) return this.state !== 'outside' && ROW.test(following)
    return KEYWORD.test(text) && [STEP, KEYWORD, TAGS].some((pattern) => pattern.test(following))
  }
}

/** The line as Gherkin has it. */
function plain(line: string): string {
  const [, indent = '', bold, rest] = DECORATED.exec(line) ?? []
  if (rest === undefined) return line
  return indent + (bold === undefined ? rest : rest.replaceAll(bold, ''))
}
