/**
 * Findings in SARIF 2.1.0 reports.
 *
 * @module
 */
import { z } from 'zod'
import type { Finding } from '../types.js'
import { readFields } from './json-place.js'
import { reportsNoDefect } from './json-status.js'

const text = z.object({ text: z.string() }).partial().catch({})
const message = z
  .object({ text: z.string(), id: z.string(), arguments: z.array(z.string()) })
  .partial()
  .catch({})
const names = { guid: z.string().optional().catch(undefined), name: z.string().optional().catch(undefined) }
const rule = z.object({
  id: z.string().optional(),
  shortDescription: text.optional(),
  messageStrings: z.record(z.string(), text).optional().catch(undefined),
  defaultConfiguration: z.object({ level: z.string().optional() }).optional().catch(undefined),
})
const index = z.number().int().optional().catch(undefined)
const line = z.number().int().positive().optional().catch(undefined)
const artifactLocation = z.object({ uri: z.string().optional(), index })
const location = z.object({
  physicalLocation: z
    .object({
      artifactLocation: artifactLocation.optional(),
      region: z.object({ startLine: line, endLine: line }).optional(),
    })
    .optional(),
})
const owner = z
  .object({ index, ...names })
  .optional()
  .catch(undefined)
const result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: index,
  rule: z.object({ id: z.string().optional(), index, toolComponent: owner }).optional().catch(undefined),
  level: z.string().optional(),
  kind: z.unknown().optional(),
  baselineState: z.unknown().optional(),
  suppressions: z.unknown().optional(),
  message: message.optional(),
  locations: z.array(location).catch([]),
})
const component = z.object({ ...names, rules: z.array(rule).catch([]) })
const run = z.object({
  tool: z.object({ driver: component, extensions: z.array(component).catch([]) }),
  artifacts: z.array(z.object({ location: artifactLocation.optional().catch(undefined) })).catch([]),
  results: z.array(result).nullish(),
})
const report = z.object({ runs: z.array(run) })

type Component = z.infer<typeof component>
type Run = z.infer<typeof run>
type Rule = z.infer<typeof rule>
type Result = z.infer<typeof result>

/** Reads the results of a SARIF report that report a defect, in their order; undefined where the value is no SARIF report. */
export function readSarif(value: unknown): Finding[] | undefined {
  const parsed = report.safeParse(value)
  if (!parsed.success) return undefined
  return parsed.data.runs.flatMap((each) => (each.results ?? []).flatMap((item) => readResult(item, each)))
}

function readResult(item: Result, from: Run): Finding[] {
  const known = ruleOf(item, from.tool)
  const level = item.level ?? known?.defaultConfiguration?.level
  const texts = [readMessage(item.message, known), known?.shortDescription?.text, item.ruleId].map((entry) =>
    entry?.trim(),
  )
  const text = texts.find((entry) => entry)
  return text === undefined || reportsNoDefect(readFields({ ...item, level }))
    ? []
    : [toFinding(item, text, level, from.artifacts)]
}

/** A message stands in the result or, with places for what changes, in its rule. */
function readMessage(given: Result['message'], from: Rule | undefined): string | undefined {
  if (given?.text !== undefined) return given.text
  const pattern = from?.messageStrings?.[given?.id ?? '']?.text
  return pattern?.replace(/\{(\d+)\}/g, (place, index) => given?.arguments?.[Number(index)] ?? place)
}

/** Rules are the tool's own or, as CodeQL groups them, those of its extensions. */
function ruleOf({ ruleId, ruleIndex, rule: named }: Result, { driver, extensions }: Run['tool']): Rule | undefined {
  const id = named?.id ?? ruleId
  const indexed = ownerOf(named?.toolComponent, { driver, extensions })?.rules[named?.index ?? ruleIndex ?? -1]
  // The id may go on behind that of its rule: `CA1000/1`.
  const isOf = (each: Rule) => each.id !== undefined && `${id}/`.startsWith(`${each.id}/`)
  if (id === undefined || (indexed !== undefined && isOf(indexed))) return indexed
  return [driver, ...extensions].flatMap((each) => each.rules).find(isOf) ?? indexed
}

function ownerOf(named: z.infer<typeof owner>, { driver, extensions }: Run['tool']): Component | undefined {
  if (named === undefined) return driver
  if (named.index !== undefined) return extensions[named.index]
  return [driver, ...extensions].find(
    ({ guid, name }) =>
      (named.guid !== undefined && named.guid === guid) || (named.name !== undefined && named.name === name),
  )
}

function toFinding(item: Result, text: string, severity: string | undefined, artifacts: Run['artifacts']): Finding {
  const place = item.locations.find(({ physicalLocation }) => physicalLocation !== undefined)?.physicalLocation
  const { uri, index: artifact = -1 } = place?.artifactLocation ?? {}
  const file = toPath(uri ?? artifacts[artifact]?.location?.uri ?? '')
  const { startLine, endLine = 0 } = place?.region ?? {}
  return {
    text,
    ...(file === '' ? {} : { file }),
    ...(startLine === undefined ? {} : { line: startLine, ...(endLine > startLine ? { lineEnd: endLine } : {}) }),
    ...(severity === undefined ? {} : { severity }),
  }
}

function toPath(uri: string): string {
  const path = uri.replace(/^file:\/\/\/?/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
