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
const rule = z.object({
  id: z.string().optional(),
  shortDescription: text.optional(),
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
const result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: index,
  rule: z
    .object({ id: z.string().optional(), index, toolComponent: z.object({ index }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  level: z.string().optional(),
  kind: z.unknown().optional(),
  baselineState: z.unknown().optional(),
  suppressions: z.unknown().optional(),
  message: text.optional(),
  locations: z.array(location).catch([]),
})
const component = z.object({ rules: z.array(rule).catch([]) })
const run = z.object({
  tool: z.object({ driver: component, extensions: z.array(component).catch([]) }),
  artifacts: z.array(z.object({ location: artifactLocation.optional().catch(undefined) })).catch([]),
  results: z.array(result).nullish(),
})
const report = z.object({ runs: z.array(run) })

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
  const texts = [item.message?.text, known?.shortDescription?.text, item.ruleId].map((entry) => entry?.trim())
  const text = texts.find((entry) => entry)
  return text === undefined || reportsNoDefect(readFields({ ...item, level }))
    ? []
    : [toFinding(item, text, level, from.artifacts)]
}

/** Rules are the tool's own or, as CodeQL groups them, those of its extensions. */
function ruleOf({ ruleId, ruleIndex, rule: named }: Result, { driver, extensions }: Run['tool']): Rule | undefined {
  const owner = named?.toolComponent?.index
  const { rules } = (owner === undefined ? driver : extensions[owner]) ?? driver
  const id = named?.id ?? ruleId
  const byId = () => [driver, ...extensions].flatMap((each) => each.rules).find((each) => each.id === id)
  return rules[named?.index ?? ruleIndex ?? -1] ?? (id === undefined ? undefined : byId())
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
