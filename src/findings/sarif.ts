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
const line = z.number().int().positive().optional().catch(undefined)
const location = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z.object({ uri: z.string().optional() }).optional(),
      region: z.object({ startLine: line, endLine: line }).optional(),
    })
    .optional(),
})
const result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  level: z.string().optional(),
  kind: z.unknown().optional(),
  baselineState: z.unknown().optional(),
  suppressions: z.unknown().optional(),
  message: text.optional(),
  locations: z.array(location).catch([]),
})
const report = z.object({
  runs: z.array(
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(rule).catch([]) }) }),
      results: z.array(result).nullish(),
    }),
  ),
})

type Rule = z.infer<typeof rule>
type Result = z.infer<typeof result>

/** Reads the results of a SARIF report that report a defect, in their order; undefined where the value is no SARIF report. */
export function readSarif(value: unknown): Finding[] | undefined {
  const parsed = report.safeParse(value)
  if (!parsed.success) return undefined
  return parsed.data.runs.flatMap(({ tool, results }) =>
    (results ?? []).flatMap((item) => readResult(item, tool.driver.rules)),
  )
}

function readResult(item: Result, rules: readonly Rule[]): Finding[] {
  const known = rules[item.ruleIndex ?? -1] ?? rules.find(({ id }) => id !== undefined && id === item.ruleId)
  const level = item.level ?? known?.defaultConfiguration?.level
  const texts = [item.message?.text, known?.shortDescription?.text, item.ruleId].map((entry) => entry?.trim())
  const text = texts.find((entry) => entry)
  return text === undefined || reportsNoDefect(readFields({ ...item, level })) ? [] : [toFinding(item, text, level)]
}

function toFinding(item: Result, text: string, severity: string | undefined): Finding {
  const place = item.locations.find(({ physicalLocation }) => physicalLocation !== undefined)?.physicalLocation
  const file = toPath(place?.artifactLocation?.uri ?? '')
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
