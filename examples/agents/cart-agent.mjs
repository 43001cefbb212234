/**
 * The agent under test: a command that reads a task on its standard input, changes the files of the folder that it is started in,
 * and prints what it did. Rules stand in for a model here, so that the examples need none.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'src/cart.ts'
const task = readFileSync(0, 'utf8')

if (!/quantit/i.test(task)) {
  console.error(`no rule fits the task ${JSON.stringify(task)}`)
  process.exit(1)
}

const text = readFileSync(FILE, 'utf8')
  .replace('{ price }) => sum + price,', '{ price, quantity }) => sum + quantity * price,')
  .replace('return items.length', 'return items.reduce((sum, { quantity }) => sum + quantity, 0)')
writeFileSync(FILE, text)
console.log(`Total and count in ${FILE} now take the quantity of each item into account.`)
