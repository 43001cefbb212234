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
    'ts evals/support.eval.ts': 'readme.long.test.ts',
    'text failure': 'readme.long.test.ts',
    sh: '- runs all tests and examples, as CI does (.ci/run, test/e2e/examples.long.test.ts)',
    'sh 2':
      '- installs from the registry: test/e2e/package.long.test.ts installs the tarball, test/e2e/init.test.ts runs init',
    'ts vitest.config.ts': 'readme.long.test.ts',
    json: 'readme.long.test.ts',
    'ts evals/refunds.subject.ts': 'readme.long.test.ts',
    yaml: 'readme.long.test.ts',
  },
  'CONTRIBUTING.md': {
    sh: '- runs all tests and checks, as CI does (.ci/run)',
    'text floors': 'contributing.test.ts',
  },
  'SECURITY.md': {},
  'examples/README.md': {
    sh: '- test/e2e/examples.long.test.ts runs the examples',
  },
  'docs/agents.md': {
    sh: 'agents.long.test.ts',
    'ts evals/example.subject.ts': 'agents.long.test.ts',
    'ts evals/support.subject.ts': 'agents.long.test.ts',
    'ts evals/support.eval.ts': 'agents.long.test.ts',
    'text failure': 'agents.long.test.ts',
    'ts evals/fix.eval.ts': 'agents.long.test.ts',
    'ts evals/fix.subject.ts': 'agents.long.test.ts',
  },
  'docs/batches.md': { sh: 'batches.long.test.ts', text: 'batches.long.test.ts' },
  'docs/calibration.md': {
    'json evals/labels/support.jsonl': 'calibration.long.test.ts',
    sh: 'calibration.long.test.ts',
    'text result': 'calibration.long.test.ts',
    'text notice': 'calibration.long.test.ts',
    'sh 2': 'calibration.long.test.ts',
    'ts evals/panel.eval.ts': 'calibration.long.test.ts',
    'sh 3': 'calibration.long.test.ts',
    'ts evals/canaries.eval.ts': 'calibration.long.test.ts',
    'sh 4': 'calibration.long.test.ts',
  },
  'docs/ci.md': {
    'yaml .github/workflows/evals.yml': 'ci.long.test.ts',
    'yaml with a key': 'ci.long.test.ts',
    'yaml shards': 'ci.long.test.ts',
    'ts vitest.config.ts': 'ci.long.test.ts',
    'yaml env of a shard with a key': 'ci.long.test.ts',
    'yaml nightly': 'ci.long.test.ts',
    'js scripts/check-run.mjs': 'ci.long.test.ts',
  },
  'docs/costs.md': {},
  'docs/eval-sets.md': {
    'yaml evals/refunds.evalset.yaml': 'eval-sets.long.test.ts',
    'ts evals/refunds.subject.ts': 'eval-sets.long.test.ts',
    'ts evals/fix.subject.ts': 'eval-sets.long.test.ts',
    sh: 'eval-sets.long.test.ts',
    'md docs/refunds.md': 'eval-sets.long.test.ts',
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
    'ts evals/judge.ts': 'judges.long.test.ts',
    'ts evals/local-judge.ts': 'judges.long.test.ts',
    sh: 'judges.long.test.ts',
  },
  'docs/matchers.md': {
    'ts evals/regression.eval.ts': 'matchers.long.test.ts',
    'ts evals/tools.eval.ts': 'matchers.long.test.ts',
  },
  'docs/modes.md': { 'ts scripts/patch.ts': 'modes.long.test.ts', sh: 'modes.long.test.ts' },
  'docs/options.md': {},
  'docs/results.md': {
    'text run': 'results.long.test.ts',
    'text gate': 'results.long.test.ts',
    'js scripts/worst.mjs': 'results.long.test.ts',
    sh: 'results.long.test.ts',
  },
  'docs/review-matching.md': {
    'ts evals/review.eval.ts': 'review-matching.long.test.ts',
    'text failure': 'review-matching.long.test.ts',
    'md state/context/pr-7.md': 'review-matching.long.test.ts',
    'md state/predictions/pr-7.md': 'review-matching.long.test.ts',
    'md state/reviews/pr-7.md': 'review-matching.long.test.ts',
    'text formulas': 'review-matching.long.test.ts',
    'md state/answer.md': 'review-matching.long.test.ts',
    sh: 'review-matching.long.test.ts',
    'ts evals/cited.eval.ts': 'review-matching.long.test.ts',
    'sh 2': 'review-matching.long.test.ts',
  },
  'docs/statistics.md': {
    'ts vitest.config.ts': 'statistics.long.test.ts',
    'ts evals/refunds.subject.ts': 'statistics.long.test.ts',
    'text table': 'statistics.long.test.ts',
    sh: 'statistics.long.test.ts',
    'text diff': 'statistics.long.test.ts',
  },
  'docs/versioning.md': {},
}
