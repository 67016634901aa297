/**
 * `npm run fuzz -- --requests N --seed S`: hostile requests to a bank in a process of its own, with what they cost. Ends with 1
 * when a bar is not met. `--from N --requests 1` sends the request of that number again.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Measured } from './bank-process.js'
import { type Campaign, runCampaign } from './campaign.js'
import type { Stop } from './loop-watch.js'
import type { Waits } from './probe.js'

/** Longest time in which a request may keep the loop busy, in milliseconds. */
const longestBusyMillis = 50
/** How often a request that came in during a longer stop is sent again, alone, before it is blamed for it. */
const tries = 4
/** Requests that are sent again, at most. */
const mostSuspects = 200
/** How much more memory the last tenth may hold than the second, for what the requests have stored by right. */
const growthMegabytes = 32

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    connections: { type: 'string', default: '2' },
  },
})
const numbers = [values.requests, values.seed, values.from, values.connections].map(Number)
const [requests, seed, from, connections] = numbers as [number, number, number, number]
if (!numbers.every((each) => Number.isSafeInteger(each) && each >= 0)) {
  process.stderr.write('npm run fuzz -- --requests N --seed S --from N --connections N: whole numbers\n')
  process.exit(2)
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const millis = (value: number) => `${value.toFixed(1)} ms`
const stopOf = ({ busyMillis, wallMillis }: Stop) => `${busyMillis.toFixed(1)} of ${millis(wallMillis)}`

const bank = await start('bank')
const bare = await start('bare')
const probe = fork(new URL('./probe.ts', import.meta.url), [bank.url, bare.url], { execArgv: process.execArgv })
const tenths: Measured[] = []
const idle: Measured[] = []

print(`seed ${seed}: ${requests} requests from number ${from}, to ${bank.url}`)
const { byStatus, failures } = await runCampaign({ url: bank.url, seed, requests, from, connections, afterTenth })
probe.send('end')
const [waits] = (await once(probe, 'message')) as [Waits]
const stops = tenths.flatMap(({ stops: each }) => each).filter(({ busyMillis }) => busyMillis >= longestBusyMillis)
const { suspects, slow } = await findSlow(stops)
for (const child of [bank.process, bare.process, probe]) child.kill()
report()

async function afterTenth(tenth: number, soFar: Campaign): Promise<void> {
  const [ofBank, ofBare] = [await bank.measure(), await bare.measure()]
  tenths.push(ofBank)
  idle.push(ofBare)
  const memory = `heap ${ofBank.heapMegabytes.toFixed(1)} MB  rss ${ofBank.rssMegabytes.toFixed(0)} MB`
  print(
    `${(tenth + 1) * 10} %  ${memory}  longest stop ${stopOf(ofBank.longestStop)}  (bare server ${stopOf(ofBare.longestStop)})  wrong answers ${soFar.failures.length}`,
  )
}

/** Sends again, each alone, what came in during long stops: what keeps the loop busy every time is slow. */
async function findSlow(long: readonly Stop[]): Promise<{ suspects: number; slow: readonly string[] }> {
  const found: string[] = []
  const marks = [...new Set(long.flatMap((stop) => stop.marks))].filter((mark) => /^\d+$/.test(mark))
  for (const mark of marks.slice(0, mostSuspects)) {
    const busy = await busyAlone(Number(mark))
    if (busy >= longestBusyMillis) found.push(`request ${mark} (seed ${seed}) keeps the loop busy for ${millis(busy)}`)
  }
  return { suspects: marks.length, slow: found }
}

/** The shortest of some tries: what a request costs, without what the machine did at the time. */
async function busyAlone(index: number): Promise<number> {
  const busy: number[] = []
  for (let count = 0; count < tries; count += 1) {
    await bank.measure()
    const { url } = bank
    const measure = async () => void busy.push((await bank.measure()).longestStop.busyMillis)
    await runCampaign({ url, seed, requests: 1, from: index, connections: 1, afterTenth: measure })
  }
  return Math.min(...busy)
}

function report(): void {
  const longest = tenths.map(({ longestStop }) => longestStop).toSorted((a, b) => b.busyMillis - a.busyMillis)[0]
  const ofMachine = Math.max(0, ...idle.map(({ longestStop }) => longestStop.wallMillis))
  const growth = (tenths.at(-1)?.heapMegabytes ?? 0) - (tenths[1]?.heapMegabytes ?? 0)
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`)
  print(`answers by status: ${statuses.join(', ')}`)
  print(`longest stop of the loop: ${longest ? stopOf(longest) : 'none'} computing`)
  print(
    `stops of ${millis(longestBusyMillis)} or more: ${stops.length}; ${suspects} requests came in during them, of which, sent again alone, ${slow.length} are slow`,
  )
  print(
    `second connection, ${waits.requests} requests each: longest wait at the bank ${millis(waits.bankMillis)}, at the bare server ${millis(waits.bareMillis)}, whose own longest stop was ${millis(ofMachine)}: what the machine adds`,
  )
  print(`heap after the last tenth: ${growth.toFixed(1)} MB more than after the second`)
  for (const { index, problems, again } of failures) {
    print(`request ${index} (seed ${seed}): ${problems.join('; ')}\n  ${again.slice(0, 2000)}`)
  }
  const missed = [
    failures.length > 0 && `${failures.length} answers are wrong`,
    ...slow,
    growth > growthMegabytes && `memory grows by more than ${growthMegabytes} MB`,
  ].filter((each) => each !== false)
  print(missed.length === 0 ? 'every bar is met' : `not met: ${missed.join(', ')}`)
  process.exit(missed.length === 0 ? 0 : 1)
}

async function start(
  which: 'bank' | 'bare',
): Promise<{ process: ChildProcess; url: string; measure(): Promise<Measured> }> {
  const execArgv = [...process.execArgv, '--expose-gc']
  const child = fork(new URL('./bank-process.ts', import.meta.url), [which], { execArgv })
  const [url] = (await once(child, 'message')) as [string]
  child.on('exit', (code, signal) => {
    if (code === null && signal === 'SIGTERM') return
    print(`not met: the process of the ${which} server has ended (${code ?? signal})`)
    process.exit(1)
  })
  const measure = async () => {
    child.send('report')
    return ((await once(child, 'message')) as [Measured])[0]
  }
  return { process: child, url, measure }
}
