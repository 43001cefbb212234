import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, test, vi } from 'vitest'
import { commandSubject } from '../../src/agent/command.js'
import { CommandError } from '../../src/agent/command-error.js'
import type { CommandSubjectOptions } from '../../src/agent/command-options.js'
import { inWorkspace } from '../../src/agent/in-workspace.js'
import { newFolder } from '../broker/brokers.js'
import { runningIn } from '../support/processes.js'
import { fixture } from './fixtures.js'

/** An agent in JavaScript. `input` and `args` are there for it. */
function agent(script: string, options: Partial<CommandSubjectOptions> = {}, args: readonly string[] = []) {
  const head = `const { readFileSync, writeFileSync } = require('node:fs'); const input = readFileSync(0, 'utf8'); const args = process.argv.slice(1);`
  return commandSubject({ command: [process.execPath, '-e', head + script, '--', ...args], ...options })
}

async function failureOf(answer: Promise<unknown>): Promise<CommandError> {
  const error = await answer.then(
    () => new Error('the agent did not fail'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof CommandError) return error
  throw error
}

describe('an agent', () => {
  it('is given a text as it is and all else as JSON, and answers with what it prints', async () => {
    const echo = agent(`console.log('<' + input + '>\\n'); console.error('log')`)
    expect(await echo({ input: 'Wé\n' })).toEqual({ output: '<Wé\n>', exitCode: 0, stderr: 'log\n' })
    expect(await echo({ input: { order: 1 } })).toMatchObject({ output: '<{"order":1}>' })
  })

  it('is given a file where an argument names it, which is gone afterwards', async () => {
    const script = `console.log(JSON.stringify({ text: readFileSync(args[0].slice(7), 'utf8'), input, args }))`
    const { output } = await agent(script, {}, ['--file={input}', '{other}'])({ input: 'from a file' })
    const { text, input, args } = JSON.parse(output) as { text: string; input: string; args: string[] }
    expect({ text, input, other: args[1] }).toEqual({ text: 'from a file', input: '', other: '{other}' })
    expect(existsSync(dirname(args[0]?.slice(7) ?? ''))).toBe(false)
  })

  it('gets its arguments as they are where standard input is chosen', async () => {
    const echo = agent('console.log(args[0] + input)', { input: 'stdin' }, ['{input} $HOME; '])
    expect(await echo({ input: 'x' })).toMatchObject({ output: '{input} $HOME; x' })
  })

  it('answers with an object, tool calls included', async () => {
    const produced = { output: 'done', diff: '', toolCalls: [{ tool: 'map', args: null }], usage: { tokens: 3 } }
    const answer = await agent(`console.log(input)`, { output: 'json' })({ input: produced })
    expect(answer).toEqual({ ...produced, exitCode: 0, stderr: '' })
    const claims = { output: 'x', exitCode: 7, stderr: 'none', changedFiles: ['y'] }
    expect(await agent(`console.log('\\uFEFF' + input)`, { output: 'json' })({ input: claims })).toEqual({
      output: 'x',
      exitCode: 0,
      stderr: '',
    })
  })

  it('that answers with no JSON, or other JSON, is told what was expected', async () => {
    const answers = ['Done!', '', '{"text":"x"}', '{"output":1}', '[]']
    const say = commandSubject({ command: ['cat'], output: 'json' })
    const errors = await Promise.all(answers.map((input) => say({ input }).catch(String)))
    expect(errors.join('\n')).toMatchInlineSnapshot(`
      "InputError: The agent "cat": expected its standard output to be JSON, because of \`output: 'json'\`, but received "Done!". What is no part of the answer belongs on standard error.
      InputError: The agent "cat": expected its standard output to be JSON, because of \`output: 'json'\`, but received "". What is no part of the answer belongs on standard error.
      InputError: The agent "cat": expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received {"text":"x"}.
      InputError: The agent "cat": expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received {"output":1}.
      InputError: The agent "cat": expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received []."
    `)
  })

  it('may end with codes that are accepted', async () => {
    const ends = agent(`process.exitCode = Number(input)`, { exitCodes: [0, 2] })
    expect(await ends({ input: '2' })).toMatchObject({ exitCode: 2 })
    expect(await failureOf(ends({ input: '1' }))).toMatchObject({ reason: 'exit_code', exitCode: 1 })
  })

  it('runs in the folder that is named, or in that of this process', async () => {
    const cwd = newFolder()
    expect(await agent('console.log(process.cwd())', { cwd })({ input: '' })).toMatchObject({ output: cwd })
    expect(await agent('console.log(process.cwd())')({ input: '' })).toMatchObject({ output: process.cwd() })
  })

  it('sees no variable but those that programs need and those that are named', async () => {
    for (const name of ['ANTHROPIC_API_KEY', 'GIT_DIR', 'MY_KEY', 'OTHER_KEY']) vi.stubEnv(name, 'secret')
    const shown = async (env?: CommandSubjectOptions['env']) => {
      const { output } = await agent('console.log(JSON.stringify(process.env))', env && { env })({ input: '' })
      const { PATH, ...all } = JSON.parse(output) as Record<string, string>
      expect(PATH).toBe(process.env.PATH)
      return Object.keys(all).filter((name) => /KEY|GIT|VITEST|NODE/.test(name))
    }
    expect(await shown()).toEqual([])
    expect(await shown(['MY_KEY', 'NOT_SET_KEY'])).toEqual(['MY_KEY'])
    expect(await shown({ ANTHROPIC_API_KEY: 'test-key', A_KEY: '' })).toEqual(['ANTHROPIC_API_KEY', 'A_KEY'])
    vi.unstubAllEnvs()
  })
})

describe('an agent that fails', () => {
  it('says how, and what it said last', async () => {
    const error = await failureOf(
      agent(
        `for (let n = 0; n < 999; n++) console.error('step ' + n); console.error('::error::no \\x1b[31mkey'); console.log('half'); process.exitCode = 3`,
      )({ input: '' }),
    )
    expect(error.message).toMatchInlineSnapshot(`
      "The agent "node" ended with exit code 3. Its standard error ends with:
        | step 988
        | step 989
        | step 990
        | step 991
        | step 992
        | step 993
        | step 994
        | step 995
        | step 996
        | step 997
        | step 998
        | ::error::no [31mkey"
    `)
    expect(error).toMatchObject({ reason: 'exit_code', exitCode: 3, stdout: 'half\n' })
    expect(error.stderr).toContain('step 0\n')
  })

  it.each<[string, Partial<CommandSubjectOptions>, string]>([
    [`process.kill(process.pid, 'SIGKILL')`, {}, 'was ended by SIGKILL, which did not come from here.'],
    ['setInterval(() => {}, 999)', { timeLimit: 300 }, 'was ended because it ran longer than `timeLimit` (300 ms).'],
    [
      `console.log('x'.repeat(999))`,
      { outputLimit: 9 },
      'was ended because it printed more than `outputLimit` (9 bytes). Its standard output ends with:\n  | xxxxxxxxx',
    ],
  ])('by the script %s says so', async (script, options, message) => {
    expect((await failureOf(agent(script, options)({ input: '' }))).message).toBe(`The agent "node" ${message}`)
  })

  it('because it is not there, is told how to name it', async () => {
    const error = await failureOf(commandSubject({ command: 'node agent.mjs' })({ input: '' }))
    expect(error.message).toMatchInlineSnapshot(
      `"The agent "node agent.mjs" cannot be run: ENOENT for "node agent.mjs". Give \`command\` as a list of the program and its arguments."`,
    )
    expect(error).toMatchObject({ reason: 'not_started', exitCode: null })
  })

  it('is named with its script, but not with what may be a key', async () => {
    const named = (...command: [string, ...string[]]) => failureOf(commandSubject({ command })({ input: '' }))
    expect((await named('sh', 'no/agent.sh', 'key')).message).toContain('The agent "sh agent.sh" ended')
    expect((await named('sh', '--key=x')).message).toContain('The agent "sh" ended')
  })

  it('with the test is ended with all that it started', async () => {
    const cwd = newFolder()
    const script = `
      const note = (pid) => require('node:fs').appendFileSync('pids', pid + '\\n')
      const child = require('node:child_process').spawn('sh', ['-c', 'trap "" TERM; echo on; while :; do sleep 1; done'])
      child.stdout.once('data', () => { note(child.pid); note(process.pid) }); setInterval(() => {}, 999)`
    const test = new AbortController()
    const answer = agent(script, { cwd })({ input: '' }, { signal: test.signal })
    await expect.poll(() => runningIn(join(cwd, 'pids')), { timeout: 10_000 }).toHaveLength(2)
    test.abort()
    expect(await failureOf(answer)).toMatchObject({ reason: 'aborted' })
    await expect.poll(() => runningIn(join(cwd, 'pids'))).toEqual([])
  })
})

test('a command in a workspace gives its answer and its change', async () => {
  const folder = fixture()
  const script = `writeFileSync('src/app.js', readFileSync('src/app.js', 'utf8').replace('41', input)); console.log(args[0] === process.cwd())`
  const subject = agent(script, { workspace: folder }, ['{workspace}'])
  const [first, second] = await Promise.all([subject({ input: '42' }), subject({ input: '43' })])
  expect(first).toEqual({
    output: 'true',
    diff: expect.stringContaining('-const answer = 41\n+const answer = 42\n'),
    changedFiles: ['src/app.js'],
    exitCode: 0,
    stderr: '',
  })
  expect(second.diff).toContain('+const answer = 43\n')
  expect(readFileSync(join(folder, 'src/app.js'), 'utf8')).toContain('41')
})

test('options are checked at once', () => {
  const wrong: unknown[] = [
    {},
    { command: '' },
    { command: [] },
    { command: ['a', 1] },
    { command: ['a', 'b\0c'] },
    { command: 'a', input: 'pipe' },
    { command: 'a', input: 'file' },
    { command: 'a', output: 'xml' },
    { command: 'a', cwd: '' },
    { command: 'a', cwd: 'x', workspace: 'y' },
    { command: 'a', env: 'KEY=x' },
    { command: 'a', env: { KEY: 12345 } },
    { command: 'a', env: { 'a=b': 'x' } },
    { command: 'a', env: ['a=b'] },
    { command: 'a', timeLimit: 0 },
    { command: 'a', outputLimit: 1.5 },
    { command: 'a', exitCodes: [] },
    { command: 'a', exitCodes: ['0'] },
    { command: 'a', timeout: 3 },
  ]
  const messages = wrong.map((options) => {
    try {
      commandSubject(options as CommandSubjectOptions)
      return `no fault in ${JSON.stringify(options)}`
    } catch (error) {
      return String(error)
    }
  })
  expect(messages.join('\n')).toMatchInlineSnapshot(`
    "InputError: commandSubject: expected \`command\` to be a program, or a list of a program and its arguments such as ["node", "agent.mjs"], but received undefined.
    InputError: commandSubject: expected \`command\` to be a program to run, but received "".
    InputError: commandSubject: expected \`command\` to be a program, or a list of a program and its arguments such as ["node", "agent.mjs"], but received [].
    InputError: commandSubject: expected \`command\` to be a program, or a list of a program and its arguments such as ["node", "agent.mjs"], but received ["a",1].
    InputError: commandSubject: expected \`command[1]\` to be text without zero bytes, but received "b\\u0000c".
    InputError: commandSubject: expected \`input\` to be one of "stdin", "file", but received "pipe".
    InputError: commandSubject: expected \`command\` to be a list with an argument \`{input}\`, which becomes the path of the file, but received "a".
    InputError: commandSubject: expected \`output\` to be one of "text", "json", but received "xml".
    InputError: commandSubject: expected \`cwd\` to be a folder, but received "".
    InputError: commandSubject: expected \`cwd\` to be absent, because the workspace is the folder that it runs in, but received "x".
    InputError: commandSubject: expected \`env\` to be an object of variables and their values as text, or a list of their names, but received "(not shown)".
    InputError: commandSubject: expected \`env\` to be an object of variables and their values as text, or a list of their names, but received "(not shown)".
    InputError: commandSubject: expected \`env\` to be an object of variables and their values as text, or a list of their names, but received "(not shown)".
    InputError: commandSubject: expected \`env[0]\` to be the name of a variable, but received "(not shown)".
    InputError: commandSubject: expected \`timeLimit\` to be a whole number of milliseconds from 1 to 2147483647, but received 0.
    InputError: commandSubject: expected \`outputLimit\` to be a whole number of bytes from 1 to 268435456, but received 1.5.
    InputError: commandSubject: expected \`exitCodes\` to be a list of exit codes, but received [].
    InputError: commandSubject: expected \`exitCodes[0]\` to be an exit code, but received "0".
    InputError: commandSubject: there is no \`timeout\`. Known are \`command\`, \`input\`, \`output\`, \`cwd\`, \`workspace\`, \`env\`, \`timeLimit\`, \`outputLimit\`, \`exitCodes\`."
  `)
})

test('places that are not there are told when the agent is called', async () => {
  const message = (options: CommandSubjectOptions) => commandSubject(options)({ input: '' }).catch(String)
  expect(await message({ command: 'cat', cwd: './nowhere' })).toContain('expected `cwd` to be a folder (below')
  const within = inWorkspace(fixture(), commandSubject({ command: 'cat', cwd: '.' }))
  await expect(within({ input: '' })).rejects.toThrow('expected `cwd` to be absent, because the workspace is')
  expect(await message({ command: ['cat', '{workspace}'] })).toMatchInlineSnapshot(
    `"InputError: commandSubject: expected \`command\` to be without \`{workspace}\` outside of a workspace, but received "{workspace}". Give \`workspace\`, or wrap the subject in \`inWorkspace\`."`,
  )
})
