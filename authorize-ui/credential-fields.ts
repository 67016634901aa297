/**
 * The fields with which a PSU logs in and confirms: username, password, one-time code.
 *
 * @module
 */
import { textField } from './form.js'
import { type Html, html } from './html.js'
import { messagesIn } from './locales/messages.js'
import type { Locale } from './page-frame.js'

export interface PasswordView {
  readonly locale: Locale
  /** What was typed before, so that it need not be typed again. */
  readonly username?: string | undefined
  readonly problem?: 'wrong-credentials' | 'locked' | 'missing' | undefined
}

/** Posts `username` and `password`. */
export function passwordFields({ locale, username, problem }: PasswordView): Html {
  const messages = messagesIn(locale).login
  const failed = problem !== undefined
  const usernameFaulty = problem === 'missing' ? !username : failed
  const passwordFaulty = failed && problem !== 'locked'
  const focusPassword = passwordFaulty && Boolean(username)

  return html`${textField({
    name: 'username',
    label: messages.username,
    autocomplete: 'username',
    value: username,
    faulty: usernameFaulty,
    focused: failed && !focusPassword,
  })}
${textField({
  name: 'password',
  label: messages.password,
  type: 'password',
  autocomplete: 'current-password',
  hint: messages.passwordNotice,
  faulty: passwordFaulty,
  focused: focusPassword,
})}`
}

/** Somebody who is invented: a sandbox shows how they log in. */
export interface TestPerson {
  readonly username: string
  readonly password: string
  readonly otp: string
  readonly name: string
}

/** More than these are not listed. */
const mostPeople = 40

/** Who can log in at a sandbox, and with what; nothing where that is not shown. */
export function testPeopleList(locale: Locale, people: readonly TestPerson[] | undefined): Html | undefined {
  if (!people?.length) return undefined
  const messages = messagesIn(locale).login.testPeople
  const rows = people
    .slice(0, mostPeople)
    .map(
      ({ username, password, otp, name }) =>
        html`<tr><th scope="row"><bdi>${username}</bdi><br><span class="name-of"><bdi>${name}</bdi></span></th><td><bdi>${password}</bdi></td><td><bdi>${otp}</bdi></td></tr>`,
    )
  return html`<details class="test-people">
<summary>${messages.heading}</summary>
<p>${messages.lead}</p>
<div class="wide" tabindex="0" role="region" aria-label="${messages.heading}"><table>
<thead><tr><th scope="col">${messages.username}</th><th scope="col">${messages.password}</th><th scope="col">${messages.code}</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</details>`
}

/** Posts `otp`. */
export function codeField(locale: Locale, failed: boolean): Html {
  const messages = messagesIn(locale).code
  return textField({
    name: 'otp',
    label: messages.code,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    hint: messages.hint,
    faulty: failed,
    focused: failed,
  })
}
