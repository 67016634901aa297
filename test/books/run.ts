/**
 * `npm run books -- --payments 10000 --seed 1`: random payments, cancellations and rejections. Ends with 1 if the books are wrong anywhere, or a
 * funds confirmation was.
 */
import { parseArgs } from 'node:util'
import { runBooks } from '#sandbox/testing/books-campaign.js'
import { randomOf } from '../fuzz/random.js'

const { values } = parseArgs({
  options: { payments: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const [payments, seed] = [Number(values.payments), Number(values.seed)]
const begun = performance.now()
const { happened, fundsAsked, fundsWrong, mistakes } = await runBooks(payments, randomOf(seed).below)
const seconds = ((performance.now() - begun) / 1000).toFixed(1)

for (const [name, times] of Object.entries(happened)) process.stdout.write(`${String(times).padStart(6)}  ${name}\n`)
for (const line of mistakes) process.stdout.write(`  !!  ${line}\n`)
process.stdout.write(
  `${payments} payments, seed ${seed}: ${mistakes.length} mistakes in the books, ` +
    `${fundsWrong} of ${fundsAsked} answers about funds wrong; ${seconds} s\n`,
)
process.exitCode = mistakes.length + fundsWrong === 0 ? 0 : 1
