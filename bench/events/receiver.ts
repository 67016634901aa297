/**
 * The TPPs of the bench, in a process of their own as they would be: a server that answers 202 at once, one that never answers. Each
 * message asks for the instants at which notifications have come since the last one, once there are so many.
 *
 * @module
 */
import { answering, openCallbacks, silent } from '#sandbox/events/testing/callbacks.js'

const [dead, alive] = [await openCallbacks(silent), await openCallbacks()]
let times: number[] = []
alive.answerWith((received, response) => {
  times.push(performance.timeOrigin + performance.now())
  answering(202)(received, response)
})

process.on('message', async (count: number) => {
  await alive.come(alive.received.length + Math.max(0, count - times.length))
  const came = times
  times = []
  process.send?.(came)
})
process.send?.({ dead: dead.url, alive: alive.url })
