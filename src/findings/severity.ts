/**
 * Severity words in labels and titles of reviews.
 *
 * @module
 */

/** Words as reviews write them, and the word that stands in the finding. */
const WORDS: Readonly<Record<string, string>> = {
  critical: 'critical',
  blocker: 'blocker',
  blocking: 'blocking',
  severe: 'critical',
  high: 'high',
  major: 'major',
  important: 'important',
  medium: 'medium',
  moderate: 'moderate',
  minor: 'minor',
  low: 'low',
  trivial: 'trivial',
  nitpick: 'nitpick',
  nit: 'nit',
  error: 'error',
  warning: 'warning',
  info: 'info',
  note: 'note',
  严重: 'critical',
  致命: 'critical',
  嚴重: 'critical',
  重大: 'critical',
  中等: 'medium',
  轻微: 'low',
  輕微: 'low',
  高: 'high',
  中: 'medium',
  低: 'low',
  критичний: 'critical',
  критический: 'critical',
  критично: 'critical',
  високий: 'high',
  высокий: 'high',
  середній: 'medium',
  средний: 'medium',
  низький: 'low',
  низкий: 'low',
  crítico: 'critical',
  crítica: 'critical',
  alto: 'high',
  alta: 'high',
  medio: 'medium',
  média: 'medium',
  bajo: 'low',
  baja: 'low',
  baixa: 'low',
  kritisch: 'critical',
  hoch: 'high',
  mittel: 'medium',
  niedrig: 'low',
  critique: 'critical',
  élevé: 'high',
  moyen: 'medium',
  faible: 'low',
}
const WORD = `(${Object.keys(WORDS).join('|')}|p[0-4]|risk level \\d)`
const END = '(?![\\p{L}\\p{N}])'

/** The forms in which a severity stands beside a finding, the clearest first. */
const FORMS: readonly RegExp[] = [
  new RegExp(`(?:severity|priority|level|严重程度|серйозність)[\\s*_:：\`(]+${WORD}${END}`, 'iu'),
  new RegExp(`!?[[【]\\W{0,3}${WORD}(?: (?:severity|priority|risk))?\\W{0,3}[\\]】]`, 'iu'),
  new RegExp(`(?<![\\p{L}\\p{N}])${WORD} (?:severity|priority|risk)${END}`, 'iu'),
  new RegExp(
    `^[^\\p{L}\\p{N}]*(?:\\d{1,3}[.)]\\s*)?[^\\p{L}\\p{N}]*${WORD}(?: (?:issues?|bugs?|problems?|findings?))?\\s*(?:$|[:：|*_\\])}–—]|- )`,
    'iu',
  ),
  new RegExp(`[|(]\\s*[^\\p{L}\\p{N}]*${WORD}\\s*[_*]*\\s*(?:$|[|)])`, 'iu'),
]

/** The severity that a title or label names, in lower case (`P1` in upper case), or undefined. Reads no running prose. */
export function findSeverity(label: string): string | undefined {
  const head = label.slice(0, 300)
  for (const form of FORMS) {
    const word = form.exec(head)?.[1]
    if (word !== undefined) return normalizeSeverity(word)
  }
  return undefined
}

/** One spelling of a severity: `HIGH`, `严重`, `risk level 2`, `p1` become `high`, `critical`, `2`, `P1`. */
export function normalizeSeverity(word: string): string {
  const plain = word.trim().toLowerCase()
  if (/^p[0-4]$/.test(plain)) return plain.toUpperCase()
  return WORDS[plain] ?? plain.replace(/^risk level /, '')
}
