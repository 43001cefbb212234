/**
 * What one section of a review says: its text, its place, its severity.
 *
 * @module
 */
import type { Block, Section } from './outline.js'
import { findLeadingLines, findLines, findPlace, findPlaces, type Place, placeWithin } from './place.js'
import { findSeverity } from './severity.js'
import { isBare, isNumbered, isPartTitle, isRated, isSkippedTitle, isSupportingTitle } from './titles.js'

/** A label before a value. */
const FIELD = /^[^\p{L}\p{N}]{0,12}[\p{L} ]{2,24}[^\p{L}\p{N}]{0,6}[:：]/u
/** Fields that classify a finding and say nothing about it. */
const SIDE_FIELD = /^\W{0,12}(?:category|type|confidence|cwe|status|effort|rule)\W{0,6}[:：]/i
/** Fields stand at the head of a section. */
const MOST_FIELDS = 30

/** Whether the title or the fields of a section say that the whole of it is one finding. */
export function isFinding(section: Section): boolean {
  const { title, blocks, children } = section
  const lists = blocks.filter((block) => block.kind === 'list')
  if (isNumbered(title) || lists.some(({ items }) => isFieldList(items))) return true
  if (isBare(title) || children.some((child) => isOwnPoint(child) && isFinding(child))) return false
  return ownPlace(section).file !== undefined || (isRated(title) && !lists.some(listsPlaces))
}

function isOwnPoint({ title }: Section): boolean {
  return !isSupportingTitle(title) && !isSkippedTitle(title)
}

/** `- File: src/a.ts`, `- Severity: high`: the fields of one finding. */
function isFieldList(items: readonly Section[]): boolean {
  return items.some(({ title }) => FIELD.test(title) && isBare(title))
}

/** Whether most items of a list name a place and say something about it. */
export function listsPlaces({ items }: { readonly items: readonly Section[] }): boolean {
  const placed = items.filter(({ title }) => !isBare(title) && findPlaces(title).length > 0)
  return placed.length * 2 > items.length
}

/** Whether a section has a title of its own and more text than list, so that the list belongs to the text. */
export function isMostlyProse({ title, blocks }: Section): boolean {
  if (isBare(title)) return false
  const lengthOf = (kind: Block['kind']): number =>
    blocks.filter((block) => block.kind === kind).reduce((total, block) => total + blockText(block).length, 0)
  return lengthOf('text') > lengthOf('list')
}

/** Title and prose of a section and of what supports it, without code and without fields that only name a place. */
export function textOf(section: Section): string {
  const title = isBare(section.title) || isPartTitle(section.title) ? '' : section.title
  const own = joinParts(section.blocks.map(blockText), '\n\n')
  const inner = section.children.filter(({ title: name }) => !isSkippedTitle(name)).map(textOf)
  return joinParts([title, own, ...inner], '\n\n')
}

function blockText(block: Block): string {
  if (block.kind === 'list') {
    return joinParts(block.items.filter(({ title }) => !SIDE_FIELD.test(title)).map(textOf), '\n')
  }
  if (block.kind !== 'text' || isBare(block.text)) return ''
  const lines = block.text.split('\n')
  return lines
    .filter((line, i) => !SIDE_FIELD.test(line) && !((i === 0 || FIELD.test(line)) && isBare(line)))
    .join('\n')
}

function joinParts(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part.trim() !== '').join(separator)
}

/** The severity in the title, in the opening line or in a field. */
export function severityOf({ title, blocks }: Section): string | undefined {
  return [title, openingOf(blocks), ...blocks.flatMap(bareLines)].map(findSeverity).find((word) => word !== undefined)
}

/** The severity that a section hands down: of its title, or of a label at its head. */
export function ratingOf({ title, blocks }: Section): string | undefined {
  const opening = openingOf(blocks)
  return findSeverity(title) ?? (isBare(opening) ? findSeverity(opening) : undefined)
}

function openingOf(blocks: readonly Block[]): string {
  return blocks.find((block) => block.kind === 'text')?.text.split('\n', 1)[0] ?? ''
}

/** Lines and list items that only name a place, a severity or the like. */
function bareLines(block: Block): string[] {
  if (block.kind === 'text') return block.text.split('\n', MOST_FIELDS).filter(isBare)
  if (block.kind !== 'list') return []
  const titles = block.items.slice(0, MOST_FIELDS).map(({ title }) => title)
  return titles.filter(isBare)
}

/** The place of a section: its own, completed by that of the section around it, else the first that its prose names. */
export function placeOf(section: Section, outer: Place, prose: string): Place {
  return placeWithin(placeWithin(ownPlace(section), outer), findPlace(prose))
}

/** The place that a section names for itself, not in passing. */
function ownPlace({ title, blocks, hidden }: Section): Place {
  const lines = [title, hidden, ...blocks.flatMap(bareLines)]
  const file = lines.map(findPlace).find((place) => place.file !== undefined)
  if (file?.line !== undefined) return file
  const places = [...lines.map(findLines), ...[title, openingOf(blocks)].map(findLeadingLines)]
  return { ...file, ...places.find((place) => place.line !== undefined) }
}
