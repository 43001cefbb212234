/**
 * `toHaveVerifiedCitations`: does every quote of an answer stand where the answer says?
 *
 * @module
 */
import type { CitationFailure, CitationReport } from '../src/citations/check.js'
import { type VerifyCitationsOptions, verifyCitations } from '../src/citations/files.js'
import { badInput } from '../src/errors.js'
import { responseText } from '../src/received.js'
import { oneLine } from '../src/text.js'
import type { Outcome } from './matcher.js'
import { callText, excerpt, frame, type Row, renderRows } from './message.js'
import { checkOptions } from './options.js'

const NAME = 'toHaveVerifiedCitations'
const FORMATS: readonly unknown[] = [undefined, 'json', 'jsonl', 'markdown']

/** See `JudgeMatchers.toHaveVerifiedCitations`. */
export async function haveVerifiedCitations(
  received: unknown,
  [options]: [options: VerifyCitationsOptions],
): Promise<Outcome> {
  const report = verifyCitations(received, readOptions(options))
  const { verdict, claims, failures } = report
  // A text may be empty: it has no citation.
  const answer = claims > 0 || typeof received === 'string' ? received : responseText(NAME, received)
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '')
  const verified = verdict === 'grounded' ? 1 : Math.max(0, claims - failures.length) / Math.max(1, claims)
  return {
    verdict: verdict === 'grounded' ? 'pass' : 'fail',
    thresholds: { verified: 1 },
    values: { verified },
    bounds: { lower: verified, upper: verified },
    judgement: { mode: 'citations', total: null, ...report },
    material: { output: text },
    message: (negated) =>
      frame({
        title: callText(NAME, 'answer', 'options', negated),
        comparisons: [
          {
            what: 'citations',
            expected: negated ? 'one that does not hold, or none' : 'at least one, and all hold',
            received: receivedText(report),
          },
        ],
        details: renderRows(failures.map(rowOf)),
        notes: { Answer: excerpt(text) },
      }),
  }
}

function readOptions(options: VerifyCitationsOptions | undefined): VerifyCitationsOptions {
  if (options === undefined) {
    const expected = 'an object with the `sourceRoot` that cited paths start from'
    throw badInput(NAME, { place: 'the options', expected, received: options })
  }
  checkOptions(NAME, options, ['sourceRoot', 'allow', 'answerFile', 'format'], [])
  const { allow, answerFile, format } = options
  if (allow !== undefined && !(Array.isArray(allow) && allow.every((path) => typeof path === 'string'))) {
    throw badInput(NAME, { place: '`allow`', expected: 'a list of paths', received: allow })
  }
  if (answerFile !== undefined && !(typeof answerFile === 'string' || answerFile instanceof URL)) {
    throw badInput(NAME, { place: '`answerFile`', expected: 'a path or a file URL', received: answerFile })
  }
  if (FORMATS.includes(format)) return options
  throw badInput(NAME, { place: '`format`', expected: '"json", "jsonl" or "markdown"', received: format })
}

function receivedText({ claims, failures }: CitationReport): string {
  if (claims === 0) return 'none'
  return failures.length === 0 ? `${claims}, and all hold` : `${claims}, of which ${failures.length} do not hold`
}

function rowOf({ reason, message, claimId, path, line }: CitationFailure): Row {
  const place = path === undefined ? '' : `  ${oneLine(path, 80)}${line === undefined ? '' : `:${line}`}`
  const name = claimId === undefined ? '' : `${oneLine(claimId, 40)}  `
  return { state: 'missed', weight: 0, text: `${name}${reason}${place}`, reason: message }
}
