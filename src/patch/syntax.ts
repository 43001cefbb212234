/**
 * How languages write comments and strings, as far as telling code from comment needs it.
 *
 * @module
 */

/** What to look for in a line of code. */
export interface Syntax {
  /** Strings, comments up to the end of the line, and what opens a block. Every match takes all that it can: no backtracking. */
  readonly piece: RegExp
  readonly language: 'python' | 'slash' | 'hash' | 'plain'
}

const QUOTED = String.raw`"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?`
const PYTHON: Syntax = { language: 'python', piece: new RegExp(`"""|'''|${QUOTED}|#.*`, 'g') }
const HASH: Syntax = { language: 'hash', piece: new RegExp(`${QUOTED}|#.*`, 'g') }
const SLASH: Syntax = {
  language: 'slash',
  piece: new RegExp(String.raw`/\*|//.*|${QUOTED}|${'`'}(?:\\.|[^${'`'}\\])*${'`'}?`, 'g'),
}
const PHP: Syntax = { language: 'slash', piece: new RegExp(String.raw`/\*|//.*|#(?!\[).*|${QUOTED}`, 'g') }
const PLAIN: Syntax = { language: 'plain', piece: /(?!)/g }

const BY_ENDING: ReadonlyMap<string, Syntax> = new Map([
  ...endings('py pyi pyx pxd pxi', PYTHON),
  ...endings('rb rake sh bash zsh fish pl pm r ex exs yml yaml toml ini cfg conf mk cmake tcl nix', HASH),
  ...endings('js jsx mjs cjs ts tsx mts cts vue svelte go rs java kt kts scala groovy gradle swift dart', SLASH),
  ...endings('c h cc hh cpp hpp cxx hxx m mm cs css scss less proto zig sol', SLASH),
  ...endings('php phtml', PHP),
])

function endings(list: string, syntax: Syntax): [string, Syntax][] {
  return list.split(' ').map((ending) => [ending, syntax])
}

/** The syntax that a file's ending stands for; a file without a known ending is taken as it is. */
export function syntaxOf(path: string): Syntax {
  return BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? PLAIN
}
