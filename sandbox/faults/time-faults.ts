/**
 * Faults that show once time has passed: of consents, tokens, idempotency keys and payments.
 *
 * @module
 */
import { parseDateTime } from '#standard/index.js'
import { isAccountConsent } from '../consents/consent.js'
import type { EditScene } from '../http/edits.js'
import { lifetimeSeconds } from '../identity/lifetimes.js'
import type { Rules } from '../tenants/tenant.js'
import { editData } from './editing.js'
import type { Fault } from './fault.js'
import { editEachRow, readsOfTransactions } from './rows.js'

const dayMillis = 86_400_000

const nowOf = ({ exchange }: EditScene): number => exchange?.tenant.clock.now() ?? 0

const instant = (value: unknown): number => parseDateTime(String(value))

/** Keeps what is named here for a long time. */
const keeping =
  (...models: readonly string[]) =>
  ({ keptSeconds }: Rules): Partial<Rules> => ({
    keptSeconds: (model, seconds) => (models.includes(model) ? 10 * 365 * 86_400 : keptSeconds(model, seconds)),
  })

const isDeferred = ({ Initiation }: Record<string, unknown>) =>
  /DNS$/.test(String((Initiation as Record<string, unknown> | undefined)?.LocalInstrument))

export const timeFaults = {
  'consent-expiry-ignored': {
    title: 'goes on showing accounts under a consent that has expired',
    replaces: ({ isUsable, keptSeconds }) => ({
      isUsable: (consent, now) => isUsable(consent, isAccountConsent(consent) ? consent.createdAt : now),
      keptSeconds: (model, seconds) =>
        ['AccessToken', 'Grant'].includes(model)
          ? Math.max(seconds, lifetimeSeconds.accessToken)
          : keptSeconds(model, seconds),
    }),
  },
  'expired-consent-rejected': {
    title: 'reads a consent that has expired as Rejected',
    alter: editData(['getAccountAccessConsent'], ({ ExpirationDateTime: end }, scene) =>
      end !== undefined && instant(end) <= nowOf(scene) ? { Status: 'Rejected' } : {},
    ),
  },
  'consent-ends-with-token': {
    title: 'reads a consent as Revoked once its access token has ended',
    alter: editData(['getAccountAccessConsent'], ({ Status, StatusUpdateDateTime }, scene) =>
      Status === 'Authorised' && instant(StatusUpdateDateTime) + lifetimeSeconds.accessToken * 1000 <= nowOf(scene)
        ? { Status: 'Revoked' }
        : {},
    ),
  },
  'undecided-consent-kept': {
    title: 'leaves a consent AwaitingAuthorisation however long nobody decides',
    alter: editData(['getAccountAccessConsent', 'getDomesticPaymentConsent'], (data) => {
      const [created, updated] = [data.CreationDateTime, data.StatusUpdateDateTime].map(instant) as [number, number]
      return data.Status === 'Rejected' && updated - created === dayMillis ? { Status: 'AwaitingAuthorisation' } : {}
    }),
  },
  'access-token-never-ends': {
    title: 'takes access tokens long after they should have ended',
    replaces: keeping('AccessToken'),
  },
  'refresh-token-never-ends': {
    title: 'renews the token of a consent that has expired',
    replaces: (rules) => ({
      ...keeping('RefreshToken', 'Grant')(rules),
      acceptsGrant: (place, isAlive) => isAlive || place === 'token',
    }),
  },
  'code-never-ends': {
    title: 'takes authorisation codes long after they should have ended',
    replaces: keeping('AuthorizationCode'),
  },
  'idempotency-key-forgotten': {
    title: 'forgets an idempotency key after an hour',
    replaces: () => ({ idempotencyKeySeconds: () => 3600 }),
  },
  'idempotency-key-kept': {
    title: 'answers a repeated request as the first for a week',
    replaces: () => ({ idempotencyKeySeconds: () => 7 * 86_400 }),
  },
  'deferred-payment-never-settled': {
    title: 'leaves deferred payments in process for ever',
    alter: editData(['getDomesticPayment'], (data) =>
      isDeferred(data) ? { Status: 'AcceptedSettlementInProcess' } : {},
    ),
  },
  'late-order-on-its-day': {
    title: 'expects to execute an order after the cut-off at once',
    alter: editData(['createDomesticPaymentConsent', 'createDomesticPayment'], (data) =>
      isDeferred(data) && data.ExpectedExecutionDateTime !== undefined
        ? { ExpectedExecutionDateTime: data.CreationDateTime }
        : {},
    ),
  },
  'details-of-one-instant': {
    title: 'dates every state of a payment by when it came in',
    alter: editData(['getDomesticPaymentDetails'], ({ PaymentStatus }) => {
      const entries = PaymentStatus as readonly Record<string, unknown>[]
      const first = entries[0]?.StatusUpdateDateTime
      return { PaymentStatus: entries.map((entry) => ({ ...entry, StatusUpdateDateTime: first })) }
    }),
  },
  'booked-under-another-id': {
    title: 'gives a transaction another id when it is booked',
    source: 'firefly-iii/firefly-iii #7840',
    alter: editEachRow(readsOfTransactions, (row) =>
      row.Status === 'Booked' ? { ...row, TransactionId: `booked-${row.TransactionId}` } : row,
    ),
  },
} as const satisfies Record<string, Fault>
