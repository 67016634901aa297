/**
 * What a PSU can choose when they decide: any of their accounts to share, or one that pays.
 *
 * @module
 */
import { accountIdentifiedBy, comparable } from '#fixtures/identified-accounts.js'
import { isDebt } from '#fixtures/plans.js'
import type { FixtureAccount, FixtureBank, Psu } from '#fixtures/types.js'
import type { Tenant } from '../tenants/tenant.js'
import {
  type ConsentRecord,
  type Decided,
  isAccountConsent,
  isCancellationConsent,
  type PaymentConsent,
} from './consent.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a PSU may pay from an account. FACTS 8, "DebtorAccount". */
    isDebtorOf(account: FixtureAccount, psu: Psu): boolean
    /** Whether payments in a currency can be made from an account (docs/decisions/0076). */
    canBeDebited(account: FixtureAccount, currency: string): boolean
  }
}

export const choiceRules = {
  isDebtorOf: ({ accountId }: FixtureAccount, { accountIds }: Psu) => accountIds.includes(accountId),
  canBeDebited: ({ status, currency, accountSubType }: FixtureAccount, asked: string) =>
    status === 'Enabled' && currency === asked && !isDebt(accountSubType),
}

export interface Choice {
  /** Ids of the accounts there are to choose from, in the PSU's order. */
  readonly accountIds: readonly string[]
  readonly takes: 'any' | 'one'
  /** There is nothing to choose: the one account follows from what the TPP asks. Without it the PSU cannot decide. */
  readonly isGiven: boolean
}

/** The payment that a cancellation consent is about. */
export interface PaymentToCancel {
  readonly debtorAccountId: string
}

/**
 * What a PSU can choose.
 *
 * @param payment the one that a cancellation consent is about
 */
export function choiceOf(
  tenant: Pick<Tenant, 'bank' | 'rules'>,
  consent: ConsentRecord,
  psu: Psu,
  payment: PaymentToCancel | undefined,
): Choice {
  if (isAccountConsent(consent)) return { accountIds: psu.accountIds, takes: 'any', isGiven: false }
  const { bank, rules } = tenant
  const own = psu.accountIds.map((accountId) => bank.accounts.get(accountId))
  const given = isCancellationConsent(consent)
    ? { account: bank.accounts.get(payment?.debtorAccountId ?? '') }
    : givenDebtor(bank, consent)
  const candidates = (given ? [given.account] : own).filter((account) => account !== undefined)
  const usable = candidates.filter(
    (account) =>
      rules.isDebtorOf(account, psu) &&
      (isCancellationConsent(consent) || currenciesOf(consent).some((each) => rules.canBeDebited(account, each))),
  )
  return { accountIds: usable.map(({ accountId }) => accountId), takes: 'one', isGiven: given !== undefined }
}

/** The currencies of accounts that can pay: that of the amount, and the one it is exchanged from. */
function currenciesOf({ request, exchange, file }: PaymentConsent): readonly string[] {
  const { InstructedAmount, FirstPaymentAmount } = request.Data.Initiation
  const asked = file?.currency ?? (InstructedAmount ?? FirstPaymentAmount)?.Currency ?? ''
  return exchange?.to === asked ? [asked, exchange.from] : [asked]
}

/** The account that a payment request, or the file that goes with it, names to pay, where it names one; `undefined` inside where the bank has none such. */
export function givenDebtor(
  bank: Pick<FixtureBank, 'accounts'>,
  { request, file }: Pick<PaymentConsent, 'request' | 'file'>,
): { readonly account: FixtureAccount | undefined } | undefined {
  const { DebtorAccount } = request.Data.Initiation
  if (!DebtorAccount)
    return file?.debtorIban === undefined ? undefined : { account: accountIdentifiedBy(bank, file.debtorIban) }
  const scheme = DebtorAccount.SchemeName.split('.').at(-1)
  const wanted = comparable(DebtorAccount.Identification)
  const account = accountIdentifiedBy(bank, wanted)
  const isUnderScheme = account?.identifiers.some(
    (each) => each.scheme === scheme && comparable(each.identification) === wanted,
  )
  return { account: isUnderScheme ? account : undefined }
}

/** What a consent says of the accounts that were chosen. */
export function decidedAccounts(consent: ConsentRecord, accountIds: readonly string[]): Decided {
  if (isAccountConsent(consent)) return { accountIds }
  const [debtorAccountId] = accountIds
  return isCancellationConsent(consent) || debtorAccountId === undefined ? {} : { debtorAccountId }
}
