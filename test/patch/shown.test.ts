import { expect, it } from 'vitest'
import { showPatches } from '../../src/patch/shown.js'

const CHANGE = '--- a/src/a.py\n+++ b/src/a.py\n@@ -3 +3 @@\n-old\n+new\n'
const DELETED = '--- a/src/c.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n'
const ADDED = '--- /dev/null\n+++ b/src/b.py\n@@ -0,0 +1 @@\n+more\n'
const TEST = '--- a/tests/test_a.py\n+++ b/tests/test_a.py\n@@ -1 +1 @@\n-x\n+y\n'

it('shows the fix files of both patches, new and deleted ones as such, and nothing else', () => {
  const loose = CHANGE.replace('@@ -3 +3 @@', '@@')
  const { gold, candidate } = showPatches(
    loose + ADDED + TEST,
    CHANGE + DELETED + TEST + ADDED.replace('b.py', 'd.txt'),
    ['**/d.txt'],
  )
  expect(`${gold}\n\n${candidate}`).toMatchInlineSnapshot(`
    "--- a/src/a.py
    +++ b/src/a.py
    @@ -3 @@
    -old
    +new
    --- a/src/c.py
    +++ /dev/null
    @@ -1 @@
    -gone

    --- a/src/a.py
    +++ b/src/a.py
    @@ @@
    -old
    +new
    --- /dev/null
    +++ b/src/b.py
    @@ -0 @@
    +more"
  `)
})
