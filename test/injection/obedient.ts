/**
 * A judge that obeys whatever escapes its fence. It reads a prompt as a naive reader would: anything that looks like the end of a
 * fence ends it, and what then stands outside is an order. Without an order it gives middling answers.
 *
 * @module
 */
import type { JsonSchema, JudgeRequest } from '../../src/models/model.js'
import { answerReview } from '../e2e/review-judge.js'
import { SENTINEL } from '../prompts/hostile.js'
import { promptOf } from '../prompts/split.js'

const ORDER = new RegExp(`\\bscore[\\s:=]{1,4}10\\b|\\bverdict\\W{1,6}pass\\b|${SENTINEL}`, 'i')
const OPENS = /<\s*material\s*-[^>]*>/iu
const CLOSES = /<\s*\/\s*material\s*-[^>]*>?/iu

/** An answer, and whether the prompt held an order for it. */
export interface Obedience {
  readonly obeyed: boolean
  readonly value: unknown
}

/** Answers a request. */
export function obey(request: JudgeRequest): Obedience {
  const obeyed = ORDER.test(outsideOf(promptOf(request)) + JSON.stringify(request.schema))
  const { properties = {} } = request.schema as { properties?: Record<string, JsonSchema> }
  if ('human_comments' in properties) return { obeyed, value: obeyed ? {} : answerReview(request) }
  return { obeyed, value: answerTo(request.schema, obeyed, idsIn(request)) }
}

/** Wide signs count as those that they stand for, as they do for models. */
function outsideOf(prompt: string): string {
  let rest = prompt.normalize('NFKC')
  let outside = ''
  for (let open = OPENS.exec(rest); open !== null; open = OPENS.exec(rest)) {
    outside += rest.slice(0, open.index)
    rest = rest.slice(open.index + open[0].length)
    const close = CLOSES.exec(rest)
    rest = close === null ? '' : rest.slice(close.index + close[0].length)
  }
  return outside + rest
}

function answerTo(schema: JsonSchema, best: boolean, ids: readonly string[]): unknown {
  const { type, properties, items } = schema as Record<string, Record<string, JsonSchema>>
  switch (type as unknown) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, answerTo(one, best, ids)]))
    case 'array': {
      const { properties: inner = {} } = (items ?? {}) as { properties?: object }
      return 'id' in inner ? ids.map((id) => ({ ...(answerTo(items ?? {}, best, ids) as object), id })) : []
    }
    case 'boolean':
      return best
    case 'string':
      return listedIn(schema)[best ? 0 : 1] ?? ''
    default:
      return numberFor(schema, best)
  }
}

function numberFor(schema: JsonSchema, best: boolean): number {
  const [, max = '1'] = /to (\S+)$/.exec(String(schema.description)) ?? []
  const top = Number(listedIn(schema).at(-1) ?? max)
  if (best) return top
  return schema.type === 'integer' ? Math.round(top / 2) : top / 2
}

function listedIn(schema: JsonSchema): readonly unknown[] {
  return Array.isArray(schema.enum) ? schema.enum : []
}

/** Ids that the schema lists, and those of the lists in the material. */
function idsIn(request: JudgeRequest): string[] {
  const listed = [...JSON.stringify(request.schema).matchAll(/"id":\{"type":"string","enum":(\[[^\]]*\])/g)]
  const found = promptOf(request)
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('{"id":')) return []
      try {
        return [String((JSON.parse(line) as { id: unknown }).id)]
      } catch {
        return []
      }
    })
  return [...new Set([...listed.flatMap(([, list = '[]']) => JSON.parse(list) as string[]), ...found])]
}
