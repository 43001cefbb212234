/**
 * Which fenced block of which page is run by what. A block that is not here, or that is gone, fails snippets.test.ts.
 *
 * Besides, snippets.test.ts checks the types of every `ts` block against the built package, parses every `json` and `yaml` block, and
 * looks up the options of every command. What begins with `-` is not run, for the reason that stands there.
 *
 * @module
 */

/** By page and mark, in the order of the page; a mark that is there twice is counted. */
export const RUN_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    'ts evals/support.eval.ts': 'readme.test.ts',
    'text failure': 'readme.test.ts',
    sh: '- runs all tests and examples: CI runs the same commands (.ci/run)',
    'sh 2':
      '- installs from the registry: test/e2e/package.test.ts installs the tarball, test/e2e/init.test.ts runs init',
    'ts vitest.config.ts': 'readme.test.ts',
    json: 'readme.test.ts',
    'ts evals/refunds.subject.ts': 'readme.test.ts',
    yaml: 'readme.test.ts',
  },
  'CONTRIBUTING.md': {
    sh: '- runs all tests and checks: CI runs the same commands (.ci/run)',
    'text floors': 'contributing.test.ts',
  },
  'SECURITY.md': {},
  'examples/README.md': { sh: '- test/e2e/examples.test.ts runs the examples; CI runs the same commands (.ci/run)' },
  'docs/agents.md': {
    sh: 'agents.test.ts',
    'ts evals/example.subject.ts': 'agents.test.ts',
    'ts evals/support.subject.ts': 'agents.test.ts',
    'ts evals/support.eval.ts': 'agents.test.ts',
    'text failure': 'agents.test.ts',
    'ts evals/fix.eval.ts': 'agents.test.ts',
    'ts evals/fix.subject.ts': 'agents.test.ts',
  },
  'docs/batches.md': { sh: 'batches.test.ts', text: 'batches.test.ts' },
  'docs/calibration.md': {
    'json evals/labels/support.jsonl': 'calibration.test.ts',
    sh: 'calibration.test.ts',
    'text result': 'calibration.test.ts',
    'text notice': 'calibration.test.ts',
    'sh 2': 'calibration.test.ts',
    'ts evals/panel.eval.ts': 'calibration.test.ts',
    'sh 3': 'calibration.test.ts',
    'ts evals/canaries.eval.ts': 'calibration.test.ts',
    'sh 4': 'calibration.test.ts',
  },
  'docs/ci.md': {
    'yaml .github/workflows/evals.yml': 'ci.test.ts',
    'yaml with a key': 'ci.test.ts',
    'yaml shards': 'ci.test.ts',
    'ts vitest.config.ts': 'ci.test.ts',
    'yaml env of a shard with a key': 'ci.test.ts',
    'yaml nightly': 'ci.test.ts',
    'js scripts/check-run.mjs': 'ci.test.ts',
  },
  'docs/costs.md': {},
  'docs/eval-sets.md': {
    'yaml evals/refunds.evalset.yaml': 'eval-sets.test.ts',
    'ts evals/refunds.subject.ts': 'eval-sets.test.ts',
    'ts evals/fix.subject.ts': 'eval-sets.test.ts',
    sh: 'eval-sets.test.ts',
    'md docs/refunds.md': 'eval-sets.test.ts',
  },
  'docs/formulas.md': {
    'text rubric': 'formulas.test.ts',
    'text issues': 'formulas.test.ts',
    'text behaviours': 'formulas.test.ts',
    'text texts': 'formulas.test.ts',
    'text patch': 'formulas.test.ts',
    'text aggregate': 'formulas.test.ts',
    'text citations': 'formulas.test.ts',
    'text money': 'formulas.test.ts',
  },
  'docs/judges.md': {
    'ts evals/judge.ts': 'judges.test.ts',
    'ts evals/local-judge.ts': 'judges.test.ts',
    sh: 'judges.test.ts',
  },
  'docs/matchers.md': {
    'ts evals/regression.eval.ts': 'matchers.test.ts',
    'ts evals/tools.eval.ts': 'matchers.test.ts',
  },
  'docs/modes.md': { 'ts scripts/patch.ts': 'modes.test.ts', sh: 'modes.test.ts' },
  'docs/options.md': {},
  'docs/results.md': {
    'text run': 'results.test.ts',
    'text gate': 'results.test.ts',
    'js scripts/worst.mjs': 'results.test.ts',
    sh: 'results.test.ts',
  },
  'docs/review-matching.md': {
    'ts evals/review.eval.ts': 'review-matching.test.ts',
    'text failure': 'review-matching.test.ts',
    'md state/context/pr-7.md': 'review-matching.test.ts',
    'md state/predictions/pr-7.md': 'review-matching.test.ts',
    'md state/reviews/pr-7.md': 'review-matching.test.ts',
    'text formulas': 'review-matching.test.ts',
    'md state/answer.md': 'review-matching.test.ts',
    sh: 'review-matching.test.ts',
    'ts evals/cited.eval.ts': 'review-matching.test.ts',
    'sh 2': 'review-matching.test.ts',
  },
  'docs/statistics.md': {
    'ts vitest.config.ts': 'statistics.test.ts',
    'ts evals/refunds.subject.ts': 'statistics.test.ts',
    'text table': 'statistics.test.ts',
    sh: 'statistics.test.ts',
    'text diff': 'statistics.test.ts',
  },
  'docs/versioning.md': {},
}
