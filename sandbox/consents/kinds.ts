/**
 * What differs between kinds of consents: their moves, the scope they are authorised with, and what the PSU chooses.
 *
 * @module
 */
import {
  type Operation,
  type PaymentFamilyId,
  paymentFamilies,
  paymentFamily,
  paymentFamilyIds,
  type Scope,
  type StateMachineName,
} from '#standard/index.js'
import type { ConsentKind, ConsentStatus } from './consent.js'

/** What a kind of consent is like. */
export interface KindOfConsent {
  /** How it is called in messages to TPPs. */
  readonly name: string
  /** The scope it is authorised with. FACTS 4.6. */
  readonly scope: Scope
  /** Its states and moves. FACTS 11. */
  readonly machine: StateMachineName
  /** The states in which its tokens are good. */
  readonly alive: readonly ConsentStatus[]
  /** The state of one that is withdrawn. */
  readonly withdrawn: 'Revoked' | 'Rejected'
  /** What the PSU chooses: any of the own accounts, the one account that pays, or nothing. */
  readonly choice: 'accounts' | 'debtor-account' | 'nothing'
}

const accounts: KindOfConsent = {
  name: 'an account access consent',
  scope: 'accounts',
  machine: 'accountAccessConsent',
  alive: ['Authorised'],
  withdrawn: 'Revoked',
  choice: 'accounts',
}

const payment = {
  name: 'a payment consent',
  scope: 'payments',
  alive: ['Authorised', 'Consumed'],
  withdrawn: 'Rejected',
  choice: 'debtor-account',
} as const

const ofFamily = (id: PaymentFamilyId): KindOfConsent => ({ ...payment, machine: paymentFamilies[id].consentStates })

export const kinds: Readonly<Record<ConsentKind, KindOfConsent>> = {
  accounts,
  'domestic-payment': ofFamily('domestic-payment'),
  'domestic-future-dated-payment': ofFamily('domestic-future-dated-payment'),
  'domestic-future-dated-payment-cancellation': {
    ...payment,
    name: 'the consent to a cancellation',
    machine: 'cancellationConsent',
    choice: 'nothing',
  },
  'international-payment': ofFamily('international-payment'),
  'international-future-dated-payment': ofFamily('international-future-dated-payment'),
  'file-payment': ofFamily('file-payment'),
  'domestic-standing-order': ofFamily('domestic-standing-order'),
  'international-standing-order': ofFamily('international-standing-order'),
}

/** The family of each path, by what the path begins with. */
const families = new Map(
  paymentFamilyIds.flatMap((id) => Object.values(paymentFamily(id).paths).map((path) => [path, id] as const)),
)

/** The kind of consent whose token an operation takes. FACTS 8. */
export function kindFor({ path }: Pick<Operation, 'path'>): ConsentKind {
  return families.get(/^\/[^/]+/.exec(path)?.[0] ?? '') ?? 'accounts'
}
