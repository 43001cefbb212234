/**
 * The way to the judge: the run's broker where the plugin set one up, else one of this process.
 *
 * @module
 */
import './augment.js'
import { inject } from 'vitest'
import { BrokerClient } from '../src/broker/client.js'
import type { Asker } from '../src/models/asker.js'

let asker: Asker | undefined

/** The same one for all tests of a file. */
export async function theAsker(): Promise<Asker> {
  if (asker !== undefined) return asker
  const shared = inject('vitestJudge')?.broker
  asker = shared ? new BrokerClient(shared) : (await import('../src/local.js')).localBroker({})
  return asker
}
