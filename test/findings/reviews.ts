/**
 * Reviews in the forms in which tools and models write them; the texts are made up.
 */

/** Markdown and prose, by what is special about it. */
export const REVIEWS: readonly (readonly [name: string, text: string])[] = [
  [
    'the body of a CodeRabbit review, with lines under a summary that names the file',
    `**Actionable comments posted: 2**

<details>
<summary>🧹 Nitpick comments (3)</summary><blockquote>

<details>
<summary>src/cache/store.ts (2)</summary><blockquote>

\`12-15\`: **Use a constant for the limit.**

The number 5000 appears three times.

\`\`\`diff
-const x = 5000
+const x = LIMIT
\`\`\`

---

\`40-40\`: **Unused import.**

\`merge\` is never used.

</blockquote></details>
<details>
<summary>src/cache/evict.ts (1)</summary><blockquote>

\`7-9\`: **Loop can be simplified.**

Use \`entries()\`.

</blockquote></details>

</blockquote></details>

<details>
<summary>📜 Review details</summary>

**Configuration used: defaults**

**Review profile: CHILL**

<details>
<summary>📥 Commits</summary>

Reviewing files that changed from the base of the PR and between abc and def.

</details>

<details>
<summary>📒 Files selected for processing (2)</summary>

* \`src/cache/store.ts\` (3 hunks)
* \`src/cache/evict.ts\` (1 hunks)

</details>
</details>`,
  ],
  [
    'a CodeRabbit comment, without its fix and its prompt',
    `_⚠️ Potential issue_ | _🟠 Major_

**Await the flush before closing the handle.**

\`close()\` runs while \`flush()\` is pending, so the last records may be lost.

<details>
<summary>🐛 Proposed fix</summary>

\`\`\`diff
-  this.flush()
+  await this.flush()
\`\`\`

</details>

<!-- suggestion_start -->

<details>
<summary>📝 Committable suggestion</summary>

> ‼️ **IMPORTANT**
> Carefully review the code before committing.

\`\`\`suggestion
  await this.flush()
\`\`\`

</details>

<!-- suggestion_end -->

<details>
<summary>🤖 Prompt for AI Agents</summary>

\`\`\`
In src/writer.ts around lines 88 to 92, the flush call is not awaited.
\`\`\`

</details>

<!-- fingerprinting:phantom:medusa -->

<!-- This is an auto-generated comment by CodeRabbit -->`,
  ],
  [
    'a Gemini comment with its rating as an image',
    `![high](https://www.gstatic.com/codereviewagent/high-priority.svg)

The lock is released before the counter is written. Another worker can read the old value.

\`\`\`suggestion
with lock:
    counter += 1
\`\`\``,
  ],
  [
    'a Sourcery review, whose prompt repeats its comments',
    `Hey there - I've reviewed your changes - here's some feedback:

- Consider splitting the migration into two steps so that it can be rolled back.

<details>
<summary>Prompt for AI Agents</summary>

~~~markdown
Please address the comments from this code review:
## Individual Comments
### Comment 1
<location> \`app/models.py:10\` </location>
~~~

</details>

## Individual Comments

### Comment 1
<location> \`app/models.py:10\` </location>
<code_context>
+    name = CharField(null=True)
</code_context>

<issue_to_address>
**issue (bug_risk):** Null names break the index.

The index assumes names are set.
</issue_to_address>

### Comment 2
<location> \`app/views.py:44-48\` </location>
<code_context>
+    return render(x)
</code_context>

<issue_to_address>
**suggestion:** Escape the title before rendering.
</issue_to_address>`,
  ],
  [
    'code suggestions of Qodo in an HTML table',
    `## PR Code Suggestions ✨

Explore these optional code suggestions:

<table><thead><tr><td><strong>Category</strong></td><td align=left><strong>Suggestion&nbsp; &nbsp; </strong></td><td align=center><strong>Impact</strong></td></tr><tbody><tr><td rowspan=2>Possible issue</td>
<td>



<details><summary>Guard against an empty batch</summary>

___


**The batch can be empty when the queue drains. Dividing by its size then raises ZeroDivisionError.**

[worker/batch.py [31-34]](https://github.com/org/repo/pull/9/files#diff-0123456789abcdefR31-R34)

\`\`\`diff
-rate = done / len(batch)
+rate = done / len(batch) if batch else 0
\`\`\`


<details><summary>Suggestion importance[1-10]: 8</summary>

__

Why: A real crash in production.

</details></details></td><td align=center>High

</td></tr><tr><td>



<details><summary>Close the connection on errors</summary>

___


**An exception leaves the connection open.**

[worker/db.py [77]](https://github.com/org/repo/pull/9/files#diff-fedcba9876543210R77-R77)

\`\`\`diff
+finally: conn.close()
\`\`\`


<details><summary>Suggestion importance[1-10]: 6</summary>

__

Why: Leaks.

</details></details></td><td align=center>Medium

</td></tr><tr><td rowspan=1>General</td>
<td>



<details><summary>Rename the helper</summary>

___


**The name hides what it does.**

[worker/util.py [5-9]](https://github.com/org/repo/pull/9/files#diff-aaaaaaaaaaaaaaaaR5-R9)

<details><summary>Suggestion importance[1-10]: 3</summary>

__

Why: Style.

</details></details></td><td align=center>Low

</td></tr></tbody></table>`,
  ],
  [
    'suppressed comments of Copilot',
    `## Pull Request Overview

This PR adds caching.

### Reviewed Changes

Copilot reviewed 2 out of 2 changed files in this pull request and generated 1 comment.

<details>
<summary>Show a summary per file</summary>

| File | Description |
| ---- | ----------- |
| src/cache.ts | Adds the cache |
| src/index.ts | Wires it |

</details>

<details>
<summary>Comments suppressed due to low confidence (2)</summary>

**src/cache.ts:31**
* The variable name \`c\` is not clear. Consider \`cache\`.
\`\`\`
const c = new Map()
\`\`\`
**src/index.ts:8**
* The cache is created on every call.
\`\`\`
cache()
\`\`\`
</details>`,
  ],
  [
    'an overview of Copilot without comments',
    `## Pull request overview

This PR adds caching to the loader and updates the docs.

### Reviewed changes

Copilot reviewed 3 out of 3 changed files in this pull request and generated no comments.

| File | Description |
| ---- | ----------- |
| \`src/a.ts\` | Adds the cache |
| \`docs/a.md\` | Explains it |`,
  ],
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

/** JSON reports, by tool. */
export const REPORTS: readonly (readonly [tool: string, report: unknown])[] = [
  [
    'ESLint',
    [
      {
        filePath: '/repo/src/a.js',
        messages: [
          {
            ruleId: 'no-unused-vars',
            severity: 2,
            message: "'x' is assigned a value but never used.",
            line: 3,
            column: 7,
            nodeType: 'Identifier',
            endLine: 3,
            endColumn: 8,
          },
        ],
        errorCount: 1,
        suppressedMessages: [],
      },
      {
        filePath: '/repo/src/b.js',
        messages: [{ ruleId: 'eqeqeq', severity: 1, message: "Expected '==='.", line: 9, column: 1 }],
      },
      { filePath: '/repo/src/c.js', messages: [] },
    ],
  ],
  [
    'Semgrep',
    {
      results: [
        {
          check_id: 'python.lang.security.audit.eval',
          path: 'app/x.py',
          start: { line: 5, col: 1, offset: 1 },
          end: { line: 7, col: 2, offset: 9 },
          extra: {
            message: 'Detected eval.',
            severity: 'ERROR',
            metadata: { cwe: ['CWE-95'], references: ['https://x'] },
          },
        },
        {
          check_id: 'y',
          path: 'app/y.py',
          start: { line: 1 },
          end: { line: 1 },
          extra: { message: 'Detected md5.', severity: 'WARNING' },
        },
      ],
      errors: [],
      paths: { scanned: ['app/x.py', 'app/y.py'] },
    },
  ],
  [
    'GitLab code quality',
    [
      {
        description: "'unused' is assigned a value but never used.",
        check_name: 'no-unused-vars',
        fingerprint: '7815',
        severity: 'minor',
        location: { path: 'lib/index.js', lines: { begin: 42, end: 44 } },
      },
      {
        description: 'Complex',
        severity: 'major',
        location: { path: 'lib/b.js', positions: { begin: { line: 3 }, end: { line: 9 } } },
      },
    ],
  ],
  [
    'reviewdog',
    {
      source: { name: 'super lint', url: 'https://example.com' },
      severity: 'WARNING',
      diagnostics: [
        {
          message: 'bad',
          location: { path: 'a.go', range: { start: { line: 14, column: 15 }, end: { line: 16, column: 18 } } },
          severity: 'ERROR',
          code: { value: 'RULE1' },
        },
        { message: 'worse', location: { path: 'b.go', range: { start: { line: 2 } } } },
      ],
    },
  ],
  [
    'review threads of GitHub',
    {
      data: {
        repository: {
          pullRequest: {
            title: 'Add cache',
            reviewThreads: {
              nodes: [
                {
                  isResolved: false,
                  path: 'src/a.ts',
                  line: 12,
                  startLine: 10,
                  comments: {
                    nodes: [
                      { body: 'This leaks the handle.', author: { login: 'bot' } },
                      { body: 'Good catch, fixed.', author: { login: 'me' } },
                    ],
                  },
                },
                {
                  isResolved: true,
                  path: 'src/b.ts',
                  line: 3,
                  startLine: null,
                  comments: { nodes: [{ body: 'Typo in the name.' }] },
                },
              ],
            },
          },
        },
      },
    },
  ],
]
