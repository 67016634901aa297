/**
 * The end of the road: a page for what cannot be sent back to the TPP.
 *
 * @module
 */
import { html } from './html.js'
import { renderDocument } from './layout.js'
import { type Messages, messagesIn } from './locales/messages.js'
import type { Locale } from './page-frame.js'

export interface ErrorView {
  readonly locale: Locale
  readonly styleHref: string
  readonly bankName: string
  readonly kind: keyof Messages['error']['kinds']
  /** One sentence for the developer of the TPP, in English. */
  readonly detail?: string | undefined
  /** What the bank finds this in its records by: the interaction id. */
  readonly reference?: string | undefined
  /** Where the PSU's consents are. */
  readonly backHref?: string | undefined
}

/** Says what happened and what to do now. Posts nothing. */
export function renderErrorPage(view: ErrorView): string {
  const messages = messagesIn(view.locale).error
  const { heading, text } = messages.kinds[view.kind]
  const { detail, reference, backHref } = view

  return renderDocument({
    ...view,
    heading,
    failed: true,
    content: html`<p class="lead">${text}</p>
${
  (detail || reference) &&
  html`<dl class="facts">
${detail && html`<div><dt>${messages.detail}</dt><dd><bdi lang="en">${detail}</bdi></dd></div>`}
${reference && html`<div><dt>${messages.reference}</dt><dd><bdi class="number" dir="ltr">${reference}</bdi></dd></div>`}
</dl>`
}
${backHref && html`<ul class="ways"><li><a href="${backHref}">${messagesIn(view.locale).myConsents.back}</a></li></ul>`}`,
  })
}
