/** Says the ids of the consents in a store. */
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'

const store = await openLowdbStore(process.argv[2] ?? '', { warn: () => undefined })
process.stdout.write(JSON.stringify((await store.tenant('main').all('consents')).map(({ consentId }) => consentId)))
await store.close()
