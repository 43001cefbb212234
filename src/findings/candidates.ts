/**
 * Which parts of a review's outline make a point of their own.
 *
 * @module
 */

import { splitComments } from './comments.js'
import type { Block, Section } from './outline.js'
import { findLines, findPlace, findPlaces, type Place } from './place.js'
import { findSeverity } from './severity.js'
import { readRows } from './tables.js'
import { isBare, isIssueTitle, isRated, isSkippedTitle, isSupportingTitle, plain } from './titles.js'

/** A part of a review that may be a finding. */
export interface Candidate {
  /** Parts of one list, table or row of headings have the same number. */
  readonly group: number
  readonly text: string
  readonly place: Place
  readonly severity?: string
  /** It stands under a title such as "Issues" or "Suggestions". */
  readonly titled: boolean
  /** Code that the comment was written under, where the file is not named. */
  readonly hunk?: string
}

/** A file that the review names with a description, such as in an overview of changes. */
export interface FileNote {
  readonly file: string
  readonly text: string
}

/** What an outline holds. */
export interface Collection {
  readonly candidates: readonly Candidate[]
  readonly files: readonly FileNote[]
}

/** Collects the candidates of an outline in their order. */
export function collectCandidates(root: Section): Collection {
  const collector = new Collector()
  collector.visit(root, { place: {}, titled: false }, collector.newGroup())
  return { candidates: collector.candidates, files: noteFiles(root) }
}

/** What a section hands down to its parts. */
interface Context {
  readonly place: Place
  readonly severity?: string
  readonly titled: boolean
}

class Collector {
  readonly candidates: Candidate[] = []
  private groups = 0

  newGroup(): number {
    return this.groups++
  }

  visit(section: Section, outer: Context, group: number): void {
    if (isSkippedTitle(section.title)) return
    const context = inherit(outer, section)
    const before = this.candidates.length
    this.addTables(section, context)
    const supporting = isSupportingTitle(section.title)
    if (!supporting && isFinding(section)) {
      this.add(section, outer, group)
      return
    }
    if (!supporting) this.addBlocks(section, context)
    const inner = this.newGroup()
    for (const child of section.children) this.visit(child, context, inner)
    const isEmpty = section.title === '' && section.blocks.length === 0
    if (!supporting && !isEmpty && this.candidates.length === before) this.add(section, context, group)
  }

  private addTables(section: Section, context: Context): void {
    for (const block of section.blocks) {
      if (block.kind !== 'table') continue
      const group = this.newGroup()
      const rows = readRows(block.header, block.rows)
      for (const { text, place, severity = context.severity } of rows ?? []) {
        this.candidates.push({
          group,
          text,
          place: { ...context.place, ...place },
          titled: context.titled,
          ...(severity === undefined ? {} : { severity }),
        })
      }
    }
  }

  /** Comments one after the other, else the items of lists. */
  private addBlocks(section: Section, context: Context): void {
    const comments = splitComments(section.blocks)
    if (comments.length > 0) {
      const group = this.newGroup()
      for (const comment of comments) this.add({ ...section, title: '', blocks: comment, children: [] }, context, group)
      return
    }
    if (isMostlyProse(section)) return
    for (const block of joinLists(section.blocks)) {
      if (block.kind !== 'list') continue
      const group = this.newGroup()
      for (const item of block.items) this.addItem(item, context, group)
    }
  }

  private addItem(item: Section, context: Context, group: number): void {
    const lists = item.blocks.filter((block) => block.kind === 'list')
    const opens = isBare(item.title) || (lists.some(listsPlaces) && findPlace(item.title).file === undefined)
    if (!opens || lists.length === 0) {
      if (!isBare(item.title)) this.add(item, context, group)
      return
    }
    const inner = inherit(context, item)
    for (const list of lists) for (const nested of list.items) this.addItem(nested, inner, group)
  }

  private add(section: Section, context: Context, group: number): void {
    const text = showLinks(textOf(section))
    if (!/\p{L}/u.test(text)) return
    const hunk = section.blocks.find((block) => block.kind === 'hunk')?.text
    const severity = severityOf(section) ?? context.severity
    this.candidates.push({
      group,
      text,
      place: placeOf(section, context.place, hunk === undefined ? textOf(section) : ''),
      titled: context.titled,
      ...(severity === undefined ? {} : { severity }),
      ...(hunk === undefined ? {} : { hunk }),
    })
  }
}

/** Links and images by their words only. */
function showLinks(text: string): string {
  return text.replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, '$1').trim()
}

/** Rows of all tables that name a file. */
function noteFiles(section: Section): FileNote[] {
  const own = section.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const notes = own.flatMap((cells) => {
    const text = cells.join(' ')
    const [place] = findPlaces(text)
    return place ? [{ file: place.file, text }] : []
  })
  return [...notes, ...section.children.flatMap(noteFiles)]
}

function inherit(outer: Context, section: Section): Context {
  const severity = findSeverity(section.title) ?? outer.severity
  const place = findPlace(section.title)
  return {
    place: place.file === undefined ? outer.place : place,
    titled: outer.titled || isIssueTitle(section.title),
    ...(severity === undefined ? {} : { severity }),
  }
}

/** A section whose title or fields say that the whole of it is one finding. */
function isFinding(section: Section): boolean {
  if (section.blocks.some((block) => block.kind === 'list' && isFieldList(block.items))) return true
  if (section.title === '' || isBare(section.title)) return false
  if (
    section.children.some(
      (child) => !isSupportingTitle(child.title) && !isSkippedTitle(child.title) && isFinding(child),
    )
  )
    return false
  if (ownPlace(section).file !== undefined) return true
  return isRated(section.title) && !section.blocks.some((block) => block.kind === 'list' && listsPlaces(block))
}

/** A label before a value. */
const FIELD = /^\W*[\p{L} ]{2,24}\W*[:：]/u

/** `- File: src/a.ts`, `- Severity: high`: the fields of one finding. */
function isFieldList(items: readonly Section[]): boolean {
  return items.some(({ title }) => FIELD.test(title) && isBare(title))
}

function listsPlaces({ items }: { readonly items: readonly Section[] }): boolean {
  const placed = items.filter(({ title }) => !isBare(title) && findPlaces(title).length > 0)
  return placed.length * 2 > items.length
}

/** Under a title of its own, more text than list: the list belongs to the text. */
function isMostlyProse({ title, blocks }: Section): boolean {
  if (title === '' || isBare(title)) return false
  const count = (kind: Block['kind']): number =>
    blocks.filter((block) => block.kind === kind).reduce((total, block) => total + blockText(block).length, 0)
  return count('text') > count('list')
}

/** Numbered lists that paragraphs interrupt, as one; links and places after a list go to its last item. */
function joinLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  blocks.forEach((block, i) => {
    const last = joined.at(-1)
    const item = last?.kind === 'list' ? last.items.at(-1) : undefined
    if (block.kind === 'list' && last?.kind === 'list' && block.start === (last.start ?? 0) + last.items.length) {
      joined[joined.length - 1] = { kind: 'list', items: [...last.items, ...block.items], start: last.start }
    } else if (item && (isBareText(block) || continues(blocks, i))) item.blocks.push(block)
    else joined.push(block)
  })
  return joined
}

function isBareText(block: Block): boolean {
  return block.kind === 'text' && isBare(block.text)
}

function continues(blocks: readonly Block[], at: number): boolean {
  const next = blocks.slice(at + 1).find((block) => block.kind === 'list' || block.kind === 'rule')
  return next?.kind === 'list' && (next.start ?? 1) > 1
}

/** Title and prose of a section and of what supports it, without code and without lines that only name a place. */
function textOf(section: Section): string {
  const title = isBare(section.title) ? '' : section.title
  const own = section.blocks.map(blockText)
  const inner = section.children.filter(({ title: name }) => !isSkippedTitle(name)).map(textOf)
  return [title, ...own, ...inner].filter((part) => part.trim() !== '').join('\n\n')
}

function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.map(textOf).join('\n')
  if (block.kind !== 'text' || isBare(block.text)) return ''
  return block.text
    .split('\n')
    .filter((line) => !(FIELD.test(line) && isBare(line)))
    .join('\n')
}

function severityOf({ title, blocks }: Section): string | undefined {
  const opening = blocks.find((block) => block.kind === 'text')?.text.split('\n')[0] ?? ''
  return [title, opening, ...blocks.flatMap(bareLines)].map(findSeverity).find((severity) => severity !== undefined)
}

/** Fields stand at the head of a section. */
const MOST_FIELDS = 30

/** Lines and list items that only name a place, a severity or the like. */
function bareLines(block: Block): string[] {
  if (block.kind === 'list')
    return block.items
      .slice(0, MOST_FIELDS)
      .map(({ title }) => title)
      .filter(isBare)
  return block.kind === 'text' ? block.text.split('\n', MOST_FIELDS).filter(isBare) : []
}

function placeOf(section: Section, outer: Place, prose: string): Place {
  const own = ownPlace(section)
  const place = own.file === undefined ? { ...outer, ...own } : own
  if (place.file !== undefined) return place
  return { ...findPlace(plain(prose)), ...place }
}

/** The place that a section names for itself, not in passing. */
function ownPlace({ title, blocks, hidden }: Section): Place {
  const lines = [title, hidden, ...blocks.flatMap(bareLines)]
  const file = lines.map(findPlace).find((place) => place.file !== undefined)
  if (file?.line !== undefined) return file
  const line = lines.map(findLines).find((place) => place.line !== undefined)
  return { ...file, ...line }
}
