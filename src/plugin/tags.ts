/**
 * Labels of cases as tags that Vitest knows: it refuses tags that no config defines.
 *
 * @module
 */
import type { TestProject, Vitest } from 'vitest/node'
import type { SetHead } from './eval-sets.js'

/** Defines the tags of eval sets, beside those that the user's config defines. */
export function defineTags(vitest: Vitest, project: TestProject, heads: readonly SetHead[]): void {
  for (const name of new Set(heads.flatMap(({ tags }) => tags))) {
    for (const { tags } of [project.config, vitest.config]) {
      if (!tags.some((tag) => tag.name === name)) tags.push({ name })
    }
  }
}
