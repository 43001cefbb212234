/**
 * Citations of an answer in any form.
 *
 * @module
 */
import type { LooseClaim } from './claim.js'
import { claimsIn } from './json.js'
import { readMarkdownClaims } from './markdown.js'

/** Formats of an answer: JSON, a JSON value a line, or Markdown. */
export type CitationFormat = 'json' | 'jsonl' | 'markdown'

/** Some editors begin a file with it, and JSON may not. */
const BYTE_ORDER_MARK = /^\ufeff/

/**
 * Citations of a text, or of a value: those in its objects, and those in its texts.
 *
 * @param format - Of a text. Default: JSON where it reads as such, else Markdown.
 * @throws SyntaxError where a text is not the JSON that it is said to be.
 */
export function readClaims(answer: unknown, format: CitationFormat | undefined): LooseClaim[] {
  if (typeof answer === 'string') return claimsOfText(answer, format)
  // A value has other texts too, which are not of that format.
  return claimsIn(answer, (text) => {
    try {
      return claimsOfText(text, format)
    } catch {
      return claimsOfText(text, undefined)
    }
  })
}

function claimsOfText(answer: string, format: CitationFormat | undefined): LooseClaim[] {
  const text = answer.replace(BYTE_ORDER_MARK, '')
  const value = format === 'markdown' ? undefined : parse(text, format)
  return value === undefined ? readMarkdownClaims(text) : claimsIn(value, readMarkdownClaims)
}

function parse(text: string, format: 'json' | 'jsonl' | undefined): unknown {
  if (format === 'json') return JSON.parse(text)
  if (format === 'jsonl') return valuesOf(text)
  return jsonIn(text)
}

/** The list or object that a text is; undefined where it is none. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valuesOf(text: string): { value: unknown }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => ({ value: JSON.parse(line) as unknown }))
}
