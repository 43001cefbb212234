import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { comparePatch } from '../../src/patch/compare.js'
import { GOLD, LINES, SCRIPT, SHAPES, TEST } from './golds.js'

describe('comparePatch', () => {
  it('gives all points to the gold patch itself', () => {
    expect(comparePatch(GOLD, GOLD)).toMatchObject({
      total: 100,
      parts: { files: 20, locations: 20, fixLogic: 40, completeness: 20 },
      penalties: [],
      outcome: 'match',
      kind: 'patch',
      repairs: [],
    })
  })

  it('shows which files and hunks are shared, missing and extra', () => {
    const extra = SCRIPT.replace('try.py', 'src/more.py')
    const far = LINES.replace('@@ -3,2 +3,2 @@', '@@ -300,2 +300,2 @@').replace('-    return line.a', '-    pass')
    const candidate = SHAPES.slice(0, SHAPES.indexOf('@@ -80')) + far + extra
    expect(comparePatch(candidate, GOLD).files).toMatchInlineSnapshot(`
      [
        {
          "extraHunks": [],
          "hunks": [
            {
              "found": true,
              "line": 11,
              "text": "+        if self.side < 0:",
            },
            {
              "found": false,
              "line": 81,
              "text": "-        return self.radius * PI",
            },
          ],
          "path": "src/shapes.py",
          "status": "shared",
        },
        {
          "extraHunks": [
            {
              "line": 301,
              "text": "-    pass",
            },
          ],
          "hunks": [
            {
              "found": false,
              "line": 4,
              "text": "-    return line.a",
            },
          ],
          "path": "src/lines.py",
          "status": "shared",
        },
        {
          "extraHunks": [
            {
              "line": 1,
              "text": "+import shapes",
            },
          ],
          "hunks": [],
          "path": "src/more.py",
          "status": "extra",
        },
      ]
    `)
  })

  it('keeps the lines and tokens behind the points', () => {
    expect(
      comparePatch(LINES.replace('abs(line.b - line.a)', 'line.b - line.a'), LINES).evidence,
    ).toMatchInlineSnapshot(`
      {
        "missingLines": [
          "+return abs(line.b - line.a)",
        ],
        "missingTokens": [
          "+abs",
          "+(",
          "+)",
        ],
        "places": 1,
        "precision": 0.875,
        "recall": 0.65625,
        "sharedLines": [
          "-return line.a",
        ],
        "sharedTokens": [
          "+line",
          "+.",
          "+b",
          "+-",
        ],
        "tokenF1": 0.7272727272727273,
      }
    `)
  })

  it('takes the penalties off the sum of the parts', () => {
    const gold = LINES.replace('+    return', '+    check_order(line)\n+    return').replace('3,2 @@', '3,3 @@')
    const { total, parts, penalties, outcome } = comparePatch(LINES + SCRIPT, gold, {
      testPatch: TEST.replace('area_of', 'check_order'),
      problemStatement: 'Lengths are wrong.',
    })
    expect({ total, parts, penalties, outcome }).toMatchInlineSnapshot(`
      {
        "outcome": "inconclusive",
        "parts": {
          "completeness": 12.08,
          "files": 20,
          "fixLogic": 27.63,
          "locations": 20,
        },
        "penalties": [
          {
            "items": [
              "check_order",
            ],
            "name": "missing names",
            "points": 31.88,
          },
          {
            "items": [
              "try.py",
            ],
            "name": "scripts in the root",
            "points": 23.92,
          },
        ],
        "total": 23.91,
      }
    `)
    const points = penalties.reduce((sum, penalty) => sum + penalty.points, 0)
    expect(total).toBeCloseTo(parts.files + parts.locations + parts.fixLogic + parts.completeness - points)
  })

  it('asks less for a name that the problem statement mentions', () => {
    const gold = LINES.replace('abs(', 'area_of(')
    const total = (problemStatement: string) => comparePatch(LINES, gold, { testPatch: TEST, problemStatement }).total
    expect(total('Please call area_of.')).toBeGreaterThan(total('Lengths are wrong.'))
  })

  it('is inconclusive when half of the fix is there', () => {
    expect(comparePatch(SHAPES, GOLD).outcome).toBe('inconclusive')
  })

  it('does not call a patch a match that does much more than the gold', () => {
    const more = Array.from({ length: 60 }, (_, at) => `+    other_${at} = compute(${at})\n`).join('')
    const { outcome, evidence } = comparePatch(`${LINES.replace('3,2 @@', '3,62 @@')}${more}`, LINES)
    expect({ outcome, precise: evidence.precision > 0.4 }).toEqual({ outcome: 'inconclusive', precise: false })
  })
})

describe('comparePatch with `ignore`', () => {
  it('leaves the files out of both patches', () => {
    const extra = SCRIPT.replace('try.py', 'vendor/x.py')
    expect(comparePatch(LINES + extra, GOLD, { ignore: ['vendor/**', '**/shapes.py'] }).total).toBe(100)
  })

  it('rejects what is no glob', () => {
    expect(() => comparePatch('', GOLD, { ignore: [''] })).toThrow(
      'ignore: expected every entry to be a glob, but received "".',
    )
  })
})

const BAD_GOLDS = [
  7 as unknown as string,
  '',
  'Fix it.',
  LINES.replace('3,2 +3,2', '3,9 +3,9'),
  LINES.slice(0, LINES.indexOf('+    return')),
  LINES.replace('@@ -3,2 +3,2 @@', '@@'),
  LINES.replace(' def length', 'def length'),
  LINES.slice(LINES.indexOf('@@')),
  TEST,
  'diff --git a/x.py b/y.py\nrename from x.py\nrename to y.py\n',
]

describe('comparePatch on a bad gold', () => {
  it('throws, and says at which line and what was expected', () => {
    const errors = BAD_GOLDS.map((gold) => catchError(() => comparePatch(GOLD, gold)))
    expect(errors.every((error) => error instanceof InputError)).toBe(true)
    expect(errors.map(String)).toMatchInlineSnapshot(`
      [
        "InputError: gold patch: expected it to be a unified diff, but received 7.",
        "InputError: gold patch:1: expected line 1 to be the start of a unified diff, but received "".",
        "InputError: gold patch:1: expected line 1 to be the start of a unified diff, but received "Fix it.".",
        "InputError: gold patch:4: expected the line to be a hunk header whose line counts fit the lines below it, but received "@@ -3,9 +3,9 @@".",
        "InputError: gold patch:4: expected the line to be a hunk header whose line counts fit the lines below it, but received "@@ -3,2 +3,2 @@".",
        "InputError: gold patch:4: expected the line to be a hunk header with line numbers, such as \`@@ -3,7 +3,9 @@\`, but received "@@".",
        "InputError: gold patch:5: expected the line to be a context line that starts with a space, but received "def length(line):".",
        "InputError: gold patch:1: expected the line to be below a \`---\` and a \`+++\` line that name the file, but received "@@ -3,2 +3,2 @@".",
        "InputError: gold patch: expected it to be a diff that changes lines of a file other than tests, docs, lock files, build artifacts and ignored ones, but received "tests/test_shapes.py".",
        "InputError: gold patch: expected it to be a diff that changes lines of a file other than tests, docs, lock files, build artifacts and ignored ones, but received "y.py".",
      ]
    `)
  })

  it('accepts one whose last context lines were trimmed off', () => {
    expect(comparePatch(SHAPES.trimEnd(), SHAPES.trimEnd()).total).toBe(100)
  })
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}
