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
const location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string().optional() }).optional(),
    region: z.object({ startLine: z.number().optional(), endLine: z.number().optional() }).optional(),
  }),
})
const result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  level: z.string().optional(),
  kind: z.unknown().optional(),
  baselineState: z.unknown().optional(),
  suppressions: z.unknown().optional(),
  message: text.optional(),
  locations: z.array(location).catch([]).default([]),
})
const report = z.object({
  runs: z.array(
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(rule).catch([]).default([]) }) }),
      results: z.array(result).nullish(),
    }),
  ),
})

type Rule = z.infer<typeof rule>
type Result = z.infer<typeof result>

/** Reads the results of a SARIF report that report a defect, in their order, or undefined where the value is no SARIF report. */
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
  return reportsNoDefect(readFields({ ...item, level })) ? [] : [toFinding(item, known, level)]
}

function toFinding(item: Result, known: Rule | undefined, severity: string | undefined): Finding {
  const place = item.locations[0]?.physicalLocation
  const file = place?.artifactLocation?.uri?.replace(/^file:\/\/\/?/, '')
  const { startLine, endLine } = place?.region ?? {}
  return {
    text: item.message?.text ?? known?.shortDescription?.text ?? item.ruleId ?? '',
    ...(file === undefined ? {} : { file }),
    ...(startLine === undefined ? {} : { line: startLine }),
    ...(startLine !== undefined && endLine !== undefined && endLine > startLine ? { lineEnd: endLine } : {}),
    ...(severity === undefined ? {} : { severity }),
  }
}
