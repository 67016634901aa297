/**
 * Spends on a database what its parent says, one payment at a time, until it is let go.
 */
import { collections } from '#sandbox/collections.js'
import { openStore } from '#sandbox/store/open-store.js'
import { type Spend, spenderOn } from './spending.js'

const store = await openStore(process.argv[2] as string, collections)
const spend = spenderOn(store)
process.on('message', async (order: Spend) => process.send?.(await spend(order)))
process.once('disconnect', () => void store.close())
process.send?.('ready')
