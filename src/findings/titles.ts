/**
 * What the title of a section says about its content.
 *
 * @module
 */
import { findPlaces } from './place.js'
import { findSeverity } from './severity.js'

/** Words of titles and labels that name no defect. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a actionable additional all and at bug bugs code comment comments concern concerns confidence critical description ' +
    'detail details detected diff duplicate error errors file files filename finding findings for found general high identified important in info ' +
    'issue issues level line lines ln location locations low major medium minor nit nitpick nitpicks nits note of on ' +
    'outside suppressed due path paths place position posted potential pr priority problem problems pull range recommended report ' +
    'request review risk section severity suggestion suggestions the to warning warnings moderate focus areas key trivial blocker blocking ' +
    'severe p0 p1 p2 p3 p4 analysis individual inline security review_comment feedback observations results summary overview ' +
    '文件 行号 位置 问题 发现的问题 严重 中等 轻微 严重程度 代码评审报告 файл рядок рядки строка строки archivo datei fichier'
  ).split(' '),
)

/** Sections that hold no finding whatever stands in them. */
const SKIPPED =
  /^\W*(?:prompt (?:for|to)|.*\b(?:ai agents?|llm prompt)\b|.*committable suggestion|additional (?:locations|comments? not)|analysis chain|.*learnings?\b|.*script executed|(?:files|commits) (?:reviewed|selected|processed|ignored|skipped)|.*files (?:not reviewed|skipped|ignored|selected for)|review (?:details|info|profile|skipped)|run (?:id|configuration)|walkthrough|sequence diagrams?|.*poem$|tools?$|tip|thank|positive|strengths?|highlights?$|praise|good (?:practices|points|things)|what(?:'s| is|’s)? (?:good|well|works)|well done|looks good|.*importance\[|estimated (?:code review )?effort|changes? (?:overview|summary)|(?:reviewed|file|key|main|important)? ?changes\W*$|.*finishing touches|.*pre-merge checks|references?\W*$|legend|(?:review )?scope|审查范围|powered by|generated (?:by|with))/iu

/** Parts of one finding. The whole title must be such a word: "Context" is one, "Context is never cancelled" is not. */
const PART =
  /^\W*(?:\d+[.)]\s*)?(?:suggested |proposed |recommended |current |expected |actual |affected )?(?:fix(?:es)?|how to fix(?: it| this)?|solution|mitigation|change|code|code snippet|behaviou?r|files?|impact|why(?: (?:it|this) matters)?|evidence|examples?|reproduction|steps to reproduce|before|after|description|problem|explanation|rationale|reasoning|background|context|root cause|failure scenario|details|修复建议|影响|原因|问题描述|説明|원인)\W*$/iu

/** Repetitions of what is said elsewhere, or advice on what to do with it. */
const RECAP =
  /^\W*(?:\d+[.)]\s*)?(?:recommend|remediation|mitigation (?:plan|order)|(?:pull request |pr |executive )?(?:summary|overview)|conclusion|verdict|decision|overall|next steps|action items|fix (?:order|plan)|checklist|test(?:ing)? plan|test coverage|metrics|statistics|recap|final|总结|结论|建议|总体|概述|рекоменд|виснов|вывод|итог|підсум|resumen|conclus|recomenda|fazit|zusammenfassung|empfehl|résumé|まとめ|結論|推奨|요약|결론|권장)[^\n]{0,40}$/iu

const ISSUE_TITLE =
  /issue|bug|problem|finding|comment|concern|suggestion|nit|error|warning|feedback|security|focus areas|问题|建议|проблем|знахідк|problema|fehler|problèm|指摘|문제/iu

/** Whether a section's content holds no finding: prompts for agents, lists of files, praise. */
export function isSkippedTitle(title: string): boolean {
  return SKIPPED.test(plain(title).slice(0, LONGEST_TITLE))
}

/** Whether a section only supports or repeats findings: impact, fix, summary, recommendations. */
export function isSupportingTitle(title: string): boolean {
  const name = plain(title).slice(0, LONGEST_TITLE)
  return PART.test(name) || RECAP.test(name)
}

const LONGEST_BARE = 1000
const LONGEST_TITLE = 200

/** Whether a title or line only names a place, a severity or the kind of its content, but no defect. */
export function isBare(text: string): boolean {
  if (text.length > LONGEST_BARE) return false
  const words = plain(text)
    .replace(/\b\w+:\/\/\S+/g, ' ')
    .split(/[\s,;，；、|]+/u)
    .filter((token) => findPlaces(token).length === 0)
  return words
    .join(' ')
    .split(/[^\p{L}\p{N}_]+/u)
    .every((word) => isFiller(word.toLowerCase()))
}

function isFiller(word: string): boolean {
  return !/\p{L}/u.test(word) || FILLERS.has(word) || /^l\d+$/.test(word)
}

/** Whether a title announces findings and is none: "Issues", "Critical (3)", "Suggestions". */
export function isIssueTitle(title: string): boolean {
  return isBare(title) && (ISSUE_TITLE.test(title) || findSeverity(title) !== undefined)
}

/** Whether a title only counts its section: "Comment 1", "Finding 2", "Issue #3". */
export function isNumbered(title: string): boolean {
  return /^\W*(?:comment|finding|issue|bug|problem)\s*#?\d{1,3}\W*$/i.test(plain(title))
}

/** Whether a title counts its section among its siblings or rates it: `### 3. …`, `[P1] …`, `🔴 High: …`. */
export function isRated(title: string): boolean {
  return (
    /^\W*(?:(?:issue|finding|bug|comment|problem)\s*)?#?\d{1,3}\s*[.):：\-–—]\s*\S/iu.test(plain(title)) ||
    findSeverity(title) !== undefined
  )
}

/** A title without the marks of Markdown around and in it; links keep their text. */
export function plain(title: string): string {
  return title
    .slice(0, LONGEST_BARE)
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/^#{1,6}\s|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .trim()
}
