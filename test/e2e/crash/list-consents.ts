/** Prints the ids of the consents in a store. */

import { collections } from '#sandbox/collections.js'
import { consentRecords } from '#sandbox/consents/consent.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'

const store = await openLowdbStore(process.argv[2] ?? '', collections, { warn: () => undefined })
process.stdout.write(JSON.stringify((await store.tenant('main').all(consentRecords)).map(({ consentId }) => consentId)))
await store.close()
