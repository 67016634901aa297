/**
 * Raises events on and on until it is killed, while the bank notifies a TPP of them, and prints the id of each consent once its
 * change was stored.
 */
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { revokeAsPsu } from '#sandbox/consents/psu-consents.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { openKept } from './payments-kept.js'

const [name = ''] = process.argv.slice(2)
const bank = await openTestBank({ store: await openKept(name) })
await moveClock(bank.tenant, (clock) => clock.resume())
const psu = bank.tenant.bank.psus[0]
if (!psu) throw new Error('the bank has no PSU')

async function tell(psuOfAll: NonNullable<typeof psu>): Promise<never> {
  for (;;) {
    const { consentId } = await bank.consent()
    await revokeAsPsu(bank.tenant, psuOfAll, consentId)
    process.stdout.write(`${consentId}\n`)
  }
}

await Promise.all(Array.from({ length: 4 }, () => tell(psu)))
