/**
 * Which changes of what the bank stores are events, as a table: one row for each collection. FACTS 9.2; decision 0140.
 *
 * @module
 */
import { type EventType, paymentFamily, type Scope, type Version } from '#standard/index.js'
import {
  accountIdsOf,
  type ConsentRecord,
  cancellationKind,
  consentRecords,
  isAccountConsent,
} from '../consents/consent.js'
import { type PaymentRecord, paymentRecords } from '../payments/payment.js'
import type { Collection } from '../store/collection.js'
import type { EventSubject } from './event.js'

/** What happened to one document. */
export interface Change {
  readonly types: readonly EventType[]
  /** On the bank's clock. */
  readonly at: number
  readonly reason?: string
}

/** A collection whose changes are events. */
export interface WatchedCollection<Document> {
  readonly collection: Collection<Document, string>
  readonly scope: (document: Document) => Scope
  readonly subject: (document: Document) => EventSubject
  /** What happened between two versions of a document; `after` is absent where it was deleted. A new one is no event. */
  readonly changeOf: (before: Document, after: Document | undefined, now: number) => Change | undefined
}

const update: EventType = 'urn:bh:org:openbanking:events:resource-update'
const revoked: EventType = 'urn:bh:org:openbanking:events:consent-authorization-revoked'
const linked: EventType = 'urn:bh:org:openbanking:events:account-access-consent-linked-account-update'

/** Where the consents of a kind have their addresses. */
function pathOfConsents(kind: ConsentRecord['kind']): string {
  if (kind === 'accounts') return '/account-access-consents'
  return kind === cancellationKind ? `/${kind}-consents` : paymentFamily(kind).paths.consents
}

const subjectAt = (path: string, id: string, version: Version): EventSubject => ({
  id,
  // the singular of the path
  type: path.slice(1, -1),
  path,
  version,
})

const isOver = ({ status }: ConsentRecord) => status === 'Revoked' || status === 'Rejected'

function changeOfAccountConsent(before: ConsentRecord, after: ConsentRecord | undefined, now: number) {
  const by = after?.withdrawnBy === 'psu' ? 'RevokedByCustomer' : 'RevokedByTpp'
  if (!after) return isOver(before) ? undefined : { types: [revoked], at: now, reason: 'DeletedByTpp' }
  if (after.status === 'Revoked' && before.status !== 'Revoked') {
    return { types: [revoked], at: after.statusUpdatedAt, reason: by }
  }
  const [was, is] = [accountIdsOf(before), accountIdsOf(after)]
  const added = is.some((accountId) => !was.includes(accountId))
  const removed = was.some((accountId) => !is.includes(accountId))
  if (!added && !removed) return undefined
  const at = Math.max(after.statusUpdatedAt, (isAccountConsent(after) && after.accountsChangedAt) || 0)
  const reason = added && removed ? 'AccountsReplaced' : added ? 'AccountAdded' : 'AccountRemoved'
  return { types: [linked], at, reason }
}

function changeOfPaymentConsent(before: ConsentRecord, after: ConsentRecord | undefined) {
  if (!after || after.status === before.status) return undefined
  const at = after.statusUpdatedAt
  if (after.withdrawnBy !== 'psu') return { types: [update], at }
  return { types: [update, revoked], at, reason: 'RevokedByCustomer' }
}

const consents: WatchedCollection<ConsentRecord> = {
  collection: consentRecords,
  scope: (consent) => (isAccountConsent(consent) ? 'accounts' : 'payments'),
  subject: ({ kind, consentId, version }) => subjectAt(pathOfConsents(kind), consentId, version),
  changeOf: (before, after, now) =>
    isAccountConsent(before) ? changeOfAccountConsent(before, after, now) : changeOfPaymentConsent(before, after),
}

/** What a TPP is shown as the status of a payment: of the payment, and of its latest detail. */
const statusOf = ({ status, steps }: PaymentRecord) => `${status} ${steps.at(-1)?.status}`

const payments: WatchedCollection<PaymentRecord> = {
  collection: paymentRecords,
  scope: () => 'payments',
  // what happens to a payment of a standing order happens to the order
  subject: ({ family, paymentId, ofOrder, version }) =>
    subjectAt(paymentFamily(family).paths.payments, ofOrder?.orderId ?? paymentId, version),
  changeOf: (before, after) => {
    if (!after || statusOf(before) === statusOf(after)) return undefined
    return { types: [update], at: after.steps.at(-1)?.at ?? after.statusUpdatedAt }
  },
}

export const watched = [consents, payments] as const
