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
import type { AccountView, FormFrame, Locale } from './page-frame.js'
import { type AskedView, period, purposes } from './permission-list.js'

export type ConsentState = 'active' | 'expired' | 'revoked'

/** One consent. Instants are milliseconds since 1970. */
export interface MyConsentView extends Omit<AskedView, 'locale'> {
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

export interface MyConsentsView extends FormFrame {
  readonly psuName: string
  readonly loggedOutAt: number
  /** Newest first. */
  readonly consents: readonly MyConsentView[]
  /** A consent that was just changed. */
  readonly changed?: Pick<MyConsentView, 'tppName' | 'state'> | undefined
  readonly newerHref?: string | undefined
  readonly olderHref?: string | undefined
}

/** Posts `decision` `log-out`. */
export function renderMyConsentsPage(view: MyConsentsView): string {
  const { locale, consents, changed } = view
  const messages = messagesIn(locale)
  const name = html`<bdi>${view.psuName}</bdi>`

  return renderDocument({
    ...view,
    heading: messages.myConsents.heading,
    failed: false,
    content: html`${changed && done(locale, changed)}
<p class="lead">${messages.myConsents.lead}</p>
<div class="session">
<p class="notice">${messages.consent.loggedInAs(name)}<br>${messages.myConsents.loggedOutAt(instant(locale, view.loggedOutAt))}</p>
${form(view, ['log-out'], undefined)}
</div>
${
  consents.length === 0
    ? html`<p class="limits">${messages.myConsents.none}</p>`
    : html`<ul class="consents">${consents.map((consent, index) => card(locale, consent, `consent-${index}`))}</ul>
<p class="notice">${messages.myConsents.nameNotice} ${messages.consent.timeZone}</p>`
}
${pages(view)}`,
  })
}

function done(locale: Locale, { tppName, state }: Pick<MyConsentView, 'tppName' | 'state'>): Html | false {
  const name = html`<bdi>${tppName}</bdi>`
  const { done: words } = messagesIn(locale).myConsents
  return state !== 'expired' && html`<p class="done-notice" role="status">${words[state](name)}</p>`
}

function card(locale: Locale, consent: MyConsentView, id: string): Html {
  const messages = messagesIn(locale)
  const covered = period({ ...consent, locale })
  const until = consent.expiresAt === undefined ? messages.consent.noEnd : instant(locale, consent.expiresAt)
  const fact = (term: string, said: Html | string) => html`<div><dt>${term}</dt><dd>${said}</dd></div>
`

  return html`<li class="consent ${consent.state}">
<div class="requester">
<p class="label">${messages.myConsents.sharedWith}</p>
<h2 class="name" id="${id}"><bdi>${consent.tppName}</bdi></h2>
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
${consent.hrefs && ways(locale, consent.hrefs, id)}
</li>
`
}

function ways(locale: Locale, hrefs: NonNullable<MyConsentView['hrefs']>, id: string): Html {
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
