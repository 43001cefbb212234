/**
 * The plugin's line in a Vitest or Vite config. A config is changed only where it is certain what it comes to.
 *
 * @module
 */
import { findHindrances, type Hindrance } from './init-collect.js'
import {
  findExport,
  findProperty,
  findReturn,
  findValue,
  isFunction,
  listImports,
  type Node,
  nodeOf,
  nodesOf,
  requiredBy,
  textOf,
  walk,
} from './init-syntax.js'

/** What came of it. */
export type ConfigEdit =
  | { readonly kind: 'edited'; readonly text: string; readonly hindrances: readonly Hindrance[] }
  | { readonly kind: 'present'; readonly hindrances: readonly Hindrance[] }
  | { readonly kind: 'by hand'; readonly why: string }

/** Parses a config. Throws where it is no JavaScript, or no TypeScript that the parser knows. */
export type Parse = (text: string) => Node

const PLUGIN = 'vitest-judge/plugin'
const CONFIG_MODULES = ['vite', 'vitest/config']
const WRAPPERS = ['defineConfig', 'defineProject', 'mergeConfig']

/** Adds import and call of the plugin to a config, in the file's own style. The result has been parsed and read again. */
export function addPlugin(text: string, parse: Parse): ConfigEdit {
  // Parsers differ in whether offsets count a byte order mark.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  try {
    const result = edit(text.slice(mark.length), parse)
    return result.kind === 'edited' ? { ...result, text: mark + result.text } : result
  } catch (error) {
    if (error instanceof Unclear) return { kind: 'by hand', why: error.message }
    throw error
  }
}

/** Why a config is left to a person. */
class Unclear extends Error {}

interface Config {
  readonly text: string
  readonly program: Node
  /** By their names in the file. */
  readonly imports: ReturnType<typeof listImports>
}

function edit(text: string, parse: Parse): ConfigEdit {
  const config = readConfig(text, parse)
  if (hasPlugin(config)) return { kind: 'present', hindrances: hindrancesOf(config) }
  if (callsPlugin(config, config.program)) throw new Unclear('it calls vitestJudge() outside of `plugins`')
  const local = [...config.imports].find(([, { source, name }]) => source === PLUGIN && name === 'vitestJudge')?.[0]
  if (local === undefined && namesPlugin(config))
    throw new Unclear('it uses the plugin or its name in a way of its own')
  const exported = findExport(config.program)
  if (exported === null) throw new Unclear('it does not export its configuration in one place')
  const object = findObject(exported, config)
  const insertions = [
    insertCall(object, `${local ?? 'vitestJudge'}()`, config),
    ...(local === undefined ? [insertImport(config)] : []),
  ]
  const edited = insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((result, { at, end = at, insert }) => result.slice(0, at) + insert + result.slice(end), text)
  const after = readConfig(edited, parse)
  if (!hasPlugin(after)) throw new Unclear('the plugin did not get where it belongs')
  return { kind: 'edited', text: edited, hindrances: hindrancesOf(after) }
}

function readConfig(text: string, parse: Parse): Config {
  try {
    const program = parse(text)
    return { text, program, imports: listImports(program) }
  } catch (error) {
    throw new Unclear(`it could not be read (${(error as Error).message.split('\n', 1)[0]})`)
  }
}

/** Whether the plugin is called in a list of plugins, or in what the names in it stand for. */
function hasPlugin(config: Config): boolean {
  const all = [...walk(config.program)]
  const pending = all.filter(({ type, key }) => type === 'Property' && textOf(nodeOf(key)) === 'plugins')
  const seen = new Set<string>()
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (callsPlugin(config, part)) return true
    const names = [...walk(part)].filter(({ type }) => type === 'Identifier').map(textOf)
    const fresh = names.filter((name) => !seen.has(name))
    for (const name of fresh) seen.add(name)
    pending.push(...all.filter(({ type, id }) => DECLARED.includes(type) && fresh.includes(textOf(nodeOf(id)))))
  }
  return false
}

/** Those of a config that is not one plain object are not known. */
function hindrancesOf(config: Config): readonly Hindrance[] {
  try {
    return findHindrances(findObject(findExport(config.program), config), (part) => callsPlugin(config, part))
  } catch (error) {
    if (error instanceof Unclear) return []
    throw error
  }
}

function callsPlugin({ imports }: Config, part: Node): boolean {
  const isPlugin = (callee: Node | null) => {
    const { source, name } = imports.get(textOf(callee)) ?? {}
    return source === PLUGIN && name === 'vitestJudge'
  }
  return [...walk(part)].some(({ type, callee }) => type === 'CallExpression' && isPlugin(nodeOf(callee)))
}

function namesPlugin({ program, imports }: Config): boolean {
  const isImported = [...imports.values()].some(({ source }) => source === PLUGIN)
  return isImported || [...walk(program)].some((node) => node.type === 'Identifier' && textOf(node) === 'vitestJudge')
}

const DECLARED = ['VariableDeclarator', 'FunctionDeclaration']
const WRAPPED = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

/** The object literal that an expression comes to; with `mergeConfig` the last one, for lists are joined. */
function findObject(node: Node | null, config: Config): Node {
  if (node?.type === 'ObjectExpression') return node
  const inner = node === null ? null : stepInto(node, config)
  if (inner === null) throw new Unclear('its configuration is not one plain object')
  return findObject(inner, config)
}

function stepInto(node: Node, { program, imports }: Config): Node | null {
  if (WRAPPED.includes(node.type)) return nodeOf(node['expression'])
  if (node.type === 'Identifier') return findValue(textOf(node), program)
  if (isFunction(node)) return findReturn(nodeOf(node['body']))
  if (node.type !== 'CallExpression') return null
  const { source = '', name = '' } = imports.get(textOf(nodeOf(node['callee']))) ?? {}
  const isKnown = CONFIG_MODULES.includes(source) && WRAPPERS.includes(name)
  return isKnown ? (nodesOf(node['arguments']).at(-1) ?? null) : null
}

interface Insertion {
  readonly at: number
  /** End of what is replaced; without it nothing is. */
  readonly end?: number
  readonly insert: string
}

function insertCall(object: Node, call: string, config: Config): Insertion {
  const test = nodeOf(findProperty(object, 'test')?.['value'])
  if (test !== null && findProperty(test, 'projects') !== null) {
    throw new Unclear('it has projects, so the plugin goes into each project that has evals')
  }
  const property = findProperty(object, 'plugins')
  const last = nodesOf(object['properties']).findLast(({ type }) => type === 'SpreadElement')
  if (last !== undefined && (property === null || last.start > property.start)) {
    throw new Unclear('it spreads another object, which may have plugins of its own')
  }
  if (property === null) return insertProperty(object, `plugins: [${call}]`, config.text)
  return insertElement(findList(nodeOf(property['value']), config), call, config.text)
}

function findList(node: Node | null, config: Config): Node {
  if (node?.type === 'ArrayExpression') return node
  const isWay = node !== null && (WRAPPED.includes(node.type) || node.type === 'Identifier')
  const inner = isWay ? stepInto(node, config) : null
  if (inner === null) throw new Unclear('its `plugins` is not a plain list')
  return findList(inner, config)
}

/** As the first property, so that comments behind others stay where they are. */
function insertProperty({ start, end, properties }: Node, property: string, text: string): Insertion {
  const [first] = nodesOf(properties)
  const inner = text.slice(start + 1, first?.start ?? end - 1)
  if (first === undefined && inner.trim() === '') return { at: start + 1, end: end - 1, insert: ` ${property} ` }
  const separator = inner.includes('\n')
    ? lineEnd(text) + (first === undefined ? '  ' : indentOf(text, first.start))
    : ' '
  const isTight = inner === ''
  return { at: start + 1, insert: isTight ? `${property}, ` : `${separator}${property},` }
}

/** As the last element, on a line of its own where the last one has that. */
function insertElement({ start, end, elements }: Node, call: string, text: string): Insertion {
  const all = elements as readonly (Node | null)[]
  const last = all.at(-1)
  if (last === null) throw new Unclear('its `plugins` ends in a hole')
  if (last === undefined) {
    const inner = text.slice(start + 1, end - 1)
    return inner.trim() === '' ? { at: start + 1, end: end - 1, insert: call } : { at: start + 1, insert: call }
  }
  const rest = text.slice(last.end, end - 1)
  const [line = ''] = /^[^\r\n]*/.exec(rest) ?? []
  const hasComma = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').includes(',')
  const isOwnLine = line.length < rest.length && hasComma === /^\s*,/.test(line)
  if (!isOwnLine) return { at: last.end, insert: `, ${call}` }
  const added = lineEnd(text) + indentOf(text, last.start) + call
  return {
    at: last.end,
    end: last.end + line.length,
    insert: hasComma ? `${line}${added},` : `,${line}${added}`,
  }
}

/** After the other imports, with their quotes and ends; before all code where there is none. */
function insertImport({ text, program }: Config): Insertion {
  const body = nodesOf(program['body'])
  const isRequire = (node: Node) => nodesOf(node['declarations']).some(({ init }) => requiredBy(nodeOf(init)) !== null)
  const usesModules = body.some(({ type }) => type === 'ExportDefaultDeclaration' || type === 'ImportDeclaration')
  const before = body.findLast((node) => (usesModules ? node.type === 'ImportDeclaration' : isRequire(node)))
  const example = text.slice(before?.start ?? 0, before?.end)
  const quote = /["'](?=[^"']*["'])/.exec(example)?.[0] ?? "'"
  const end = example.trimEnd().endsWith(';') ? ';' : ''
  const source = quote + PLUGIN + quote
  const line = usesModules ? `import { vitestJudge } from ${source}` : `const { vitestJudge } = require(${source})`
  if (before !== undefined) {
    const comment = /^[ \t]*(?:\/\/.*)?(?=\r?\n|$)/.exec(text.slice(before.end))?.[0] ?? ''
    return { at: before.end + comment.length, insert: lineEnd(text) + indentOf(text, before.start) + line + end }
  }
  // Directives and comments such as `// @ts-check` count only at the top.
  const head = /^(?:(?:#!|\/\/|["']use strict["'])[^\n]*\n|[ \t]*\r?\n)*/.exec(text)?.[0] ?? ''
  return { at: head.length, insert: line + end + lineEnd(text) }
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** White space at the beginning of the line of an offset. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}
