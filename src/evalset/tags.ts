/**
 * Labels of cases as tags of Vitest, so that `--tags-filter` finds them.
 *
 * @module
 */

/** What a filter would read as its own signs. */
const SIGNS = /[\s!()*|&]+/gu

/** Words that a filter reads as operators. */
const OPERATORS = ['and', 'or', 'not']

/** The tags of a case: its labels with `-` for spaces and signs of filters; what is no tag then has none. */
export function tagsOf(labels: readonly string[]): readonly string[] {
  const tags = labels.map((label) => label.replace(SIGNS, '-').replace(/^-+|-+$/g, ''))
  return [...new Set(tags)].filter((tag) => tag !== '' && !OPERATORS.includes(tag.toLowerCase()))
}
