/**
 * `npm run files -- --files 2000 --seed 1`: generated pain.001 files, lawful and broken, uploaded to a bank. Ends with 1 if a lawful one was
 * refused, a broken one was taken, or a mistake was told without its place.
 */
import { parseArgs } from 'node:util'
import { runFiles } from '#sandbox/payments/testing/files-campaign.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const [files, seed] = [Number(values.files), Number(values.seed)]
const begun = performance.now()
const bank = await openTestBank()
const { lawful, broken, happened, mistakes } = await runFiles(bank, files, seed)
await bank.close()
const seconds = ((performance.now() - begun) / 1000).toFixed(1)

for (const [name, times] of Object.entries(happened)) process.stdout.write(`${String(times).padStart(6)}  ${name}\n`)
for (const line of mistakes) process.stdout.write(`  !!  ${line}\n`)
process.stdout.write(
  `${files} files, seed ${seed}: ${lawful} lawful, ${broken} broken in ${Object.keys(happened).length} ways; ${mistakes.length} mistakes; ${seconds} s\n`,
)
process.exitCode = mistakes.length === 0 ? 0 : 1
