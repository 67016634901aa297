/**
 * A PSU's consents at the bank: who may see what, of which accounts, and since when.
 *
 * @module
 */
import { accountList } from './accounts.js'
import { form } from './form.js'
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { renderDocument } from './layout.js'
import { messagesIn } from './locales/messages.js'
import { shortText } from './long-text.js'
import { type MyPaymentView, paymentCard } from './my-payments.js'
import type { AccountView, FormFrame, Locale } from './page-frame.js'
import { type AskedView, period, purposes } from './permission-list.js'

export type ConsentState = 'active' | 'expired' | 'revoked'

/** A consent of the list. Instants are milliseconds since 1970. */
export type MyConsentView = SharedView | MyPaymentView

/** Accounts that are shared. */
export interface SharedView extends Omit<AskedView, 'locale'> {
  readonly kind?: 'accounts' | undefined
  /** The name the TPP registered: shown, never trusted. */
  readonly tppName: string
  readonly state: ConsentState
  readonly accounts: readonly AccountView[]
  readonly createdAt: number
  readonly changedAt: number
  /** When access ends; without it, it does not. */
  readonly expiresAt?: number | undefined
  /** Where the PSU changes it. Without them it cannot be changed. */
  readonly hrefs?: { readonly accounts: string; readonly revoke: string }
}

/** What a notice says of a consent that was just changed. */
export type ChangedView =
  | Pick<SharedView, 'kind' | 'tppName' | 'state'>
  | Pick<MyPaymentView, 'kind' | 'tppName' | 'state'>

export interface MyConsentsView extends FormFrame {
  readonly psuName: string
  readonly loggedOutAt: number
  /** Newest first. */
  readonly consents: readonly MyConsentView[]
  /** A consent that was just changed. */
  readonly changed?: ChangedView | undefined
  readonly newerHref?: string | undefined
  readonly olderHref?: string | undefined
}

/** Posts `decision` `log-out`. */
export function renderMyConsentsPage(view: MyConsentsView): string {
  const { locale, consents, changed } = view
  const messages = messagesIn(locale)
  const name = shortText(view.psuName)

  return renderDocument({
    ...view,
    heading: messages.myConsents.heading,
    failed: false,
    content: html`${changed && changeNotice(locale, changed)}
<p class="lead">${messages.myConsents.lead}</p>
<div class="session">
<p class="notice">${messages.consent.loggedInAs(name)}<br>${messages.myConsents.loggedOutAt(instant(locale, view.loggedOutAt))}</p>
${form(view, ['log-out'], undefined)}
</div>
${
  consents.length === 0
    ? html`<p class="limits">${messages.myConsents.none}</p>`
    : html`<ul class="consents">${consents.map((consent, index) => {
        const id = `consent-${index}`
        return isPayment(consent) ? paymentCard(locale, consent, id) : card(locale, consent, id)
      })}</ul>
<p class="notice">${messages.myConsents.nameNotice} ${messages.consent.timeZone}</p>`
}
${pages(view)}`,
  })
}

function changeNotice(locale: Locale, changed: ChangedView): Html | false {
  const words = doneWords(locale, changed)
  return words !== undefined && html`<p class="done-notice" role="status">${words(shortText(changed.tppName))}</p>`
}

function doneWords(locale: Locale, changed: ChangedView): ((name: Html) => Html) | undefined {
  const { myConsents, myPayments } = messagesIn(locale)
  if (isPayment(changed)) return changed.state === 'revoked' ? myPayments.done : undefined
  return changed.state === 'expired' ? undefined : myConsents.done[changed.state]
}

const isPayment = <View extends { readonly kind?: unknown }>(
  view: View,
): view is Extract<View, { readonly kind: 'payment' | 'cancellation' }> =>
  view.kind === 'payment' || view.kind === 'cancellation'

function card(locale: Locale, consent: SharedView, id: string): Html {
  const messages = messagesIn(locale)
  const covered = period({ ...consent, locale })
  const until = consent.expiresAt === undefined ? messages.consent.noEnd : instant(locale, consent.expiresAt)
  const fact = (term: string, value: Html | string) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`

  return html`<li class="consent ${consent.state}">
<div class="requester">
<p class="label">${messages.myConsents.sharedWith}</p>
<h2 class="name" id="${id}">${shortText(consent.tppName)}</h2>
<p class="state">${messages.myConsents.states[consent.state]}</p>
</div>
<dl class="facts">
${fact(messages.myConsents.accounts, accountList(locale, consent.accounts))}
${fact(messages.myConsents.createdAt, instant(locale, consent.createdAt))}
${fact(consent.state === 'active' ? messages.consent.accessUntil : messages.myConsents.agreedUntil, until)}
${fact(messages.myConsents.changedAt[consent.state], instant(locale, consent.changedAt))}
${covered && fact(messages.consent.period, covered)}
</dl>
<details>
<summary aria-describedby="${id}">${messages.myConsents.seen}</summary>
${purposes({ ...consent, locale })}
</details>
${consent.hrefs && changeLinks(locale, consent.hrefs, id)}
</li>
`
}

function changeLinks(locale: Locale, hrefs: NonNullable<SharedView['hrefs']>, id: string): Html {
  const messages = messagesIn(locale).myConsents
  return html`<div class="buttons">
<a class="secondary" href="${hrefs.accounts}" aria-describedby="${id}">${messages.changeAccounts}</a>
<a class="secondary" href="${hrefs.revoke}" aria-describedby="${id}">${messages.stopSharing}</a>
</div>`
}

function pages({ locale, newerHref, olderHref }: MyConsentsView): Html | undefined {
  if (newerHref === undefined && olderHref === undefined) return undefined
  const messages = messagesIn(locale).myConsents
  return html`<nav class="buttons" aria-label="${messages.pages}">
${newerHref && html`<a class="secondary" href="${newerHref}">${messages.newer}</a>`}
${olderHref && html`<a class="secondary" href="${olderHref}">${messages.older}</a>`}
</nav>`
}
