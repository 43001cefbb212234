/**
 * Produces what `refunds.evalset.json` judges: called once for each case.
 *
 * @module
 */
import { type Answer, answerRefund } from '../src/refund-agent.js'

export default function produce({ input }: { input: unknown }): Answer {
  return answerRefund(String(input))
}
