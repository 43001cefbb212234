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
    'severe p0 p1 p2 p3 p4 analysis individual inline security feedback observations results summary overview ' +
    '文件 行号 位置 问题 发现的问题 严重 中等 轻微 严重程度 代码评审报告 файл рядок рядки строка строки archivo datei fichier ' +
    'проблема проблемы проблеми знахідки fehler probleme problème problèmes problema problemas 指摘 指摘事項 문제 문제점'
  ).split(' '),
)

/** Builds a pattern for whole titles, with a number before and marks around. A title of a finding may begin alike. */
function titled(...names: readonly string[]): RegExp {
  return new RegExp(`^[^\\p{L}]*(?:${names.join('|')})[^\\p{L}]*$`, 'iu')
}

/** Sections that hold no finding whatever stands in them. */
const SKIPPED = titled(
  '(?:prompt (?:for|to)|fix all (?:issues|comments|findings)) .*\\b(?:ai|agents?|llms?)(?: (?:agents?|assistants?|tools?|reviewers?))?',
  '(?:carefully review .*)?committable suggestions?',
  'additional (?:locations?|comments? not posted)',
  'analysis chain|scripts? executed|(?:.* )?learnings?(?: added| used)?',
  '(?:files|commits)(?: (?:reviewed|processed|skipped|ignored|not reviewed|selected for processing))?',
  '(?:files that changed|commits) (?:from|between) .*',
  'review (?:details|info|profile|status|skipped)|(?:review )?scope|run (?:id|configuration)|configuration used(?:[:：].*)?',
  'walkthrough|sequence diagrams?|poem|tools?|tips?|legend|references?|thank.*|.*finishing touches|pre-merge checks.*',
  'positives?(?: (?:aspects?|points?|notes?|feedback|observations?|findings?))?|strengths?|highlights?|praise|well done',
  'good (?:practices|points|things)|what(?:.s| is| was)? (?:good|well|working well|done well)|what works well',
  '(?:suggestion )?importance|estimated (?:code review )?effort.*',
  '(?:reviewed |file |key |main |important )?changes?(?: overview| summary)?|审查范围',
  '(?:powered|generated) (?:by|with) .*',
)

/** Parts of one finding. */
const PART = titled(
  '(?:suggested|proposed|recommended|current|expected|actual|affected|example) (?:fix(?:es)?|change|code|behaviou?r|files?|solution)',
  'fix(?:es)?|how to fix(?: it| this)?|solution|mitigation|remediation|code(?: snippet)?|impact|why(?: (?:it|this) matters)?',
  'evidence|examples?|reproduction|steps to reproduce|before|after|description|problem|explanation|rationale|reasoning',
  'background|context|root cause|failure scenario|修复建议|影响|原因|问题描述|説明|원인',
)

const RECAP_TAIL =
  '(?:\\W+(?:of|for|and|order|priority|actions?|steps|table|fixes|changes|items|plan|notes)\\b.{0,40})?'
/** The same in other languages. Where it goes on otherwise, as in "Вывод в лог", the word is one of a sentence. */
const FOREIGN_TAIL =
  '(?:\\P{L}+(?:по|для|к|и|та|щодо|до|de|del|d[ao]s?|du|des|der|zur?|zum|für|para|por|pour|y|e|et|und|final\\p{L}*|g[eé]n[eé]ra\\p{L}+)(?!\\p{L}).{0,30})?'

/** Repetitions of what is said elsewhere, or advice on what to do with it. */
const RECAP = titled(
  `(?:recommendations?|recommended|remediation|summary|overview|conclusions?|checklist)${RECAP_TAIL}`,
  'recommended (?:remediation|fix) .{0,30}|(?:pull request|pr|executive|final|overall|review) (?:summary|overview|verdict|checklist)',
  '(?:final |overall )?(?:verdict|decision|assessment|recommendations?|thoughts|score|impression)|overall',
  '(?:next|action) (?:steps|items)|(?:fix|test|testing) (?:order|plan|coverage)|metrics|statistics|recap',
  '\\p{L}{0,4}(?:总结|结论|建议)(?:[与和及、]\\p{L}{1,6}|修复|修改|措施|事项|汇总|报告|顺序)?',
  '总体(?:评价|评估|印象|情况)?|概述|まとめ|結論|推奨(?:事項|対応)?|요약|결론|권장(?: ?사항)?|вывод|итог|(?:висново|підсумо)к',
  `(?:выводы|итоги|висновки|підсумки|рекомендац\\p{L}+|conclus(?:[ãa]o|ões|ión|iones)|recomenda[cç]\\p{L}+)${FOREIGN_TAIL}`,
  `(?:resum(?:en|o)|recommandations?|fazit|zusammenfassung|empfehlung(?:en)?|résumé)${FOREIGN_TAIL}`,
)

const ISSUE_TITLE =
  /issue|bug|problem|finding|comment|concern|suggestion|nit|error|warning|feedback|security|focus areas|问题|проблем|знахідк|fehler|problèm|指摘|문제/iu

/** Whether a section's content holds no finding: prompts for agents, lists of files, praise. */
export function isSkippedTitle(title: string): boolean {
  return SKIPPED.test(plain(title).slice(0, LONGEST_TITLE))
}

/** Whether a section is a part of a finding: its impact, its fix, an example. */
export function isPartTitle(title: string): boolean {
  return PART.test(plain(title).slice(0, LONGEST_TITLE))
}

/** Whether a section only supports or repeats findings: parts of one, summaries, recommendations. */
export function isSupportingTitle(title: string): boolean {
  return isPartTitle(title) || RECAP.test(plain(title).slice(0, LONGEST_TITLE))
}

const LONGEST_BARE = 1000
const LONGEST_TITLE = 200

/** Whether a title or line only names a place, a severity or the kind of its content, but no defect. */
export function isBare(text: string): boolean {
  if (text.length > LONGEST_BARE) return false
  const words = plain(text)
    .replace(/\b\w+:\/\/\S+/g, ' ')
    .split(/[\s,;，；、：（）|]+/u)
    .filter((token) => findPlaces(token).length === 0)
  return words
    .join(' ')
    .split(/[^\p{L}\p{N}]+/u)
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

/** Links and images by their words only. */
export function showLinks(text: string): string {
  return text.replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
}

/** A title without the marks of Markdown around and in it. */
function plain(title: string): string {
  return showLinks(title.slice(0, LONGEST_BARE)).replace(/[*_`]/g, '')
}
