/**
 * Writes pairs of documents into a store until it is killed, and prints each number once it is acknowledged.
 *
 * Each transaction puts one number into two collections: one without the other would be half a transaction.
 */
import { collections } from '#sandbox/collections.js'
import { secretRecords } from '#sandbox/identity/keys.js'
import { openingRecords } from '#sandbox/open-tenant.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'

const [folder = '', first = '0'] = process.argv.slice(2)
const store = await openLowdbStore(folder, collections, { journalBytes: 200_000 })
const tenant = store.tenant('main')
let next = Number(first)
process.stdout.write('ready\n')

const filling = 'x'.repeat(400)

await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (;;) {
      const number = next
      next += 1
      await tenant.transact((transaction) => {
        transaction.put(openingRecords, `n${number}`, { seed: number, openedAt: 0 })
        transaction.put(secretRecords, `n${number}`, { value: filling })
        if (number % 7 === 0) transaction.delete(secretRecords, 'marker')
        else transaction.put(secretRecords, 'marker', { value: number })
      })
      process.stdout.write(`${number}\n`)
    }
  }),
)
