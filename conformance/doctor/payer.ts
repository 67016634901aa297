/**
 * The account that the payments of a run are made from.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import { paidAccount } from '../profile/payment-limits.js'
import { callApi } from '../tpp/api-call.js'
import { parseJson } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { WrongSetting } from './wrong-setting.js'

const purpose = { given: 'doctor' }

/** The account that pays has to be one of the PSU's, and none that is paid. */
export async function refuseWrongPayer(session: Session, version: Version, accessToken: string): Promise<void> {
  const { payments } = session.profile
  if (!payments) return
  const { debtor } = payments
  const call = { operation: 'getAccounts', version, authorization: `Bearer ${accessToken}` } as const
  const outcome = await callApi(session, call, purpose)
  if (!('response' in outcome)) return
  // where nobody is named, the pages let the first account pay (decision 0123)
  const payer = ibansOf(outcome.response.body)[0]
  const paid = payer?.map((iban) => paidAccount(payments, iban)).find((name) => name !== undefined)
  if (paid !== undefined && !debtor) {
    throw new WrongSetting(
      `payments.${paid}`,
      'it is the first account of PSU main, which pays',
      'Name an account that is none of PSU main, or in payments.debtor another account of PSU main.',
    )
  }
  if (!debtor || outcome.response.body.includes(debtor.iban)) return
  throw new WrongSetting(
    'payments.debtor',
    'PSU main shows no account with this IBAN',
    'Name an account of PSU main, or leave it out.',
  )
}

/** What identifies each account of a list, in the order of the bank. */
function ibansOf(body: string): string[][] {
  const list = (parseJson(body) as { Data?: { Account?: unknown } | null } | null | undefined)?.Data?.Account
  const accounts = Array.isArray(list) ? (list as ({ Account?: unknown } | null)[]) : []
  return accounts.map((account) => {
    const identifiers = Array.isArray(account?.Account)
      ? (account.Account as ({ Identification?: unknown } | null)[])
      : []
    return identifiers.flatMap((each) => (typeof each?.Identification === 'string' ? [each.Identification] : []))
  })
}
