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
    ['fix', 'src/file.lock.py'],
    ['fix', 'src/user.db.py'],
    ['fix', 'src/site.map.py'],
    ['fix', '.coveragerc'],
    ['fix', 'test_utils/a.py'],
    ['fix', 'src/a.test.d/x.py'],
    ['fix', 'src/newsletter.py'],
    ['fix', 'src/po.po.py'],
    ['fix', 'src/debug.py'],
    ['test', 'tests/helper.py'],
    ['test', 'specs/helper.rb'],
    ['test', 'spec/helper.rb'],
    ['test', 'src/test/helper.py'],
    ['test', 'packages/x/test/deep/util.js'],
    ['test', 'lib/test/fast.pyx'],
    ['test', 'pkg/test.js'],
    ['test', 'pkg/tests.py'],
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
    ['docs', 'docs/conf.py'],
    ['docs', 'doc/conf.py'],
    ['docs', 'changelog/1.feature'],
    ['docs', 'conf/locale/de/django.po'],
    ['lock', 'package-lock.json'],
    ['lock', 'Cargo.lock'],
    ['lock', 'go.sum'],
    ['artifact', 'docs/_build/index.html'],
    ['artifact', 'pkg/__pycache__/a.pyc'],
    ['artifact', 'db.sqlite3'],
    ['artifact', '.pytest_cache/v/x'],
    ['artifact', 'my_pkg.egg-info/PKG-INFO'],
    ['artifact', 'db.sqlite'],
    ['artifact', 'static/app.min.js'],
    ['artifact', 'logo.png'],
    ['artifact', 'photo.jpg'],
    ['artifact', 'font.woff'],
    ['artifact', '.DS_Store'],
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
