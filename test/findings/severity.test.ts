import { expect, it } from 'vitest'
import { findSeverity } from '../../src/findings/severity.js'

it.each([
  ['[P1] Avoid the cast', 'P1'],
  ['**High Severity**', 'high'],
  ['🔴 CRITICAL', 'critical'],
  ['🟡 Medium: slow query', 'medium'],
  ['Risk Level 2 - lib/x.py', '2'],
  ['[nitpick] Note: an alias exists', 'nitpick'],
  ['![high](https://host/high.svg)', 'high'],
  ['_⚠️ Potential issue_ | _🟠 Major_', 'major'],
  ['1. 严重：SQL 语法错误', 'critical'],
  ['- **Severity**: blocking', 'blocking'],
  ['Critical Issues', 'critical'],
  ['3. Typo (Minor)', 'minor'],
  ['High memory use in the cache', undefined],
  ['Errors are swallowed', undefined],
  ['The low bits are lost', undefined],
  ['', undefined],
])('reads %j as %s', (label, severity) => {
  expect(findSeverity(label)).toBe(severity)
})
