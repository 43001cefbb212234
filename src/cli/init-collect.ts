/**
 * What in a config keeps Vitest from finding the evals, though the plugin is there.
 *
 * @module
 */
import picomatch from 'picomatch'
import { oneLine } from '../text.js'
import { findProperty, type Node, nodeOf, nodesOf, textOf, walk } from './init-syntax.js'

/** One setting, and what to change. */
export interface Hindrance {
  readonly why: string
  readonly line: string
}

/** Files as `init` and people put them there. */
const EVALS = ['evals/example.evalset.json', 'evals/example.eval.ts']
const PROJECT = "{ plugins: [vitestJudge()], test: { name: 'evals', include: [] } }"

/**
 * Looks at a config's settings that are plain texts; what others come to is not known here.
 *
 * @param callsPlugin - Whether the plugin is called in a part of the config.
 */
export function findHindrances(config: Node, callsPlugin: (part: Node) => boolean): readonly Hindrance[] {
  const test = nodeOf(findProperty(config, 'test')?.['value'])
  const projects = test && nodeOf(findProperty(test, 'projects')?.['value'])
  if (!projects) return ofOne(config, test)
  const own = nodesOf(projects['elements']).filter(
    (part) => part.type === 'ObjectExpression' && takesPlugin(part, callsPlugin),
  )
  if (own.length === 0) {
    return [{ why: 'none of its `test.projects` is seen to have the plugin', line: `${PROJECT}, among the projects` }]
  }
  const found = own.map((part) => ofOne(part, nodeOf(findProperty(part, 'test')?.['value'])))
  return found.some((each) => each.length === 0) ? ofOne(config, null) : found.flat()
}

/** Of its own, or by taking all that the config has beside its projects. */
function takesPlugin(project: Node, callsPlugin: (part: Node) => boolean): boolean {
  return nodeOf(findProperty(project, 'extends')?.['value'])?.['value'] === true || callsPlugin(project)
}

function ofOne(config: Node, test: Node | null): readonly Hindrance[] {
  const root = settingOf(config, 'root') ?? (test && settingOf(test, 'root'))
  const dir = test && settingOf(test, 'dir')
  return [
    ...(root && isElsewhere(root)
      ? [
          {
            why: `its \`root\` is ${shown(root)}, and files are looked for below it only`,
            line: "root: '.', or move evals/ below it",
          },
        ]
      : []),
    ...(dir && isElsewhere(dir)
      ? [
          {
            why: `its \`test.dir\` is ${shown(dir)}, and files are looked for below it only`,
            line: `include: ['${oneLine(dir, 80).replace(/\/$/, '')}/**/*.{test,spec}.?(c|m)[jt]s?(x)'], in place of \`dir\``,
          },
        ]
      : []),
    ...excludesOf(test).map((pattern) => ({
      why: `its \`test.exclude\` has ${shown(pattern)}, which leaves evals/ out`,
      line: `exclude without ${shown(pattern)}: evals run only when their path is given`,
    })),
  ]
}

function settingOf(object: Node, name: string): string | null {
  return textOf(nodeOf(findProperty(object, name)?.['value'])) || null
}

function isElsewhere(path: string): boolean {
  return !/^(?:\.\/?|(?:\.\/)?evals\/?)$/.test(path)
}

function excludesOf(test: Node | null): readonly string[] {
  const value = test && nodeOf(findProperty(test, 'exclude')?.['value'])
  const patterns = value ? [...walk(value)].filter(({ type }) => type === 'Literal').map(textOf) : []
  return patterns.filter((pattern) => pattern !== '' && EVALS.some((file) => picomatch.isMatch(file, pattern)))
}

function shown(text: string): string {
  return `'${oneLine(text, 80)}'`
}
