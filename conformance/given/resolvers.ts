/**
 * How each named starting point is created at the bank. What it needs is data: `cases/starting-points.ts`.
 *
 * @module
 */
import type { Permission, Version } from '#standard/index.js'
import type { GivenName, GivenValues } from '../cases/case.js'
import { type Authorisation, authorise, exchangeCode, noCode } from '../tpp/authorisation.js'
import type { Tokens } from '../tpp/authorisation-server.js'
import { bankNow } from '../tpp/bank-clock.js'
import { accountsToken, accountWithRows, createConsent, readAccountIds, withdrawConsent } from '../tpp/consents.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { PaymentRequest } from '../tpp/payments.js'
import type { ConsentKey, PsuName, Session, TppName } from '../tpp/session.js'
import type { JourneyEntry, Purpose } from '../transcript/entry.js'
import { ofFiles } from './file-resolvers.js'
import { ofCancellations, ofFamilies } from './payment-resolvers.js'

/** What the steps of a case get from its starting point. */
export interface Resolved<Values = Readonly<Record<string, string>>> {
  readonly values: Values
  /** Of the consent, where it was approved. */
  readonly tokens?: Tokens
  /** The journey that approved it. */
  readonly authorisation?: Authorisation
  /** The request by which a payment consent was made. */
  readonly request?: PaymentRequest
  /** All accounts of the consent, in the order of the bank. */
  readonly accountIds?: readonly string[]
  /** When one that lasts was made, on the bank's clock, in milliseconds since 1970. */
  readonly madeAt?: number
}

/** Where a starting point is created, and what its exchanges are recorded as. */
export interface GivenContext {
  readonly session: Session
  readonly version: Version
  readonly purpose: Purpose
  readonly tpp: TppName
  readonly psu: PsuName
  /** Another starting point of the same version, which is shared. */
  readonly other: <N extends GivenName>(name: N) => Promise<Resolved<GivenValues[N]>>
}

/** Creates a starting point at the bank. */
export type Resolver<Values> = (context: GivenContext) => Promise<Resolved<Values>>

const detail: readonly Permission[] = ['ReadAccountsBasic', 'ReadAccountsDetail', 'ReadBalances']

const reads: readonly Permission[] = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadBeneficiariesDetail',
  'ReadStandingOrdersDetail',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
]

const basicReads: readonly Permission[] = [
  'ReadAccountsBasic',
  'ReadBeneficiariesBasic',
  'ReadStandingOrdersBasic',
  'ReadTransactionsBasic',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
]

const directed = (direction: 'ReadTransactionsCredits' | 'ReadTransactionsDebits'): readonly Permission[] => [
  'ReadAccountsBasic',
  'ReadTransactionsBasic',
  direction,
]

const dayMillis = 86_400_000

export const resolvers: { readonly [N in GivenName]: Resolver<GivenValues[N]> } = {
  nothing: async () => ({ values: {} }),
  pendingConsent: async (context) => ({ values: { consentId: (await pending(context)).consentId } }),
  authorisedConsent: approvedFor(detail),
  detailConsent: approvedFor(detail),
  basicConsent: approvedFor(['ReadAccountsBasic']),
  everythingConsent: approvedWithRows(reads),
  basicReadsConsent: approvedWithRows(basicReads),
  payerConsent: approvedFor(reads),
  creditsConsent: approvedFor(directed('ReadTransactionsCredits')),
  debitsConsent: approvedFor(directed('ReadTransactionsDebits')),
  ownAuthorisedConsent: approvedFor(detail),
  async windowConsent(context) {
    const today = bankNow(context.session)
    const [fromDateTime, toDateTime] = [daysBefore(today, 60), daysBefore(today, 30)]
    const data = { TransactionFromDateTime: fromDateTime, TransactionToDateTime: toDateTime }
    const approved = await approve(context, await pending(context, reads, data), { accounts: 'all' })
    return { ...approved, values: { ...approved.values, fromDateTime, toDateTime } }
  },
  async narrowConsent(context) {
    const { accountIds: all = [] } = await context.other('detailConsent')
    const consent = await pending(context, reads)
    const approved = await approve(context, consent, { accounts: 'first', firstAccountId: all[0] })
    const picked = approved.accountIds
    const otherAccountId = all.find((id) => !picked.includes(id))
    if (otherAccountId === undefined) {
      throw new CouldNotRun(
        'PSU several picked one account and the consent shows them all',
        all.length < 2 ? 'config' : 'bank',
      )
    }
    return { ...approved, values: { ...approved.values, otherAccountId } }
  },
  async withdrawnConsent(context) {
    const consent = await pending(context)
    const { tokens, authorisation } = await approveAndExchange(context, consent, { accounts: 'all' })
    await withdrawConsent(context.session, consent, context.purpose)
    return { values: { consentId: consent.consentId }, tokens, authorisation }
  },
  async rejectedConsent(context) {
    const { consentId } = await pending(context)
    const { outcome } = await decide(context, consentId, 'reject', { accounts: 'all' })
    if ('failure' in outcome) throw noCode(outcome)
    return { values: { consentId } }
  },
  consentOfOtherTpp: async (context) => ({ values: { consentId: (await pending(context)).consentId } }),
  ...ofCancellations,
  ...ofFiles,
  ...ofFamilies(),
}

type Choice = { readonly accounts: 'all' | 'first'; readonly firstAccountId?: string | undefined }

type Approved = Required<Omit<Resolved<GivenValues['authorisedConsent']>, 'request' | 'madeAt'>>

/** A consent approved for every account of the PSU, its code exchanged and its accounts read. */
function approvedFor(permissions: readonly Permission[]): Resolver<GivenValues['authorisedConsent']> {
  return async (context) => approve(context, await pending(context, permissions), { accounts: 'all' })
}

/** Likewise; its account is one with rows of every kind, where there is one. */
function approvedWithRows(permissions: readonly Permission[]): Resolver<GivenValues['authorisedConsent']> {
  return async (context) => {
    const approved = await approvedFor(permissions)(context)
    const { tokens, accountIds } = approved as Approved
    const { session, version, purpose, tpp } = context
    const [first, ...rest] = accountIds
    if (first === undefined) return approved
    const token = accountsToken(session, version, tpp, tokens)
    const accountId = await accountWithRows(session, version, token, [first, ...rest], purpose)
    return { ...approved, values: { ...approved.values, accountId } }
  }
}

const daysBefore = (now: number, days: number) => new Date(now - days * dayMillis).toISOString()

function pending(
  { session, version, purpose, tpp }: GivenContext,
  permissions = detail,
  data: Readonly<Record<string, string>> = {},
): Promise<ConsentKey> {
  return createConsent(session, { version, tpp, permissions, data }, purpose)
}

function decide(
  { session, purpose, tpp, psu }: GivenContext,
  consentId: string,
  decision: JourneyEntry['decision'],
  { accounts, firstAccountId }: Choice,
): Promise<Authorisation> {
  const first = firstAccountId === undefined ? {} : { firstAccountId }
  return authorise(session, { consentId, tpp, psu, decision, accounts, ...first }, purpose)
}

async function approveAndExchange(context: GivenContext, { consentId }: ConsentKey, choice: Choice) {
  const authorisation = await decide(context, consentId, 'approve', choice)
  const tokens = await exchangeCode(context.session, authorisation, context.purpose)
  return { authorisation, tokens }
}

async function approve(context: GivenContext, consent: ConsentKey, choice: Choice): Promise<Approved> {
  const { authorisation, tokens } = await approveAndExchange(context, consent, choice)
  const { session, version, purpose, tpp } = context
  const accountIds = await readAccountIds(session, version, accountsToken(session, version, tpp, tokens), purpose)
  return { values: { consentId: consent.consentId, accountId: accountIds[0] }, tokens, authorisation, accountIds }
}
