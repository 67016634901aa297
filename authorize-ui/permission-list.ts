/**
 * What a consent allows a TPP to see, in plain words, and of which period.
 *
 * @module
 */
import type { Permission } from '#standard/index.js'
import { type Html, html } from './html.js'
import { instant } from './instants.js'
import { messagesIn } from './locales/messages.js'
import type { Locale } from './page-frame.js'
import { groupByPurpose, permissionsInWords, purposeTitles } from './permissions-in-words.js'

/** What was asked for. */
export interface AskedView {
  readonly locale: Locale
  /** As the consent has them. */
  readonly permissions: readonly Permission[]
  /** The oldest and the newest transaction that may be read; without one, that side is open. Milliseconds since 1970. */
  readonly transactionFrom?: number | undefined
  readonly transactionTo?: number | undefined
}

/** The purposes alone, in a few words. */
function purposeNames({ locale, permissions }: AskedView): Html {
  const names = groupByPurpose(permissions).map(({ purpose }) => html`<li>${purposeTitles[purpose][locale]}</li>`)
  return html`<ul class="purpose-names">${names}</ul>`
}

/** How many permissions are shown in full before they are folded. */
const shownPermissions = 8

/** The permissions by purpose: in full where they are few, else their purposes, with the rest folded. */
export function foldedPurposes(asked: AskedView): Html {
  const count = groupByPurpose(asked.permissions).reduce((sum, group) => sum + group.permissions.length, 0)
  return count <= shownPermissions ? purposes(asked) : purposesInShort(asked)
}

/** What is shared in a few words, with the rest folded. */
export function purposesInShort(asked: AskedView): Html {
  return html`${purposeNames(asked)}
<details class="rest"><summary>${messagesIn(asked.locale).code.inFull}</summary>
${purposes(asked)}</details>`
}

/** The permissions by purpose, each purpose with a third-level heading. */
export function purposes({ locale, permissions }: AskedView): Html {
  const sections = groupByPurpose(permissions).map(
    (group) => html`<section>
<h3>${purposeTitles[group.purpose][locale]}</h3>
<ul>${group.permissions.map((permission) => html`<li>${permissionsInWords[permission][locale]}</li>`)}</ul>
</section>`,
  )
  return html`<div class="purposes">${sections}</div>`
}

/** Which transactions are covered; nothing when none are asked for. */
export function period(asked: AskedView): Html | false {
  const { locale, permissions, transactionFrom, transactionTo } = asked
  if (!groupByPurpose(permissions).some((group) => group.purpose === 'transactions')) return false
  const messages = messagesIn(locale).consent
  if (transactionFrom === undefined && transactionTo === undefined) return html`${messages.wholePeriod}`
  if (transactionFrom === undefined) return messages.upTo(instant(locale, transactionTo as number))
  if (transactionTo === undefined) return messages.fromOn(instant(locale, transactionFrom))
  return messages.fromTo(instant(locale, transactionFrom), instant(locale, transactionTo))
}
