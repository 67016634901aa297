/**
 * Faults of the suite itself, put into a transcript: what the judge has to blame on the suite, never on the bank.
 *
 * @module
 */
import type { ChainedEntry } from '#conformance/index.js'

type Exchange = Extract<ChainedEntry, { kind: 'exchange' }>
type Journey = Extract<ChainedEntry, { kind: 'journey' }>

export interface SuiteFault {
  readonly title: string
  /** The wire check that has to find it. */
  readonly check: string
  /** Changes a correct transcript into that of a suite that has the fault. */
  readonly apply: (entries: readonly ChainedEntry[]) => readonly ChainedEntry[]
}

const isValidCall = (entry: ChainedEntry): entry is Exchange =>
  entry.kind === 'exchange' && entry.operation !== undefined && (entry.deviates ?? []).length === 0

/** Changes the first entry that fits. */
function changeFirst<T extends ChainedEntry>(
  fits: (entry: ChainedEntry) => entry is T,
  change: (entry: T) => T,
): SuiteFault['apply'] {
  return (entries) => {
    const first = entries.find(fits)
    if (!first) throw new Error('no entry of the transcript fits the fault')
    return entries.map((entry) => (entry === first ? change(first) : entry))
  }
}

const withRequest = (entry: Exchange, request: Partial<Exchange['request']>): Exchange => ({
  ...entry,
  request: { ...entry.request, ...request },
})

const withHeader = (entry: Exchange, header: string, value: string): Exchange =>
  withRequest(entry, {
    headers: entry.request.headers.map(([name, before]) => [name, name === header ? value : before] as const),
  })

/** The exchange as it would be of a suite that sends one interaction id, which the bank repeats. */
function withOneId(entry: Exchange): Exchange {
  const id = '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'
  const sent = withHeader(entry, 'x-fapi-interaction-id', id)
  const repeated = entry.response?.headers.map(
    ([name, value]) => [name, name === 'x-fapi-interaction-id' ? id : value] as const,
  )
  return entry.response && repeated ? { ...sent, response: { ...entry.response, headers: repeated } } : sent
}

const isCreation = (entry: ChainedEntry): entry is Exchange =>
  isValidCall(entry) && entry.operation === 'createAccountAccessConsent'

const isJourney = (entry: ChainedEntry): entry is Journey =>
  entry.kind === 'journey' && (entry.deviates ?? []).length === 0

export const suiteFaults: readonly SuiteFault[] = [
  {
    title: 'sends its token with a scheme in lower case',
    check: 'WIR-own-authorization',
    apply: changeFirst(isValidCall, (entry) => withHeader(entry, 'authorization', 'bearer «secret:0000»')),
  },
  {
    title: 'sends a JSON body as text/plain',
    check: 'WIR-own-media-types',
    apply: changeFirst(isCreation, (entry) => withHeader(entry, 'content-type', 'text/plain')),
  },
  {
    title: 'sends an interaction id that is no UUID',
    check: 'WIR-own-interaction-id',
    apply: changeFirst(isValidCall, (entry) => withHeader(entry, 'x-fapi-interaction-id', 'one')),
  },
  {
    title: 'sends one interaction id in every request',
    check: 'WIR-own-interaction-id-fresh',
    apply: (entries) => entries.map((entry) => (isValidCall(entry) ? withOneId(entry) : entry)),
  },
  {
    title: 'sends a consent without permissions where the case asks for a valid one',
    check: 'WIR-own-body',
    apply: changeFirst(isCreation, (entry) => withRequest(entry, { body: '{"Data":{"Permissions":[]},"Risk":{}}' })),
  },
  {
    title: 'does not send the deviation that a case is about',
    check: 'WIR-own-deviation',
    apply: changeFirst(isValidCall, (entry) => ({ ...entry, deviates: ['accept'] })),
  },
  {
    title: 'reads one account before the list',
    check: 'WIR-own-accounts-first',
    apply: changeFirst(
      (entry): entry is Exchange => isValidCall(entry) && entry.operation === 'getAccounts',
      (entry) => ({ ...entry, operation: 'getAccount' }),
    ),
  },
  {
    title: 'asks for an authorisation without the scope accounts',
    check: 'WIR-own-scope',
    apply: changeFirst(isJourney, (entry) => {
      const url = new URL(entry.authorizationUrl)
      url.searchParams.set('scope', 'openid')
      return { ...entry, authorizationUrl: url.href }
    }),
  },
]
