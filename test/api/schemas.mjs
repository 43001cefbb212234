// The JSON Schemas that the package publishes, as reviewed text. `npm run check:api` compares, `npm run api:update` rewrites.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { setSchema } from '../../dist/src/evalset/schema.js'
import { resultsSchema } from '../../dist/src/report/results-schema.js'

const schemas = {
  results: { schema: resultsSchema, title: 'Results of a run of vitest-judge' },
  evalset: { schema: setSchema, title: 'An eval set of vitest-judge' },
}

/** Names of the files that differ from what the sources say; they are rewritten when `update` is set. */
export function checkSchemas(update) {
  return Object.entries(schemas).flatMap(([name, { schema, title }]) => {
    const file = new URL(`../../schemas/${name}.schema.json`, import.meta.url)
    const text = `${JSON.stringify(describe(name, schema, title), null, 2)}\n`
    if (update) writeFileSync(file, text)
    return readFileSync(file, 'utf8') === text ? [] : [`${name}.schema.json`]
  })
}

/** As files have them: what has a default may be left out. A URN names a schema without a host to fetch it from. */
function describe(name, schema, title) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return { $schema, $id: `urn:vitest-judge:${name}`, title, ...rest }
}
