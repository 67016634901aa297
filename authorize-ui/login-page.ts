/**
 * Step 1: the PSU says who they are.
 *
 * @module
 */
import { form, problem, textField } from './form.js'
import { html } from './html.js'
import { renderDocument, requester } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { PageFrame } from './page-frame.js'

export interface LoginView extends PageFrame {
  /** What was typed before, so that it need not be typed again. */
  readonly username?: string | undefined
  readonly problem?: 'wrong-credentials' | 'locked' | 'missing' | undefined
}

/** Posts `username`, `password` and `decision`: `login` or `cancel`. */
export function renderLoginPage(view: LoginView): string {
  const { locale } = view
  const messages = messagesIn(locale).login
  const failed = view.problem !== undefined
  const usernameFaulty = view.problem === 'missing' ? !view.username : failed
  const passwordFaulty = failed && view.problem !== 'locked'
  const focusPassword = passwordFaulty && Boolean(view.username)

  return renderDocument({
    ...view,
    heading: messages.heading,
    failed,
    step: 'login',
    content: html`<p class="lead">${messages.lead}</p>
${requester(locale, view.tppName)}
${form(
  view,
  ['login', 'cancel'],
  messages.wayOut,
  html`${problem(view.problem && messages.problems[view.problem])}
${textField({
  name: 'username',
  label: messages.username,
  autocomplete: 'username',
  value: view.username,
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
})}`,
)}`,
  })
}
