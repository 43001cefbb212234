/**
 * An eval set as the source of a test module: one test for each trial of a case, a closing gate test, and a source map that points into the set.
 *
 * @module
 */
import { encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec'
import type { EvalCase } from '../types.js'
import type { ParsedSet } from './parse.js'
import { tagsOf } from './tags.js'
import { trialNames } from './trials.js'

/** What the module needs besides the set. */
export interface ModuleParts {
  /** Path of the set, as shown in messages. */
  readonly file: string
  /** Path of the set, as the map names it. */
  readonly source: string
  /** Text of the set. */
  readonly text: string
  /** Specifier of the module that runs cases. */
  readonly runtime: string
  /** Specifier of the module whose default export produces what is judged; null where the options say what it is. */
  readonly subject: string | null
  /** Digest of that module's text; null where there is none. */
  readonly digest: string | null
  /** How often each case is run, from 1. */
  readonly trials: number
}

/** A generated module with its map. */
export interface GeneratedModule {
  readonly code: string
  readonly map: {
    readonly version: 3
    readonly file: string
    readonly sources: string[]
    readonly sourcesContent: string[]
    readonly names: string[]
    readonly mappings: string
  }
}

interface Line {
  readonly code: string
  /** Line and column in the set, both from 1. */
  readonly at: { readonly line: number; readonly column: number } | null
}

/** Names are literals, one test stands on one line: Vitest finds tests by reading the source, and failures by the map. */
export function generateModule({ set, lines: places }: ParsedSet, parts: ModuleParts): GeneratedModule {
  const start = { line: 1, column: 1 }
  const lines = places.map(({ line }) => line)
  const code: Line[] = [
    { code: `import { describe, openSet, test } from ${literal(parts.runtime)}`, at: null },
    {
      code: parts.subject === null ? 'const subject = null' : `import * as subject from ${literal(parts.subject)}`,
      at: null,
    },
    // As an object literal it would lose fields that are named __proto__.
    { code: `const data = JSON.parse(${literal(JSON.stringify(set))})`, at: null },
    {
      code: `const set = await openSet(data, ${literal(parts.file)}, subject, ${literal(lines)}, ${literal(parts.digest)})`,
      at: start,
    },
    { code: `describe(${literal(set.feature)}, () => {`, at: start },
    ...set.cases.flatMap((one, index) =>
      testsOf(one, index, parts.trials).map((code) => ({ code, at: places[index] ?? start })),
    ),
    // Whatever the user's `sequence` says, it runs after the cases.
    { code: `test('gate', { concurrent: false }, (context) => set.runGate(context))`, at: start },
    { code: '})', at: null },
  ]
  return {
    code: `${code.map((line) => line.code).join('\n')}\n`,
    map: {
      version: 3,
      file: parts.source,
      sources: [parts.source],
      sourcesContent: [parts.text],
      names: [],
      mappings: encode(code.map(mapLine)),
    },
  }
}

/** One test a trial; a case that does not run needs no more than one. */
function testsOf({ id, labels, run }: EvalCase, index: number, trials: number): readonly string[] {
  const tags = labels.length === 0 ? '' : `, ${literal({ tags: tagsOf(labels) })}`
  if (run === 'todo') return [`test.todo(${literal(id)}${tags})`]
  const test = run === undefined ? 'test.concurrent' : `test.concurrent.${run}`
  return trialNames(id, run === 'skip' ? 1 : trials).map((name, trial) => {
    const place = trials === 1 ? `${index}` : `${index}, ${trial + 1}`
    return `${test}(${literal(name)}${tags}, async (context) => await set.runCase(context, ${place}))`
  })
}

/** A stack may name any column of the line: each is that of the last segment before it. */
function mapLine({ at }: Line): SourceMapMappings[number] {
  return at === null ? [] : [[0, 0, at.line - 1, at.column - 1]]
}

/** To tools that count lines, U+2028 and U+2029 end one also within a string. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))
}
