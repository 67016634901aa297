/** `npm run swaps [count] [seed]`: swaps of ids and tokens between TPPs and PSUs. Ends with 1 if anything was read or changed. */
import { runSwaps } from './campaign.js'

const count = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 1)
const begun = performance.now()
const { tried, reads, changes, astray } = await runSwaps({ seed, count })
const seconds = ((performance.now() - begun) / 1000).toFixed(1)

for (const [name, times] of Object.entries(tried)) process.stdout.write(`${String(times).padStart(6)}  ${name}\n`)
for (const line of [...reads, ...changes.map((each) => `${each} changed something`), ...astray]) {
  process.stdout.write(`  !!  ${line}\n`)
}
process.stdout.write(
  `${count} swaps, seed ${seed}: ${reads.length} reads, ${changes.length} changes of what is another's, ` +
    `${astray.length} tokens astray; ${seconds} s\n`,
)
process.exitCode = reads.length + changes.length + astray.length === 0 ? 0 : 1
