import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { promptOf, splitPrompt } from '../prompts/split.js'

const baseline = [
  { id: 'A1', severity: 'critical', description: 'The cart ends with the session.' },
  { id: 'B2', severity: 'medium', description: 'An empty cart cannot be shown.' },
]
const task = {
  mode: 'solo',
  response: 'The cart lives in the session.',
  character: 'A sailor.',
  baseline_issues: baseline,
}
const input = soloIssues.check(task)

const good = {
  baseline_findings: [
    { id: 'A1', evidence: 'cart lives in the session', found: true },
    { id: 'B2', evidence: '', found: false },
  ],
  novel_findings: [{ description: 'No test.', bonus_id: '', reasoning: 'There is none.', valid: true }],
  false_positives: [{ claim: 'It leaks.', why_invalid: 'It does not.' }],
  quality: { reasoning: 'Clear.', clear_explanations: 8, actionable_fixes: 7 },
  persona: { reasoning: 'Salty.', in_character: 9, professional_tone: 8 },
  assessment: 'Good.',
}

const read = (change: object) => soloIssues.read(input, { ...good, ...change }, 0)
const finding = (id: unknown, found: unknown, evidence: unknown = 'cart') => ({ id, evidence, found })

describe('reading', () => {
  it('keeps answers, quotes, lists, values and assessment', () => {
    const { parts, problems } = soloIssues.read(input, good, 0)
    expect(problems).toEqual([])
    expect(parts).toEqual({
      found: new Map([
        ['A1', { found: true, quote: 'cart lives in the session' }],
        ['B2', { found: false, quote: '' }],
      ]),
      novel: good.novel_findings,
      falsePositives: good.false_positives,
      values: { clear_explanations: 8, actionable_fixes: 7, in_character: 9, professional_tone: 8 },
      assessment: 'Good.',
      weightedTotal: undefined,
      unjudged: [],
      warnings: [],
    })
  })

  it('counts an id twice with the same answer once, with the quote that there is', () => {
    const findings = [finding('A1', true, ''), finding('A1', true, 'cart'), finding('B2', false), finding('B2', false)]
    const { parts, problems } = read({ baseline_findings: findings })
    expect(problems).toEqual([])
    expect(parts.found.get('A1')).toEqual({ found: true, quote: 'cart' })
  })

  it('leaves an id with different answers unjudged', () => {
    const { parts, problems } = read({
      baseline_findings: [finding('A1', true), finding('A1', false), finding('B2', false)],
    })
    expect(parts.found.get('A1')).toBeNull()
    expect(parts.unjudged).toEqual([
      { part: 'A1', reason: 'contradictory', detail: 'both found and not found for the id "A1"' },
    ])
    expect(problems).toEqual(['both found and not found for the id "A1"'])
  })

  it('leaves an id without an answer unjudged, also where the answer is neither true nor false', () => {
    const { parts } = read({ baseline_findings: [finding('A1', 'true')] })
    expect(parts.unjudged).toEqual([
      { part: 'A1', reason: 'missing', detail: 'no answer for the id "A1"' },
      { part: 'B2', reason: 'missing', detail: 'no answer for the id "B2"' },
    ])
  })

  it('ignores ids that nobody asked about, with a warning', () => {
    const findings = [...good.baseline_findings, finding('Z\n9', true), finding(7, true), 'A1', null]
    const { parts, problems } = read({ baseline_findings: findings })
    expect(problems).toEqual([])
    expect(parts.found.size).toBe(2)
    expect(parts.warnings).toEqual([
      'the judge answered an id that nobody asked about: "Z\\n9"',
      'the judge answered an id that nobody asked about: 7',
      'the judge answered an id that nobody asked about: undefined',
      'the judge answered an id that nobody asked about: undefined',
    ])
  })

  it('knows an id in another case, and tells ids apart that differ in case only', () => {
    expect(read({ baseline_findings: [finding('a1', true), finding('b2', false)] }).problems).toEqual([])
    const twins = soloIssues.check({ ...task, baseline_issues: [baseline[0], { ...baseline[1], id: 'a1' }] })
    const { parts, problems } = soloIssues.read(
      twins,
      { ...good, baseline_findings: [finding('A1', true), finding('a1', false)] },
      0,
    )
    expect(problems).toEqual([])
    expect([parts.found.get('A1')?.found, parts.found.get('a1')?.found]).toEqual([true, false])
  })

  it.each<[string, unknown, string, string]>([
    ['novel_findings', undefined, 'missing', '"novel_findings" is missing'],
    ['novel_findings', null, 'missing', '"novel_findings" is missing'],
    ['novel_findings', 'none', 'malformed', '"novel_findings" is not a list of complete entries'],
    ['novel_findings', [{ description: 'x' }], 'malformed', '"novel_findings" is not a list of complete entries'],
    ['novel_findings', [{ valid: true }], 'malformed', '"novel_findings" is not a list of complete entries'],
    ['false_positives', undefined, 'missing', '"false_positives" is missing'],
    ['false_positives', ['x'], 'malformed', '"false_positives" is not a list of complete entries'],
    ['false_positives', {}, 'malformed', '"false_positives" is not a list of complete entries'],
  ])('the list %s given as %j is unjudged: %s', (part, value, reason, detail) => {
    const { parts, problems } = read({ [part]: value })
    expect(parts.unjudged).toEqual([{ part, reason, detail }])
    expect(part === 'novel_findings' ? parts.novel : parts.falsePositives).toBeNull()
    expect(problems).toEqual([detail])
  })

  it('an empty list is an answer', () => {
    const { parts, problems } = read({ novel_findings: [], false_positives: [] })
    expect([parts.novel, parts.falsePositives, problems]).toEqual([[], [], []])
  })

  it.each<[unknown, string]>([
    [0, 'out_of_range'],
    ['8', 'malformed'],
    [undefined, 'missing'],
  ])('a value of %j is unjudged: %s', (clear_explanations, reason) => {
    const { parts } = read({ quality: { ...good.quality, clear_explanations } })
    expect(parts.values.clear_explanations).toBeNull()
    expect(parts.unjudged).toMatchObject([{ part: 'clear_explanations', reason }])
  })

  it('finds values also beside their group', () => {
    const { quality, persona, ...rest } = good
    expect(soloIssues.read(input, { ...rest, ...quality, ...persona }, 0).problems).toEqual([])
  })

  it('without a character asks for no persona', () => {
    const { persona, ...rest } = good
    const plain = soloIssues.check({ ...task, character: undefined })
    expect(soloIssues.read(plain, rest, 0).problems).toEqual([])
    expect(soloIssues.read(input, rest, 0).problems).toHaveLength(2)
    expect(persona.in_character).toBe(9)
  })

  it('property: never throws, and scores whatever was read within bounds', () => {
    const item = fc.record({
      id: fc.constantFrom('A1', 'B2', 'a1', 7),
      found: fc.jsonValue(),
      evidence: fc.jsonValue(),
    })
    const near = fc.record({
      baseline_findings: fc.array(item),
      novel_findings: fc.jsonValue(),
      false_positives: fc.jsonValue(),
      quality: fc.jsonValue(),
      persona: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), (value) => {
        const reading = soloIssues.read(input, value, 0)
        const { bounds, total, unjudged } = soloIssues.score(input, [reading])
        expect(reading.problems).toEqual(unjudged.map(({ detail }) => detail))
        expect(bounds.lower).toBeLessThanOrEqual(bounds.upper)
        expect(total === null).toBe(unjudged.length > 0)
      }),
    )
  })
})

describe('asking', () => {
  const materials = (change: object) => {
    const [request] = soloIssues.requests(soloIssues.check({ ...task, ...change }))
    return request === undefined ? [] : splitPrompt(promptOf(request)).materials
  }

  it('leaves out what is settled, and shows what of it was found so that it is not taken for new', () => {
    const shown = materials({ settled: { A1: true } })
    expect(shown.map(({ name }) => name)).toEqual(['character', 'known_issues', 'response', 'issues_already_counted'])
    expect(shown[1]?.text).toBe('{"id":"B2","severity":"medium","description":"An empty cart cannot be shown."}')
    expect(shown[3]?.text).toBe('{"id":"A1","severity":"critical","description":"The cart ends with the session."}')
    expect(materials({ settled: { A1: false } }).map(({ name }) => name)).not.toContain('issues_already_counted')
  })

  it('lets the answer name only ids that are asked about', () => {
    const [request] = soloIssues.requests(soloIssues.check({ ...task, settled: { A1: true } }))
    expect(request?.schema).toMatchObject({
      properties: { baseline_findings: { items: { properties: { id: { enum: ['B2'] } } } } },
    })
  })

  it('gives more room where more is asked about', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...baseline[0], id: `I${index}` }))
    const [request] = soloIssues.requests(soloIssues.check({ ...task, baseline_issues: many }))
    expect(request?.maxOutputTokens).toBe(160 * 80)
  })

  it.each([undefined, null, [], {}, { low: [] }])('takes bonus issues of %j as not given', (bonus_issues) => {
    expect(soloIssues.check({ ...task, bonus_issues }).bonus).toEqual([])
  })

  it('takes a mapping of groups; one that is no severity weighs as medium and keeps its name', () => {
    const bySeverity = { critical: [{ id: 'A1', description: 'x' }], happy_path: [{ id: 'B2', description: 'y' }] }
    expect(soloIssues.check({ ...task, baseline_issues: bySeverity }).baseline).toEqual([
      { id: 'A1', severity: 'critical', description: 'x' },
      { id: 'B2', severity: 'medium', category: 'happy_path', description: 'y' },
    ])
  })

  it('refuses what it does not know', () => {
    const message = (change: object) => {
      try {
        return String(soloIssues.check({ ...task, ...change }))
      } catch (error) {
        return String(error)
      }
    }
    expect([
      message({ baseline_criteria: {} }),
      message({ strict: 'yes' }),
      message({ settled: { A1: 'yes' } }),
      message({ baseline_issues: [{ id: 'A1', severity: 'high' }] }),
    ]).toMatchInlineSnapshot(`
      [
        "InputError: solo: there is no \`baseline_criteria\`. Known are \`mode\`, \`spec\`, \`character\`, \`challenge\`, \`response\`, \`code\`, \`gold_standard\`, \`baseline_issues\`, \`bonus_issues\`, \`strict\`, \`settled\`.",
        "InputError: solo: expected \`strict\` to be a boolean, but received "yes".",
        "InputError: solo: expected \`settled.A1\` to be a boolean, but received "yes".",
        "InputError: baseline: expected \`issues[0].description\` to be a string, but received undefined.",
      ]
    `)
  })
})
