/**
 * What Git would pass over in silence.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixture, openWorkspace } from './fixtures.js'

const run = (folder: string, script: string) => execFileSync('sh', ['-c', script], { cwd: folder, stdio: 'pipe' })

it.each([
  ['mkdir .GIT && echo evil > .GIT/evil.js', '.GIT'],
  ['mkdir sub && echo evil > sub/.Git', 'sub/.Git'],
  ['mkdir sub && echo evil > sub/.git', 'sub/.git'],
  ['mkdir -p sub/deep/.git && echo evil > sub/deep/.git/evil.js', 'sub/deep/.git'],
  ['ln -s . src/.git', 'src/.git'],
])('after `%s` the diff says that it cannot show %s', async (script, name) => {
  const ws = await openWorkspace()
  run(ws.path, script)
  const words = `The workspace holds ${name}. Git keeps that name for itself, so the diff would not show it.`
  await expect(ws.diff()).rejects.toThrow(words)
  await expect(ws.changedFiles()).rejects.toThrow(words)
})

it('repositories may be called so, and what lies in ignored folders', async () => {
  const ws = await openWorkspace(fixture({ '.gitignore': 'cache/\n', 'src/app.js': 'x\n' }))
  run(ws.path, 'mkdir -p cache/.git n && touch cache/.git/x && cd n && git init -q && echo new > f')
  run(
    ws.path,
    'cd src && git init -q && echo new > g && mkdir ../w && echo "gitdir: ../n/.git" > ../w/.git && echo x > ../w/h',
  )
  expect(await ws.changedFiles()).toEqual(['n/f', 'src/g', 'w/h'])
})

it('a repository in a folder whose name is not UTF-8 is named, files in such a folder are shown', async () => {
  const ws = await openWorkspace()
  run(ws.path, `d=$(printf 'a\\377') && mkdir "$d" && echo x > "$d/f"`)
  expect(await ws.changedFiles()).toHaveLength(1)
  run(ws.path, `cd "$(printf 'a\\377')" && mkdir n && cd n && git init -q && echo x > g`)
  await expect(ws.diff()).rejects.toThrow(/holds a repository in a\uFFFD\/n, whose name is not UTF-8/)
})

it('what an agent excludes beside its workspace is shown', async () => {
  const ws = await openWorkspace()
  appendFileSync(join(ws.path, '../git/info/exclude'), '*\n')
  run(ws.path, 'echo x > hidden.js')
  expect(await ws.changedFiles()).toEqual(['hidden.js'])
})
