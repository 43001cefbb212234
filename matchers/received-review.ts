/**
 * The review in what a test gives to `toFindBaselineIssues`.
 *
 * @module
 */
import { extractFindings } from '../src/findings/extract.js'
import { isFindings } from '../src/findings/match.js'
import { findText, receivedText } from '../src/received.js'
import type { Finding } from '../src/types.js'

/** A review as text, and its findings. */
export interface ReceivedReview {
  readonly text: string
  readonly findings: readonly Finding[]
}

/**
 * Reads a text, an object with text, a list of messages, findings, or the JSON of a tool as a value. Where there is no text,
 * that of the findings stands in for it.
 *
 * @throws {@link InputError} for anything else.
 */
export function readReview(what: string, received: unknown): ReceivedReview {
  if (isFindings(received)) return { text: textOf(received), findings: received }
  const text = findText(received)
  const findings = typeof received === 'string' ? [] : extractFindings(received)
  if (findings.length > 0) return { text: text ?? textOf(findings), findings }
  if (text === null && holdsList(received)) return { text: JSON.stringify(received), findings }
  const whole = receivedText(what, received)
  return { text: whole, findings: extractFindings(whole) }
}

/** The JSON of a tool that found nothing. */
function holdsList(received: unknown): boolean {
  return typeof received === 'object' && received !== null && Object.values(received).some(Array.isArray)
}

function textOf(findings: readonly Finding[]): string {
  return findings.map(({ file, line, text }) => `${placeText(file, line)}${text}`).join('\n\n')
}

function placeText(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return ''
  return `${file}${line === undefined ? '' : `:${line}`}: `
}
