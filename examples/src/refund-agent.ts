/**
 * The agent under test. Rules stand in for a model here, so that the examples need none; an eval set cannot tell the
 * difference.
 *
 * @module
 */
import { type Order, orders } from './orders.js'

/** One step of the agent, in the form that eval sets take. */
export interface Step {
  tool: string
  args: object
  result_summary: string
}

/** What the agent says and what it did to get there. */
export interface Answer {
  output: string
  toolCalls: Step[]
}

const RETURN_DAYS = 30
const LARGEST_REFUND = 200

/** Answers a customer who wants money back. */
export function answerRefund(message: string): Answer {
  const toolCalls: Step[] = []
  const use = (tool: string, args: object, result_summary: string) => {
    toolCalls.push({ tool, args, result_summary })
  }

  const id = /[A-Z]-\d+/.exec(message)?.[0]
  if (id === undefined) return { output: 'Which order is it about? The number starts with A-.', toolCalls }

  const order = orders.find((candidate) => candidate.id === id)
  use('find_order', { id }, order ? describe(order) : 'no such order')
  // Nothing below uses the newsletter setting. The eval set shows it: tool_use_quality is low.
  use('get_newsletter_setting', { id }, 'subscribed')

  if (order === undefined) return { output: `I cannot find order ${id}. Could you check the number?`, toolCalls }
  if (order.refunded) return { output: `Order ${id} has already been refunded.`, toolCalls }
  if (order.deliveredDaysAgo > RETURN_DAYS) {
    const output = `Order ${id} arrived ${order.deliveredDaysAgo} days ago. Refunds are possible for ${RETURN_DAYS} days, so I cannot refund it.`
    return { output, toolCalls }
  }
  if (order.total > LARGEST_REFUND) {
    use('hand_over', { id }, 'ticket opened')
    return { output: `A colleague will decide about order ${id} within one working day.`, toolCalls }
  }
  const amount = order.total.toFixed(2)
  use('refund', { id, amount }, 'refunded')
  return { output: `I have refunded ${amount} EUR for order ${id}. It arrives within five working days.`, toolCalls }
}

function describe({ total, deliveredDaysAgo, refunded }: Order): string {
  return `${total} EUR, delivered ${deliveredDaysAgo} days ago, ${refunded ? 'refunded' : 'not refunded'}`
}
