import { describe, expect, it } from 'vitest'
import { classify } from '../../src/patch/classify.js'

describe('classify', () => {
  it.each([
    ['fix', 'src/a.py'],
    ['fix', 'django/test/client.py'],
    ['fix', 'src/_pytest/unittest.py'],
    ['fix', 'lib/contest.py'],
    ['fix', 'setup.cfg'],
    ['fix', 'src/main/java/App.java'],
    ['test', 'tests/test_a.py'],
    ['test', 'pkg/tests/helper.py'],
    ['test', 'test_a.py'],
    ['test', 'conftest.py'],
    ['test', 'pkg/a_test.go'],
    ['test', 'src/a.test.ts'],
    ['test', 'src/__tests__/a.js'],
    ['test', 'packages/x/test/a.js'],
    ['test', 'src/test/java/AppTest.java'],
    ['test', 'app/AppTest.php'],
    ['test', 'spec/models/a_spec.rb'],
    ['docs', 'README.md'],
    ['docs', 'doc/whats-new.rst'],
    ['docs', 'CHANGES'],
    ['docs', 'conf/locale/de/django.po'],
    ['lock', 'package-lock.json'],
    ['lock', 'Cargo.lock'],
    ['lock', 'go.sum'],
    ['artifact', 'docs/_build/index.html'],
    ['artifact', 'pkg/__pycache__/a.pyc'],
    ['artifact', 'db.sqlite3'],
    ['artifact', '.pytest_cache/v/x'],
  ])('takes a changed file as %s: %s', (role, path) => {
    expect(classify({ path, kind: 'changed' })).toBe(role)
  })

  it.each([
    ['script', 'main.py'],
    ['script', 'tools/reproduce_issue.py'],
    ['script', 'src/debug_parser.ts'],
    ['fix', 'src/parser.ts'],
    ['fix', 'config.toml'],
  ])('takes a new file as %s: %s', (role, path) => {
    expect(classify({ path, kind: 'added' })).toBe(role)
  })
})
