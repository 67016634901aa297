/**
 * From where a PSU stands to the page that shows it.
 *
 * @module
 */
import { type Locale, renderCodePage, renderConsentPage, renderLoginPage } from '#authorize-ui/pages.js'
import { parseDateTime } from '#standard/index.js'
import type { ConsentRecord } from '../account-information/consent.js'
import { maskedIdentification } from '../account-information/masking.js'
import type { Tenant } from '../tenants.js'
import type { AuthorisationProblem, AuthorisationRecord } from './authorisation.js'
import { attemptsAllowed } from './credentials.js'
import { bankName, styleHrefOf } from './error-pages.js'
import { authorisePath } from './provider.js'

export interface Standing {
  readonly record: AuthorisationRecord
  readonly consent: ConsentRecord
  readonly problem?: AuthorisationProblem
  readonly tenant: Tenant
  readonly tppName: string
  /** What the PSU typed, or the TPP said, so that it need not be typed again. */
  readonly username?: string | undefined
  readonly publicUrl: string
  readonly locale: Locale
}

/** The page of the step. */
export function renderStanding(standing: Standing): string {
  const { record, consent, problem, tenant, tppName, publicUrl, locale } = standing
  const action = publicUrl + authorisePath(record.uid)
  const frame = {
    locale,
    action,
    csrf: record.csrf,
    styleHref: styleHrefOf(publicUrl),
    bankName,
    tppName,
    otherLocaleHref: `${action}?lang=${locale === 'ar' ? 'en' : 'ar'}`,
  }
  const psu = tenant.bank.psus.find(({ psuId }) => psuId === record.psuId)
  const accounts = (psu?.accountIds ?? []).map((accountId) => accountView(tenant, accountId, record.accountIds))
  if (record.step === 'login') {
    return renderLoginPage({
      ...frame,
      username: standing.username,
      ...(problem && { problem: problem as 'wrong-credentials' | 'missing' }),
    })
  }
  if (record.step === 'consent') {
    return renderConsentPage({
      ...frame,
      psuName: psu?.name ?? '',
      permissions: consent.permissions,
      expiresAt: instant(consent.expirationDateTime),
      transactionFrom: instant(consent.transactionFromDateTime),
      transactionTo: instant(consent.transactionToDateTime),
      accounts,
      ...(problem && { problem: 'no-account' as const }),
    })
  }
  return renderCodePage({
    ...frame,
    accounts: accounts.filter(({ selected }) => selected),
    ...(record.codeFailures > 0 && { attemptsLeft: attemptsAllowed - record.codeFailures }),
    ...(problem && { problem: problem as 'wrong-code' | 'missing' }),
  })
}

/** An account as its PSU knows it, ticked if it was picked. */
export function accountView(tenant: Tenant, accountId: string, picked: readonly string[] | undefined) {
  const account = tenant.bank.accounts.get(accountId)
  if (!account) throw new Error(`account ${accountId} of a PSU is not in the bank`)
  const [first] = account.identifiers
  return {
    accountId,
    name: account.nickname,
    maskedIdentification: first ? maskedIdentification(first) : '',
    currency: account.currency,
    kind: account.accountSubType,
    selected: picked?.includes(accountId) ?? false,
  }
}

/** A date-time of the TPP's, if it sent one. */
export const instant = (dateTime: string | undefined) => (dateTime === undefined ? undefined : parseDateTime(dateTime))
