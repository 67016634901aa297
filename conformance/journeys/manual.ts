/**
 * Journeys by a person: the suite says what to decide and waits. The address may be opened on another device; where the browser ended is
 * then pasted here.
 *
 * @module
 */
import type { Limits, PsuCredentials } from '../profile/profile.js'
import {
  type JourneyDriver,
  type JourneyOutcome,
  type JourneyRequest,
  type RedirectAddress,
  readRedirect,
} from './driver.js'
import type { Receiver } from './receiver.js'
import { openRedirectAddress } from './redirect-address.js'
import { isAt } from './redirect-watch.js'

export interface ManualOptions {
  readonly limits: Pick<Limits, 'journeyMillis'>
  /** Shows a person what to do. */
  readonly tell: (text: string) => void
  /** The next line that a person enters; absent where nobody can. */
  readonly readLine?: (signal: AbortSignal) => Promise<string | undefined>
  /** The name of a PSU in the profile, for who has to find the password there. */
  readonly nameOf?: (psu: PsuCredentials) => string | undefined
}

/** The least that a person is given for one journey, in milliseconds. */
const patienceMillis = 10 * 60_000

/** A driver that asks a person, for one journey after the other. */
export function manualDriver({ limits, tell, readLine, nameOf = () => undefined }: ManualOptions): JourneyDriver {
  const millis = Math.max(limits.journeyMillis, patienceMillis)
  let before: Promise<unknown> = Promise.resolve()
  let count = 0

  async function ask(request: JourneyRequest, address: RedirectAddress, signal: AbortSignal): Promise<JourneyOutcome> {
    if (signal.aborted) return ended
    count += 1
    tell(instructions(request, count, nameOf(request.psu), millis, readLine !== undefined))
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), millis)
    const stopped = AbortSignal.any([signal, over.signal])
    try {
      const outcome = await Promise.race([
        byReceiver(address, stopped),
        pasted(request, readLine, tell, stopped),
        aborted(signal, over.signal, millis),
      ])
      tell('redirect' in outcome ? '  The bank has sent you back.\n' : `  ${outcome.failure.message}\n`)
      return outcome
    } finally {
      clearTimeout(timer)
      over.abort()
    }
  }

  return {
    name: 'manual',
    openRedirect: openRedirectAddress('page'),
    authorise(request, address, signal) {
      const mine = before.then(() => ask(request, address, signal))
      before = mine.catch(() => undefined)
      return mine
    },
    close: async () => {},
  }
}

const ended: JourneyOutcome = { failure: { kind: 'timeout', message: 'the run ended before the redirect' } }

/** What a person decides, in words. */
const decisions = {
  approve: 'approve',
  reject: 'refuse on the page where the bank asks for the decision',
  cancel: 'cancel before you decide',
} as const

function instructions(
  { authorizationUrl, psu, decision, accounts, redirectUri }: JourneyRequest,
  count: number,
  name: string | undefined,
  millis: number,
  canPaste: boolean,
): string {
  const which = accounts === 'all' ? 'choose every account' : 'choose the first account alone'
  const lines = [
    '',
    `Journey ${count}: ${decisions[decision]}`,
    `  1. Open, in a window without a past: ${authorizationUrl}`,
    `  2. Sign in as ${psu.username}${name ? ` (psus.${name})` : ''}${decision === 'approve' ? `, ${which}` : ''}, and ${decisions[decision]}.`,
    `  3. You come back to ${redirectUri}.${canPaste ? ' On another device, or where that cannot be opened: paste the whole address where you ended.' : ''}`,
    `  Waiting for ${Math.round(millis / 60_000)} minutes.`,
  ]
  return `${lines.join('\n')}\n`
}

const never = new Promise<never>(() => {})

async function byReceiver(address: RedirectAddress, signal: AbortSignal): Promise<JourneyOutcome> {
  if (!('arrived' in address)) return never
  const { arrived, whole, hits } = address as Receiver
  await arrived
  const url = await whole
  if (signal.aborted) return never
  return { redirect: readRedirect(url, hits.length) }
}

async function pasted(
  { redirectUri }: JourneyRequest,
  readLine: ManualOptions['readLine'],
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<JourneyOutcome> {
  while (readLine && !signal.aborted) {
    const line = (await readLine(signal))?.trim()
    if (line === undefined) return never
    if (line === '') continue
    if (isAt(line, redirectUri) && URL.canParse(line)) return { redirect: readRedirect(line, 1) }
    tell(`  That is not where the bank sends back to; it begins with ${redirectUri}\n`)
  }
  return never
}

function aborted(run: AbortSignal, over: AbortSignal, millis: number): Promise<JourneyOutcome> {
  return new Promise((resolve) => {
    run.addEventListener('abort', () => resolve(ended), { once: true })
    over.addEventListener(
      'abort',
      () =>
        resolve({
          failure: { kind: 'timeout', message: `nobody came back within ${Math.round(millis / 60_000)} minutes` },
        }),
      { once: true },
    )
  })
}
