/**
 * What has to be known of a config's syntax tree to change it.
 *
 * @module
 */

/** A node of an ESTree, as Vite's parser gives it. Offsets are those of the text. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A name that a module brings in by `import` or `require`. */
export interface Imported {
  readonly source: string
  /** Its name there. */
  readonly name: string
}

/** The names that the file brings in, by their name in it; those of types are none. */
export function listImports(program: Node): ReadonlyMap<string, Imported> {
  return new Map(nodesOf(program['body']).flatMap(importsOf))
}

function importsOf(statement: Node): readonly (readonly [string, Imported])[] {
  if (statement.type === 'ImportDeclaration') {
    const source = textOf(nodeOf(statement['source']))
    const specifiers = isType(statement) ? [] : nodesOf(statement['specifiers']).filter((each) => !isType(each))
    return specifiers.map(({ imported, local }) => [textOf(nodeOf(local)), { source, name: textOf(nodeOf(imported)) }])
  }
  if (statement.type !== 'VariableDeclaration') return []
  return nodesOf(statement['declarations']).flatMap(({ id, init }) => {
    const source = requiredBy(nodeOf(init))
    if (source === null) return []
    const names = nodesOf(nodeOf(id)?.['properties']).map(
      ({ key, value }) => [textOf(nodeOf(value)), { source, name: textOf(nodeOf(key)) }] as const,
    )
    return names.length > 0 ? names : [[textOf(nodeOf(id)), { source, name: '' }] as const]
  })
}

function isType({ importKind }: Node): boolean {
  return importKind === 'type'
}

/** The module that `require('…')` names. */
export function requiredBy(node: Node | null): string | null {
  if (node?.type !== 'CallExpression' || textOf(nodeOf(node['callee'])) !== 'require') return null
  return textOf(nodesOf(node['arguments'])[0] ?? null) || null
}

/** What the file exports as its config: `export default …` or `module.exports = …`; null where there is not exactly one. */
export function findExport(program: Node): Node | null {
  const found = nodesOf(program['body']).flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return [nodeOf(statement['declaration'])]
    const expression = nodeOf(statement['expression'])
    if (statement.type !== 'ExpressionStatement' || expression?.type !== 'AssignmentExpression') return []
    const left = nodeOf(expression['left'])
    const target = `${textOf(nodeOf(left?.['object']))}.${textOf(nodeOf(left?.['property']))}`
    return target === 'module.exports' ? [nodeOf(expression['right'])] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** What a function returns, where it returns in one place only and on every way through it. */
export function findReturn(body: Node | null): Node | null {
  if (body?.type !== 'BlockStatement') return body
  const returns = [...walk(body, (node) => !isFunction(node))].filter(({ type }) => type === 'ReturnStatement')
  const [only] = returns
  if (returns.length !== 1 || only === undefined || !nodesOf(body['body']).includes(only)) return null
  return nodeOf(only['argument'])
}

/** Whether a node is a function. */
export function isFunction({ type }: Node): boolean {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type)
}

/**
 * The value of a name that is declared once and used once, so that nobody changes it in between; null for any other name.
 */
export function findValue(name: string, program: Node): Node | null {
  const uses = [...walk(program)].filter((node) => node.type === 'Identifier' && textOf(node) === name)
  const [declarator] = [...walk(program)].filter(
    (node) => node.type === 'VariableDeclarator' && textOf(nodeOf(node['id'])) === name,
  )
  return uses.length === 2 && declarator !== undefined ? nodeOf(declarator['init']) : null
}

/** The property of an object literal, null where it has none of that name. */
export function findProperty(object: Node, name: string): Node | null {
  const all = nodesOf(object['properties'])
  return all.find(({ key, computed }) => computed !== true && textOf(nodeOf(key)) === name) ?? null
}

/** A node and all below it. Names of properties are left out: they name no variable. */
export function* walk(node: Node, enter: (node: Node) => boolean = () => true): Generator<Node> {
  const pending = [node]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next
    if (next === node || enter(next)) pending.push(...childrenOf(next))
  }
}

const NAMES: Readonly<Record<string, string>> = { Property: 'key', MemberExpression: 'property' }

function childrenOf(node: Node): readonly Node[] {
  const skipped = node['computed'] === true ? undefined : NAMES[node.type]
  return Object.entries(node).flatMap(([field, value]) => (field === skipped ? [] : [value].flat().filter(isNode)))
}

/** The name of an identifier or the value of a string; empty for all else. */
export function textOf(node: Node | null): string {
  const text = node?.type === 'Identifier' ? node['name'] : node?.['value']
  return typeof text === 'string' ? text : ''
}

/** The node in a field, or null. */
export function nodeOf(field: unknown): Node | null {
  return isNode(field) ? field : null
}

/** The nodes in a list, without its holes. */
export function nodesOf(field: unknown): readonly Node[] {
  return Array.isArray(field) ? field.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}
