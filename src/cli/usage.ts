/**
 * What the command `vitest-judge` says of itself.
 *
 * @module
 */

/** One command: how it is called, and what it and its options do. */
interface CommandHelp {
  readonly calls: readonly string[]
  readonly text: string
}

const HELP: Readonly<Record<string, CommandHelp>> = {
  init: {
    calls: ['[--shards N] [--dry-run]'],
    text: `
  init               sets up the package of the working folder: plugin, a first eval set, CI; overwrites nothing

  --shards N         its workflow runs the evals on N machines (to 256), and gates their merge
  --dry-run          says what init would write, and writes nothing
`,
  },
  create: {
    calls: ['INTENT [--out FILE]'],
    text: `
  create             writes a draft eval set from the Gherkin scenarios of an intent file (Markdown, or .feature)

  --out FILE         name of the set (default evals/FEATURE.evalset.json)
`,
  },
  judge: {
    calls: [
      '--mode MODE --data JSON|FILE|- [--instances FILE] [--out FILE] [--save]',
      '--mode review-match --dir STATE [--out FILE]',
    ],
    text: `
  judge              judges one task, or each of a list, and prints the result as JSON;
                     ends with 0 when all are judged, 1 when not, 2 when the input is wrong

  --mode MODE        solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth,
                     review-match
  --data             the fields of the mode; \`response_file\` names a file with the response, and in solo
                     \`scenario\` a scenario file. Paths start from the working folder
  --instances FILE   SWE-bench rows (JSON array or JSON Lines) in which \`scenario\` is looked up
  --out FILE         also writes there what it prints
  --save             writes each result beside its response_file: run_1.json gives
                     swebench_judge_1.json or gt_judge_1.json
  --dir STATE        judges the pull requests of a folder: context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md.
                     Scores go to scores/pr-N.json, and what has one is not judged again
`,
  },
  'verify-citations': {
    calls: [
      `--input FILE --source-root DIR [--allow-prefix PATH]...
                    [--format json|jsonl|markdown]`,
    ],
    text: `
  verify-citations   whether every citation of an answer holds: prints { verdict, failures } and ends with
                     0 when all do, 1 when not, 2 for wrong use. SKIP_CITATION_GATE=true skips it

  --input FILE       the answer, in Markdown, JSON or JSON Lines; - is standard input
  --source-root DIR  folder that cited paths start from and must stay in
  --allow-prefix     a file or folder below it that may be cited; without any, all may
`,
  },
  diff: {
    calls: ['OLD.json NEW.json [--force]'],
    text: `
  diff               how the newer of two results files differs from the older, case by case; ends with 0, or
                     with 1 where rubric, prompt version or judge differ, so that nothing can be said

  --force            compares these all the same, with a warning
`,
  },
  report: {
    calls: ['[RESULTS.json]... [--out FILE] [--baseline FILE]'],
    text: `
  report             writes each results file as one HTML page beside it, with the trend over its folder;
                     without a file the newest of the usual folder

  --out FILE         where the page goes instead
  --baseline FILE    results file that the page compares with
`,
  },
  calibrate: {
    calls: ['LABELS [--set FILE] [--judge FILE] [--out FILE] [--drift]'],
    text: `
  calibrate          how well the judge agrees with the people who labelled the tasks of a JSON Lines file;
                     ends with 0, with 1 where something is unjudged or moved

  --set FILE         eval set in which \`case\` is looked up
  --judge FILE       module (JavaScript or TypeScript) whose default export is a judge or a list of judges
                     (default: Claude, by the environment)
  --out FILE         where it is stored (default evals/calibration/LABELS.MODEL.json)
  --drift            judges again, without recordings, and says what moved since it was stored
`,
  },
  canaries: {
    calls: ['[--judge FILE]'],
    text: `
  canaries           shows the judge submissions that every sound one fails; ends with 0, with 1 where it passes one

  --judge FILE       as of calibrate
`,
  },
  lint: {
    calls: ['FILE'],
    text: `
  lint               advice on a rubric or eval set, such as vague criteria; ends with 0
`,
  },
  recordings: {
    calls: ['list|prune [--dir DIR] [--results DIR]'],
    text: `
  recordings list    every recording: what it is about, by which model, and whether a run used it
  recordings prune   removes the recordings that no run used whose results file is
                     still there, and names them

  --dir DIR          folder of the recordings (default evals/recordings)
  --results DIR      folder of the results files (default evals/results, else .vitest-judge/results)
`,
  },
  batch: {
    calls: [
      'submit [--max-usd N] [--again] [--resubmit] [--new] [JUDGE | -- VITEST]',
      'status [--dir STATE] [--json]',
      'fetch [--dir STATE] [--wait]',
    ],
    text: `
  batch submit       collects the calls that a run would make and submits them at half of the price; nothing is
                     submitted twice, also after a kill. Ends with 0, or with 1 where nothing was submitted
  batch status       how far the batches are; ends with 0 when none is under way, with 1 while one is
  batch fetch        reads what has ended and records it; ends with 0 when every call has its answer, with 1
                     while one has not, and says which command comes next

  VITEST             paths and options for the run of Vitest (default evals/)
  JUDGE              --dir STATE, or --mode MODE --data FILE [--instances FILE], as for judge
  --max-usd N        submits nothing where it is expected to cost more
  --again            also what the service refused before
  --resubmit         gives up batches that cannot be found at the service
  --new              forgets the batch in the folder, and what was produced for it
  --wait             until all batches have ended
  --json             prints the state as JSON
`,
  },
}

/** Names of all commands. */
export const COMMANDS: readonly string[] = Object.keys(HELP)

/** How a command is called; how all are, where it is none. */
export function usageOf(command: string): string {
  const names = COMMANDS.includes(command) ? [command] : COMMANDS
  const calls = names.flatMap((name) => HELP[name]?.calls.map((call) => `vitest-judge ${name} ${call}`) ?? [])
  return `Usage: ${calls.join('\n       ')}`
}

/** What `--help` prints, of one command or of all. */
export function helpOf(command: string): string {
  const names = COMMANDS.includes(command) ? [command] : COMMANDS
  return `${usageOf(command)}\n${names.map((name) => HELP[name]?.text).join('')}`
}
