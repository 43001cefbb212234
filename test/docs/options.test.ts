/**
 * docs/options.md is held against the code: every option of the types, of the command, of the environment and of eval set files
 * stands on it with its type and default, and none that does not exist.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TAKES } from '../../src/cli/options.js'
import { brokerOptions } from '../../src/config.js'
import { gateSettings } from '../../src/set-options.js'
import { read, tableOf } from './pages.js'

const page = read('docs/options.md')
const chapters = page.split(/^(?=## )/m)
const chapter = (title: string) => chapters.find((text) => text.startsWith(`## ${title}\n`)) ?? ''
const HEAD = '| option | type | default | why |'

interface Row {
  readonly name: string
  readonly type: string
  readonly fallback: string
}

/** The rows of each table under a heading such as "### Plugin: `VitestJudgeOptions`", by the name of the interface. */
const documented = new Map(
  page
    .split(/^### /m)
    .filter((section) => section.includes(HEAD))
    .map((section): [string, Row[]] => {
      const rows = tableOf(section, HEAD).map(([name = '', type = '', fallback = '']) => ({
        name: name.slice(1, -1),
        type: type.slice(1, -1),
        fallback,
      }))
      return [/`(\w+)`$/.exec(section.split('\n', 1)[0] ?? '')?.[1] ?? '', rows]
    }),
)

interface Field {
  readonly name: string
  readonly type: string
  readonly optional: boolean
}

/** The interfaces that hold options, of all API reports. */
const declared = new Map(
  ['plugin', 'matchers', 'reporter', 'index'].flatMap((entry) => {
    const text = read(`test/api/${entry}.api.md`)
    const interfaces = [...text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)\n\}/gm)]
    return interfaces
      .filter(([, name = '']) => /Options$|^OwnJudges$|^TrajectoryLimits$/.test(name))
      .map(([, name = '', body = '']): [string, Field[]] => [name, fieldsOf(body)])
  }),
)

function fieldsOf(body: string): Field[] {
  const fields = body.matchAll(/^ {4}(?:readonly )?(\w+)(\?)?: ([\s\S]*?);(?=\n {4}\S|$(?!\n))/gm)
  return [...fields].map(([, name = '', mark, type = '']) => ({
    name,
    type: type.replace(/\s+/g, ' '),
    optional: mark !== undefined,
  }))
}

/** All sources as one text, for what only a look at them can tell. */
const sources = ['src', 'matchers', 'reporters']
  .flatMap((folder) =>
    (readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true }) as string[]).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((name) => name.endsWith('.ts'))
  .map(read)
  .join('\n')

/** Defaults that stand in the sources in another form than `option = value`. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'CommandSubjectOptions.timeLimit': ['TIME_LIMIT = 300_000'],
  'CommandSubjectOptions.outputLimit': ['OUTPUT_LIMIT = 16 * 1024 * 1024', 'OUTPUT_LIMIT = 2 ** 24'],
  'GateOptions.on': ["? 'case' : 'set'"],
  'HumanReviewOptions.minF1': ['DEFAULT_F1 = 0.5'],
  'JudgeOptions.judgeModel': ["options.judgeModel || 'tier-fast'"],
}

test('every interface with options has its table, with the options, types and which are required', () => {
  expect([...documented.keys()].sort()).toEqual([...declared.keys()].sort())
  for (const [name, fields] of declared) {
    const rows = documented.get(name) ?? []
    expect(rows.map(({ name, type }) => `${name}: ${type}`).sort(), name).toEqual(
      fields.map(({ name, type }) => `${name}: ${type}`).sort(),
    )
    const required = fields.filter(({ optional }) => !optional).map((field) => field.name)
    expect(
      rows
        .filter(({ fallback }) => fallback === 'required')
        .map((row) => row.name)
        .sort(),
      name,
    ).toEqual(required.sort())
  }
})

describe('defaults', () => {
  test('are those that the broker and the gate have where nothing is given', () => {
    const { identity, ...broker } = brokerOptions({}, {}, '/')
    const gate = gateSettings()
    const show = (value: unknown) => `\`${JSON.stringify(value)?.replaceAll('"', "'")}\``
    const given = { JudgeOptions: { ...broker, judgeModel: identity.alias }, GateOptions: gate }
    for (const [name, values] of Object.entries(given)) {
      const literal = (documented.get(name) ?? []).filter(
        ({ name, fallback }) => name in values && fallback.startsWith('`'),
      )
      for (const row of literal) {
        if (row.name === 'recordingsDir') expect(broker.recordingsDir).toBe(`/${row.fallback.slice(1, -1)}`)
        else expect(row.fallback.split(',')[0], row.name).toBe(show(values[row.name as keyof typeof values]))
      }
      expect(literal.length).toBeGreaterThan(2)
    }
    expect(show(gateSettings({ pass: { at: 1, min: 1 } }).on)).toBe("`'set'`")
  })

  test('that are values stand in the sources, where the option is read', () => {
    const rows = [...documented].flatMap(([table, all]) => all.map((row) => ({ table, ...row })))
    const values = rows.flatMap(({ table, name, fallback }) => {
      const [, value] = /^`('.*?'|[\d.]+|true|\[.*?\])`/.exec(fallback) ?? []
      return value === undefined ? [] : [{ option: `${table}.${name}`, name, value }]
    })
    const missing = values.filter(({ option, name, value }) => {
      const grouped = /^\d{5,}$/.test(value) ? Number(value).toLocaleString('en-US').replaceAll(',', '_') : value
      const forms = WRITTEN[option] ?? [`${name} = ${grouped}`, `${name} ?? ${grouped}`]
      return !forms.some((form) =>
        sources
          .split(form)
          .slice(1)
          .some((rest) => !/^[\w.]/.test(rest)),
      )
    })
    expect(missing).toEqual([])
    expect(values.length).toBeGreaterThan(25)
  })
})

test('every flag of every command is named, and none that a command does not take', () => {
  const rows = tableOf(chapter('Command'), '| command | flag | value | default | why |')
  const named = rows.map(([command = '', flag = '']) => `${command.slice(1, -1)} ${flag.slice(1, -1)}`)
  const taken = Object.entries(TAKES).flatMap(([command, flags]) => flags.map((flag) => `${command} --${flag}`))
  expect(named.sort()).toEqual(taken.sort())
})

test('every variable of the environment that the sources read is named, and no other', () => {
  const named = tableOf(chapter('Environment'), '| variable |').flatMap(([cell = '']) => cell.match(/\w+/g) ?? [])
  const reads = /\b(?:VITEST_JUDGE|ANTHROPIC|GITHUB)_[A-Z_]+\b|\bSKIP_CITATION_GATE\b|\benv\.(CI)\b/g
  const read = [...sources.matchAll(reads)].map(([all, short]) => short ?? all)
  expect(named.sort()).toEqual([...new Set(read)].filter((name) => name !== 'VITEST_JUDGE_').sort())
})

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly default?: unknown
}

test('every field of an eval set is named, with the default of its schema', () => {
  const set = JSON.parse(read('schemas/evalset.schema.json')) as Schema
  const { rubric, cases } = set.properties ?? {}
  const parts = { set, rubric, dimension: rubric?.properties?.dimensions?.items, case: cases?.items }
  const expected = Object.entries(parts).flatMap(([of, schema]) =>
    Object.entries(schema?.properties ?? {}).map(
      ([name, field]) => [of, name, schema?.required?.includes(name) ? 'required' : field.default] as const,
    ),
  )
  const rows = tableOf(chapter('Eval set files'), '| of | field |')
  expect(rows.map(([of, field]) => `${of} ${field?.slice(1, -1)}`).sort()).toEqual(
    expected.map(([of, name]) => `${of} ${name}`).sort(),
  )
  for (const [of, name, value] of expected) {
    const [, , , fallback = ''] = rows.find((row) => row[0] === of && row[1] === `\`${name}\``) ?? []
    const shown = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
    if (value !== undefined)
      expect(fallback.replaceAll('`', '').startsWith(shown ?? ''), `${of} ${name}: ${fallback}`).toBe(true)
  }
})

test('every default has its reason', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `') || /^\| (set|rubric|dimension|case) \|/.test(line))
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([])
  expect(rows.length).toBeGreaterThan(150)
})
