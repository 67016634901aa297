/**
 * The pages a PSU sees: functions from a view to a whole HTML document. No HTTP, no state, no script.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export { type ChangeAccountsView, renderChangeAccountsPage } from './change-accounts-page.js'
export {
  type CancellationCodeView,
  type CodeView,
  type PaymentCodeView,
  renderCodePage,
  type SharingCodeView,
} from './code-page.js'
export { type ConsentView, renderConsentPage } from './consent-page.js'
export type { TestPerson } from './credential-fields.js'
export { type ErrorView, renderErrorPage } from './error-page.js'
export { type FileItemsView, type FileItemView, renderFileItemsPage } from './file-items-page.js'
export type { Decision } from './form.js'
export { type LoginView, renderLoginPage } from './login-page.js'
export type { MoneyView } from './money.js'
export {
  type ConsentState,
  type MyConsentsView,
  type MyConsentView,
  renderMyConsentsPage,
  type SharedView,
} from './my-consents-page.js'
export { type MyLogInView, renderMyLogInPage } from './my-log-in-page.js'
export { type MyPaymentView, type PaymentState, renderWithdrawPage, type WithdrawView } from './my-payments.js'
export type { OrderFacts } from './order-facts.js'
export {
  type AccountChoice,
  type AccountSubType,
  type AccountView,
  type FormFrame,
  type Locale,
  locales,
  type PageFrame,
  type Purpose,
} from './page-frame.js'
export type { PayingAccount } from './paying-accounts.js'
export type { AbroadFacts, RateView } from './payment-abroad.js'
export type { PaymentFacts } from './payment-facts.js'
export { type CancellationView, type PaymentView, renderCancellationPage, renderPaymentPage } from './payment-page.js'
export { type RevokeView, renderRevokePage } from './revoke-page.js'

let css: string | undefined

/** The style sheet of all pages, read from disk once. */
export function pageCss(): string {
  css ??= readFileSync(createRequire(import.meta.url).resolve('#assets/authorize-ui/page.css'), 'utf8')
  return css
}
