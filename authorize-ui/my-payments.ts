/**
 * Payments among a PSU's consents: who asked for what, and what has become of it; and the page that asks once more before
 * an approval is withdrawn.
 *
 * @module
 */
import { accountName } from './accounts.js'
import { form } from './form.js'
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText, wholeText } from './long-text.js'
import type { AccountView, Locale, PageFrame } from './page-frame.js'
import { type PaymentFacts, paymentFacts } from './payment-facts.js'

/**
 * `active`: approved and not used. `revoked`: it was withdrawn before it was used. `lapsed`: its day passed unused. `used`: the company has used it to stop a
 * payment. All others say what has become of the payment.
 */
export type PaymentState =
  | 'active'
  | 'revoked'
  | 'lapsed'
  | 'used'
  | 'waiting'
  | 'on-its-way'
  | 'paid'
  | 'paid-in-part'
  | 'failed'
  | 'stopped'
  | 'running'
  | 'ended'

/** Approval of a payment, or of stopping one. */
export interface MyPaymentView {
  readonly kind: 'payment' | 'cancellation'
  /** The name the TPP registered: shown, never trusted. */
  readonly tppName: string
  readonly state: PaymentState
  readonly payment: PaymentFacts
  /** The account that pays. */
  readonly account?: AccountView | undefined
  readonly createdAt: number
  readonly changedAt: number
  /** Where the PSU withdraws it. Without it that cannot be done. */
  readonly withdrawHref?: string | undefined
}

/** One of the list. @param id of the heading, which the link names */
export function paymentCard(locale: Locale, consent: MyPaymentView, id: string): Html {
  const messages = messagesIn(locale)
  const { kind, tppName, state, account } = consent
  return html`<li class="consent ${state === 'active' ? 'active' : 'over'}">
<div class="requester">
<p class="label">${messages.myPayments.asked[kind]}</p>
<h2 class="name" id="${id}">${shortText(tppName)}</h2>
${wholeText(locale, tppName)}
<p class="state">${messages.myPayments.states[state]}</p>
</div>
${paymentFacts(locale, consent.payment, [
  [messages.payment.from, account && accountName(locale, account)],
  [messages.myConsents.createdAt, instant(locale, consent.createdAt)],
  [messages.myPayments.changedAt, instant(locale, consent.changedAt)],
])}
${
  consent.withdrawHref !== undefined &&
  html`<div class="buttons">
<a class="secondary" href="${consent.withdrawHref}" aria-describedby="${id}">${messages.myPayments.withdraw}</a>
</div>`
}
</li>
`
}

export interface WithdrawView extends PageFrame {
  readonly kind: MyPaymentView['kind']
  readonly payment: PaymentFacts
  readonly backHref: string
}

/** Posts `decision` `withdraw`. */
export function renderWithdrawPage(view: WithdrawView): string {
  const { locale, kind } = view
  const messages = messagesIn(locale).myPayments.withdrawal

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed: false,
    content: html`<p class="lead">${messages.lead[kind]}</p>
${requester(locale, view.tppName)}
${paymentFacts(locale, view.payment)}
${form(view, ['withdraw'], messages.final)}
<ul class="page-links">
<li><a href="${view.backHref}">${messages.back}</a></li>
</ul>`,
  })
}
