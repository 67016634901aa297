/**
 * A second connection to the bank and one to the bare server, from a process of their own: how long a small request waits for its answer.
 *
 * @module
 */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Waits {
  readonly bankMillis: number
  readonly bareMillis: number
  readonly requests: number
}

const everyMillis = 10

const [bank, bare] = process.argv.slice(2)
if (process.send && bank && bare) await probe(bank, bare)

/** Asks until it is told to end, and then says the longest waits. */
async function probe(bank: string, bare: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const longest = { bankMillis: 0, bareMillis: 0, requests: 0 }
  let isOver = false
  process.on('disconnect', () => process.exit())
  process.once('message', () => {
    isOver = true
  })
  const [toBank, toBare] = [() => wait(`${bank}/_sandbox/clock`, agent), () => wait(bare, agent)]
  // the first of each opens its connection
  await Promise.all([toBank(), toBare()])
  while (!isOver) {
    const [bankMillis, bareMillis] = [await toBank(), await toBare()]
    longest.bankMillis = Math.max(longest.bankMillis, bankMillis)
    longest.bareMillis = Math.max(longest.bareMillis, bareMillis)
    longest.requests += 1
    await pause(everyMillis)
  }
  process.send?.(longest)
}

function wait(url: string, agent: Agent): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const over = () => resolve(performance.now() - began)
    get(url, { agent }, (response) => response.resume().on('end', over)).on('error', over)
  })
}
