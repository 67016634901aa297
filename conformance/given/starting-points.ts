/**
 * The named starting points of cases: what each needs, and how it is reached.
 *
 * @module
 */
import type { OperationId, Permission, Version } from '#standard/index.js'
import type { GivenName, GivenValues } from '../cases/case.js'
import type { Decision } from '../journeys/driver.js'
import { type Authorisation, authorise, exchangeCode, noCode } from '../tpp/authorisation.js'
import type { Tokens } from '../tpp/authorisation-server.js'
import { createConsent, readAccountIds, withdrawal, withdrawConsent } from '../tpp/consents.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { ConsentKey, PsuName, Session, TppName } from '../tpp/session.js'
import type { Purpose } from '../transcript/entry.js'

/** What a starting point hands to the steps of a case. */
export interface Resolved<Values = Readonly<Record<string, string>>> {
  readonly values: Values
  /** Of the consent, where it was approved. */
  readonly tokens?: Tokens
  /** The journey that approved it. */
  readonly authorisation?: Authorisation
  /** All accounts of the consent, in the order of the bank. */
  readonly accountIds?: readonly string[]
}

/** Where a starting point is worked out, and on whose account the exchanges are noted. */
export interface Setting {
  readonly session: Session
  readonly version: Version
  readonly purpose: Purpose
  /** Another starting point of the same version, which is shared. */
  readonly other: <N extends GivenName>(name: N) => Promise<Resolved<GivenValues[N]>>
}

export interface StartingPoint<Values = Readonly<Record<string, string>>> {
  /** Worked out once for a version and used by every case that names it. */
  readonly shared: boolean
  readonly tpp: TppName
  readonly psu?: PsuName
  /** Starting points this one is built on. */
  readonly uses?: readonly GivenName[]
  /** Consents it creates and journeys it takes. */
  readonly consents: number
  readonly journeys: number
  /** Operations the bank has to offer. */
  operations(version: Version): readonly OperationId[]
  resolve(setting: Setting): Promise<Resolved<Values>>
}

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

const create = (): readonly OperationId[] => ['createAccountAccessConsent']
const createAndRead = (): readonly OperationId[] => ['createAccountAccessConsent', 'getAccounts']

export const startingPoints: { readonly [N in GivenName]: StartingPoint<GivenValues[N]> } = {
  nothing: {
    shared: true,
    tpp: 'main',
    consents: 0,
    journeys: 0,
    operations: () => [],
    resolve: async () => ({ values: {} }),
  },
  pendingConsent: {
    shared: false,
    tpp: 'main',
    consents: 1,
    journeys: 0,
    operations: create,
    resolve: async (setting) => ({ values: { consentId: (await pending(setting)).consentId } }),
  },
  authorisedConsent: approvedBy('main', { shared: true }),
  detailConsent: approvedBy('several', { shared: true }),
  basicConsent: approvedBy('several', { shared: true, permissions: ['ReadAccountsBasic'] }),
  everythingConsent: approvedBy('several', { shared: true, permissions: reads }),
  basicReadsConsent: approvedBy('several', { shared: true, permissions: basicReads }),
  creditsConsent: approvedBy('several', { shared: true, permissions: directed('ReadTransactionsCredits') }),
  debitsConsent: approvedBy('several', { shared: true, permissions: directed('ReadTransactionsDebits') }),
  windowConsent: {
    ...approvedBy('several', { shared: true, permissions: reads }),
    async resolve(setting) {
      const today = setting.session.now()
      const [fromDateTime, toDateTime] = [daysBefore(today, 60), daysBefore(today, 30)]
      const data = { TransactionFromDateTime: fromDateTime, TransactionToDateTime: toDateTime }
      const approved = await approve(setting, await pending(setting, reads, 'main', data), 'several', {
        accounts: 'all',
      })
      return { ...approved, values: { ...approved.values, fromDateTime, toDateTime } }
    },
  },
  ownAuthorisedConsent: approvedBy('main', { shared: false }),
  narrowConsent: {
    shared: true,
    tpp: 'main',
    psu: 'several',
    uses: ['detailConsent'],
    consents: 1,
    journeys: 1,
    operations: createAndRead,
    async resolve(setting) {
      const { accountIds: all = [] } = await setting.other('detailConsent')
      const consent = await pending(setting, reads)
      const approved = await approve(setting, consent, 'several', { accounts: 'first', firstAccountId: all[0] })
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
  },
  withdrawnConsent: {
    shared: true,
    tpp: 'main',
    psu: 'main',
    consents: 1,
    journeys: 1,
    operations: (version) => ['createAccountAccessConsent', withdrawal[version].operation],
    async resolve(setting) {
      const consent = await pending(setting)
      const { tokens, authorisation } = await approveAndExchange(setting, consent, 'main', { accounts: 'all' })
      await withdrawConsent(setting.session, consent, setting.purpose)
      return { values: { consentId: consent.consentId }, tokens, authorisation }
    },
  },
  rejectedConsent: {
    shared: true,
    tpp: 'main',
    psu: 'main',
    consents: 1,
    journeys: 1,
    operations: create,
    async resolve(setting) {
      const { consentId } = await pending(setting)
      const { outcome } = await decide(setting, consentId, 'main', 'reject', { accounts: 'all' })
      if ('failure' in outcome) throw noCode(outcome)
      return { values: { consentId } }
    },
  },
  consentOfOtherTpp: {
    shared: true,
    tpp: 'other',
    consents: 1,
    journeys: 0,
    operations: create,
    resolve: async (setting) => ({ values: { consentId: (await pending(setting, detail, 'other')).consentId } }),
  },
}

type Choice = { readonly accounts: 'all' | 'first'; readonly firstAccountId?: string | undefined }

type Approved = Required<Resolved<GivenValues['authorisedConsent']>>

/** A consent approved for every account of the PSU, its code exchanged and its accounts read. */
function approvedBy(
  psu: PsuName,
  { shared, permissions = detail }: { shared: boolean; permissions?: readonly Permission[] },
): StartingPoint<GivenValues['authorisedConsent']> {
  return {
    shared,
    tpp: 'main',
    psu,
    consents: 1,
    journeys: 1,
    operations: createAndRead,
    resolve: async (setting) => approve(setting, await pending(setting, permissions), psu, { accounts: 'all' }),
  }
}

const daysBefore = (now: number, days: number) => new Date(now - days * dayMillis).toISOString()

function pending(
  { session, version, purpose }: Setting,
  permissions = detail,
  tpp: TppName = 'main',
  data: Readonly<Record<string, string>> = {},
): Promise<ConsentKey> {
  return createConsent(session, { version, tpp, permissions, data }, purpose)
}

function decide(
  { session, purpose }: Setting,
  consentId: string,
  psu: PsuName,
  decision: Decision,
  { accounts, firstAccountId }: Choice,
): Promise<Authorisation> {
  const first = firstAccountId === undefined ? {} : { firstAccountId }
  return authorise(session, { consentId, tpp: 'main', psu, decision, accounts, ...first }, purpose)
}

async function approveAndExchange(setting: Setting, { consentId }: ConsentKey, psu: PsuName, choice: Choice) {
  const authorisation = await decide(setting, consentId, psu, 'approve', choice)
  const tokens = await exchangeCode(setting.session, authorisation, setting.purpose)
  return { authorisation, tokens }
}

async function approve(setting: Setting, consent: ConsentKey, psu: PsuName, choice: Choice): Promise<Approved> {
  const { authorisation, tokens } = await approveAndExchange(setting, consent, psu, choice)
  const { session, version, purpose } = setting
  const accountIds = await readAccountIds(session, version, tokens.accessToken, purpose)
  return { values: { consentId: consent.consentId, accountId: accountIds[0] }, tokens, authorisation, accountIds }
}
