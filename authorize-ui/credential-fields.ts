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
