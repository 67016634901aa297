/**
 * The bank that files are sent to, in a process of its own, from `dist/`. It says over IPC how long its event loop stood still, how much
 * memory it has had, and how long it computed.
 *
 * @module
 */
import { startSandbox } from '#sandbox/index.js'
import { LoopWatch } from '../../test/fuzz/loop-watch.js'

export interface Figures {
  readonly longestStopMillis: number
  /** The most that the process has held since it began. */
  readonly mostMegabytes: number
  /** Processor time since it began, of all its threads. */
  readonly processorMillis: number
}

/** What it is asked: a consent that is to be approved, or how it is doing. */
export type Asked = { readonly approve: string } | 'figures'

export interface Opened {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly userToken: string
  readonly now: string
}

if (process.send) await serve(process.argv[2] ?? 'memory')

async function serve(store: string): Promise<void> {
  const bank = await startSandbox({ store })
  const loop = new LoopWatch()
  loop.start()
  process.on('disconnect', () => void bank.close().then(() => process.exit()))
  process.on('message', async (asked: Asked) => {
    if (asked === 'figures') process.send?.(figures(loop))
    else process.send?.((await bank.authorise(asked.approve, { scope: 'payments' })).accessToken)
  })
  const { clientId, clientSecret } = bank.tpps[0] as (typeof bank.tpps)[number]
  const opened: Opened = {
    url: bank.bases['1.0.0'],
    clientId,
    clientSecret,
    userToken: await bank.userToken('bench'),
    now: bank.clock.now(),
  }
  process.send?.(opened)
}

function figures(loop: LoopWatch): Figures {
  const { user, system } = process.cpuUsage()
  return {
    longestStopMillis: loop.take().longestStop.busyMillis,
    mostMegabytes: process.resourceUsage().maxRSS / 1024,
    processorMillis: (user + system) / 1000,
  }
}
