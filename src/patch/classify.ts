/**
 * What a file is for, told from its name.
 *
 * @module
 */
import type { FilePatch } from './read.js'

/** Only `fix` files are compared; the others say little about whether the task is solved. */
export type FileRole = 'fix' | 'test' | 'docs' | 'script' | 'lock' | 'artifact'

const CODE = 'py|js|mjs|cjs|ts|tsx|rb|go|rs|java|php|sh|c|cc|cpp|ipynb'

const ROLES: readonly (readonly [FileRole, RegExp])[] = [
  ['lock', /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb|go\.sum|[^/]+\.lock)$/],
  [
    'artifact',
    /(?:^|\/)(?:__pycache__|node_modules|_build|dist|target|venv|\.[a-z_]*(?:cache|venv|tox)|[^/]+\.egg-info)\//,
  ],
  [
    'artifact',
    /\.(?:pyc|class|o|so|dll|exe|jar|whl|zip|gz|tar|log|tmp|bak|orig|rej|sqlite3?|db|pickle|pkl|doctree|mo)$/,
  ],
  [
    'artifact',
    /\.(?:min\.js|min\.css|map|png|jpe?g|gif|ico|pdf|eps|woff2?)$|(?:^|\/)(?:\.DS_Store|\.buildinfo|\.coverage)$/,
  ],
  ['test', /(?:^|\/)(?:tests|__tests__|__mocks__|__snapshots__|testdata|fixtures|specs?|e2e)\//],
  // A folder `test` inside of a Python package, such as django/test, is code that ships.
  ['test', /^(?:test|testing)\/|(?:^|\/)src\/test\/|\/test\/.*\.(?!pyi?$)\w+$/],
  ['test', /(?:^|\/)(?:conftest\.py|tests?\.\w+|test_[^/]*)$|[-_.](?:test|tests|spec|snap)\.\w+$/],
  ['test', /[a-z0-9](?:Tests?|TestCase|Spec)\.(?:java|kt|scala|cs|php|swift)$/],
  ['docs', /\.(?:md|mdx|rst|adoc|po|pot)$|(?:^|\/)(?:docs?|documentation|changelogs?|newsfragments)\//i],
  ['docs', /(?:^|\/)(?:readme|changelog|changes|authors|contributors|license|copying|notice|news)(?:\.txt)?$/i],
]

const ROOT_CODE = new RegExp(String.raw`^[^/]+\.(?:${CODE})$`)
const SCRIPT_NAME = new RegExp(
  String.raw`(?:^|\/|_)(?:repro|reproduce|reproduction|bug|debug|demo|verify|scratch|tmp)(?:_[^/]*)?\.(?:${CODE})$`,
)

/** Tells what a file is for. New code in the repository's root, and new files with telling names, are scripts. */
export function classify(file: Pick<FilePatch, 'path' | 'kind'>): FileRole {
  const role = ROLES.find(([, pattern]) => pattern.test(file.path))?.[0]
  if (role !== undefined) return role
  return isRootScript(file) || (file.kind === 'added' && SCRIPT_NAME.test(file.path)) ? 'script' : 'fix'
}

/** Whether a file is new code in the repository's root, where agents leave what they try out. */
export function isRootScript(file: Pick<FilePatch, 'path' | 'kind'>): boolean {
  return file.kind === 'added' && ROOT_CODE.test(file.path)
}
