/**
 * The text of an eval set in JSON that is in order, read by the parser of the language, which takes a small part of the time that
 * the YAML parser takes.
 *
 * @module
 */
import { MAX_DEPTH } from './plain.js'

/** What a text holds. */
export interface JsonText {
  readonly value: unknown
  /** Offsets of the `{` of the root's `cases`, by their index; none for a case that is no object. */
  readonly cases: readonly (number | undefined)[]
}

/** An object or list that is open. */
interface Container {
  /** Null for a list. */
  readonly keys: Set<string> | null
  /** The last key of an object, its value before or behind. */
  key: string | null
  /** Index of the list's item. */
  index: number
}

/** Null for what the YAML parser has to see, because it knows what is wrong and where: no JSON, a key twice, too deep. */
export function readJson(text: string): JsonText | null {
  try {
    const value: unknown = JSON.parse(text)
    const walk = new Walk(text)
    for (let at = 0; at < text.length; ) at = walk.step(at)
    return { value, cases: walk.cases }
  } catch {
    return null
  }
}

/** Goes over well-formed JSON. */
class Walk {
  readonly cases: number[] = []
  readonly #text: string
  readonly #open: Container[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Takes what stands at an offset, and gives the offset behind it. */
  step(at: number): number {
    switch (this.#text[at]) {
      case '"':
        return this.#takeText(at)
      case '{':
        this.#noteCase(at)
        this.#enter(new Set())
        break
      case '[':
        this.#enter(null)
        break
      case '}':
      case ']':
        this.#open.pop()
        break
      case ',':
        this.#goOn()
    }
    return at + 1
  }

  /** Texts that are values have a key, or stand in a list. */
  #takeText(at: number): number {
    const end = endOfString(this.#text, at)
    const inner = this.#open.at(-1)
    if (inner?.keys && inner.key === null) {
      inner.key = JSON.parse(this.#text.slice(at, end)) as string
      if (inner.keys.has(inner.key)) throw new RangeError('a key stands twice')
      inner.keys.add(inner.key)
    }
    return end
  }

  #enter(keys: Set<string> | null): void {
    if (this.#open.length === MAX_DEPTH) throw new RangeError('too deep')
    this.#open.push({ keys, key: null, index: 0 })
  }

  #goOn(): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) return
    inner.key = null
    inner.index++
  }

  #noteCase(at: number): void {
    const [root, list] = this.#open
    if (this.#open.length === 2 && root?.key === 'cases' && list?.keys === null) this.cases[list.index] = at
  }
}

/** Offset behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text[first - 1] === '\\') first--
    if ((end - first) % 2 === 0) return end + 1
  }
}
