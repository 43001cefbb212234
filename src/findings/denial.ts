/**
 * Whether a finding may deny the issue that it names, as in "No SQL injection: the input is never concatenated".
 *
 * What two texts share says what they are about, not what they say of it. The few words below make a match doubtful and
 * never decide it, because real findings are put in the negative too: "the token is not checked".
 *
 * @module
 */
import { runningWords, splitSentences, splitWords } from './words.js'

const NEGATIONS = /^(?:no|not|never|cannot|without|neither|nor|none|nothing|\p{L}+n['’]t)$/u
/** In German, French, Spanish, Portuguese, Italian, Polish, Russian, Ukrainian and Chinese. */
const OTHER_NEGATIONS =
  /^(?:nicht|kein\p{L}*|nie|niemals|ohne|weder|pas|jamais|sans|aucune?|sin|nunca|ning[uú]n\p{L}*|n[aã]o|sem|nenhuma?|senza|nessun\p{L}*|bez|не|нет|без|никогда|ніколи|немає|没有|没|不|不会|未|无|無)$/u
/** What an issue says of something that is not there. */
const LACKS = /^(?:missing|lacks?|lacking|fails?|failed|prevents?|omits?|omitted|skips?|skipped|forgets?|forgot)$/u
/** What is denied is the next word; in languages whose small words are not known here it is among the next few. */
const REACH = 1
const OTHER_REACH = 4
/** What an issue itself puts in the negative, taken broadly. */
const ISSUE_REACH = 6
/** Where a sentence goes on to say something else. */
const CLAUSE_ENDS =
  /[,;:—–()，；：、]| - |\b(?:but|because|since|although|though|while|when|if|so|and|which|that|aber|sondern|mais|pero|mas)\b/u

/** What a sentence says that finds right what it speaks of, or tells that it was looked at. */
const APPROVALS = [
  /\b(?:is|are|was|were|looks?|seems?|works?|being)(?: (?:now|all|already|also|always))? (?:fine|ok|okay|good|safe|sound|secure|correct|correctly|properly|safely|handled|mitigated|parameteri[sz]ed)\b/i,
  /\b(?:handled|implemented|done|used|escaped|validated|closed|released|checked|guarded) (?:correctly|properly|safely)\b/i,
  /\bnot (?:an? )?(?:real |actual )?(?:issue|problem|bug|concern|the case|vulnerable|exploitable|affected)\b/i,
  /\b(?:it|this|that) (?:is|does|was|did) not\W*$|\b(?:is|does)n['’]t\W*$/i,
  /\bfalse (?:positive|alarm)|\brule[sd]? out\b|\bno (?:evidence|signs?|trace|place|way|case|path) (?:of|where|that|in which)\b/i,
  /\b(?:did|could|do|can) ?n(?:[o'’]t|ot) (?:find|see|confirm|reproduce)\b/i,
  /\b(?:checked|verified|confirmed|looked) (?:that|for|whether|if)\b/i,
]
/** A sentence that is nothing but a verdict on the point before it. */
const VERDICT =
  /^\W*(?:(?:this|that|it|all|both|everything)(?:['’]s| is| are| looks| seems)? )?(?:fine|okay|ok|good|safe|correct|handled|resolved|fixed|not the case|not an issue|no issues?|no problems?|passed|n\/a)\b.{0,40}$/i
/** Words of a complaint: a sentence that has one affirms nothing. */
const COMPLAINT =
  /\b(?:missing|lack\w*|fail\w*|absent|skip\w*|forg[eo]t\w*|omit\w*|instead|only|before|after|may|might|could|can|should|must|need\w*|if|when|unless|until|un(?!der\b)\w+|wrong\w*|incorrect\w*|would|will|invalid|break\w*|crash\w*|leak\w*|error\w*|exception|rais\w+|throw\w*|caus\w+|allow\w*|bypass\w*|los[et]\w*|drop\w*|in\w+ly)\b/i

/** What a review says of itself that makes doubtful whether it claims anything: nothing was found, or nobody looked. */
const DISCLAIMERS = [
  /^[^\p{L}\n]{0,20}(?:(?:verdict|decision|status|overall|review|result)\W{1,6})?(?:lgtm|approved?)\b[^\n]{0,60}$/imu,
  /\b(?:nothing|no changes?) to (?:fix|report|add|change|flag)\b|\bfound (?:no|nothing)\b|\ball (?:is|looks) (?:fine|good|well)\b/i,
  /\bno (?:\p{L}+ )?(?:issues?|problems?|bugs?|concerns?|findings?|defects?)(?: (?:were|was|have been|are))? (?:found|detected|identified)\b/iu,
  /\b(?:no|not enough|without|lack(?:ed|ing)?(?: the)?) time (?:to|for)\b/i,
  /\b(?:i|we)(?: have|['’]ve| had| did| was| were| could|)(?:n['’]t| not|not| never| unable to)(?: yet| actually| really)? (?:look|review|check|read|verif|run|ran|analy|open|access|test)\w*/i,
  /\b(?:i|we)(?: have|['’]ve)? (?:looked|checked|searched|tested|scanned) for\b/i,
  /\b(?:things|points|what)\b.{0,40}\b(?:reviewers?|you|one|we|to) (?:should |could |must |might |would )?(?:look|check|watch|search|test)(?:ed)?\b/i,
]

/** Whether a finding may say that the issue is not there. */
export function mayDeny(issue: string, finding: string): boolean {
  const known = stemsOf(issue)
  const sentences = [...new Set(splitSentences(finding))]
  if (sentences.some((sentence) => VERDICT.test(sentence))) return true
  const denied = deniedIn(issue, ISSUE_REACH, true)
  const core = deniedIn(issue, 2)
  return nearestOf(sentences, known).some(
    (sentence) =>
      [...deniedIn(sentence)].some((stem) => known.has(stem) && !denied.has(stem)) ||
      APPROVALS.some((approval) => approval.test(sentence) && !approval.test(issue)) ||
      affirms(sentence, core),
  )
}

/** Whether a review says of itself that it found nothing, or that nobody looked. */
export function disclaims(review: string): boolean {
  return DISCLAIMERS.some((disclaimer) => disclaimer.test(review))
}

/** Whether a text has a word of a complaint, or denies anything. */
export function complains(text: string): boolean {
  return COMPLAINT.test(text) || deniedIn(text).size > 0
}

/** The sentences that share most with the issue. */
function nearestOf(sentences: readonly string[], known: ReadonlySet<string>): string[] {
  const shared = sentences.map((sentence) => [...stemsOf(sentence)].filter((stem) => known.has(stem)).length)
  const most = shared.reduce((a, b) => Math.max(a, b), 0)
  return sentences.filter((_, at) => shared[at] === most)
}

/** Stems that a text denies; of an issue also those that it misses. */
function deniedIn(text: string, reach = REACH, isIssue = false): Set<string> {
  return new Set(text.split(CLAUSE_ENDS).flatMap((clause) => deniedInClause(clause, reach, isIssue)))
}

function deniedInClause(clause: string, reach: number, isIssue: boolean): string[] {
  let left = 0
  return runningWords(clause).flatMap((word) => {
    const far = reachOf(word, reach, isIssue)
    if (far > 0) left = far
    if (far > 0 || left === 0) return []
    const stems = splitWords(word).map(({ stem }) => stem)
    if (stems.length > 0) left--
    return stems
  })
}

/** Over how many words a negation reaches; 0 of other words. */
function reachOf(word: string, reach: number, isIssue: boolean): number {
  if (OTHER_NEGATIONS.test(word)) return Math.max(reach, OTHER_REACH)
  return NEGATIONS.test(word) || (isIssue && LACKS.test(word)) ? reach : 0
}

/** Whether a clause states, without complaint, what the issue denies: "is always closed" of "is never closed". */
function affirms(sentence: string, denied: ReadonlySet<string>): boolean {
  if (COMPLAINT.test(sentence)) return false
  return sentence.split(CLAUSE_ENDS).some((clause) => {
    if (deniedIn(clause).size > 0) return false
    return [...stemsOf(clause)].some((stem) => denied.has(stem))
  })
}

function stemsOf(text: string): Set<string> {
  return new Set(splitWords(text).map(({ stem }) => stem))
}
