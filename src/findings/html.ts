/**
 * The HTML that reviews carry inside their Markdown.
 *
 * @module
 */

/** A part of a text: what is read, what is hidden, or a tag that gives structure. */
export type HtmlPiece =
  | { readonly kind: 'text' | 'comment'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: string; readonly opens: boolean }

/** Code spans are matched first, so that no tag is read inside them. */
const STRUCTURE = /`[^`]*`|<!--((?:(?!-->).)*)(?:-->|$)|<(\/?)(details|summary|h[1-6])(?:\s[^<>]*)?>/gis
const INLINE = /`[^`]*`|<(\/?)([a-z][a-z0-9_]*)(\s[^<>]*)?\/?>|&([a-z]+|#\d+|#x[\da-f]+);/gi
/** The look behind keeps the search linear in names that go on and on. */
const ATTRIBUTE = /(?<![^\s"'])([^\s"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g
const BREAKS: ReadonlySet<string> = new Set([
  'br',
  'p',
  'div',
  'tr',
  'td',
  'th',
  'li',
  'ul',
  'ol',
  'table',
  'blockquote',
  'hr',
])
/** Tags that are markup and not code such as `List<String>`: the usual ones and those that review tools wrap places in. */
const MARKUP = new RegExp(
  '^(?:a|abbr|b|blockquote|br|code|code_context|comment|del|div|em|file|font|hr|i|img|ins|issue_to_address|kbd|li|line|' +
    'location|ol|p|picture|pre|q|s|samp|small|source|span|strong|sub|suggested_fix|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul)$',
)
/** Markdown for tags that open and close alike; a link's opening. */
const MARKS: Readonly<Record<string, string>> = { a: '[', code: '`', strong: '**', b: '**' }
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** Splits a text at comments and at the tags of details, summaries and headings. */
export function splitHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = []
  let start = 0
  for (const match of html.matchAll(STRUCTURE)) {
    const [all, comment, slash, tag] = match
    if (all.startsWith('`')) continue
    pieces.push({ kind: 'text', text: html.slice(start, match.index) })
    if (tag === undefined) pieces.push({ kind: 'comment', text: comment ?? '' })
    else pieces.push({ kind: 'tag', tag: tag.toLowerCase(), opens: slash === '' })
    start = match.index + all.length
  }
  pieces.push({ kind: 'text', text: html.slice(start) })
  return pieces
}

/** Inline HTML as Markdown: links and images in its syntax, other markup removed, entities decoded, code left alone. */
export function toMarkdown(html: string): string {
  const targets: string[] = []
  return html.replace(INLINE, (all: string, slash?: string, name?: string, attributes = '', entity?: string) => {
    if (entity !== undefined) return decode(entity) ?? all
    const tag = name?.toLowerCase() ?? ''
    if (tag === 'a' && slash) return `](${targets.pop() ?? ''})`
    if (tag === 'a') targets.push(readAttribute(attributes, 'href'))
    return MARKUP.test(tag) ? markOf(tag, attributes) : all
  })
}

function markOf(tag: string, attributes: string): string {
  if (tag === 'img') return `![${readAttribute(attributes, 'alt')}](${readAttribute(attributes, 'src')})`
  return MARKS[tag] ?? (BREAKS.has(tag) ? '\n' : '')
}

function readAttribute(attributes: string, name: string): string {
  const found = [...attributes.matchAll(ATTRIBUTE)].find(([, key]) => key?.toLowerCase() === name)
  return found?.[2] ?? found?.[3] ?? found?.[4] ?? ''
}

function decode(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES.get(entity)
  const point = Number(`0${entity.slice(1)}`)
  // A half of a pair is no character.
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? undefined : String.fromCodePoint(point)
}
