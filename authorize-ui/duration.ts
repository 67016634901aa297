/**
 * How long access lasts and which transactions it covers.
 *
 * @module
 */
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { messagesIn } from './locales/messages.js'
import { type AskedView, period } from './permission-list.js'

export interface DurationView extends AskedView {
  /** When access ends; without it, it does not. Milliseconds since 1970. */
  readonly expiresAt?: number | undefined
}

/** Both as terms of a list, and the time zone where a time is shown. */
export function duration(view: DurationView): Html {
  const messages = messagesIn(view.locale).consent
  const until = view.expiresAt === undefined ? messages.noEnd : instant(view.locale, view.expiresAt)
  const covered = period(view)
  const showsTime = [view.expiresAt, covered && view.transactionFrom, covered && view.transactionTo].some(
    Number.isFinite,
  )

  return html`<dl class="facts">
<div><dt>${messages.accessUntil}</dt><dd>${until}</dd></div>
${covered && html`<div><dt>${messages.period}</dt><dd>${covered}</dd></div>`}
</dl>
${showsTime && html`<p class="notice">${messages.timeZone}</p>`}`
}
