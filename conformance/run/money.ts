/**
 * Whether the account that pays has money: a payment that is rejected for want of it says nothing about the bank. Decision 0123.
 *
 * @module
 */
import {
  type FamilyOperations,
  type OperationId,
  operation,
  paymentFamilies,
  type Version,
  versions,
} from '#standard/index.js'
import { valueAt } from '../cases/paths.js'
import { startingPoints } from '../cases/starting-points.js'
import { givenKey } from '../given/resolve-given.js'
import type { Resolved } from '../given/resolvers.js'
import { isSubmission, movesClock, usesOf } from '../plan/paying.js'
import type { PlannedCase } from '../plan/planned-case.js'
import { filsOf, toAmount } from '../profile/payment-limits.js'
import { callWithToken } from '../tpp/api-call.js'
import { accountsToken } from '../tpp/consents.js'
import { CouldNotRun, parseJson, unlessItCouldNotRun } from '../tpp/could-not-run.js'
import { once, type Session } from '../tpp/session.js'
import { entryOf } from '../transcript/provenance.js'

/** Consents of the PSU who pays that show accounts and balances. */
const showing = ['payerConsent', 'authorisedConsent'] as const

/** How many payments there has to be money for: an order pays several times, and other things go on meanwhile. */
const paymentsOf = (planned: PlannedCase) => (movesClock(planned) ? 20 : 1)

const fundsChecks: readonly OperationId[] = Object.values(paymentFamilies).flatMap(
  ({ operations }: { readonly operations: FamilyOperations }) => operations.confirmFunds ?? [],
)

/** True for a case that starts from a payment, expects one to be taken, or asks whether there are funds. */
export function needsMoney({ case: { given, steps, expect } }: PlannedCase): boolean {
  if ([given, ...usesOf(given)].some((name) => startingPoints[name].payments !== undefined)) return true
  return steps.some((step, index) => {
    if (!('call' in step)) return false
    if (fundsChecks.includes(step.call)) return true
    const own = expect.filter((each) => (each.step ?? steps.length - 1) === index)
    return isSubmission(step.call) && own.some((each) => 'status' in each && each.status === 201)
  })
}

/** True for a case whose starting point shows what the PSU has who pays. */
export const showsMoney = ({ case: { given } }: PlannedCase): boolean => showing.some((name) => name === given)

/** An account that pays, what it can spend in fils, and the exchange that showed it. */
interface Money {
  readonly fils: bigint
  readonly entry: number | undefined
}

/**
 * Looks whether the account that pays has money for a case that pays, as far as accounts of the PSU can be read already: no consent is
 * asked for. Balances are read once, and again when the bank's clock was moved.
 *
 * @throws {CouldNotRun} when it has less than the case needs
 */
export async function needMoney(session: Session, planned: PlannedCase): Promise<void> {
  const { payments } = session.profile
  if (!payments || !needsMoney(planned)) return
  const money = await moneyOfPayer(session)
  if (money === undefined) return
  const needed = filsOf(payments.amount) * BigInt(paymentsOf(planned))
  if (money.fils >= needed) return
  const whose = payments.debtor ? 'the account of payments.debtor' : 'the first account of psus.main'
  throw new CouldNotRun(
    `${whose} has BHD ${signed(money.fils)} to spend, and the case needs ${toAmount(needed)}: give it money, or name another`,
    'config',
    { entry: money.entry },
  )
}

const signed = (fils: bigint) => (fils < 0n ? `-${toAmount(-fils)}` : toAmount(fils))

async function moneyOfPayer(session: Session): Promise<Money | undefined> {
  for (const name of showing) {
    for (const version of versions) {
      const key = `given:${givenKey(name, version)}`
      const known = (session.lasting.get(key) ?? session.shared.get(key)) as Promise<Resolved> | undefined
      const resolved = await known?.catch(() => undefined)
      if (!resolved?.tokens || !offersBalances(session, version)) continue
      return once(session, 'money of the payer', () => readMoney(session, version, resolved, startingPoints[name].tpp))
    }
  }
  return undefined
}

const offersBalances = ({ profile: { operations } }: Session, version: Version) =>
  (['getAccounts', 'getAccountBalances'] as const).every(
    (id) => operations.includes(id) && operation(id).versions.includes(version),
  )

type Tpp = (typeof startingPoints)[keyof typeof startingPoints]['tpp']

/** What the account can spend; `undefined` where the bank does not show it. */
async function readMoney(
  session: Session,
  version: Version,
  { tokens }: Resolved,
  tpp: Tpp,
): Promise<Money | undefined> {
  if (!tokens) return undefined
  const token = accountsToken(session, version, tpp, tokens)
  const get = (id: OperationId, params: Readonly<Record<string, string>> = {}) => {
    const call = { operation: id, version, params }
    // what cannot be looked at keeps no case from running
    return callWithToken(session, call, token, { given: 'money of the payer' }).catch(unlessItCouldNotRun)
  }
  const listed = await get('getAccounts')
  if (!listed) return undefined
  const accounts = rowsIn('response' in listed ? listed.response.body : '', 'Data.Account')
  const { debtor } = session.profile.payments ?? {}
  const isDebtor = (account: unknown) =>
    debtor === undefined || JSON.stringify(valueAt(account, 'Account') ?? '').includes(`"${debtor.iban}"`)
  const accountId = valueAt(accounts.find(isDebtor), 'AccountId')
  if (typeof accountId !== 'string') return undefined
  const shown = await get('getAccountBalances', { AccountId: accountId })
  if (!shown) return undefined
  const balances = rowsIn('response' in shown ? shown.response.body : '', 'Data.Balance')
  const available = balances.find((balance) => valueAt(balance, 'Type') === 'InterimAvailable')
  const amount = valueAt(available, 'Amount.Amount')
  if (typeof amount !== 'string' || !/^\d{1,13}(\.\d{1,3})?$/.test(amount)) return undefined
  if (valueAt(available, 'Amount.Currency') !== 'BHD') return undefined
  const isDebit = valueAt(available, 'CreditDebitIndicator') === 'Debit'
  return { fils: isDebit ? -filsOf(amount) : filsOf(amount), entry: entryOf(shown) }
}

function rowsIn(body: string, path: string): readonly unknown[] {
  const rows = valueAt(parseJson(body), path)
  return Array.isArray(rows) ? rows : []
}
