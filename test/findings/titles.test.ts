import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isBare,
  isIssueTitle,
  isNumbered,
  isPartTitle,
  isRated,
  isSkippedTitle,
  isSupportingTitle,
  showLinks,
} from '../../src/findings/titles.js'

const split = (...lines: readonly string[]) => lines.flatMap((line) => line.split(' | '))

describe('nothing below is a finding of the review where the title is', () => {
  it.each(
    split(
      'Prompt for AI Agents | 🤖 Prompt for all comments with AI agents | Prompt To Fix With AI | prompt for your LLM tools',
      '🤖 Fix all issues with AI agents | Committable suggestion | Carefully review the code: Committable suggestions',
      'Additional location | Additional comments not posted (3) | Analysis chain | 🏁 Script executed | Scripts executed (2)',
      '🧠 Learnings used | Repository learning added | Files | Commits | Files reviewed (3) | Commits ignored',
      '📒 Files selected for processing (2) | Files that changed from the base | Commits between 1a2b and 3c4d',
      'Review details | Review skipped | Review scope | Scope | Run ID | Run configuration | Configuration used: defaults',
      'Walkthrough | Sequence diagrams | Poem | 🛠️ Tools | Tips | Legend | References | Thanks for this! | ✨ Finishing touches',
      'Pre-merge checks (3 passed) | Positives | ✅ Positive Aspects | Strengths | Highlight | Praise | Well done!',
      "Good practices | Good things | What's good | What is well | What was done well | What works well",
      'Suggestion importance[1-10]: 8 | Importance | Estimated effort: 3 | 🎯 Estimated code review effort',
      'Changes | ### File changes | Key Changes | Reviewed change summary | Important changes overview | 审查范围',
      'Powered by a linter | Generated with care | **Walkthrough** | [Poem](https://host/x)',
    ),
  )('%s', (title) => {
    expect(isSkippedTitle(title)).toBe(true)
  })

  it.each(
    split(
      'The prompt for agents leaks | Fix all calls of the agent | Prompt for the agent leaks the key | Prompt for users | Prompt for email | Files are lost',
      'Files not changed are sent again | Commits out of range are dropped | Commits the transaction twice | Reviews',
      'Configuration used by the cache is stale | Positive amounts are not checked | Good name | What fails | Tool fails',
      'Changed summary | Change of the key is lost | Power by two | Poems | x Walkthrough | Walkthrough x | Suggestion | ',
    ),
  )('but not for %j', (title) => {
    expect(isSkippedTitle(title)).toBe(false)
  })
})

describe('the section is a part of a finding where the title is', () => {
  it.each(
    split(
      'Suggested fix | Proposed fixes | Recommended change | Current code | Expected behavior | Actual behaviour',
      'Affected file | Example solution | **🐛 Proposed fix:** | ### 2. Fix | How to fix it | How to fix | Solution',
      'Mitigation | Remediation | Code | Code snippet | Impact | Why | Why it matters | Why this matters | Evidence | Example',
      'Reproduction | Steps to reproduce | Before | After | Description | Problem | Explanation | Rationale | Reasoning',
      'Background | Context | Root cause | Failure scenario | 修复建议 | 影响 | 原因 | 问题描述 | 説明 | 원인',
    ),
  )('%s', (title) => {
    expect([isPartTitle(title), isSupportingTitle(title)]).toEqual([true, true])
  })

  it.each(split('Fixed | Fix the loop | Impact of the leak | Codes | Before the lock | Context is never cancelled | '))(
    'but not for %j',
    (title) => {
      expect([isPartTitle(title), isSupportingTitle(title)]).toEqual([false, false])
    },
  )
})

describe('the section only repeats where the title is', () => {
  it.each(
    split(
      'Recommendations | Recommended | Summary | Summary of changes | Summary and next steps | Overview table | Conclusions',
      'Checklist for the fixes | Recommended remediation order | Recommended fix order | Pull request summary | PR overview',
      'Executive Summary | Final verdict | Overall checklist | Review summary | Verdict | Final decision | Overall assessment',
      'Final recommendations | Thoughts | Score | Impression | Overall | Next steps | Action items | Fix order | Test plan',
      'Testing coverage | Metrics | Statistics | Recap | 总结 | 审查总结 | 结论 | 修改建议 | 建议修复 | 总结与建议 | 总体评价 | 概述',
      'まとめ | 結論 | 推奨事項 | 요약 | 결론 | 권장 사항 | Рекомендации по исправлению | Висновки | Висновок | Выводы | Вывод:',
      'Итог | Підсумок | Resumen | Resumo final | Conclusão | Conclusiones generales | Recomendaciones | Recomendações para o PR',
      'Fazit | Zusammenfassung der Änderungen | Empfehlungen | Résumé | Recommandations',
    ),
  )('%s', (title) => {
    expect([isPartTitle(title), isSkippedTitle(title), isSupportingTitle(title)]).toEqual([false, false, true])
  })

  it.each(
    split(
      'Summary is wrong | Summary: the loop skips an entry | Overview page leaks | Recommend a lock | Next item',
      `Scores are lost | Overall the lock leaks | Verdicts | Conclusion of ${'a loop '.repeat(8)}`,
      'Resume is called twice | Resuming an upload fails | Resumen se pierde | Conclusive | Вывод в лог содержит пароль',
      'Итоговая сумма неверна | Рекомендации не сохраняются | 建议使用参数化查询 | 总体积计算错误 | 推奨されない関数 | 요약 생성 실패',
    ),
  )('but not for %j', (title) => {
    expect(isSupportingTitle(title)).toBe(false)
  })
})

describe('a title that says what kind of thing follows, or where', () => {
  it.each<[string, boolean]>([
    ['Issues', true],
    ['**Critical Issues (3)**', true],
    ['Security', true],
    ['Warnings', true],
    ['Errors and bugs', true],
    ['Nits', true],
    ['Key focus areas', true],
    ['Findings | Comments', true],
    ['Problems, concerns; suggestions', true],
    ['🔴 High', true],
    ['P2', true],
    ['发现的问题', true],
    ['Проблемы', true],
    ['Знахідки', true],
    ['Fehler', true],
    ['Problèmes', true],
    ['指摘事項', true],
    ['문제', true],
    ['Observations', false],
    ['Overview', false],
    ['`src/a.ts:12`', false],
    ['📄 File: `src/a.ts` | Line: L12', false],
    ['src/a.ts、src/b.ts；lines 3-5，', false],
    ['[src/a.ts](https://host/x)', false],
    ['![high](https://host/high.svg)', true],
    ['https://host/a/b 7', false],
    ['文件：`src/a.ts` 行号：3', false],
    ['', false],
  ])('%j is bare, and announces findings: %s', (title, announces) => {
    expect([isBare(title), isIssueTitle(title)]).toEqual([true, announces])
  })

  it.each([
    'High memory use',
    'Bugs in the cache',
    'src/a.ts is wrong',
    'See https://host/a/b',
    '[The lock](https://host/issue) leaks',
    'L12x',
    'xL12',
    'P5',
    'x',
    ' '.repeat(1001),
  ])('%j is not', (title) => {
    expect([isBare(title), isIssueTitle(title)]).toEqual([false, false])
  })

  it('is bare up to a thousand characters', () => {
    expect(isBare('1'.repeat(1000))).toBe(true)
  })
})

it.each<[string, boolean, boolean]>([
  ['Comment 1', true, false],
  ['### Finding #2', true, false],
  ['**Issue #3:**', true, false],
  ['bug12', true, false],
  ['🔴 Problem 4 ', true, false],
  ['[Problem 999](x)', true, false],
  ['Finding 1000', false, false],
  ['Finding', false, false],
  ['My finding 1', false, false],
  ['Finding 1: the lock leaks', false, true],
  ['Comment #2) x', false, true],
  ['Bug3 - x', false, true],
  ['**3. x**', false, true],
  ['12 – x', false, true],
  ['12—x', false, true],
  ['12：x', false, true],
  ['12:x', false, true],
  ['[1. x](y)', false, true],
  ['🔴 High: x', false, true],
  ['[P1] x', false, true],
  ['4. ', false, false],
  ['4 x', false, false],
  ['1234. x', false, false],
  ['v1. x', false, false],
  ['The lock leaks', false, false],
])('%j only counts its section: %s; counts or rates what it says: %s', (title, numbered, rated) => {
  expect([isNumbered(title), isRated(title)]).toEqual([numbered, rated])
})

it('a title is read by its first two hundred characters', () => {
  expect(isSkippedTitle(`Powered by ${'x'.repeat(5000)}`)).toBe(true)
  expect(isPartTitle(`Fix ${'.'.repeat(300)} the loop`)).toBe(true)
  expect(isSupportingTitle(`Recap ${'.'.repeat(300)} of it`)).toBe(true)
})

it.each([
  ['[the lock](https://host/x) leaks', 'the lock leaks'],
  ['![a\nb](y), [](z)', 'a\nb, '],
  ['[!](x)', '!'],
  ['a[i](x y) [b]() [c[d](e)', 'a[i](x y) b [cd'],
  ['[a] (b) [c](d(e)) ![f](', '[a] (b) [c](d(e)) ![f]('],
])('of links in %j only the words are shown', (text, shown) => {
  expect(showLinks(text)).toBe(shown)
})

it('marks of Markdown and signs around a title change nothing', () => {
  const titles = ['Prompt for AI agents', 'Impact', 'Summary', 'Issues', 'Finding 3', 'The lock leaks']
  const marks = fc.constantFrom('', '*', '**', '_', '`', '🔴 ', '### ', '1. ')
  const all = [isSkippedTitle, isPartTitle, isSupportingTitle, isBare, isIssueTitle]
  fc.assert(
    fc.property(fc.constantFrom(...titles), marks, (title, mark) => {
      const around = `${mark}${title}${mark.trim().replace(/[#1.]/g, '')}`
      expect(all.map((is) => is(around))).toEqual(all.map((is) => is(title)))
    }),
  )
})
