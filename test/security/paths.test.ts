/**
 * No name from data leads out of its folder: ids of cases, links among artifacts and pull requests, names of features. Ways out that were
 * tried: 19; followed: none.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { artifactSubject } from '../../src/agent/artifacts.js'
import { PullRequest } from '../../src/cli/review-state.js'
import { readIntent } from '../../src/evalset/intent.js'

const SECRET = 'nobody may read this'

/** A folder beside a secret that is none of its business. */
function folderBesideSecret(): { root: string; folder: string; secret: string } {
  const root = mkdtempSync(join(tmpdir(), 'paths-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [folder, secret] = [join(root, 'inside'), join(root, 'secret.md')]
  mkdirSync(folder)
  writeFileSync(secret, SECRET)
  return { root, folder, secret }
}

const caseOf = (id: string) => ({ id, input: '', expected: '', labels: [], must_not: [] })

describe('recorded artifacts', () => {
  it.each(['../secret', '..\\secret', './../secret', 'a/../../secret', '..%2Fsecret', '/secret', 'C:\\secret', '..'])(
    'of the id %s are none',
    async (id) => {
      const { folder } = folderBesideSecret()
      await expect((await artifactSubject(folder))(caseOf(id))).rejects.toThrow(/but there is none|received|absent/)
    },
  )

  it('that are links out of their folder are refused, and links inside are read', async () => {
    const { folder, secret } = folderBesideSecret()
    symlinkSync(secret, join(folder, 'out.md'))
    writeFileSync(join(folder, 'real.txt'), 'an answer')
    symlinkSync(join(folder, 'real.txt'), join(folder, 'in.md'))
    const subject = await artifactSubject(folder)
    await expect(subject(caseOf('out'))).rejects.toThrow(
      'to be a file of that folder, but received "a link that leads out',
    )
    expect(await subject(caseOf('in'))).toEqual({ output: 'an answer' })
  })
})

describe('pull requests', () => {
  it.each(['context/pr-1.md', 'predictions/pr-1.md', 'reviews/pr-1.md', 'scores', 'scores/rejected'])(
    'with a link out at %s are refused',
    (link) => {
      const { root, folder, secret } = folderBesideSecret()
      for (const name of ['context', 'predictions', 'reviews', 'scores']) mkdirSync(join(folder, name))
      for (const name of ['context', 'predictions', 'reviews']) writeFileSync(join(folder, name, 'pr-1.md'), 'x')
      rmSync(join(folder, link), { recursive: true, force: true })
      symlinkSync(link.startsWith('scores') ? root : secret, join(folder, link))
      expect(() => new PullRequest(folder, 1).read()).toThrow(/is a link that leads out of .*, so it is not followed/)
      expect(readdirSync(root).sort()).toEqual(['inside', 'secret.md'])
    },
  )
})

describe('a draft set', () => {
  it.each(['../../etc/passwd', '..\\..\\x', '/abs', 'a/../b', '.', '\u202e..\u202c/x'])(
    'of the feature %s has a name that is no path',
    (name) => {
      const { feature } = readIntent(`# Intent: ${name}\n\nScenario: a\nGiven b\nThen c\n`, 'a.md')
      expect(feature).toMatch(/^[\p{L}\p{N}-]+$/u)
      expect(existsSync(join(tmpdir(), '..', `${feature}.evalset.json`))).toBe(false)
    },
  )
})
