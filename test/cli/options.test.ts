import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { describeMisuse, readParseFault, tellMisuse } from '../../src/cli/misuse.js'
import { checkTaken, OPTIONS, TAKES, UseError } from '../../src/cli/options.js'
import { COMMANDS, helpOf, usageOf } from '../../src/cli/usage.js'

function refusalOf(command: string, given: object): string | null {
  try {
    checkTaken(command.split(' '), given)
    return null
  } catch (error) {
    if (!(error instanceof UseError)) throw error
    return error.message
  }
}

test('each command is told with its options, and every option belongs to one', () => {
  const synopsis = usageOf('')
  const told = new Map<string, Set<string>>()
  for (const line of synopsis.replace(/\n {10,}/g, ' ').split('\n')) {
    const [, command = '', rest = ''] =
      /vitest-judge ([a-z-]+(?: (?:list\|prune|submit|status|fetch))?)(.*)/.exec(line) ?? []
    const jobs = rest.includes('JUDGE') ? '--dir --mode --data --instances' : ''
    const options = [...`${rest} ${jobs}`.matchAll(/--([a-z][a-z-]*)/g)].map(([, option]) => option ?? '')
    const names = command === 'recordings list|prune' ? ['recordings list', 'recordings prune'] : [command]
    for (const name of names) told.set(name, new Set([...(told.get(name) ?? []), ...options]))
  }
  const taken = new Map(Object.entries(TAKES).map(([name, options]) => [name, new Set<string>(options)]))
  expect(new Map([...told].sort())).toEqual(new Map([...taken].sort()))
  expect(new Set([...Object.values(TAKES).flat(), 'help', 'version'])).toEqual(new Set(Object.keys(OPTIONS)))
})

test('an option that the command does not take is refused by name', () => {
  expect(refusalOf('recordings prune', { 'dry-run': true })).toBe(
    'recordings prune takes no --dry-run. It takes --dir, --results.',
  )
  expect(refusalOf('lint evals/a.evalset.json', { json: true })).toBe('lint takes no --json. It takes no options.')
  expect(refusalOf('batch submit evals/', { 'max-usd': '1', mode: 'solo' })).toBeNull()
  expect(refusalOf('toString', { wait: true })).toBeNull()
})

test('help of a command is its own part of the whole', () => {
  const whole = helpOf('')
  expect(helpOf('toString')).toBe(whole)
  for (const command of COMMANDS) {
    const [calls = '', ...parts] = helpOf(command).split('\n\n')
    expect(calls.match(/vitest-judge [a-z-]+/g)).toEqual(calls.match(new RegExp(`vitest-judge ${command}`, 'g')))
    expect(parts.join('\n\n')).not.toBe('')
    expect(whole).toContain(parts.join('\n\n'))
  }
  expect(whole.split('\n').every((line) => line.length <= 120)).toBe(true)
})

test('whoever calls a command in another way is told the fault, the call and where there is more', () => {
  expect(tellMisuse(describeMisuse({ action: 'diff a.json' }), 'diff')).toMatchInlineSnapshot(`
    "vitest-judge: Name two results files, the older one first.

    Usage: vitest-judge diff OLD.json NEW.json [--force]
    vitest-judge diff --help says more."
  `)
  expect(tellMisuse(describeMisuse({ action: 'dif a.json' }), 'dif')).toMatchInlineSnapshot(`
    "vitest-judge: There is no command "dif". Did you mean \`diff\`?

    Usage: vitest-judge COMMAND, which is one of init, create, judge, verify-citations, diff, report, calibrate, canaries, lint, recordings, batch
    vitest-judge COMMAND --help says more."
  `)
})

test.each([
  ['', 'Say what to do.'],
  ['toString', 'There is no command "toString".'],
  ['\u001b[31mx\n::error::', 'There is no command "\\u001b[31mx\\n::error::".'],
  ['batch', 'Say what to do with the batch: submit, status or fetch.'],
  [
    'batch sumbit',
    'There is no command "batch sumbit". Say what to do with the batch: submit, status or fetch. Did you mean `submit`?',
  ],
  ['batch status x', 'batch status takes no "x".'],
  ['recordings list x', 'recordings list takes no "x".'],
  ['canaries x', 'canaries takes no "x".'],
  ['lint a b', 'Name one file with a rubric or an eval set.'],
])('"%s" is told what is wrong with it', (action, said) => {
  expect(describeMisuse({ action })).toBe(said)
})

test.each([
  [['diff', 'a', 'b', '--frce'], 'There is no option --frce. Did you mean `--force`?'],
  [['lint', 'a', '-x'], 'There is no option -x.'],
  [['judge', '--data'], "Option '--data <value>' argument missing"],
  [['judge', '--data', '--save'], "Option '--data' argument is ambiguous."],
  [['diff', '--force=1'], "Option '--force' does not take an argument"],
])('what cannot be parsed is said on one line: %j', (args, said) => {
  try {
    parseArgs({ args, allowPositionals: true, options: OPTIONS })
    throw new Error('it was parsed')
  } catch (error) {
    expect(readParseFault(error, args)?.message).toBe(said)
  }
  expect(readParseFault(new Error('x'), args)).toBeNull()
})
