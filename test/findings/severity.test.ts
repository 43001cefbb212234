import { expect, it } from 'vitest'
import { findSeverity, normalizeSeverity } from '../../src/findings/severity.js'

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

it.each([
  ['critical', 'critical severe 严重 致命 嚴重 重大 критичний критический критично crítico crítica kritisch critique'],
  ['high', 'high 高 високий высокий alto alta hoch élevé'],
  ['medium', 'medium 中等 中 середній средний medio média mittel moyen'],
  ['low', 'low 轻微 輕微 低 низький низкий bajo baja baixa niedrig faible'],
  ...'blocker blocking major important moderate minor trivial nitpick nit error warning info note'
    .split(' ')
    .map((word) => [word, word]),
])('%s is the severity of each of: %s', (severity = '', words = '') => {
  for (const word of words.split(' ')) {
    expect(findSeverity(`Severity: ${word}`)).toBe(severity)
    expect(findSeverity(`[${word.toUpperCase()}] …`)).toBe(severity)
  }
})

it.each([
  ['Priority (P0)', 'P0'],
  ['严重程度：高', 'high'],
  ['**Level:** `low`', 'low'],
  ['【高】', 'high'],
  ['!["high priority"](x)', 'high'],
  ['[ low risk ]', 'low'],
  ['a medium priority', 'medium'],
  ['12) Low', 'low'],
  ['#3. minor findings: x', 'minor'],
  ['🔴 high bugs - x', 'high'],
  ['major problems|', 'major'],
  ['**Low**', 'low'],
  ['low] x', 'low'],
  ['Typo | _low_ |', 'low'],
  ['Typo (🟡 low', 'low'],
  ['risk level 3: x', '3'],
  ['P5: x', undefined],
  ['highest severity', undefined],
  ['Severity: highest', undefined],
  ['xhigh severity', undefined],
  ['xlow: y', undefined],
  ['low-level: y', undefined],
  ['1234. low', undefined],
  ['the level is low', undefined],
  ['(slow)', undefined],
  ['(low cost)', undefined],
  [`${'x '.repeat(150)}(low)`, undefined],
])('reads the form of %j as %s', (label, severity) => {
  expect(findSeverity(label)).toBe(severity)
})

it.each([
  [' HIGH ', 'high'],
  ['p1', 'P1'],
  ['p12', 'p12'],
  ['risk level 2', '2'],
  ['Validation', 'validation'],
])('writes %j as %j', (word, severity) => {
  expect(normalizeSeverity(word)).toBe(severity)
})
