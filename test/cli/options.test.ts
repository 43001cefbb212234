import { expect, test } from 'vitest'
import { checkTaken, OPTIONS, TAKES, UseError } from '../../src/cli/options.js'
import { USAGE } from '../../src/cli/usage.js'

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
  const [synopsis = ''] = USAGE.split('\n\n')
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
  expect(new Set([...Object.values(TAKES).flat(), 'help'])).toEqual(new Set(Object.keys(OPTIONS)))
})

test('an option that the command does not take is refused by name', () => {
  expect(refusalOf('recordings prune', { 'dry-run': true })).toBe(
    'recordings prune takes no --dry-run. It takes --dir, --results.',
  )
  expect(refusalOf('lint evals/a.evalset.json', { json: true })).toBe('lint takes no --json. It takes no options.')
  expect(refusalOf('batch submit evals/', { 'max-usd': '1', mode: 'solo' })).toBeNull()
  expect(refusalOf('toString', { wait: true })).toBeNull()
})
