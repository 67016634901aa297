/**
 * The account that the payments of a run are made from.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import { paidAccount } from '../profile/payment-limits.js'
import { callWithToken } from '../tpp/api-call.js'
import type { TokenNow } from '../tpp/consent-token.js'
import { parseJson } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { WrongSetting } from './wrong-setting.js'

const purpose = { given: 'doctor' }

/** The account that pays has to be one of the PSU's, and none that is paid. */
export async function refuseWrongPayer(session: Session, version: Version, token: TokenNow): Promise<void> {
  const { payments } = session.profile
  if (!payments) return
  const { debtor } = payments
  const outcome = await callWithToken(session, { operation: 'getAccounts', version }, token, purpose)
  if (!('response' in outcome)) return
  const { body } = outcome.response
  if (debtor) {
    if (body.includes(debtor.iban)) return
    throw new WrongSetting(
      'payments.debtor',
      'PSU main shows no account with this IBAN',
      'Name an account of PSU main, or leave it out.',
    )
  }
  // where nobody is named, the pages let the first account pay (decision 0123)
  const paid = identificationsOfFirst(body)
    .map((iban) => paidAccount(payments, iban))
    .find((name) => name !== undefined)
  if (paid === undefined) return
  throw new WrongSetting(
    `payments.${paid}`,
    'it is the first account of PSU main, which pays',
    'Name an account that is none of PSU main, or in payments.debtor another account of PSU main.',
  )
}

type Identified = { readonly Account?: unknown; readonly Identification?: unknown } | null | undefined

/** What identifies the first account of a list. */
function identificationsOfFirst(body: string): string[] {
  const { Account: accounts } = (parseJson(body) as { readonly Data?: Identified } | null | undefined)?.Data ?? {}
  const first = Array.isArray(accounts) ? (accounts[0] as Identified) : undefined
  const identifiers = Array.isArray(first?.Account) ? (first.Account as readonly Identified[]) : []
  return identifiers.flatMap((each) => (typeof each?.Identification === 'string' ? [each.Identification] : []))
}
