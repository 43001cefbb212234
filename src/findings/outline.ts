/**
 * A review's Markdown as sections: headings, bold lines and HTML details with what stands under them.
 *
 * @module
 */
import type { Token, Tokens } from 'marked'
import { splitHtml, toMarkdown } from './html.js'
import { lexBlocks } from './lex.js'
import { isBare } from './titles.js'

/** What stands in a section, in order. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'hunk'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Section[]; readonly start: number | null }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' }

/** A heading, bold line, details element or list item. */
export interface Section {
  /** Markdown of the title; of an item its first paragraph; empty at the root. */
  title: string
  readonly level: number
  readonly blocks: Block[]
  readonly children: Section[]
  /** HTML comments, in which tools keep places. */
  hidden: string
}

const BOLD_LEVEL = 7
const DETAILS_LEVEL = 8
/** Sections deeper than this are laid side by side, so that no text can exhaust the call stack. */
const DEEPEST = 50
/** A paragraph that is nothing but a bold line: a heading in all but syntax. */
const BOLD_LINE = /^[^\p{L}\p{N}*]*\*\*([^*\n][^\n]{0,240}?)\*\*:?[^\p{L}\p{N}*]*$/u
/** A severity alone in bold belongs to the heading before it. */
const BOLD_LABEL = /^[^\p{L}]*\p{L}+(?: (?:severity|priority|risk|effort))?[^\p{L}]*$/iu

/** Reads Markdown with a CommonMark parser. Never throws; takes time linear in the text. */
export function readOutline(markdown: string): Section {
  const builder = new OutlineBuilder({ boldHeadings: true })
  builder.addAll(lexBlocks(readMail(markdown.replace(/\r\n?/g, '\n'))))
  return builder.root
}

/**
 * In GitHub's mails a quoted piece of a diff has its mark only on the first line, so that the rest would be read as a list;
 * and they end in a footer.
 */
function readMail(markdown: string): string {
  let inHunk = false
  return markdown
    .replace(/\n-- ?\n(?:Reply to this email|You are receiving this)[\s\S]*/, '')
    .split('\n')
    .map((line) => {
      if (/^> ?(?:\+|@@)/.test(line)) inHunk = true
      else if (inHunk && /^[+\- @]/.test(line) && line.trim() !== '') return `> ${line}`
      else inHunk = inHunk && line.startsWith('>')
      return line
    })
    .join('\n')
}

class OutlineBuilder {
  readonly root: Section
  /** Sections that are open, each in the one before. */
  private stack: Section[] = []
  private inTitle = false
  private readonly boldHeadings: boolean

  constructor(options: { boldHeadings: boolean }) {
    this.root = { title: '', level: 0, blocks: [], children: [], hidden: '' }
    this.boldHeadings = options.boldHeadings
  }

  addAll(tokens: readonly Token[]): void {
    for (const token of tokens) this.add(token as Tokens.Generic)
  }

  private add(token: Tokens.Generic): void {
    switch (token.type) {
      case 'heading':
        this.open(Number(token['depth']), toMarkdown(String(token['text'])))
        break
      case 'code':
        this.current.blocks.push({ kind: 'code', text: String(token['text']) })
        break
      case 'list':
        this.addList(token as Tokens.List)
        break
      case 'table':
        this.addTable(token as Tokens.Table)
        break
      case 'blockquote':
        this.addQuote(token as Tokens.Blockquote)
        break
      case 'hr':
        this.closeBold()
        this.current.blocks.push({ kind: 'rule' })
        break
      case 'html':
      case 'paragraph':
      case 'text':
        this.addHtml(token.raw)
    }
  }

  private get current(): Section {
    return this.stack.at(-1) ?? this.root
  }

  private addList(list: Tokens.List): void {
    const items = list.items.filter((item) => item.checked !== true).map((item) => readItem(item))
    this.current.blocks.push({ kind: 'list', items, start: typeof list.start === 'number' ? list.start : null })
  }

  private addTable(table: Tokens.Table): void {
    const read = (cell: Tokens.TableCell): string => toMarkdown(cell.text)
    this.current.blocks.push({
      kind: 'table',
      header: table.header.map(read),
      rows: table.rows.map((row) => row.map(read)),
    })
  }

  private addQuote(quote: Tokens.Blockquote): void {
    if (!/^(?:\+|@@)/m.test(quote.text)) this.addAll(quote.tokens)
    else {
      // A comment under quoted code answers to no heading before it.
      this.stack = []
      this.root.blocks.push({ kind: 'hunk', text: quote.text })
    }
  }

  private addHtml(raw: string): void {
    for (const piece of splitHtml(raw)) {
      if (piece.kind === 'tag') this.addTag(piece)
      else if (piece.kind === 'text') this.addText(toMarkdown(piece.text).trim())
      else this.current.hidden += `${piece.text}\n`
    }
  }

  private addTag({ tag, opens }: { tag: string; opens: boolean }): void {
    if (tag !== 'details') {
      if (tag !== 'summary' && opens) this.open(Number(tag.slice(1)), '')
      this.inTitle = opens
    } else if (opens) this.push(DETAILS_LEVEL, '')
    else this.closeDetails()
  }

  private addText(text: string): void {
    if (text === '') return
    if (this.inTitle && this.current !== this.root && this.current.title === '') {
      const [title = '', ...rest] = text.split('\n')
      this.current.title = title
      this.addText(rest.join('\n').trim())
      return
    }
    const bold = this.boldHeadings ? BOLD_LINE.exec(text)?.[1] : undefined
    if (bold !== undefined && !bold.includes('**') && !this.isSubtitle(bold)) this.open(BOLD_LEVEL, bold)
    else this.current.blocks.push({ kind: 'text', text })
  }

  /** A severity directly under a heading, or the first bold line in details with a title, is no heading of its own. */
  private isSubtitle(bold: string): boolean {
    const { level, title, blocks, children } = this.current
    const opens = title !== '' && children.length === 0 && blocks.every(({ kind }) => kind === 'rule')
    return opens && (BOLD_LABEL.test(bold) || (level === DETAILS_LEVEL && !isBare(title)))
  }

  /** Opens a heading below the nearest section of a higher level; details keep their headings inside. */
  private open(level: number, title: string): void {
    while (this.current.level >= level && this.current.level !== DETAILS_LEVEL) this.stack.pop()
    this.push(level, title)
  }

  private closeDetails(): void {
    const at = this.stack.findLastIndex((section) => section.level === DETAILS_LEVEL)
    if (at >= 0) this.stack = this.stack.slice(0, at)
    this.inTitle = false
  }

  private closeBold(): void {
    while (this.current.level === BOLD_LEVEL) this.stack.pop()
  }

  private push(level: number, title: string): void {
    const section: Section = { title, level, blocks: [], children: [], hidden: '' }
    if (this.stack.length >= DEEPEST) this.stack.pop()
    this.current.children.push(section)
    this.stack.push(section)
  }
}

/** A list item as a section: its first paragraph is the title. */
function readItem(item: Tokens.ListItem): Section {
  const builder = new OutlineBuilder({ boldHeadings: false })
  builder.addAll(item.tokens)
  const { root } = builder
  const [first] = root.blocks
  if (first?.kind === 'text') {
    root.title = first.text
    root.blocks.shift()
  }
  return root
}
