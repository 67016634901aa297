/**
 * Step 2 of a payment: what is to be paid to whom, and from which account. Step 2 of stopping one: which payment it is.
 *
 * @module
 */

import { accountName } from './accounts.js'
import { form } from './form.js'
import { html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText } from './long-text.js'
import type { AccountView, PageFrame } from './page-frame.js'
import { type PayingAccount, payingAccount, payingAccountChoices } from './paying-accounts.js'
import { type PaymentFacts, paymentFacts } from './payment-facts.js'

export interface PaymentView extends PageFrame {
  readonly psuName: string
  readonly payment: PaymentFacts
  /** The accounts that can pay; the one that the TPP named where `isGiven`. */
  readonly accounts: readonly PayingAccount[]
  readonly isGiven: boolean
  readonly problem?: 'no-account' | undefined
}

/** Posts `accounts` (one `accountId`, where it can be chosen) and `decision`: `continue`, `reject` or `cancel`. */
export function renderPaymentPage(view: PaymentView): string {
  const { locale, accounts, isGiven } = view
  const messages = messagesIn(locale).payment
  const { file, order } = view.payment
  const words = file ? messages.file : order ? messages.order : messages
  const [given] = isGiven ? accounts : []
  const canContinue = accounts.length > 0
  const failure = view.problem && messages.problems[view.problem]

  const choice = !canContinue
    ? html`<p class="problem">${messages.nothingToPay}</p>`
    : given
      ? html`<h2>${messages.given}</h2>
${payingAccount(locale, given)}
<p class="notice">${messages.givenHint}</p>`
      : payingAccountChoices(locale, accounts, failure)

  return renderDocument({
    ...view,
    purpose: 'payment',
    heading: words.heading,
    failed: view.problem !== undefined,
    step: 'consent',
    hasFields: true,
    content: html`<p class="lead">${messagesIn(locale).consent.loggedInAs(shortText(view.psuName))}</p>
${requester(locale, view.tppName)}
<h2>${messages.asked}</h2>
${paymentFacts(locale, view.payment)}
<p class="notice">${words.once}</p>
${form(
  view,
  canContinue ? ['continue', 'reject', 'cancel'] : ['reject', 'cancel'],
  messagesIn(locale).purposes.payment.leaveNotice,
  choice,
)}`,
  })
}

export interface CancellationView extends PageFrame {
  readonly psuName: string
  readonly payment: PaymentFacts
  /** The account that would pay. */
  readonly account?: AccountView | undefined
}

/** Posts `decision`: `continue`, `reject` or `cancel`. */
export function renderCancellationPage(view: CancellationView): string {
  const { locale, account } = view
  const messages = messagesIn(locale)

  return renderDocument({
    ...view,
    purpose: 'cancellation',
    heading: messages.cancellation.heading,
    failed: false,
    step: 'consent',
    hasFields: true,
    content: html`<p class="lead">${messages.consent.loggedInAs(shortText(view.psuName))}</p>
${requester(locale, view.tppName)}
<h2>${messages.cancellation.asked}</h2>
${paymentFacts(locale, view.payment, [[messages.payment.from, account && accountName(locale, account)]])}
<p class="limits">${messages.cancellation.effect}</p>
${form(view, ['continue', 'reject', 'cancel'], messages.purposes.cancellation.leaveNotice)}`,
  })
}
