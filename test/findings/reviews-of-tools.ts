/**
 * Reviews in the forms in which CodeRabbit, Gemini and Sourcery write them; the texts are made up.
 *
 * @module
 */

/** By what is special about it. */
export const TOOL_REVIEWS: readonly (readonly [name: string, text: string])[] = [
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
]
