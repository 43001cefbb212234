/**
 * The judge of judge.ts behind the local Messages API.
 *
 * @module
 */
import type { Item } from '../support/messages-api.js'
import type { Block, MessagesRequest } from '../support/messages-api-rules.js'
import { config } from '../support/run-vitest.js'
import { answerOf } from './judge.js'

/** Answers a request as its material says. */
export function answerRequest({ system = [], messages, output_config }: MessagesRequest): Item {
  const schema = output_config?.format?.schema ?? {}
  return { json: answerOf({ schema, system: system.map(toPart), user: (messages.at(-1)?.content ?? []).map(toPart) }) }
}

function toPart({ text = '' }: Block): { text: string } {
  return { text }
}

/** Config whose judge is the server at an address. Further options and test options are source text. */
export function apiConfig(url: string, options = '', test = '{}'): string {
  return config(`{ apiKey: 'test-key', baseURL: '${url}', ${options} }`, test)
}
