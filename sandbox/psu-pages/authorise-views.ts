/**
 * Renders the page of each authorisation step.
 *
 * @module
 */
import {
  type CodeView,
  type Locale,
  type PageFrame,
  type PaymentFacts,
  type Purpose,
  renderCancellationPage,
  renderCodePage,
  renderConsentPage,
  renderLoginPage,
  renderPaymentPage,
} from '#authorize-ui/pages.js'
import type { Psu } from '#fixtures/types.js'
import { parseDateTime } from '#standard/index.js'
import {
  type AccountConsent,
  type ConsentRecord,
  isAccountConsent,
  isCancellationConsent,
  isPaymentConsent,
} from '../consents/consent.js'
import { authorisePath } from '../identity/paths.js'
import type { Tenant } from '../tenants/tenant.js'
import { accountView } from './account-view.js'
import type { AuthorisationRecord, AuthorisationStep } from './authorisation.js'
import { bankName, styleHrefOf } from './error-pages.js'
import { attemptsAllowed, minutesUntil } from './log-in.js'
import { chooserOf, payingAccounts, paymentOf } from './payment-views.js'

/** Where all payments of a file are, below the address of the authorisation. */
export const filePaymentsPath = '/payments'

/** The address of a page of them, from 1 on. */
export const filePaymentsHref = (publicUrl: string, uid: string, page = 1) =>
  `${publicUrl}${authorisePath(encodeURIComponent(uid))}${filePaymentsPath}${page === 1 ? '' : `?page=${page}`}`

/** Where each step is, below the address of the authorisation. */
export const stepPaths = { login: '', consent: '/accounts', code: '/approve' } as const satisfies Record<
  AuthorisationStep,
  string
>

/** The address of a step. */
export const stepHref = (publicUrl: string, uid: string, step: AuthorisationStep) =>
  publicUrl + authorisePath(encodeURIComponent(uid)) + stepPaths[step]

/** What a page is rendered from. */
export interface StepToShow {
  readonly record: AuthorisationRecord
  readonly consent: ConsentRecord
  /** The step to show: the one of the record, or one before it. */
  readonly page: AuthorisationStep
  readonly tenant: Tenant
  readonly tppName: string
  /** The username the PSU typed or the TPP sent, to fill in the form. */
  readonly username?: string | undefined
  readonly publicUrl: string
  readonly locale: Locale
  /** Whether the log-in page lists who can log in. */
  readonly listsPeople?: boolean
}

/** The page of the step. */
export async function renderStep(shown: StepToShow): Promise<string> {
  const { record, consent, page, tenant, tppName, publicUrl, locale } = shown
  const action = stepHref(publicUrl, record.uid, page)
  const frame = {
    locale,
    action,
    csrf: record.csrf,
    styleHref: styleHrefOf(publicUrl),
    bankName,
    tppName,
    purpose: purposeOf(consent),
    otherLocaleHref: `${action}?lang=${locale === 'ar' ? 'en' : 'ar'}`,
  }
  const { problem, lockedUntil, attemptsLeft } = page === record.step ? (record.shown ?? {}) : {}
  const waitMinutes = lockedUntil === undefined ? undefined : minutesUntil(lockedUntil, tenant.clock.now())
  if (page === 'login') {
    return renderLoginPage({
      ...frame,
      username: shown.username,
      waitMinutes,
      ...(shown.listsPeople && { testPeople: tenant.bank.psus }),
      ...(problem && { problem: problem as 'wrong-credentials' | 'missing' | 'locked' }),
    })
  }
  const psu = tenant.psus.byId.get(record.psuId ?? '')
  if (!psu) throw new Error(`the PSU of authorisation ${record.uid} is not in the bank`)
  const asked: AskedStep = {
    frame: { ...frame, psuName: psu.name },
    psu,
    picked: (page === 'consent' && record.shown?.ticked) || record.accountIds,
    changeHref: stepHref(publicUrl, record.uid, 'consent'),
    problem: problem === 'no-account' ? problem : undefined,
    code: {
      attemptsLeft: attemptsLeft ?? (record.codeFailures > 0 ? attemptsAllowed - record.codeFailures : undefined),
      waitMinutes,
      problem: problem as 'wrong-code' | 'missing' | 'locked' | undefined,
    },
  }
  return isAccountConsent(consent) ? renderSharing(shown, asked, consent) : renderPayment(shown, asked)
}

/** What the pages after the log-in have in common. */
interface AskedStep {
  readonly frame: PageFrame & { readonly psuName: string }
  readonly psu: Psu
  /** The accounts that are ticked. */
  readonly picked: readonly string[] | undefined
  /** Where they are chosen. */
  readonly changeHref: string
  readonly problem: 'no-account' | undefined
  /** What the page with the code shows besides. */
  readonly code: Pick<CodeView, 'attemptsLeft' | 'waitMinutes' | 'problem'>
}

function renderSharing(
  { page, tenant }: StepToShow,
  { frame, psu, picked, changeHref, problem, code }: AskedStep,
  consent: AccountConsent,
): string {
  const accounts = psu.accountIds.map((accountId) => accountView(tenant, accountId, picked))
  const view = { ...frame, ...askedOf(consent), purpose: undefined }
  if (page === 'consent') return renderConsentPage({ ...view, accounts, problem })
  return renderCodePage({ ...view, ...code, changeHref, accounts: accounts.filter(({ selected }) => selected) })
}

async function renderPayment(
  { page, tenant, consent, publicUrl, record }: StepToShow,
  { frame, psu, picked, changeHref, problem, code }: AskedStep,
): Promise<string> {
  const payment = withLink(
    await paymentOf(tenant, consent, page === 'code' ? picked?.[0] : undefined),
    filePaymentsHref(publicUrl, record.uid),
  )
  if (!payment) throw new Error(`the payment of consent ${consent.consentId} is not in the bank`)
  const choice = (await chooserOf(tenant, consent))(psu)
  if (isCancellationConsent(consent)) {
    const [debtor] = choice.accountIds
    const account = debtor === undefined ? undefined : accountView(tenant, debtor, undefined)
    return page === 'consent'
      ? renderCancellationPage({ ...frame, payment, account })
      : renderCodePage({ ...frame, ...code, purpose: 'cancellation', payment })
  }
  if (!isPaymentConsent(consent)) throw new Error(`consent ${consent.consentId} is about no payment`)
  const accounts = await payingAccounts(tenant, choice, consent, picked)
  if (page === 'consent') return renderPaymentPage({ ...frame, payment, accounts, isGiven: choice.isGiven, problem })
  const account = accounts.find(({ selected }) => selected)
  if (!account) throw new Error(`the account of consent ${consent.consentId} cannot pay any more`)
  return renderCodePage({
    ...frame,
    ...code,
    purpose: 'payment',
    payment,
    account,
    ...(!choice.isGiven && { changeHref }),
  })
}

/** The payment with the address of all payments of its file, where it is one. */
export const withLink = (payment: PaymentFacts | undefined, allHref: string): PaymentFacts | undefined =>
  payment?.file ? { ...payment, file: { ...payment.file, allHref } } : payment

function purposeOf(consent: ConsentRecord): Purpose {
  if (isAccountConsent(consent)) return 'accounts'
  return isCancellationConsent(consent) ? 'cancellation' : 'payment'
}

/** What an account consent asks for, as pages show it. */
export const askedOf = (consent: AccountConsent) => ({
  permissions: consent.permissions,
  expiresAt: instant(consent.expirationDateTime),
  transactionFrom: instant(consent.transactionFromDateTime),
  transactionTo: instant(consent.transactionToDateTime),
})

/** A date-time the TPP sent, as an instant. */
const instant = (dateTime: string | undefined) => (dateTime === undefined ? undefined : parseDateTime(dateTime))
