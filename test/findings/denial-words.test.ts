import { describe, expect, it } from 'vitest'
import { disclaims, mayDeny } from '../../src/findings/denial.js'

const list = (words: string) => words.split(', ')

describe('a finding may deny an issue by', () => {
  it.each(
    list(
      "no, not, never, cannot, without, neither, nor, none, nothing, isn't, isn’t, couldn't, nicht, kein, keinen, nie, niemals, " +
        'ohne, weder, pas, jamais, sans, aucun, aucune, sin, nunca, ningun, ningún, ninguna, nao, não, sem, nenhum, nenhuma, ' +
        'senza, nessun, nessuna, bez, не, нет, без, никогда, ніколи, немає, 没有, 不, 无',
    ),
  )('"%s" before what it names', (word) => {
    expect(mayDeny('A socket closes twice', `A socket ${word} closes twice`)).toBe(true)
  })

  it.each(list('another, known, cant, niece, basin, sinful, nadar, aucuns, ningin'))(
    'no word that only looks like a negation: "%s"',
    (word) => {
      expect(mayDeny('A socket closes twice', `A socket ${word} closes twice`)).toBe(false)
    },
  )

  it.each([
    ['English: the next', 'A socket not in any order closes', false],
    ['other languages: one of the next four', 'A socket nicht eins zwei drei closes', true],
    ['other languages: none behind', 'A socket nicht eins zwei drei vier closes', false],
  ])('a word within reach, in %s', (_, finding, denies) => {
    expect(mayDeny('A socket closes', finding)).toBe(denies)
  })

  it.each(
    list(
      'is fine, is now good, was already handled, were also mitigated, being all sound, look fine, looks okay, seem safe, ' +
        'seems secure, work properly, works correctly, are always correct, is parameterised, is parameterized, handled safely, ' +
        'released properly, is not an issue, not a bug, not a real problem, not vulnerable, is not the case, a false positive, ' +
        'a false alarm, rule out, rules out, ruled out',
    ),
  )('saying of it "%s"', (words) => {
    expect(mayDeny('The lock of the counter', `The lock of the counter: ${words}`)).toBe(true)
  })

  it.each([
    'The lock of the counter: it is not',
    'The lock of the counter: that does not!?',
    "The lock of the counter isn't",
    'The lock of the counter doesn’t ...',
    'No evidence of the lock of the counter',
    'No sign of the lock of the counter',
    'No signs where the lock of the counter',
    "I didn't find the lock of the counter",
    'I could not see the lock of the counter',
    'I checked whether the lock of the counter',
    'The lock of the counter. Fine.',
    'The lock of the counter.\n- It’s ok',
    "The lock of the counter. That's correct as it stands here",
    'The lock of the counter. Everything looks safe',
    'The lock of the counter. No issue',
    'The lock of the counter. No problem!',
    'The lock of the counter.\nn/a',
    'The lock of the counter. No lock of the counter.',
  ])('a whole sentence: %j', (finding) => {
    expect(mayDeny('The lock of the counter', finding)).toBe(true)
  })

  it.each([
    'The lock of the counter: it is not taken in time',
    "The lock of the counter isn't taken in time",
    'The lock of the counter. Counting would be fine with it',
    'The lock of the counter. Fine-grained ones are what most people would have taken here',
    'The lock of the counter. There is no counter for readers.',
    'Missing lock of the counter',
  ])('no such words elsewhere: %j', (finding) => {
    expect(mayDeny('The lock of the counter', finding)).toBe(false)
  })
})

describe('an issue that says itself what is not there', () => {
  it.each(
    list(
      'missing, lack, lacks, lacking, fail, fails, failed, prevent, prevents, omit, omits, omitted, skip, skips, skipped, ' +
        'forget, forgets, forgot, no, never, nicht',
    ),
  )('by "%s" is not denied by a finding that says so, too', (word) => {
    expect(mayDeny(`${word} check of the token`, 'There is no check of the token')).toBe(false)
  })

  it.each(list('failsafe, another'))('by no "%s" is denied', (word) => {
    expect(mayDeny(`${word} check of the token`, 'There is no check of the token')).toBe(true)
  })

  it('says so of the next six words', () => {
    expect(mayDeny('Nicht eins zwei drei vier fünf closed', 'It is not closed')).toBe(false)
    expect(mayDeny('Nicht eins zwei drei vier fünf sechs closed', 'It is not closed')).toBe(true)
  })

  it.each(['always closed on timeout', 'always closed under timeout', 'closed on timeout, luckily'])(
    'is denied by a clause that affirms it: %s',
    (words) => {
      expect(mayDeny('A connection is never closed on timeout', `Here, the connection is ${words}`)).toBe(true)
    },
  )

  it.each(
    list(
      'missing, lacking, failing, absent, skipping, forgotten, forgets, omitting, instead, only, before, after, may, might, could, ' +
        'can, should, must, needed, if, when, unless, until, unsafely, wrongly, incorrectly, would, will, invalid, breaking, ' +
        'crashing, leaking, errored, exception, raising, throwing, causing, allowing, bypassing, lost, losing it before, dropped, ' +
        'insecurely, raises, throws, causes, fails',
    ),
  )('is not denied by a complaint: "%s"', (word) => {
    expect(mayDeny('A connection is never closed on timeout', `The connection is ${word} closed on timeout`)).toBe(
      false,
    )
  })
})

describe('a review', () => {
  it.each([
    'LGTM',
    '**Approved** after a second look',
    'approve',
    'Verdict: approve',
    'Overall -- LGTM',
    'Found it all.\n\n  ✅ LGTM, thanks',
    'Nothing to fix',
    'There is no change to report',
    'I found nothing',
    'All looks well',
    'No issues found',
    'No issue was found',
    'No security problems were detected',
    'No problem has been seen; no bug found',
    'no bugs have been identified',
    'no concern found',
    'no concerns are found',
    'no finding found',
    'no findings found',
    'no defect found',
    'I had no time to look',
    'not enough time for all',
    'lacking the time to look',
    'I lack time to look',
    'we lacked time for it',
    "I haven't reviewed it",
    'I’ve not yet looked',
    'we did not actually run it',
    'I could not open it',
    'I never tested it',
    'I was unable to access it',
    "I've looked for bugs",
    'we searched for bugs',
    'Things a reviewer should look at',
    'What you check',
    'Points to watch',
  ])('that says %j may claim nothing', (text) => {
    expect(disclaims(text)).toBe(true)
  })

  it.each([
    'The loan must be approved.',
    'Approved loans are paid out twice when the customer clicks the button again within a second of the first',
    'Nothing locks the counter',
    'There is no time limit',
    'No issues are linked',
    'I looked at all of it',
    'I read it, and it never tests that',
    'Word LGTM',
  ])('that says %j claims what it finds', (text) => {
    expect(disclaims(text)).toBe(false)
  })
})
