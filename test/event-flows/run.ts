/**
 * The campaign of random flows by hand: `npm run flows:events -- 1000 7` runs 1000 flows with the seed 7.
 *
 * @module
 */
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { idsOf, ofTpp, runFlows } from './campaign.js'

const [flows = '1000', seed = '1'] = process.argv.slice(2)
const bank = await openTestBank()
const { expected, polled, pushed, came, failures } = await runFlows(bank, Number(flows), Number(seed))
const wrong = [
  ['polled', polled, ofTpp(expected, await idsOf(bank, 'tpp-demo'))],
  ['pushed', pushed, ofTpp(expected, await idsOf(bank, 'tpp-other'))],
].filter(([, got, wanted]) => JSON.stringify(got) !== JSON.stringify(wanted))
await bank.close()
process.stdout.write(
  `${flows} flows, seed ${seed}: ${polled.length} events polled, ${pushed.length} pushed in ${came} tries, ${failures} of which failed\n`,
)
for (const [name] of wrong) process.stdout.write(`${name}: not each change once\n`)
process.exitCode = wrong.length === 0 ? 0 : 1
