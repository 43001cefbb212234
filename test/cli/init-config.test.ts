import fc from 'fast-check'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { addPlugin, type Parse } from '../../src/cli/init-config.js'

const parse: Parse = (text) => parseAst(text, { lang: 'ts' }) as never
const edit = (text: string) => {
  const result = addPlugin(text, parse)
  return result.kind === 'edited' ? result.text : result.kind === 'present' ? 'present' : result.why
}
const IMPORT = `import { defineConfig } from 'vitest/config'\n`
const OURS = `import { vitestJudge } from 'vitest-judge/plugin'\n`

it.each<[string, string, string]>([
  ['no plugins', '{ test: {} }', '{ plugins: [vitestJudge()], test: {} }'],
  ['an empty object', '{}', '{ plugins: [vitestJudge()] }'],
  ['no space', '{test: {}}', '{plugins: [vitestJudge()], test: {}}'],
  ['lines', '{\n\ttest: {}, // fast\n}', '{\n\tplugins: [vitestJudge()],\n\ttest: {}, // fast\n}'],
  ['a comment first', '{ // all\n  test: {},\n}', '{\n  plugins: [vitestJudge()], // all\n  test: {},\n}'],
  ['an empty list', '{ plugins: [ ] }', '{ plugins: [vitestJudge()] }'],
  ['a list with a comment only', '{ plugins: [ /* none */ ] }', '{ plugins: [vitestJudge() /* none */ ] }'],
  ['a list', '{ plugins: [a(), b({ c: [1] })] }', '{ plugins: [a(), b({ c: [1] }), vitestJudge()] }'],
  ['a trailing comma', '{ plugins: [a(), ] }', '{ plugins: [a(), vitestJudge(), ] }'],
  [
    'a list on lines',
    '{\n  plugins: [\n    a(),\n    b(), // ui, mostly\n  ],\n}',
    '{\n  plugins: [\n    a(),\n    b(), // ui, mostly\n    vitestJudge(),\n  ],\n}',
  ],
  [
    'no trailing comma',
    '{\n  plugins: [\n    a() // ui, mostly\n  ],\n}',
    '{\n  plugins: [\n    a(), // ui, mostly\n    vitestJudge()\n  ],\n}',
  ],
  ['a comma on the next line', '{ plugins: [\n  a()\n  ,\n] }', '{ plugins: [\n  a(), vitestJudge()\n  ,\n] }'],
  [
    'the last one on the line of the end',
    '{ plugins: [a({\n  b,\n})] }',
    '{ plugins: [a({\n  b,\n}), vitestJudge()] }',
  ],
  [
    'as and satisfies',
    '({ plugins: [a()] as any } satisfies X)',
    '({ plugins: [a(), vitestJudge()] as any } satisfies X)',
  ],
  ['a function', '() => ({ plugins: [] })', '() => ({ plugins: [vitestJudge()] })'],
  [
    'a function with a body',
    'async ({ mode }) => {\n  const env = load(mode, () => { return 1 })\n  return { define: env }\n}',
    'async ({ mode }) => {\n  const env = load(mode, () => { return 1 })\n  return { plugins: [vitestJudge()], define: env }\n}',
  ],
  ['a spread before the list', '{ ...base, plugins: [] }', '{ ...base, plugins: [vitestJudge()] }'],
  ['a quoted name', `{ 'plugins': [] }`, `{ 'plugins': [vitestJudge()] }`],
  [
    'signs beyond the basic plane',
    `{ name: '😀é', plugins: [a('😀')] }`,
    `{ name: '😀é', plugins: [a('😀'), vitestJudge()] }`,
  ],
])('adds the call where the config has %s', (_what, before, after) => {
  expect(edit(`${IMPORT}export default defineConfig(${before})\n`)).toBe(
    `${IMPORT}${OURS}export default defineConfig(${after})\n`,
  )
})

it.each<[string, string, string]>([
  [
    'double quotes, semicolons and Windows line ends',
    'import a from "a";\r\n\r\nexport default {\r\n  plugins: [\r\n    a(),\r\n  ],\r\n};\r\n',
    'import a from "a";\r\nimport { vitestJudge } from "vitest-judge/plugin";\r\n\r\nexport default {\r\n  plugins: [\r\n    a(),\r\n    vitestJudge(),\r\n  ],\r\n};\r\n',
  ],
  [
    'a byte order mark and a comment behind the import',
    `\uFEFFimport a from 'a' // why\nexport default { plugins: [a()] }`,
    `\uFEFFimport a from 'a' // why\n${OURS}export default { plugins: [a(), vitestJudge()] }`,
  ],
  [
    'an import over several lines',
    `import {\n  a,\n} from 'a'\nexport default {}`,
    `import {\n  a,\n} from 'a'\n${OURS}export default { plugins: [vitestJudge()] }`,
  ],
  [
    'no import',
    `// @ts-check\n\n/** @type {import('vite').UserConfig} */\nexport default {}\n`,
    `// @ts-check\n\n${OURS}/** @type {import('vite').UserConfig} */\nexport default { plugins: [vitestJudge()] }\n`,
  ],
  [
    'names for config and list',
    `${IMPORT}const plugins = [a()]\nconst config: UserConfig = { plugins }\nexport default config\n`,
    `${IMPORT}${OURS}const plugins = [a(), vitestJudge()]\nconst config: UserConfig = { plugins }\nexport default config\n`,
  ],
  [
    'mergeConfig',
    `import { defineConfig as define, mergeConfig } from 'vitest/config'\nimport base from './vite.config'\nexport default mergeConfig(base, define({ test: {} }))\n`,
    `import { defineConfig as define, mergeConfig } from 'vitest/config'\nimport base from './vite.config'\n${OURS}export default mergeConfig(base, define({ plugins: [vitestJudge()], test: {} }))\n`,
  ],
  [
    'CommonJS',
    `'use strict'\nconst { defineConfig } = require('vitest/config')\n\nmodule.exports = defineConfig({ test: {} })\n`,
    `'use strict'\nconst { defineConfig } = require('vitest/config')\nconst { vitestJudge } = require('vitest-judge/plugin')\n\nmodule.exports = defineConfig({ plugins: [vitestJudge()], test: {} })\n`,
  ],
  [
    'CommonJS without a require',
    `'use strict'\nmodule.exports = {}\n`,
    `'use strict'\nconst { vitestJudge } = require('vitest-judge/plugin')\nmodule.exports = { plugins: [vitestJudge()] }\n`,
  ],
  [
    'the import, under a name of its own, without the call',
    `import { vitestJudge as evals } from 'vitest-judge/plugin'\nexport default {}\n`,
    `import { vitestJudge as evals } from 'vitest-judge/plugin'\nexport default { plugins: [evals()] }\n`,
  ],
])('keeps the style of a file with %s, and a second time changes nothing', (_what, before, after) => {
  expect(edit(before)).toBe(after)
  expect(edit(after)).toBe('present')
})

it.each<[string, string]>([
  ['export default defineConfig({})', 'its configuration is not one plain object'],
  [`${IMPORT}export default withUi(defineConfig({}))`, 'its configuration is not one plain object'],
  [
    `${IMPORT}export default defineConfig(({ mode }) => { if (mode) return {}; return {} })`,
    'its configuration is not one plain object',
  ],
  [
    `${IMPORT}export default defineConfig(({ mode }) => { if (mode) { return {} } })`,
    'its configuration is not one plain object',
  ],
  ['const config = {}\nconfig.plugins = [a()]\nexport default config', 'its configuration is not one plain object'],
  ['export default [{}]', 'its configuration is not one plain object'],
  ['export const config = {}', 'it does not export its configuration in one place'],
  ['', 'it does not export its configuration in one place'],
  ['export default { ...base }', 'it spreads another object, which may have plugins of its own'],
  ['export default { plugins: [], ...base }', 'it spreads another object, which may have plugins of its own'],
  ['export default { plugins: [a()].filter(Boolean) }', 'its `plugins` is not a plain list'],
  ['export default { plugins: usual }', 'its `plugins` is not a plain list'],
  ['export default { plugins: [,] }', 'its `plugins` ends in a hole'],
  ['export default { plugins: [a() /*\n*/\n] }', 'the plugin did not get where it belongs'],
  ['export default { test: { projects: [] } }', 'it has projects, so the plugin goes into each project that has evals'],
  [
    `import type { vitestJudge } from 'vitest-judge/plugin'\nexport default {}`,
    'it uses the plugin or its name in a way of its own',
  ],
  ['const vitestJudge = () => 0\nexport default {}', 'it uses the plugin or its name in a way of its own'],
  [
    `import * as judge from 'vitest-judge/plugin'\nexport default { plugins: [judge.vitestJudge()] }`,
    'it uses the plugin or its name in a way of its own',
  ],
])('leaves %j to a person: %s', (text, why) => {
  expect(edit(text)).toBe(why)
})

it('leaves what does not parse to a person', () => {
  expect(edit('export default {')).toMatch(/^it could not be read \(.+\)$/)
})

it('an import in a comment or a text is none', () => {
  expect(edit(`// import { vitestJudge } from 'vitest-judge/plugin'\nexport default { a: 'vitestJudge()' }`)).toBe(
    `// import { vitestJudge } from 'vitest-judge/plugin'\n${OURS}export default { plugins: [vitestJudge()], a: 'vitestJudge()' }`,
  )
})

it('however a list is written, the plugin comes last and nothing else changes', () => {
  const gap = fc.constantFrom('', ' ', '\n  ', '\r\n', ' /* , */ ', ' // ,\n', '\n// [\n', ' /*\n*/ ')
  const comma = fc.tuple(gap, gap).map(([before, after]) => `${before},${after}`)
  const list = fc.tuple(gap, fc.array(comma, { maxLength: 3 }), fc.oneof(gap, comma)).map(([start, commas, end]) => {
    const elements = commas.map((between, index) => `${index === 0 ? '' : between}'${index}'`).join('')
    return `[${start}${elements}${commas.length === 0 ? '' : end}]`
  })
  const evaluate = (source: string) => new Function('vitestJudge', `return ${source}`)(() => 'ours') as unknown[]
  let edited = 0
  fc.assert(
    fc.property(list, (source) => {
      const result = addPlugin(`export default { plugins: ${source} }`, parse)
      if (result.kind !== 'edited') return
      edited++
      const after = result.text.split('export default { plugins: ')[1]?.replace(/ \}$/, '') ?? ''
      expect(evaluate(after)).toEqual([...evaluate(source), 'ours'])
    }),
    { numRuns: 500 },
  )
  expect(edited).toBeGreaterThan(300)
})
