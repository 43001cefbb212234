/**
 * Reviews in the forms in which models write them, and beside them those of tools; the texts are made up.
 *
 * @module
 */
import { TABLE_REVIEWS } from './reviews-in-tables.js'
import { TOOL_REVIEWS } from './reviews-of-tools.js'

/** Markdown and prose, by what is special about it. */
export const REVIEWS: readonly (readonly [name: string, text: string])[] = [
  ...TOOL_REVIEWS,
  ...TABLE_REVIEWS,
  [
    'a report with fields, praise and recommendations',
    `# Code Review Report

I looked at the whole diff. Overall the change is solid, but there are some problems.

## Critical Issues

### 1. SQL injection in user search
- **File:** \`api/users.py:42\`
- **Severity:** Critical
- **Description:** The query is built by string concatenation.
- **Fix:** Use bound parameters.

### 2. Password logged in plain text
- **File:** \`api/auth.py\`
- **Lines:** 10-12
- **Description:** The login handler logs the request body.

## Minor Issues

1. \`api/util.py:7\` - unused variable \`tmp\`.
2. **Naming** (\`api/util.py:20\`): \`doIt\` says nothing.

## What's good

- Clear commit messages
- Tests for the parser

## Recommendations

1. Fix the injection first.
2. Add a linter.

## Verdict

Request changes.`,
  ],
  [
    'bold severities over lists',
    `Here is my review:

**High**
- src/a.ts:10 — the promise is not awaited, so errors are lost.
- src/b.ts (lines 20-25): the cache key ignores the locale.

**Low**
- \`README.md\`: the example still uses the old flag.

Let me know if you have questions!`,
  ],
  [
    'numbered bold lines',
    `I found 3 issues in this PR.

**1. Race condition in \`cache/lock.go:88\`**

The lock is taken after the read.

**2. Missing timeout (\`http/client.go\`, lines 12-14)**

Requests can hang forever.

**Fix:** set \`Timeout\`.

**3. Error ignored**

\`os.Remove\` may fail in \`fs/clean.go#L31\`.`,
  ],
  [
    'numbered findings of bare fields',
    `### Finding 1
- **File**: src/a.py:10-12
- **Severity**: blocking
- **Category**: correctness
- **Comment**: The loop skips the last element.

### Finding 2
- **File**: src/b.py
- **Severity**: nit
- **Category**: style
- **Comment**: Name it \`total\`.

### Overall
- **Decision**: REQUEST_CHANGES
- **Summary**: One bug, one nit.`,
  ],
  [
    'comments between rules, each under its place',
    `\`src/a.ts:10\`

The timer is never cleared, so the process does not exit.

---

\`src/b.ts:20-22\`

The default is shared between calls.`,
  ],
  [
    'a table of findings beside a table of counts',
    `## Findings

| Severity | Location | Issue | Recommendation |
|---|---|---|---|
| High | \`src/login.ts:12\` | Token is stored in local storage | Use a cookie |
| Low | \`src/form.tsx:40-44\` | Label is missing | Add it |

## Summary

| Severity | Count |
|---|---|
| High | 1 |
| Low | 1 |`,
  ],
  [
    'a summary that is the only list',
    `## Summary

- \`src/a.ts:3\`: the limit is off by one.
- \`src/b.ts:9\`: the file is never closed.`,
  ],
  [
    'the parts of one finding',
    `## Problem

The token is compared with \`==\`, in \`src/auth.ts:31\`.

## Impact

A timing attack is possible.

## Fix

Use \`timingSafeEqual\`.`,
  ],
  [
    'titles that begin like those of summaries and praise',
    `# Review

## Context is never cancelled

\`run()\` in \`pkg/run.go:20\` leaks its goroutine.

## Positive amounts are not checked

See \`pkg/pay.go:9\`.`,
  ],
  [
    'a checklist of what was done',
    `**Claude finished @x's task**

- [x] Read the files
- [x] Review the code

### Issues found

1. **Unbounded cache** — \`src/cache.ts:12\` keeps entries for ever.
2. **Swallowed error** — the catch in \`src/load.ts:40-44\` is empty.

### Suggestions

- Add a test for an empty file.

### Strengths

- Good naming`,
  ],
  [
    'points in running prose',
    `I read through the patch and found two problems.

First, \`parseRange\` accepts a start after the end, so a later slice silently returns nothing.

Second, the retry loop in client.ts never resets its counter, which means that the third request of a session always fails.`,
  ],
  [
    'one comment of two paragraphs',
    `\`toKey\` drops the locale, so two users can share an entry.

Additionally, consider a test for it.`,
  ],
  [
    'a review in German',
    `## Gefundene Probleme

1. **Fehlende Prüfung** in \`src/konto.ts:14\`: Ein negativer Betrag wird angenommen.
2. **Falscher Vergleich** in \`src/zins.ts\`, Zeile 30: \`==\` statt \`===\`.

## Zusammenfassung

- Bitte vor dem Zusammenführen beheben.`,
  ],
  [
    'JSON in a fence',
    `Here is the review you asked for:

\`\`\`json
{
  "summary": "Two bugs and a nit.",
  "verdict": "request_changes",
  "findings": [
    {"title": "Off by one", "description": "Last item is skipped.", "file": "src/list.ts", "line_start": 10, "line_end": 12, "severity": "High"},
    {"title": "Leak", "description": "Handle stays open.", "location": "src/io.ts:55-60", "severity": "medium"},
    {"issue": "Naming", "location": {"file": "src/x.ts", "lines": "7-9"}, "priority": "P3"}
  ]
}
\`\`\``,
  ],
  ['praise', `LGTM! No issues found.`],
]
