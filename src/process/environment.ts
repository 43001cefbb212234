/**
 * What of this process's environment reaches the programs that it runs.
 *
 * @module
 */

/** Everything else, keys above all, is none of a program's business unless somebody names it. */
const KEPT =
  /^(?:path|home|user|logname|lang|lc_\w+|term|tmpdir|shell|tz|xdg_\w+|(?:https?|no)_proxy|systemroot|comspec|pathext|temp|tmp|userprofile|appdata|localappdata|programdata)$/i

/** The variables that programs need to run, and those that are added. */
export function programEnvironment(added: Readonly<Record<string, string>>): Record<string, string> {
  return { ...pickVariables((name) => KEPT.test(name)), ...added }
}

/** The variables of these names, as far as they are set. */
export function namedVariables(names: readonly string[]): Record<string, string> {
  return pickVariables((name) => names.includes(name))
}

function pickVariables(wanted: (name: string) => boolean): Record<string, string> {
  const all = Object.entries(process.env)
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined && wanted(entry[0])),
  )
}
