/**
 * Which parts of a review's outline make a point of their own.
 *
 * @module
 */
import { splitComments } from './comments.js'
import { joinLists } from './lists.js'
import type { Section } from './outline.js'
import { findPlace, findPlaces, type Place, placeWithin } from './place.js'
import { isFinding, isMostlyProse, listsPlaces, placeOf, ratingOf, severityOf, textOf } from './section.js'
import { readRows } from './tables.js'
import { isBare, isIssueTitle, isPartTitle, isSkippedTitle, isSupportingTitle, showLinks } from './titles.js'

/** A part of a review that may be a finding. */
export interface Candidate {
  /** Parts of one list, table or row of headings have the same number. */
  readonly group: number
  readonly text: string
  readonly place: Place
  readonly severity?: string
  /** It stands under a title such as "Issues" or "Suggestions". */
  readonly titled: boolean
  /** Quoted code that the comment stands under. */
  readonly hunk?: string
}

/** A file that a table of the review names, such as in an overview of changes, with the text of its row. */
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
  const outermost = { place: {}, titled: false }
  collector.visit(root, outermost, collector.newGroup())
  // A review may be the parts of its one finding: problem, impact, fix.
  if (collector.candidates.length === 0 && root.children.some(({ title }) => isPartTitle(title))) {
    collector.add(root, outermost, collector.newGroup())
  }
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
    const context = inherit(outer, section)
    if (isSkippedTitle(section.title))
      this.visitChildren(
        section.children.filter(({ title }) => isIssueTitle(title)),
        context,
      )
    else if (isSupportingTitle(section.title)) this.visitSupport(section, context)
    else if (isFinding(section)) this.add(section, outer, group)
    else {
      const before = this.candidates.length
      this.addBlocks(section, context)
      this.visitParts(section, context)
      const isEmpty = section.title === '' && section.blocks.length === 0
      if (this.candidates.length === before && !isEmpty) this.add(section, context, group)
    }
  }

  /** Places in a summary may be named nowhere else. */
  private visitSupport(section: Section, context: Context): void {
    for (const list of section.blocks.filter((block) => block.kind === 'list')) {
      if (listsPlaces(list)) this.addItems(list.items, context, this.newGroup())
    }
    this.visitParts(section, context)
  }

  private visitParts(section: Section, context: Context): void {
    this.addTables(section, context)
    this.visitChildren(section.children, context)
  }

  private visitChildren(children: readonly Section[], context: Context): void {
    const group = this.newGroup()
    for (const child of children) this.visit(child, context, group)
  }

  private addTables(section: Section, context: Context): void {
    for (const block of section.blocks) {
      if (block.kind !== 'table') continue
      const group = this.newGroup()
      for (const row of readRows(block.header, block.rows)) {
        this.candidates.push({ group, ...context, ...row, place: placeWithin(row.place, context.place) })
      }
    }
  }

  /** Comments one after the other, else the items of lists. */
  private addBlocks(section: Section, context: Context): void {
    const comments = splitComments(section.blocks)
    const group = this.newGroup()
    for (const blocks of comments) this.add({ ...section, title: '', blocks, children: [] }, context, group)
    if (comments.length > 0 || isMostlyProse(section)) return
    for (const { items } of joinLists(section.blocks)) this.addItems(items, context, this.newGroup())
  }

  private addItems(items: readonly Section[], context: Context, group: number): void {
    for (const item of items) {
      const lists = item.blocks.filter((block) => block.kind === 'list')
      const opens = isBare(item.title) || (lists.some(listsPlaces) && findPlace(item.title).file === undefined)
      if (opens) for (const list of lists) this.addItems(list.items, inherit(context, item), group)
      else this.add(item, context, group)
    }
  }

  add(section: Section, context: Context, group: number): void {
    const text = textOf(section)
    if (!/\p{L}/u.test(text)) return
    const hunk = section.blocks.find((block) => block.kind === 'hunk')?.text
    const severity = severityOf(section) ?? context.severity
    this.candidates.push({
      group,
      text: showLinks(text).trim(),
      // Under quoted code a file named in passing is another one.
      place: placeOf(section, context.place, hunk === undefined ? text : ''),
      titled: context.titled,
      ...(severity === undefined ? {} : { severity }),
      ...(hunk === undefined ? {} : { hunk }),
    })
  }
}

function inherit(outer: Context, section: Section): Context {
  const severity = ratingOf(section) ?? outer.severity
  const place = findPlace(section.title)
  return {
    place: place.file === undefined ? outer.place : place,
    titled: outer.titled || isIssueTitle(section.title),
    ...(severity === undefined ? {} : { severity }),
  }
}

function noteFiles(section: Section): FileNote[] {
  const rows = section.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const own = rows.flatMap((cells) => {
    const text = cells.join(' ')
    const [place] = findPlaces(text)
    return place ? [{ file: place.file, text }] : []
  })
  return [...own, ...section.children.flatMap(noteFiles)]
}
