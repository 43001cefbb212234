/**
 * Whether judge and agent are of one kind: judges tend to rate their own kind higher.
 *
 * @module
 */
import { oneLine } from '../text.js'
import type { RunResults } from './results.js'

/** Families of models, by what their names hold. */
const FAMILIES: Readonly<Record<string, RegExp>> = {
  Claude: /\bclaude\b/,
  GPT: /\b(?:chat)?gpt\b|\bo[134](?:-|$)/,
  Gemini: /\bgemini\b/,
  Llama: /\bllama/,
  Mistral: /\b(?:mi[sn]tral|mixtral|ministral|magistral|codestral|devstral)\b/,
  Qwen: /\bqw(?:en|q)/,
  DeepSeek: /\bdeepseek\b/,
  Grok: /\bgrok\b/,
}

/** The family of a model by its name, such as `us.anthropic.claude-haiku-5-5`; null for a name that tells none. */
export function familyOf(name: string): string | null {
  const plain = name.toLowerCase().replaceAll('_', '-')
  return Object.entries(FAMILIES).find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** One line where a judge is of its agent's family, whatever the number of verdicts; none where a name is not known. */
export function familyNotice({ sets, checks }: Pick<RunResults, 'sets' | 'checks'>): string[] {
  const pairs = [
    ...sets.flatMap(({ judge_model, agent_model }) => judge_model.split(', ').map((judge) => [judge, agent_model])),
    ...checks.flatMap(({ judgement }) =>
      String(judgement.model ?? '')
        .split(', ')
        .flatMap((judge) => agentsOf(judgement).map((agent) => [judge, agent])),
    ),
  ]
  for (const [judge, agent] of pairs) {
    if (typeof judge !== 'string' || typeof agent !== 'string') continue
    const family = familyOf(judge)
    if (family === null || family !== familyOf(agent)) continue
    const names = `judge (${oneLine(judge, 60)}) and agent (${oneLine(agent, 60)}) are both of the ${family} family`
    return [`Not independent: ${names}. Judges tend to rate their own kind higher; another family would be impartial.`]
  }
  return []
}

function agentsOf({ agent_model, spec, contestants }: Readonly<Record<string, unknown>>): unknown[] {
  return [agent_model, spec, ...Object.keys(Object(contestants))]
}
