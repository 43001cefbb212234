/**
 * Reviews in the forms in which Qodo and Copilot write them, with tables; the texts are made up.
 *
 * @module
 */

/** By what is special about it. */
export const TABLE_REVIEWS: readonly (readonly [name: string, text: string])[] = [
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
]
