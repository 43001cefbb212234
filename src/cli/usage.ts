/**
 * What the command `vitest-judge` says of itself.
 *
 * @module
 */

/** Printed with `--help`, and where the command is not used as it is meant. */
export const USAGE: string = `Usage: vitest-judge init [--shards N] [--dry-run]
       vitest-judge create INTENT [--out FILE]
       vitest-judge judge --mode MODE --data JSON|FILE|- [--instances FILE] [--out FILE] [--save]
       vitest-judge judge --mode review-match --dir STATE [--out FILE]
       vitest-judge verify-citations --input FILE --source-root DIR [--allow-prefix PATH]...
                    [--format json|jsonl|markdown]
       vitest-judge diff OLD.json NEW.json [--force]
       vitest-judge report [RESULTS.json]... [--out FILE] [--baseline FILE]
       vitest-judge calibrate LABELS [--set FILE] [--judge FILE] [--out FILE] [--drift]
       vitest-judge canaries [--judge FILE]
       vitest-judge lint FILE
       vitest-judge recordings list|prune [--dir DIR] [--results DIR]
       vitest-judge batch submit [--max-usd N] [--again] [--resubmit] [--new] [JUDGE | -- VITEST]
       vitest-judge batch status [--dir STATE] [--json]
       vitest-judge batch fetch [--dir STATE] [--wait]

  init               sets up the package of the working folder: plugin, a first eval set, CI; overwrites nothing
  create             writes a draft eval set from the Gherkin scenarios of an intent file (Markdown, or .feature)

  --shards N         its workflow runs the evals on N machines (to 256), and gates their merge
  --dry-run          says what init would write, and writes nothing
  --out FILE         name of the set (default evals/FEATURE.evalset.json); judge writes there what it prints

  judge              judges one task, or each of a list, and prints the result as JSON;
                     ends with 0 when all are judged, 1 when not, 2 when the input is wrong

  --mode MODE        solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth,
                     review-match
  --data             the fields of the mode; \`response_file\` names a file with the response, and in solo
                     \`scenario\` a scenario file. Paths start from the working folder
  --instances FILE   SWE-bench rows (JSON array or JSON Lines) in which \`scenario\` is looked up
  --save             writes each result beside its response_file: run_1.json gives
                     swebench_judge_1.json or gt_judge_1.json

  --dir STATE        judges the pull requests of a folder: context/pr-N.md, predictions/pr-N.md, reviews/pr-N.md.
                     Scores go to scores/pr-N.json, and what has one is not judged again

  verify-citations   whether every citation of an answer holds: prints { verdict, failures } and ends with
                     0 when all do, 1 when not, 2 for wrong use. SKIP_CITATION_GATE=true skips it

  --input FILE       the answer, in Markdown, JSON or JSON Lines; - is standard input
  --source-root DIR  folder that cited paths start from and must stay in
  --allow-prefix     a file or folder below it that may be cited; without any, all may

  diff               how the newer of two results files differs from the older, case by case; ends with 0, or
                     with 1 where rubric, prompt version or judge differ, so that nothing can be said

  --force            compares these all the same, with a warning

  report             writes each results file as one HTML page beside it, with the trend over its folder;
                     without a file the newest of the usual folder

  --out FILE         where the page goes instead
  --baseline FILE    results file that the page compares with

  calibrate          how well the judge agrees with the people who labelled the tasks of a JSON Lines file;
                     ends with 0, with 1 where something is unjudged or moved

  --set FILE         eval set in which \`case\` is looked up
  --judge FILE       JavaScript module whose default export is a judge or a list of judges
                     (default: Claude, by the environment)
  --out FILE         where it is stored (default evals/calibration/LABELS.MODEL.json)
  --drift            judges again, without recordings, and says what moved since it was stored

  canaries           shows the judge submissions that every sound one fails; ends with 1 where it passes one

  lint               advice on a rubric or eval set, such as vague criteria; ends with 0

  recordings list    every recording: what it is about, by which model, and whether a run used it
  recordings prune   removes the recordings that no run used whose results file is
                     still there, and names them

  --dir DIR          folder of the recordings (default evals/recordings)
  --results DIR      folder of the results files (default evals/results, else .vitest-judge/results)

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
`
