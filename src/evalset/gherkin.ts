/**
 * Scenarios of Gherkin, expanded: one for each row of an outline, the background before each.
 *
 * @module
 */
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin'
import { badInput } from '../errors.js'

type Document = ReturnType<Parser<unknown>['parse']>
type Feature = NonNullable<Document['feature']>
type Pickle = ReturnType<typeof compile>[number]
type ScenarioNode = NonNullable<Feature['children'][number]['scenario']>
type Step = ScenarioNode['steps'][number]

/** A scenario, or one row of an outline. */
export interface Scenario {
  readonly name: string
  /** Line of the scenario in its file, the same for all rows of an outline. */
  readonly line: number
  /** Tags without their `@`, those of its feature, rule and examples included. */
  readonly labels: readonly string[]
  /** What is given and done, one step a line. */
  readonly input: string
  /** What is then to be seen, one step a line, without keywords. */
  readonly expected: string
}

/**
 * Reads scenarios. Lines that are empty keep the place of what stands there in the file.
 *
 * @param file - As messages shall show it.
 * @throws {@link InputError} with file and line where it is no Gherkin, and where a scenario lacks name, rows, input or outcome.
 */
export function readScenarios(lines: readonly string[], file: string): readonly Scenario[] {
  return splitFeatures(lines).flatMap((part) => readFeature(part, file))
}

/** One feature's lines. Gherkin allows one feature with one background a file, Markdown any number. */
interface FeaturePart {
  readonly lines: readonly string[]
  /** Lines before it. */
  readonly before: number
}

const FEATURE = /^\s*Feature:/
const LANGUAGE = /^\s*#\s*language\s*:/

function splitFeatures(lines: readonly string[]): readonly FeaturePart[] {
  const starts = [0]
  let hasScenario = false
  for (const [index, line] of blankQuotes(lines).entries()) {
    const isAgain = hasScenario && /^\s*Background:/.test(line)
    if (FEATURE.test(line) || LANGUAGE.test(line) || isAgain) starts.push(startOfTags(lines, index))
    if (/^\s*(?:Rule|Feature|Background):/.test(line)) hasScenario = false
    if (/^\s*(?:Scenario|Scenario Outline|Scenario Template|Example):/.test(line)) hasScenario = true
  }
  return starts.map((start, index) => ({ lines: lines.slice(start, starts[index + 1]), before: start }))
}

/** The lines without the text of doc strings, in which keywords are none. */
function blankQuotes(lines: readonly string[]): readonly string[] {
  let open: string | null = null
  return lines.map((line) => {
    const mark = /^\s*("""|```)/.exec(line)?.[1] ?? null
    const isInside = open !== null
    if (!isInside) open = mark
    else if (mark === open) open = null
    return isInside ? '' : line
  })
}

function startOfTags(lines: readonly string[], index: number): number {
  let start = index
  while (/^\s*@/.test(lines[start - 1] ?? '')) start--
  return start
}

function readFeature({ lines, before }: FeaturePart, file: string): readonly Scenario[] {
  const first = lines.find((line) => line.trim() !== '' && !/^\s*@/.test(line))
  if (first === undefined) return []
  // One line before it in any case, so that line numbers are off by the same.
  const hasOwn = FEATURE.test(first) || LANGUAGE.test(first)
  const shift = before - 1
  let count = 0
  const newId = () => String(count++)
  const document = parse([hasOwn ? '' : 'Feature:', ...lines].join('\n'), newId, (line, column, hint) =>
    badInput(file, {
      place: 'the line',
      expected: 'Gherkin',
      received: lines[line - 2]?.trim() ?? 'the end of the text',
      line: line + shift,
      column,
      hint,
    }),
  )
  const nodes = listScenarios(document.feature)
  const pickles = new Map<string, Pickle[]>(nodes.map(({ id }) => [id, []]))
  for (const pickle of compile(document, file, newId)) pickles.get(pickle.astNodeIds[0] ?? '')?.push(pickle)
  const steps = new Map(listSteps(document.feature).map((step) => [step.id, step]))
  return nodes.flatMap((node) => {
    const line = node.location.line + shift
    checkNode(node, file, line)
    return (pickles.get(node.id) ?? []).map((pickle) => checkScenario(toScenario(pickle, steps, line), file))
  })
}

function parse(
  text: string,
  newId: () => string,
  fault: (line: number, column: number, hint: string) => Error,
): Document {
  try {
    return new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text)
  } catch (error) {
    const [first = error] = (error as { errors?: readonly unknown[] }).errors ?? []
    const { location, message } = first as Error & { location?: { line: number; column?: number } }
    if (location === undefined) throw error
    const isList = message.includes('expected: #')
    const hint = isList
      ? 'Each step stands on one line and begins with Given, When, Then, And or But; prose after steps needs an empty line before it.'
      : `Gherkin says: ${message.replace(/^\(\d+:\d+\): /, '')}.`
    throw fault(location.line, location.column ?? 1, hint)
  }
}

function listScenarios(feature: Feature | undefined): readonly ScenarioNode[] {
  const children = feature?.children.flatMap(({ rule, ...child }) => (rule === undefined ? [child] : rule.children))
  return (children ?? []).flatMap(({ scenario }) => (scenario === undefined ? [] : [scenario]))
}

function listSteps(feature: Feature | undefined): readonly Step[] {
  const children = feature?.children.flatMap(({ rule, ...child }) => [child, ...(rule?.children ?? [])])
  return (children ?? []).flatMap(({ background, scenario }) => (background ?? scenario)?.steps ?? [])
}

function checkNode({ name, keyword, examples }: ScenarioNode, file: string, line: number): void {
  if (name.trim() === '') {
    throw badInput(file, { place: 'the scenario', expected: 'named', received: `${keyword}:`, line })
  }
  const isOutline = examples.length > 0 || /outline|template/i.test(keyword)
  if (!isOutline || examples.some(({ tableBody }) => tableBody.length > 0)) return
  const expected = 'followed by Examples with at least one row'
  throw badInput(file, { place: 'the scenario', expected, received: name, line })
}

function checkScenario(scenario: Scenario, file: string): Scenario {
  const { name, line, input, expected } = scenario
  const fault = (phrase: string, hint: string) =>
    badInput(file, { place: 'the scenario', expected: phrase, received: name, line, hint })
  if (input === '') throw fault('one with a Given or When step', 'They become the input of the case.')
  if (expected === '') throw fault('one with a Then step', 'It says what the case expects.')
  return scenario
}

function toScenario({ name, tags, steps }: Pickle, nodes: ReadonlyMap<string, Step>, line: number): Scenario {
  const written = steps.map((step) => {
    const node = nodes.get(step.astNodeIds[0] ?? '')
    const { dataTable, docString } = step.argument ?? {}
    const rows = dataTable?.rows.map(({ cells }) => `| ${cells.map(({ value }) => value).join(' | ')} |`) ?? []
    const text = [step.text, ...rows, ...(docString === undefined ? [] : [docString.content])].join('\n')
    return { isOutcome: step.type === 'Outcome', keyword: node?.keyword ?? '', text }
  })
  const inputs = written.filter(({ isOutcome }) => !isOutcome)
  return {
    name,
    line,
    labels: [...new Set(tags.map((tag) => tag.name.slice(1)))],
    input: inputs.map(({ keyword, text }) => keyword + text).join('\n'),
    expected: written
      .filter(({ isOutcome }) => isOutcome)
      .map(({ text }) => text)
      .join('\n'),
  }
}
