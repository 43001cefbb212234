import { describe, expect, it } from 'vitest'
import { comparePatch } from '../../src/patch/compare.js'

/** A patch of one file; each hunk is its first line and its lines. */
function patch(path: string, ...hunks: [start: number, ...lines: string[]][]): string {
  const texts = hunks.map(([start, ...lines]) => {
    const count = (sign: string) => lines.filter((line) => !line.startsWith(sign)).length
    return `@@ -${start},${count('+')} +${start},${count('-')} @@\n${lines.join('\n')}\n`
  })
  return `--- a/${path}\n+++ b/${path}\n${texts.join('')}`
}

const GOLD = patch('src/a.py', [10, ' def length(line):', '-    return line.a', '+    return abs(line.b - line.a)'])

/** Code that another one is made of in another order: nothing changes on balance. */
function moved(path: string, count: number): string {
  const names = Array.from({ length: count }, (_, at) => `    other_${at} = compute(${at})`)
  return patch(path, [500, ...names.map((line) => `-${line}`), ...names.toReversed().map((line) => `+${line}`)])
}

describe('the points of a patch', () => {
  it.each([
    ['removes more than it adds', patch('src/a.py', [1, '-first_line()', '-second_line()', '+call()'])],
    ['has a hunk that only removes', GOLD + patch('src/b.py', [1, '-first_line()', ' x'])],
    ['has a hunk with a comment only', GOLD + patch('src/b.py', [1, '-# teh', '+# the', ' x'])],
    ['adds a file in the root', '--- /dev/null\n+++ b/main.py\n@@ -0,0 +1 @@\n+print(1)\n'],
    ['only moves code', moved('src/a.py', 3)],
  ])('are all given to the gold itself where it %s', (_, gold) => {
    const { total, penalties, outcome } = comparePatch(gold, gold)
    expect({ total, penalties, outcome }).toEqual({ total: 100, penalties: [], outcome: 'match' })
    expect(comparePatch(gold, gold)).not.toHaveProperty('reason')
  })

  it('do not depend on comments where the gold has code besides', () => {
    const comment = (text: string) => GOLD + patch('src/b.py', [1, '-# teh', `+# ${text}`, ' x'])
    expect(comparePatch(comment('the'), comment('some other words')).total).toBe(100)
  })

  it('count what a gold without additions removes, wherever else the candidate removes it', () => {
    const gold = patch('src/a.py', [1, '-import old_name', ' x'])
    const { recall, precision } = comparePatch(gold + gold.replaceAll('a.py', 'b.py'), gold).evidence
    expect({ recall, precision }).toEqual({ recall: 1, precision: 0.5 })
  })

  it('count what a gold adds, whatever else it removes', () => {
    const removal = patch('src/b.py', [1, '-first_line()', ' x'])
    expect(comparePatch(removal, GOLD + removal).evidence.recall).toBe(0)
  })

  it('are none for an empty candidate, even of a gold that changes nothing on balance', () => {
    expect(comparePatch('', moved('src/a.py', 3))).toMatchObject({ total: 0, outcome: 'mismatch' })
  })

  it('make no match of a candidate of which hardly anything is the gold, however many they are', () => {
    const { total, outcome, evidence } = comparePatch(GOLD + moved('src/a.py', 40), GOLD)
    expect(evidence.precision).toBeLessThan(0.4)
    expect({ enough: total >= 80, outcome }).toEqual({ enough: true, outcome: 'inconclusive' })
  })
})

describe('the names that a candidate lacks', () => {
  const lacking = patch('src/a.py', [10, ' def length(line):', '-    return line.a', '+    return 0'])
  const items = (gold: string, testPatch = '') =>
    comparePatch(lacking, gold, { testPatch }).penalties.flatMap((penalty) => penalty.items)

  it('are those that the gold brings in, not those that stood there', () => {
    const gold = patch('src/a.py', [
      10,
      ' def length(line_of_text):',
      '-    x = other',
      '+    return new_name(line_of_text, other)',
    ])
    expect(items(gold)).toEqual(['new_name'])
  })

  it('cost more where the tests add them than where those only stand beside', () => {
    const points = (sign: string) =>
      comparePatch(lacking, GOLD, { testPatch: patch('tests/test_a.py', [1, `${sign}abs(1)`, '+pass', ' x']) })
        .penalties[0]?.points ?? 0
    expect(points('+')).toBeGreaterThan(points(' '))
    expect(points('-')).toBe(points(' '))
  })
})

describe('what a comparison tells besides', () => {
  it('names files that only one side changes', () => {
    const { files } = comparePatch(GOLD + patch('src/c.py', [1, '-x', '+y']), GOLD + patch('src/b.py', [1, '-x', '+y']))
    expect(files.map(({ path, status, extraHunks }) => [path, status, extraHunks.length])).toEqual([
      ['src/a.py', 'shared', 0],
      ['src/b.py', 'missing', 0],
      ['src/c.py', 'extra', 1],
    ])
  })

  it('lists fifty lines and tokens of each kind at most', () => {
    const many = (from: number) =>
      patch('src/a.py', [1, ...Array.from({ length: 120 }, (_, at) => `+name_${from + at}`)])
    const { evidence } = comparePatch(many(60), many(0))
    const { sharedLines, missingLines, sharedTokens, missingTokens } = evidence
    expect([sharedLines, missingLines, sharedTokens, missingTokens].map(({ length }) => length)).toEqual([
      50, 50, 50, 50,
    ])
  })

  it('says what was put right in the candidate, its form first', () => {
    expect(comparePatch(`Done.\n\`\`\`diff\n${GOLD}\`\`\``, GOLD).repairs).toEqual([
      '1 fenced diff taken out of a response',
      'file without a `diff --git` line (line 1)',
    ])
  })

  it('sees no change in a hunk of context', () => {
    const { reason } = comparePatch(patch('src/a.py', [10, ' a', ' b']), GOLD)
    expect(reason).toBe('The candidate changes no line of a fix file.')
  })

  it('leaves out ignored files whose names start with a dot', () => {
    const extra = patch('.hidden/x.py', [1, '-x', '+y'])
    expect(comparePatch(GOLD + extra, GOLD, { ignore: ['**/x.py'] }).total).toBe(100)
  })
})

describe('the errors of a bad gold', () => {
  it.each([
    ['a file name, for the text of the file', 'fix.patch\n', 'That looks like a file name: give its text.'],
    [
      'files of which none is a fix',
      patch('tests/a.py', [1, '-x', '+y']) + patch('README.md', [1, '-x', '+y']),
      'tests/a.py, README.md',
    ],
    [
      'a conflict marker',
      GOLD.replace('+    return', '=======\n+    return'),
      'a line of a diff, not a conflict marker',
    ],
    [
      'a file that is glued to the one before',
      `${GOLD} diff --git a/x b/x\n`,
      'a `diff --git` line without a space before it',
    ],
  ])('name %s', (_, gold, part) => {
    expect(() => comparePatch('', gold)).toThrow(part)
  })

  it.each(['The file a.py is wrong', 'a.py is it', 'see a.py'])('take %j for no file name', (gold) => {
    expect(() => comparePatch('', gold)).not.toThrow('file name')
    expect(() => comparePatch('', gold)).toThrow('the start of a unified diff')
  })

  it('names a glob that is no text', () => {
    expect(() => comparePatch('', GOLD, { ignore: [7 as unknown as string] })).toThrow(
      'every entry to be a glob, but received 7',
    )
  })
})
