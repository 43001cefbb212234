/**
 * Names from data that may stand among our own words.
 *
 * A name of a dimension or an id stands in questions and schemas, outside of all fences, so that answers can name it. One that could
 * say something to the judge stays inside: it is told in material and goes by another name outside.
 *
 * @module
 */

/** One word, also the place `src/cart.ts:3`, or two or three that begin with letters: too little to be an instruction. */
const WORD = /^[\p{L}\p{M}\p{N}_./#@-]{1,64}$|^[\p{L}\p{M}\p{N}_./#@-]{1,40}\.\w{1,12}:\d{1,7}(?:-\d{1,7})?$/u
const WORDS = /^\p{L}[\p{L}\p{M}\p{N}_./-]*(?: \p{L}[\p{L}\p{M}\p{N}_./-]*){1,2}$/u
const LONGEST = 40

/** Whether a name only names: `tone`, `way out`, `A-1`, `src/cart.ts:3`. */
export function isPlainName(name: string): boolean {
  return WORD.test(name) || (name.length <= LONGEST && WORDS.test(name))
}
