/**
 * What tools and people say of an entry in a report that makes it no finding: it passed, was dismissed, is suppressed.
 *
 * @module
 */
import { type Fields, isObject, readFields } from './json-place.js'

const STATUS_KEYS = ['status', 'state', 'resolution', 'disposition', 'triage', 'verdict']
/** Statuses without spaces and marks. What nobody will fix, or what was accepted as a risk, is a defect all the same. */
const NO_DEFECT =
  /^(?:falsepositive|falsealarm|dismissed|autodismissed|resolved|fixed|closed|mitigated|remediated|suppressed|ignored|invalid|rejected|withdrawn|retracted|removed|absent|notanissue|nodefect|noissue|notabug|notapplicable|notaffected|notfound|pass|passed|ok)$/
/** Flags that say the same. */
const FLAGS = ['dismissed', 'falsepositive', 'isfalsepositive', 'resolved', 'fixed', 'suppressed', 'ignored']
/** SARIF's kinds of results that are no failures; where one asks for a human's review its level decides. */
const NO_FAILURE = ['pass', 'notapplicable', 'informational', 'open']

/** Whether a report's entry reports no defect, or no longer. */
export function reportsNoDefect(fields: Fields): boolean {
  return (
    STATUS_KEYS.some((key) => isNoDefect(fields[key])) ||
    FLAGS.some((key) => fields[key] === true) ||
    NO_FAILURE.includes(plain(fields['kind'])) ||
    [fields['level'], fields['severity']].some((level) => plain(level) === 'none') ||
    plain(fields['baselinestate']) === 'absent' ||
    isSuppressed(fields['suppressions'])
  )
}

/** Whether a whole review was taken back, with all that it holds. A closed pull request is none. */
export function isDismissed({ state, status }: Fields): boolean {
  return [state, status].some((value) => /^(?:auto)?dismissed$/.test(plain(value)))
}

/** Whether a status means that there is no defect, or none any more. */
export function isNoDefect(status: unknown): boolean {
  return NO_DEFECT.test(plain(status))
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') : ''
}

/** As SARIF has it: with a suppression, and none under review or rejected. */
function isSuppressed(suppressions: unknown): boolean {
  if (!Array.isArray(suppressions) || suppressions.length === 0) return false
  return suppressions.every((entry) => isObject(entry) && /^(?:accepted)?$/.test(plain(readFields(entry)['status'])))
}
