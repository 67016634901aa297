/** Opens and closes stores as it is told on standard input, a command a line, and answers with a line each. */
import { createInterface } from 'node:readline'
import { collections } from '#sandbox/collections.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'

type Store = Awaited<ReturnType<typeof openLowdbStore>>

let store: Store | undefined
process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin)) process.stdout.write(`${await done(line)}\n`)

async function done(line: string): Promise<string> {
  const [command, folder = ''] = line.split(' ')
  if (command === 'close') {
    await store?.close()
    store = undefined
    return 'closed'
  }
  try {
    store = await openLowdbStore(folder, collections, { warn: () => undefined })
    return 'opened'
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}
