/**
 * What a verdict costs in each mode, in tokens and USD: `npm run build && node bench/tokens.mjs` prints the table of
 * docs/costs.md. Thirty cases a mode go to a local server that counts; no service is asked. Together and apart where a mode can be
 * asked in both ways, with the service's prompt cache and without.
 *
 * @module
 */
import { conduct } from '../dist/src/judge.js'
import { localBroker } from '../dist/src/local.js'
import { cachingMeter, serveMessages } from './messages-api.mjs'
import { MODES } from './token-cases.mjs'

const CASES = 30
const MODEL = 'claude-haiku-5-5'

/** Figures of one row, each for one verdict. Throws where a case was not judged at the first try. */
async function measure({ name, mode, taskOf, answerTo }, judging, hasCache) {
  const tasks = Array.from({ length: CASES }, (_, index) => ({ ...taskOf(index), ...(judging && { judging }) }))
  const answers = new Map(tasks.flatMap((task) => answersOf(mode, task, answerTo)))
  const answer = (body) => answers.get(JSON.stringify(textsOf(body)))
  const server = await serveMessages({ answer, meter: cachingMeter(hasCache) })
  const options = { apiKey: 'test-key', baseURL: server.url, judgeModel: MODEL, recordings: 'off' }
  const broker = localBroker(options)
  const judged = await Promise.all(tasks.map((task) => conduct(mode, task, broker)))
  server.close()
  const open = judged.find(({ success, unjudged }) => !success || unjudged.length > 0)
  if (open !== undefined) throw new Error(`${name}: ${JSON.stringify(open.unjudged)}`)
  const mean = (figure) => judged.reduce((sum, one) => sum + figure(one), 0) / CASES
  return {
    ...{ name, judging, hasCache },
    requests: mean(({ requests }) => requests),
    input: mean(({ token_usage }) => token_usage.input),
    read: mean(({ token_usage }) => token_usage.cache_read),
    written: mean(({ token_usage }) => token_usage.cache_write),
    output: mean(({ token_usage }) => token_usage.output),
    usd: mean(({ cost_usd }) => cost_usd),
  }
}

/** The answer to each request of a task, by the texts of its prompt. */
function answersOf(mode, task, answerTo) {
  const input = mode.check(task)
  return mode.requests(input).map((request) => {
    const texts = [...request.system, ...request.user].map(({ text }) => text)
    return [JSON.stringify(texts), answerTo({ schema: request.schema, input })]
  })
}

function textsOf({ system, messages }) {
  return [...system, ...messages.flatMap(({ content }) => content)].map(({ text }) => text)
}

/** Every mode, in every way in which it can be asked. */
export async function measureTokens() {
  const rows = []
  for (const mode of MODES) {
    for (const judging of mode.judgings) {
      for (const hasCache of [false, true]) rows.push(await measure(mode, judging, hasCache))
    }
  }
  return rows
}

function showRow({ name, judging, hasCache, requests, input, read, written, output, usd }) {
  const counts = [input, read, written, output].map((count) => Math.round(count).toLocaleString('en-US'))
  const cells = [name, judging ?? '-', hasCache ? 'yes' : 'no', requests, ...counts, (usd * 1_000).toFixed(3)]
  return `| ${cells.join(' | ')} |`
}

if (process.argv[1] === import.meta.filename) {
  console.log(`| mode | judging | cache | requests | input tokens | read from cache | written to cache | output tokens | USD per 1,000 verdicts |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |`)
  for (const row of await measureTokens()) console.log(showRow(row))
}
