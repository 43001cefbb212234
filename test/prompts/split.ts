/**
 * Takes prompts apart again by their marks, in another way than they were put together.
 *
 * @module
 */
import type { JudgeRequest } from '../../src/models/model.js'
import type { Material } from '../../src/prompts/fence.js'

/** A prompt by its true marks. */
export interface Split {
  readonly materials: readonly Material[]
  /** Everything that stands outside of material; each material leaves `[name]`. */
  readonly outside: string
}

const OPENING = /<material-([0-9a-f]{32}) name="([^"]*)">\n/

/** Reads from the front: the first opening mark outside of material counts, and only its own closing mark ends it. */
export function splitPrompt(prompt: string): Split {
  const materials: Material[] = []
  let outside = ''
  let rest = prompt
  for (let open = OPENING.exec(rest); open !== null; open = OPENING.exec(rest)) {
    const [mark, code = '', name = ''] = open
    const closing = `\n</material-${code}>`
    const from = open.index + mark.length
    const end = rest.indexOf(closing, from)
    if (end < 0) throw new Error(`the material "${name}" is never closed`)
    materials.push({ name, text: rest.slice(from, end) })
    outside += `${rest.slice(0, open.index)}[${name}]`
    rest = rest.slice(end + closing.length)
  }
  return { materials, outside: outside + rest }
}

/** All text of a request in the order in which the judge reads it. */
export function promptOf({ system, user }: JudgeRequest): string {
  return [...system, ...user].map(({ text }) => text).join('\n\n')
}
