/**
 * What is measured. `limit` is the most calls at once that a contestant is told to make, none is its own default; `again`
 * measures an unchanged run after a first one; `recorded` is the same with an empty test for a case where nothing records.
 *
 * @module
 */

export const scenarios = {
  a: { title: 'Defaults: 200 cases, a judge of 200 ms', cases: 200, latencyMs: 200 },
  b: { title: 'At most 50 calls at once: 1,000 cases, a judge of 200 ms', cases: 1_000, latencyMs: 200, limit: 50 },
  c: { title: 'The same again, nothing changed: 200 cases, at most 50 at once', ...fifty(), again: true },
  d: {
    title: 'A fifth of the calls get 429, retry after 1 s; the others ask with the SDK: 200 cases, at most 50 at once',
    ...fifty(),
    share429: 0.2,
    client: 'sdk',
  },
  'd-rate': {
    title:
      'What is above 50 calls a second gets 429, retry after 1 s; the others ask with the SDK: 200 cases, at most 50 at once',
    ...fifty(),
    perSecond: 50,
    client: 'sdk',
  },
  'd-fetch': {
    title: 'A fifth of the calls get 429; the others ask with fetch: 200 cases, at most 50 at once',
    ...fifty(),
    share429: 0.2,
  },
  e: { title: 'One case, a judge that answers at once: start-up', cases: 1, latencyMs: 0 },
  f: { title: '200 files of ordinary tests, which judge nothing', cases: 0, latencyMs: 0, files: 200 },
  g: {
    title: '10,000 recorded cases (plain Vitest: 10,000 empty tests)',
    ...{ cases: 10_000, latencyMs: 0, limit: 50, again: true, recorded: true },
  },
}

function fifty() {
  return { cases: 200, latencyMs: 200, limit: 50 }
}
