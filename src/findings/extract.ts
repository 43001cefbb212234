/**
 * The points that a review makes, whatever it is written in.
 *
 * @module
 */
import type { Finding } from '../types.js'
import { collectCandidates } from './candidates.js'
import { readJsonFindings } from './json-findings.js'
import { parseLooseJson } from './json-text.js'
import { reportsNothing } from './nothing.js'
import { type Block, readOutline, type Section } from './outline.js'
import { selectFindings } from './select.js'

/**
 * Reads the findings of a review: Markdown with headings, lists, tables, quoted code or HTML details; JSON of models,
 * GitHub review comments, SARIF, reviewdog and the usual linters, whole, as JSON Lines, in a code fence or cut off; plain
 * prose; or the same JSON as a value. A point that the review makes twice, in a summary and in detail, is one finding.
 *
 * Never throws on a text. A text without any finding gives an empty list, and so does one that only says that there is none.
 */
export function extractFindings(review: unknown): Finding[] {
  if (typeof review !== 'string') return readJson(review, readMarkdown)
  const value = parseLooseJson(review)
  return value === undefined ? readMarkdown(review) : readJson(value, readMarkdown)
}

function readJson(value: unknown, readText: (text: string) => Finding[]): Finding[] {
  return uniqueIds(readJsonFindings(value, readText).filter(({ text }) => !reportsNothing(text)))
}

function readMarkdown(text: string): Finding[] {
  const outline = readOutline(text)
  for (const code of listCode(outline)) {
    const findings = readJson(parseLooseJson(code), () => [])
    if (findings.length > 0) return findings
  }
  return selectFindings(collectCandidates(outline))
}

function listCode(section: Section): string[] {
  const own = section.blocks.flatMap((block: Block) => {
    if (block.kind === 'code') return [block.text]
    return block.kind === 'list' ? block.items.flatMap(listCode) : []
  })
  return [...own, ...section.children.flatMap(listCode)]
}

/** Ids that two findings share name neither. */
function uniqueIds(findings: readonly Finding[]): Finding[] {
  const ids = findings.map(({ id }) => id)
  if (new Set(ids).size === ids.length) return [...findings]
  return findings.map(({ id: _, ...finding }) => finding)
}
