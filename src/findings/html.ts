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
const STRUCTURE = /`[^`]*`|<!--|<(\/?)(details|summary|h[1-6])(?:\s[^<>]*)?>/gi
const INLINE = /`[^`]*`|<(\/?)([a-z][a-z0-9_]*)(\s[^<>]*)?\/?>|&(#?\w{1,8});/gi
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
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Splits a text at comments and at the tags of details, summaries and headings. */
export function splitHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = []
  let start = 0
  STRUCTURE.lastIndex = 0
  for (let match = STRUCTURE.exec(html); match; match = STRUCTURE.exec(html)) {
    if (match[0].startsWith('`')) continue
    pieces.push({ kind: 'text', text: html.slice(start, match.index) })
    start = STRUCTURE.lastIndex
    if (match[0] === '<!--') {
      const end = html.indexOf('-->', start)
      pieces.push({ kind: 'comment', text: html.slice(start, end < 0 ? undefined : end) })
      start = end < 0 ? html.length : end + 3
      STRUCTURE.lastIndex = start
    } else pieces.push({ kind: 'tag', tag: (match[2] ?? '').toLowerCase(), opens: match[1] === '' })
  }
  pieces.push({ kind: 'text', text: html.slice(start) })
  return pieces
}

/** Inline HTML as Markdown: links and images in its syntax, other markup removed, entities decoded, code left alone. */
export function toMarkdown(html: string): string {
  const targets: string[] = []
  return html.replace(INLINE, (all, slash?: string, name?: string, attributes?: string, entity?: string) => {
    if (entity !== undefined) return ENTITIES[entity] ?? all
    const tag = name?.toLowerCase()
    if (tag === undefined || !MARKUP.test(tag)) return all
    if (tag === 'a') return slash ? `](${targets.pop() ?? ''})` : openLink(targets, attributes)
    if (tag === 'img') return `![${readAttribute(attributes, 'alt')}](${readAttribute(attributes, 'src')})`
    if (tag === 'code') return '`'
    if (tag === 'strong' || tag === 'b') return '**'
    return BREAKS.has(tag) ? '\n' : ''
  })
}

function openLink(targets: string[], attributes: string | undefined): string {
  targets.push(readAttribute(attributes, 'href'))
  return '['
}

function readAttribute(attributes: string | undefined, name: string): string {
  return (
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`, 'i')
      .exec(attributes ?? '')
      ?.slice(1)
      .find(Boolean) ?? ''
  )
}
