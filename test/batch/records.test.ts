import { expect, it } from 'vitest'
import { type BatchRecord, type FailureKind, invalidKeys } from '../../src/batch/records.js'

const batchOf = (keys: readonly string[], failed: Readonly<Record<string, FailureKind>> = {}) =>
  ({
    calls: keys.map((key) => ({ key, label: key })),
    failed: Object.entries(failed).map(([key, kind]) => ({ key, label: key, kind, detail: '' })),
  }) as unknown as BatchRecord

it.each([
  ['what was refused', [batchOf(['a', 'b'], { a: 'invalid', b: 'expired' })], ['a']],
  ['not what was answered later', [batchOf(['a'], { a: 'invalid' }), batchOf(['a'])], []],
  ['not what expired later', [batchOf(['a'], { a: 'invalid' }), batchOf(['a'], { a: 'expired' })], []],
  ['what was refused later', [batchOf(['a'], { a: 'errored' }), batchOf(['a'], { a: 'invalid' })], ['a']],
])('refused is %s', (_, records, keys) => {
  expect([...invalidKeys(records)]).toEqual(keys)
})
