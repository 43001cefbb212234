/**
 * `--judge FILE` with modules that cannot be loaded: each is one line, in words of whoever wrote the module.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.js'
import { makeFolder } from './run-files.js'

test.each([
  ['syntax.ts', 'export default {\nconst x =', 'cannot load syntax.ts: syntax.ts:2:7: Expected'],
  ['syntax.mjs', 'export default {\nconst x =', 'cannot load syntax.mjs: Unexpected'],
  ['import.ts', `import './none.js'`, 'cannot load import.ts: there is no ./none.js, which import.ts imports.\n'],
  [
    'import.mjs',
    `import './none.js'`,
    `cannot load import.mjs: Cannot find module 'none.js' imported from import.mjs\n`,
  ],
  ['thrown.ts', `throw new Error('no\\n\\u001b[31mkey')`, 'cannot load thrown.ts: no key\n'],
  ['thrown.mjs', 'throw undefined', 'cannot load thrown.mjs: undefined\n'],
  ['waits.ts', 'await new Promise(() => {})', 'cannot load waits.ts: it awaits at its top what never comes.\n'],
  ['waits.mjs', 'await new Promise(() => {})', 'cannot load waits.mjs: it awaits at its top what never comes.\n'],
  ['ends.ts', 'process.exit(0)', 'cannot load ends.ts: it ended the process.\n'],
  ['ends.mjs', 'process.exit(0)', 'cannot load ends.mjs: it ended the process.\n'],
  ['data.json', '{}', 'data.json is no module in JavaScript or TypeScript, by its name.\n'],
  ['folder.ts', null, 'folder.ts is a folder. Name a module.\n'],
  ['folder.mjs', null, 'folder.mjs is a folder. Name a module.\n'],
  ['none\u200b.ts', null, 'there is no file none\\u200b.ts.\n'],
])('%s', async (name, source, said) => {
  const path = makeFolder(source === null ? {} : { [name]: source })
  if (name.startsWith('folder')) mkdirSync(join(path, name))
  const { code, stdout, stderr } = await runCommand(path, 'canaries', '--judge', name)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.startsWith(`vitest-judge: --judge: ${said}`), stderr).toBe(true)
  // One line, in no colours.
  expect(stderr).toMatch(/^[^\n\p{Cc}]+\n$/u)
})
