/**
 * `npm run books -- --payments 10000 --steps 3000 --seed 1`: random payments, cancellations and rejections in the books, then payments of every
 * family at one bank. Ends with 1 if the books are wrong anywhere, or a funds confirmation was.
 */
import { parseArgs } from 'node:util'
import { runFamilies } from '#sandbox/payments/testing/families-campaign.js'
import { runBooks } from '#sandbox/testing/books-campaign.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { randomOf } from '../fuzz/random.js'

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    steps: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
})
const [payments, steps, seed] = [Number(values.payments), Number(values.steps), Number(values.seed)]

interface Report {
  readonly happened: Readonly<Record<string, number>>
  readonly fundsAsked: number
  readonly fundsWrong: number
  readonly mistakes: readonly string[]
}

async function report(name: string, run: () => Promise<Report>): Promise<void> {
  const begun = performance.now()
  const { happened, fundsAsked, fundsWrong, mistakes } = await run()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  for (const [what, times] of Object.entries(happened)) process.stdout.write(`${String(times).padStart(6)}  ${what}\n`)
  for (const line of mistakes) process.stdout.write(`  !!  ${line}\n`)
  process.stdout.write(
    `${name}, seed ${seed}: ${mistakes.length} mistakes in the books, ${fundsWrong} of ${fundsAsked} answers about funds wrong; ${seconds} s\n`,
  )
  if (mistakes.length + fundsWrong > 0) process.exitCode = 1
}

if (payments > 0) await report(`${payments} payments`, () => runBooks(payments, randomOf(seed).below))
if (steps > 0) {
  await report(`${steps} steps of all families`, async () => {
    const bank = await openTestBank()
    try {
      return await runFamilies(bank, steps, randomOf(seed).below)
    } finally {
      await bank.close()
    }
  })
}
