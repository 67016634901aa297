/**
 * Step 3: what is decided is said once more; the PSU proves who they are, and approves.
 *
 * @module
 */
import { accountList } from './accounts.js'
import { codeField } from './credential-fields.js'
import { type DurationView, duration } from './duration.js'
import { form, problem } from './form.js'
import { type Html, html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText } from './long-text.js'
import type { AccountView, PageFrame } from './page-frame.js'
import { type PayingAccount, payingAccount } from './paying-accounts.js'
import { type PaymentFacts, paymentFacts } from './payment-facts.js'
import { purposesInShort } from './permission-list.js'

interface CodeFrame extends PageFrame {
  readonly psuName: string
  /** How many more codes may be tried. Shown when it is given. */
  readonly attemptsLeft?: number | undefined
  /** How long no code is taken, with the problem `locked`. */
  readonly waitMinutes?: number | undefined
  readonly problem?: 'wrong-code' | 'missing' | 'locked' | undefined
}

/** Account information is about to be shared. */
export interface SharingCodeView extends CodeFrame, DurationView {
  readonly purpose?: 'accounts' | undefined
  /** The accounts that were chosen. */
  readonly accounts: readonly AccountView[]
  /** Where others can be chosen. */
  readonly changeHref: string
}

/** A payment is about to be made. */
export interface PaymentCodeView extends CodeFrame {
  readonly purpose: 'payment'
  readonly payment: PaymentFacts
  /** The account that pays. */
  readonly account: PayingAccount
  /** Where another can be chosen, if it can. */
  readonly changeHref?: string | undefined
}

/** A payment is about to be stopped. */
export interface CancellationCodeView extends CodeFrame {
  readonly purpose: 'cancellation'
  readonly payment: PaymentFacts
}

export type CodeView = SharingCodeView | PaymentCodeView | CancellationCodeView

/** Posts `otp` and `decision`: `approve`, `reject` or `cancel`. */
export function renderCodePage(view: CodeView): string {
  const { locale } = view
  const messages = messagesIn(locale).code
  const { locked, leaveNotice } = messagesIn(locale).purposes[view.purpose ?? 'accounts']
  const failed = view.problem !== undefined
  const isLocked = view.problem === 'locked'
  const attempts = !isLocked && view.attemptsLeft !== undefined && messages.attemptsLeft(view.attemptsLeft)
  const text = isLocked ? locked(view.waitMinutes ?? 1) : view.problem && messages.problems[view.problem]

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed,
    step: 'code',
    hasFields: true,
    content: html`<p class="lead">${messagesIn(locale).consent.loggedInAs(shortText(view.psuName))}</p>
${requester(locale, view.tppName)}
${summary(view)}
${form(
  view,
  isLocked ? ['reject', 'cancel'] : ['approve', 'reject', 'cancel'],
  leaveNotice,
  html`${problem(text && html`${text} ${attempts}`)}
${!isLocked && codeField(locale, failed)}
${!failed && attempts && html`<p class="notice">${attempts}</p>`}`,
)}`,
  })
}

/** What is decided. */
function summary(view: CodeView): Html {
  const { locale } = view
  const messages = messagesIn(locale)
  if (view.purpose === 'payment') {
    return html`<h2>${messages.payment.confirmed}</h2>
${paymentFacts(locale, view.payment)}
${withLink(messages.payment.given, view.changeHref, messages.payment.changeAccount)}
${payingAccount(locale, view.account)}`
  }
  if (view.purpose === 'cancellation') {
    return html`<h2>${messages.cancellation.confirmed}</h2>
${paymentFacts(locale, view.payment)}`
  }
  return html`<h2>${messages.code.shared}</h2>
${purposesInShort(view)}
${duration(view)}
${withLink(messages.code.accounts(view.accounts.length), view.changeHref, messages.code.changeAccounts)}
${accountList(locale, view.accounts)}`
}

/** A heading, with the link to what can be changed below it. */
const withLink = (heading: string, href: string | undefined, link: string) => html`<div class="with-link">
<h2>${heading}</h2>
${href !== undefined && html`<a href="${href}">${link}</a>`}
</div>`
