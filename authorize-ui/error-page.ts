/**
 * The error page: for what cannot be sent back to the TPP.
 *
 * @module
 */
import { type Html, type HtmlValue, html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { type Messages, messagesIn } from './locales/messages.js'
import type { Locale } from './page-frame.js'

export interface ErrorView {
  readonly locale: Locale
  readonly styleHref: string
  readonly bankName: string
  readonly kind: keyof Messages['error']['kinds']
  /** One sentence for the developer of the TPP, in English. */
  readonly detail?: string | undefined
  /** The interaction id, by which the bank finds the request in its records. */
  readonly reference?: string | undefined
  readonly otherLocaleHref?: string | undefined
  /** What was decided, of a request that is over. */
  readonly outcome?: keyof Messages['error']['outcomes'] | undefined
  /** How long no password or code is taken. */
  readonly waitMinutes?: number | undefined
  /** Where the PSU goes on with the step they are at. */
  readonly againHref?: string | undefined
  /** Where the TPP wanted the PSU sent, and where it may. */
  readonly addresses?: { readonly sent: string | undefined; readonly registered: readonly string[] } | undefined
  /** Where the PSU's consents are. */
  readonly backHref?: string | undefined
  /** Where the PSU goes back to the TPP. Without it no way back is known. */
  readonly returnTo?: { readonly href: string; readonly tppName?: string | undefined } | undefined
}

/** Says what happened and what to do now. Posts nothing. */
export function renderErrorPage(view: ErrorView): string {
  const messages = messagesIn(view.locale).error
  const { heading, text } = messages.kinds[view.kind]
  const { returnTo, againHref, outcome, waitMinutes, backHref } = view

  return renderDocument({
    ...view,
    heading,
    failed: true,
    content: html`<p class="lead">${outcome ? messages.outcomes[outcome] : text}</p>
${waitMinutes !== undefined && html`<p class="problem">${messages.wait(waitMinutes)}</p>`}
${returnTo?.tppName !== undefined && requester(view.locale, returnTo.tppName)}
${
  (returnTo || againHref) &&
  html`<div class="buttons">
${againHref && html`<a class="primary" href="${againHref}">${messages.again}</a>`}
${returnTo && html`<a class="${againHref ? 'secondary' : 'primary'}" href="${returnTo.href}">${messages.returnToTpp}</a>`}
</div>`
}
${facts(view)}
${backHref && html`<ul class="page-links"><li><a href="${backHref}">${messagesIn(view.locale).myConsents.back}</a></li></ul>`}`,
  })
}

function facts({ locale, detail, addresses, reference }: ErrorView): Html | false {
  const messages = messagesIn(locale).error
  const address = (text: string) => html`<bdi class="address" dir="ltr">${text}</bdi>`
  const rows: readonly [string, HtmlValue][] = [
    [messages.detail, detail && html`<bdi lang="en">${detail}</bdi>`],
    [messages.sent, addresses && (addresses.sent === undefined ? messages.noAddress : address(addresses.sent))],
    [
      messages.registered,
      addresses && html`<ul>${addresses.registered.map((each) => html`<li>${address(each)}</li>`)}</ul>`,
    ],
    [messages.reference, reference && html`<bdi class="number" dir="ltr">${reference}</bdi>`],
  ]
  const shown = rows.filter(([, value]) => value)
  if (shown.length === 0) return false
  return html`<dl class="facts">${shown.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
  )}</dl>`
}
