/**
 * The review in what a test gives to `toFindBaselineIssues`.
 *
 * @module
 */
import { extractFindings } from '../src/findings/extract.js'
import { readFields } from '../src/findings/json-place.js'
import { reportsNoDefect } from '../src/findings/json-status.js'
import { isFindings } from '../src/findings/match.js'
import { answerText, findText, isConversation } from '../src/received.js'
import type { Finding } from '../src/types.js'

/** A review as text, and its findings. */
export interface ReceivedReview {
  readonly text: string
  readonly findings: readonly Finding[]
}

/**
 * Reads a text, an object with text, a list of messages (of which only the agent's count), findings, or the JSON of a tool as a value. Where there is no text,
 * that of the findings stands in for it.
 *
 * @throws {@link InputError} for anything else.
 */
export function readReview(what: string, received: unknown): ReceivedReview {
  if (isConversation(received)) return readText(answerText(what, received))
  if (isFindings(received)) {
    const findings = received.filter((finding) => !reportsNoDefect(readFields(finding)))
    return { text: textOf(findings), findings }
  }
  const text = findText(received)
  const findings = typeof received === 'string' ? [] : extractFindings(received)
  if (findings.length > 0) return { text: text ?? textOf(findings), findings }
  if (text === null && holdsList(received)) return { text: JSON.stringify(received), findings }
  return readText(answerText(what, received))
}

function readText(text: string): ReceivedReview {
  return { text, findings: extractFindings(text) }
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
