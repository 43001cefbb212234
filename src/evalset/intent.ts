/**
 * A draft eval set from the scenarios of an intent file (spec/eval-sets.md, "Scaffolding").
 *
 * @module
 */
import { badInput, InputError } from '../errors.js'
import { readOutline, type Section } from '../findings/outline.js'
import { oneLine, stripHidden } from '../text.js'
import { DEFAULT_DIMENSIONS } from './defaults.js'
import { readScenarios, type Scenario } from './gherkin.js'
import { pickGherkin } from './gherkin-lines.js'
import { explainPattern } from './pattern.js'

/** What an intent file comes to. */
export interface Intent {
  /** Name of the set as files have it. */
  readonly feature: string
  /** The set as its file has it. */
  readonly set: object
  /** How many cases it holds. */
  readonly cases: number
  /** Placeholders of a template that nobody has filled in, such as `{scenario name}`, and where. */
  readonly blanks: readonly Blank[]
}

/** A placeholder and the lines of the scenarios that hold it; none where it stands outside of them. */
export interface Blank {
  readonly text: string
  readonly lines: readonly number[]
}

/**
 * Reads an intent file: one draft case a scenario, or a row of an outline.
 *
 * @param file - As messages shall show it. One ending in `.feature` is Gherkin as a whole, any other one Markdown.
 * @throws {@link InputError} naming file and line: no scenario, no Gherkin, a scenario without name, input or outcome, a name
 * that stands twice.
 */
export function readIntent(source: string, file: string): Intent {
  const text = stripHidden(source)
  const isMarkdown = !file.endsWith('.feature')
  const scenarios = readScenarios(pickGherkin(text, isMarkdown), file)
  if (scenarios.length === 0) {
    throw new InputError(
      `${file}: expected it to hold at least one scenario, but there is none. A scenario begins with a line "Scenario: NAME" and has Given, When and Then.`,
    )
  }
  checkNames(scenarios, file)
  const mustNot = isMarkdown ? listForbidden(text) : []
  checkPatterns(scenarios, mustNot, file)
  const name = nameFeature(text, file)
  const feature = slug(name) || 'intent'
  return {
    feature,
    set: draftSet(feature, scenarios, mustNot),
    cases: scenarios.length,
    blanks: listBlanks([name, ...mustNot], scenarios),
  }
}

function draftSet(feature: string, scenarios: readonly Scenario[], mustNot: readonly string[]): object {
  const takeId = idMaker()
  return {
    version: 1,
    feature,
    draft: true,
    rubric: {
      dimensions: DEFAULT_DIMENSIONS.map(({ name, weight, invert }) => ({ name, weight, ...(invert && { invert }) })),
      pass_threshold: 0.75,
      invert_mode: 'complement',
    },
    cases: scenarios.map(({ name, labels, input, expected }) => ({
      id: takeId(name),
      input,
      expected,
      ...(labels.length > 0 && { labels }),
      ...(mustNot.length > 0 && { must_not: mustNot }),
    })),
  }
}

/** Rows of one outline may share a name, and so may scenarios of a template. */
function checkNames(scenarios: readonly Scenario[], file: string): void {
  const lines = new Map<string, number>()
  for (const { name, line } of scenarios) {
    const other = lines.get(name)
    if (other !== undefined && other !== line && findBlanks(name).length === 0) {
      const expected = `unlike that of the scenario at line ${other}`
      throw badInput(file, { place: 'the name of the scenario', expected, received: name, line })
    }
    lines.set(name, line)
  }
}

function checkPatterns(scenarios: readonly Scenario[], mustNot: readonly string[], file: string): void {
  const texts = [
    ...scenarios.map(({ expected, line }) => ({ text: expected, place: 'the Then step', line })),
    ...mustNot.map((text) => ({ text, place: 'a constraint' })),
  ]
  for (const { text, ...at } of texts) {
    const fault = explainPattern(text)
    if (fault === null) continue
    throw badInput(file, {
      ...at,
      expected: 'a regular expression after `re:`',
      received: text,
      hint: `${oneLine(fault, 300)}.`,
    })
  }
}

/** By `# Intent: NAME`, else `Feature: NAME`, else the file's name. */
function nameFeature(text: string, file: string): string {
  const found = /^ {0,3}#{1,6} +Intent: *(\S.*)$/m.exec(text) ?? /^ *(?:#{1,6} +)?Feature: *(\S.*)$/m.exec(text)
  const base = file.split(/[\\/]/).at(-1) ?? file
  return found?.[1]?.trim() ?? base.replace(/(?<=.)\.[^.]*$/, '')
}

/** What the bullets under Constraints forbid: those that begin with must not, never or no, without these words. */
function listForbidden(markdown: string): readonly string[] {
  const items = listSections(readOutline(markdown))
    .filter(({ title }) => /^(?:\d+[.)]? *)?constraints\b/i.test(title))
    .flatMap(listItems)
  const forbidden = items.flatMap(({ title }) => {
    const found = /^(?:must\s+not|never|no)[\s:]+(\S.*)$/is.exec(title.replace(/\*\*|__|`/g, ''))
    return found?.[1] === undefined ? [] : [oneLine(found[1], 1000).replace(/\.$/, '')]
  })
  return [...new Set(forbidden)]
}

function listSections(section: Section): readonly Section[] {
  return [section, ...section.children.flatMap(listSections)]
}

function listItems(section: Section): readonly Section[] {
  const items = section.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []))
  return [...items, ...[...items, ...section.children].flatMap(listItems)]
}

/** Letters and digits of any script, in at most 80 characters. */
function slug(name: string): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, 80).join('').replace(/-$/, '')
}

function idMaker(): (name: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (name) => {
    const base = slug(name) || 'case'
    let count = counts.get(base) ?? 0
    let id: string
    do {
      count++
      id = count === 1 ? base : `${base}-${count}`
    } while (taken.has(id))
    counts.set(base, count)
    taken.add(id)
    return id
  }
}

/** Text in braces that is no JSON, no variable and no part of a path. */
function findBlanks(text: string): readonly string[] {
  return text.match(/(?<![$/\w{])\{\p{L}[^{}"'\n]*\}/gu) ?? []
}

function listBlanks(texts: readonly string[], scenarios: readonly Scenario[]): readonly Blank[] {
  const lines = new Map<string, Set<number>>()
  for (const blank of texts.flatMap(findBlanks)) lines.set(blank, new Set())
  for (const { name, input, expected, line } of scenarios) {
    for (const blank of [name, input, expected].flatMap(findBlanks)) {
      lines.set(blank, (lines.get(blank) ?? new Set()).add(line))
    }
  }
  return [...lines].map(([text, found]) => ({ text, lines: [...found] }))
}
