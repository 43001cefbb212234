/**
 * What in a response is not the agent's answer: what it was asked, what it thought, and what it told to its tools and heard from
 * them.
 *
 * @module
 */
type Fields = Readonly<Record<string, unknown>>

const OTHERS = ['user', 'system', 'developer', 'tool', 'function', 'toolresult', 'human']
const OTHER_BLOCKS =
  /^(?:server_|mcp_|dynamic-)?tool|_tool_result$|_call(?:_output)?$|^(?:redacted_)?thinking$|^reasoning$/
const TOOL_FIELDS = /^(?:tool_?(?:calls?|results?|uses?|invocations?)|function_?calls?)$/i
const ARGUMENTS = ['args', 'arguments', 'input', 'parameters']

/** A message or block of another kind than what the agent says. */
export function isOthers({ role, type, tool, toolName }: Fields): boolean {
  return (
    (typeof role === 'string' && OTHERS.includes(role.toLowerCase())) ||
    (typeof type === 'string' && OTHER_BLOCKS.test(type)) ||
    typeof tool === 'string' ||
    typeof toolName === 'string'
  )
}

/** A field that holds calls of tools, or the arguments of one. */
export function isOfTool(field: string, { name }: Fields): boolean {
  return TOOL_FIELDS.test(field) || (typeof name === 'string' && ARGUMENTS.includes(field))
}
