/**
 * A judge that answers as the material under judgement says, so that each test carries its own verdict: `value=7` for the
 * values of rubrics and checklists, `depth=3` for one of them, `task_success=0.4` for a dimension of an eval set,
 * `wait=300` for the milliseconds that it takes, `refuse` and `late` for no answer. Configs in the folders of tests import
 * it by its path. What it sees of known issues the challenge says: `sees ID "quote"`. Of two sides each goes by its own
 * response; behaviours are demonstrated by `does ID`, a chain is rated by `rating=poor`, and a patch by `verdict=different`.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CallError, type JudgeModel, type JudgeRequest, scriptedModel } from 'vitest-judge'
import { answerReview } from './review-judge.js'

/** What an answer depends on, of a request in either form. */
export type Asked = Pick<JudgeRequest, 'schema' | 'system' | 'user'>

/**
 * The judge of most configs.
 *
 * @public Imported by the configs that tests write.
 */
export const judge: JudgeModel = scriptedModel({
  async reply(request) {
    const text = materialOf(request)
    // Unreferenced: a question that nobody waits for any more must not hold the process.
    await sleep(numberAfter(text, 'wait') ?? 0, undefined, { ref: false })
    if (/\blate\b/.test(text)) throw new CallError('deadline', 'the judge is late')
    if (/\brefuse\b/.test(text)) return { stop: 'refused', detail: 'category: none given' }
    return answerOf(request)
  },
})

/** The answer to a request, without delay. */
export function answerOf(request: Asked): unknown {
  const text = materialOf(request)
  const properties = propertiesOf(request.schema)
  const { scores, baseline_findings, baseline_behaviors, contestants, teams, rating, human_comments } = properties
  if (scores !== undefined) return answerRubric(text, Object.keys(propertiesOf(scores)))
  if (baseline_findings !== undefined) {
    return answerChecklist(text, request.system.at(-1)?.text ?? '', idsOf(baseline_findings))
  }
  if (contestants !== undefined)
    return answerSides(text, 'contestants', contestants, (name) => `response_${name.toLowerCase()}`)
  if (teams !== undefined) return answerSides(text, 'teams', teams, (name) => `${name}_response`)
  if (baseline_behaviors !== undefined) return answerBehaviours(text, idsOf(baseline_behaviors))
  if (human_comments !== undefined) return answerReview(request)
  if (rating !== undefined) {
    return { evidence: [], reasoning: 'as the text says', rating: /rating=(\w+)/.exec(text)?.[1] ?? 'good' }
  }
  return properties.verdict === undefined
    ? answerDimension(request)
    : answerPatches(text, request.system.at(-1)?.text ?? '')
}

function answerDimension(request: Asked): unknown {
  const name = request.user.map((part) => /^Dimension: (\S+)/.exec(part.text)?.[1]).find(Boolean) ?? ''
  const score = numberAfter(materialOf(request), name) ?? 1
  return { evidence: [], justification: `${name} as the text says`, score }
}

function answerRubric(text: string, names: readonly string[]): unknown {
  const value = numberAfter(text, 'value') ?? 9
  const scores = names.map((name) => {
    const own = numberAfter(text, name) ?? value
    return [name, { evidence: [], reasoning: `the text says ${own}`, value: own }]
  })
  return { scores: Object.fromEntries(scores), assessment: 'as the text says' }
}

function answerSides(text: string, field: string, sides: unknown, materialOfSide: (name: string) => string): unknown {
  const answers = Object.entries(propertiesOf(sides)).map(([name, side]) => {
    const [, own = ''] = text.split(` name="${materialOfSide(name)}">\n`)
    return [
      name,
      answerRubric(own.split('\n</material-')[0] ?? '', Object.keys(propertiesOf(propertiesOf(side).scores))),
    ]
  })
  return { [field]: Object.fromEntries(answers), justification: 'as the texts say', winner: 'tie' }
}

function answerBehaviours(text: string, ids: readonly string[]): unknown {
  const value = numberAfter(text, 'value') ?? 9
  const baseline_behaviors = ids.map((id) => {
    const demonstrated = text.includes(`does ${id}`)
    return { id, evidence: demonstrated ? `does ${id}` : '', demonstrated }
  })
  const quality = { reasoning: `the text says ${value}`, clear_actionable: value, well_structured: value }
  return { baseline_behaviors, quality, assessment: 'as the text says' }
}

/** Quotes the first added line of each patch; of the candidate, with `unproved`, a line that is not there. */
function answerPatches(candidate: string, gold: string): unknown {
  const [own, theirs] = [candidate, gold].map((patch) => /^\+(?!\+\+ )(.*)/m.exec(patch)?.[1] ?? '')
  const verdict = /verdict=([a-z]+(?: tell)?)/.exec(candidate)?.[1] ?? 'equivalent'
  const candidate_quotes = [candidate.includes('unproved') ? 'no such line' : own]
  return { gold_quotes: [theirs], candidate_quotes, reasoning: 'as the patch says', verdict }
}

function answerChecklist(text: string, challenge: string, ids: readonly string[]): unknown {
  const value = numberAfter(text, 'value') ?? 9
  const baseline_findings = ids.map((id) => {
    const evidence = challenge.match(new RegExp(`sees ${id} "([^"]*)"`))?.[1]
    return { id, evidence: evidence ?? '', found: evidence !== undefined }
  })
  const quality = { reasoning: `the text says ${value}`, clear_explanations: value, actionable_fixes: value }
  return { baseline_findings, novel_findings: [], false_positives: [], quality, assessment: 'as the text says' }
}

function materialOf({ user }: Asked): string {
  return user[0]?.text ?? ''
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { properties?: Record<string, unknown> }).properties ?? {}
}

function idsOf(schema: unknown): readonly string[] {
  const { id } = propertiesOf((schema as { items?: unknown }).items)
  return (id as { enum?: string[] }).enum ?? []
}

function numberAfter(text: string, name: string): number | undefined {
  const found = text.match(new RegExp(`(?<!\\w)${name}=(-?[\\d.]+)`))?.[1]
  return found === undefined ? undefined : Number(found)
}
