/**
 * Whether a part of a review only says that there is nothing to report.
 *
 * "No tests for the null case" is a finding, and so is "No error is thrown". So what is absent has to be a word for findings,
 * nothing may stand behind it but where it was looked for, and all else in the text has to be free of complaint.
 *
 * @module
 */
import { complains } from './denial.js'
import { findPlaces } from './place.js'
import { isBare } from './titles.js'

/** More than this says more than that. */
const LONGEST = 600
const CLAUSE_ENDS =
  /[\n,;!?…—–()|]+|[.:](?=\s|$)|\s-\s|\s(?:and|so)\s(?=(?:i|we|it|this|all|everything|found|saw|have)\s)/iu

/** Marks of Markdown and quotation marks. */
const MARKS = /[*`"“”]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

const KINDS =
  '(?:(?:other|others|further|more|additional|new|real|actual|particular|specific|such|obvious|apparent|potential|possible|major|minor|' +
  'critical|serious|severe|significant|important|notable|blocking|actionable|outstanding|remaining|relevant|high|medium|low|' +
  'severity|priority|security|performance|correctness|logic|logical|functional|style|stylistic|quality|code|review|and|or) )*'
const THINGS =
  'issues?|problems?|bugs?|concerns?|findings?|defects?|flaws?|faults?|vulnerabilit(?:y|ies)|regressions?|blockers?|nits?|objections?'
/** Code may lack these too: "no error on timeout". */
const LOOSE = 'remarks?|suggestions?|complaints?|feedback|errors?|warnings?|comments?(?! in\\b)'
const FIND =
  '(?:find|see|saw|have|had|spot|spotted|notice|noticed|identify|identified|detect|detected|discover|discovered)'
const FOUND =
  '(?: (?:(?:was|were|is|are|have been|has been) )?(?:found|detected|identified|spotted|noticed|seen|discovered))?'
const WHO = `(?:there (?:is|are|was|were) |there's |(?:(?:i|we|it|(?:this|the|my) (?:review|analysis|change|pr|diff|code|patch)) )?(?:have |has |had |i've |we've )?(?:found |has |contains |${FIND} )?)?`
const LIST = `(?<kind>${KINDS})(?:${THINGS}|(?<loose>${LOOSE}))(?: (?:or|and|nor) (?:no )?${KINDS}(?:${THINGS}|${LOOSE}))*`
/** Where it was looked for, or for whom. */
const TAIL =
  '(?: (?:in|within|with|about|regarding|on|for|from|across|at|here|so far|to|worth|whatsoever|either|overall)\\b.*| (?:(?:was|were|is|are) )?reported)?'

/** That there is none of what reviews report, with what it is said of. */
const ABSENT = [
  new RegExp(`^${WHO}(?:no|zero|0) ${LIST}${FOUND}(?<tail>${TAIL})$`),
  new RegExp(
    `^(?:i|we) (?:(?:did|do|could|can|have|had)(?:n't| not)|cannot|was unable to|were unable to) (?:${FIND}|found) ` +
      `(?:(?:any|a single) ${LIST}|anything(?: else)?(?: wrong| problematic| suspicious)?)(?<tail>${TAIL})$`,
  ),
  new RegExp(`^${WHO}nothing(?: else| wrong| problematic| suspicious| of note)?${FOUND}(?<tail>${TAIL})$`),
]
const NONE = new RegExp(`^(?:none|n\\/?a|not applicable)${FOUND}$`)
/** The same in a few words of other languages. */
const ABSENT_ELSEWHERE =
  /^(?:(?:ich habe )?keine (?:probleme|fehler|mängel|befunde|auffälligkeiten|einwände|anmerkungen)(?: gefunden| entdeckt)?|(?:je n'ai (?:trouvé|vu) )?aucun (?:problème|défaut|bug)(?: trouvé| détecté)?|(?:no (?:se )?(?:encontr\p{L}+|hay|detect\p{L}+) (?:ningún )?|sin )(?:problemas?|errores)|(?:não encontrei )?nenhum problema(?: encontrado)?|nessun problema(?: trovato)?|(?:проблем|помилок|ошибок|замечаний|зауважень) (?:не (?:найдено|обнаружено|знайдено|виявлено)|нет|немає)|(?:未发现|没有发现|没有)(?:任何)?问题|問題(?:は)?(?:なし|ありません(?:でした)?)|문제(?:가)? 없(?:음|습니다))$/u
/** All that was looked at. */
const WHOLE =
  /^(?: (?:in|within|with|on|about|for|from|across|at|here|so|far|all|any|of|to|report|flag|add|fix|raise|mention|me|my|side|it|this|that|these|the|your|whole|entire|proposed|submitted|pull|request|pr|mr|change|changes|changeset|diff|patch|code|commit|commits|files|implementation|review|time|whatsoever|either|overall))*$/
/** Approval with whatever somebody likes. */
const APPROVAL = /^(?:lgtm|looks good)\b/
/** Approval and courtesy that say so of all, and else may begin a finding: "it is good practice to close it". */
const COURTESY =
  /^(?:approved?|looks (?:fine|great|ok|okay)|ship it|(?:good|safe|ready) to (?:go|merge)|(?:it|this|all|everything|the (?:change|code|pr|diff|patch))(?: all)? (?:is|looks|seems) (?:fine|good|great|ok|okay|correct|clean|clear)|all (?:good|clear|fine)|thanks|thank you|(?:great|good|nice) (?:job|work)|well done)(.*)$/
const LABEL = /^(?:overall|verdict|decision|status|conclusion|assessment|recommendation)$/
/** What is said has a condition, or more is to come. */
const RESERVES =
  /\b(?:but|however|except|although|though|apart|aside|besides|beyond|other than|only|just|once|if|when|unless|until|pending|provided|assuming|please|should|could|would|needs?|nits?|still|yet|some|few|one|missing|never|not|because|which|while|instead|fix)\b|n't\b|\bwith (?:\w+ ){0,2}(?:comments?|suggestions?|remarks?|questions?|changes)\b/

/** What reviews say of a change that is sound, or of themselves. A sentence without any of it may tell a defect in plain words. */
const REVIEW_WORDS =
  /\b(?:i|we|review(?:ed)?|changes?|pr|pull request|diff|patch|code|tests?|logic|implementation|refactor\w*|good|great|clean|clear|well|nice|correct\w*|consistent|readable|solid|sound|safe|straightforward|simple|covers?|covered)\b/

/** Whether a text says that nothing was found, and nothing else. */
export function reportsNothing(text: string): boolean {
  if (text.length > LONGEST) return false
  const clauses = text
    .replace(MARKS, '')
    .split(CLAUSE_ENDS)
    .map(plain)
    .filter((clause) => clause !== '')
  const kinds = clauses.map(kindOf)
  const isClear = kinds.includes('all')
  return (isClear || kinds.includes('some')) && kinds.every((kind) => kind !== 'claim' && (kind !== 'calm' || isClear))
}

/** That nothing was found, at all or in some respect; a label; a sentence without a complaint; or any other. */
type Kind = 'all' | 'some' | 'label' | 'calm' | 'claim'

function kindOf(clause: string): Kind {
  const words = clause.toLowerCase()
  const absent = ABSENT.map((pattern) => pattern.exec(words)?.groups).find((groups) => groups !== undefined)
  if (absent && !RESERVES.test(absent['tail'] ?? '')) return kindOfAbsence(absent)
  // What else stands beside another language cannot be told to be free of complaint.
  if (NONE.test(words) || ABSENT_ELSEWHERE.test(words) || approves(words)) return 'some'
  return isBare(clause) || LABEL.test(words) ? 'label' : kindOfOther(clause)
}

function kindOfAbsence({ kind = '', tail = '', loose = '' }: Readonly<Record<string, string | undefined>>): Kind {
  const isOfAll = WHOLE.test(tail)
  if (loose !== '' && !isOfAll) return 'claim'
  return isOfAll && kind === '' ? 'all' : 'some'
}

function approves(words: string): boolean {
  const [, tail] = COURTESY.exec(words) ?? []
  return tail === undefined ? APPROVAL.test(words) && isCalm(words) : WHOLE.test(tail)
}

function kindOfOther(clause: string): Kind {
  const words = clause.toLowerCase()
  return REVIEW_WORDS.test(words) && isCalm(words) && findPlaces(clause).length === 0 ? 'calm' : 'claim'
}

function isCalm(words: string): boolean {
  return !complains(words) && !RESERVES.test(words)
}

/** On one line, with straight apostrophes, without what stands around the words. */
function plain(clause: string): string {
  const line = clause.replace(/’/g, "'").replace(/\s+/g, ' ')
  return line.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
