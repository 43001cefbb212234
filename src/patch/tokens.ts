/**
 * Tokens of code in any language, free of layout: no white space, one kind of quotes, no semicolons, no trailing commas.
 *
 * @module
 */

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\w.]*|[^\s\w;]/gu
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}'])

/** Splits lines into names, numbers and single signs. Words in strings are tokens of their own. */
export function readTokens(lines: readonly string[]): string[] {
  const tokens: string[] = lines.join('\n').replaceAll("'", '"').match(TOKEN) ?? []
  return tokens.filter((token, at) => token !== ',' || !CLOSING.has(tokens[at + 1] ?? ''))
}

/** The names of two and more characters among the tokens of some lines, words in strings included. */
export function readNamesIn(lines: readonly string[]): Set<string> {
  return new Set(readTokens(lines).filter((token) => token.length > 1 && /^[\p{L}_$]/u.test(token)))
}

/** How often each token is added, less how often it is removed. */
export type NetChange = ReadonlyMap<string, number>

/** Counts what a change adds and removes on balance, so that moved code weighs nothing. */
export function netChange(added: readonly string[], removed: readonly string[]): NetChange {
  const net = new Map<string, number>()
  for (const token of added) net.set(token, (net.get(token) ?? 0) + 1)
  for (const token of removed) net.set(token, (net.get(token) ?? 0) - 1)
  return net
}

/** How two net changes agree. */
export interface TokenAgreement {
  /** F1 of the signed counts, 0-1; 1 where neither changes anything on balance. */
  readonly f1: number
  /** Tokens with their sign, such as `+name`, that both change the same way, most frequent first. */
  readonly shared: readonly string[]
  /** Tokens that only the gold changes, or changes more often. */
  readonly missing: readonly string[]
}

/** Compares two net changes token by token: `2 * shared / (gold + candidate)`. */
export function compareNet(gold: NetChange, candidate: NetChange): TokenAgreement {
  const shared: [string, number][] = []
  const missing: [string, number][] = []
  for (const [token, times] of gold) {
    const both = sharedTimes(times, candidate.get(token) ?? 0)
    const name = `${times > 0 ? '+' : '-'}${token}`
    if (both > 0) shared.push([name, both])
    if (both < Math.abs(times)) missing.push([name, Math.abs(times) - both])
  }
  const all = sizeOf(gold) + sizeOf(candidate)
  const agreed = shared.reduce((sum, [, times]) => sum + times, 0)
  return { f1: all === 0 ? 1 : (2 * agreed) / all, shared: byFrequency(shared), missing: byFrequency(missing) }
}

function sharedTimes(gold: number, candidate: number): number {
  return gold * candidate > 0 ? Math.min(Math.abs(gold), Math.abs(candidate)) : 0
}

function sizeOf(net: NetChange): number {
  let size = 0
  for (const times of net.values()) size += Math.abs(times)
  return size
}

function byFrequency(tokens: readonly [string, number][]): string[] {
  return tokens.toSorted((a, b) => b[1] - a[1]).map(([name]) => name)
}
