/**
 * The bank of `npm run demo`, in a thread of its own: bank and judge would else share one core, and meet over HTTP alone anyway.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { startSandbox } from '#sandbox/index.js'

const bank = await startSandbox()
parentPort?.once('message', async () => {
  await bank.close()
  parentPort?.close()
})
parentPort?.postMessage(bank.url)
