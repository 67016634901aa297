/**
 * Where a fault can be seen: the places whose answers it changes. A case that calls one of them can see it; a check that turns
 * red because of answers of other places has nothing to do with it.
 *
 * @module
 */
import { type Case, type ChainedEntry, cases } from '#conformance/index.js'
import type { FaultId } from '#sandbox/index.js'
import type { OperationId } from '#standard/index.js'
import { caughtBy } from './caught-by.js'
import { reaches } from './reaches.js'
import { checkOf, type Red } from './reds.js'

/** Where a request goes: to an operation, to a path without one, to the authorisation server, or a PSU to the bank's page. */
export type Place = OperationId | 'no operation' | 'authorisation server' | 'page'

export interface Reach {
  readonly places: readonly Place[] | 'everywhere'
  /** Only answers below 400, or only those from 400 on. Default both. */
  readonly answers?: 'successes' | 'refusals'
  /** Cases that send what a wire check has to see, where it is not in every case that goes there. */
  readonly shownBy?: readonly string[]
}

/** What a fault affects: its row of the table, or else the places of the cases that are meant to catch it. */
export function reachOf(fault: FaultId): Reach {
  const named = caughtBy[fault].map(checkOf)
  const places = cases.filter(({ id }) => named.includes(id)).flatMap(placesOf)
  return reaches[fault] ?? { places: [...new Set(places)] }
}

const known = new WeakMap<Case, readonly Place[]>()

/** Where the steps of a case go. */
export function placesOf(test: Case): readonly Place[] {
  const places = known.get(test) ?? goes(test)
  known.set(test, places)
  return places
}

function goes({ steps }: Case): readonly Place[] {
  return steps.flatMap((step): readonly Place[] => {
    if ('authorise' in step) return ['page']
    if ('advance' in step) return []
    if ('notified' in step) return ['notifyEvent']
    if (!('call' in step)) return ['authorisation server']
    return step.path === undefined && step.method === undefined ? [step.call] : [step.call, 'no operation']
  })
}

const isWithin = ({ places }: Reach, place: Place) => places === 'everywhere' || places.includes(place)

/** True of a case that goes where the fault can be seen, and is answered there as the fault needs it. */
export function canSee(test: Case, reach: Reach): boolean {
  if (!placesOf(test).some((place) => isWithin(reach, place))) return false
  if (reach.answers === undefined) return true
  const statuses = test.expect.flatMap((each) => ('status' in each ? each.status : []))
  const isRefused = statuses.some((status) => status >= 400)
  const isServed = statuses.length === 0 || statuses.some((status) => status < 400)
  return reach.answers === 'refusals' ? isRefused : isServed
}

/** True of an exchange or a journey that the fault can have changed. */
function isAffected(entry: ChainedEntry, reach: Reach): boolean {
  if (entry.kind === 'journey') return isWithin(reach, 'page')
  if (entry.kind === 'notification') return isWithin(reach, 'notifyEvent')
  if (entry.kind !== 'exchange') return false
  const status = entry.response?.status ?? 0
  if (reach.answers && (reach.answers === 'refusals') !== status >= 400) return false
  const isOfApi = new URL(entry.request.url).pathname.startsWith('/api/')
  return isWithin(reach, entry.operation ?? (isOfApi ? 'no operation' : 'authorisation server'))
}

/** Where consents are made, approved and withdrawn before the steps of a case begin. */
const startingPoint: readonly Place[] = [
  'createAccountAccessConsent',
  'patchAccountAccessConsent',
  'deleteAccountAccessConsent',
  'getAccounts',
  'createDomesticPaymentConsent',
  'createDomesticPayment',
  'createDomesticFutureDatedPaymentConsent',
  'createDomesticFutureDatedPayment',
  'createDomesticFutureDatedPaymentCancellationConsent',
  'createFilePaymentConsent',
  'uploadFilePaymentFile',
  'createFilePayment',
  'createInternationalPaymentConsent',
  'createInternationalPayment',
  'createInternationalFutureDatedPaymentConsent',
  'createInternationalFutureDatedPayment',
  'authorisation server',
  'page',
]

/**
 * True when a red check can be due to the fault: it was found in an answer that the fault affects, or could not be looked at
 * because the fault affects what comes before. An error of the suite never is.
 */
export function isRelated({ check, outcome, seenIn }: Red, reach: Reach): boolean {
  if (outcome === 'suite-error') return false
  if (outcome !== 'could-not-run') return seenIn.some((entry) => isAffected(entry, reach))
  const test = cases.find(({ id }) => id === check)
  return test !== undefined && [...startingPoint, ...placesOf(test)].some((place) => isWithin(reach, place))
}
