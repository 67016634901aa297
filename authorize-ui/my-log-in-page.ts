/**
 * How a PSU gets to their consents: username and password, then a one-time code.
 *
 * @module
 */
import { codeField, passwordFields, type TestPerson, testPeopleList } from './credential-fields.js'
import { form, problem } from './form.js'
import { html } from './html.js'
import { renderDocument } from './layout.js'
import { messagesIn } from './locales/messages.js'
import type { FormFrame } from './page-frame.js'

export interface MyLogInView extends FormFrame {
  readonly step: 'login' | 'code'
  readonly username?: string | undefined
  /** Who can log in, where a sandbox shows it. */
  readonly testPeople?: readonly TestPerson[] | undefined
  /** How many more codes may be tried. Shown when it is given. */
  readonly attemptsLeft?: number | undefined
  /** How long nothing is taken, with the problem `locked`. */
  readonly waitMinutes?: number | undefined
  /** `logged-out`: the PSU was logged in and is no longer. */
  readonly problem?: 'missing' | 'wrong-credentials' | 'wrong-code' | 'locked' | 'logged-out' | undefined
}

/** Posts `username`, `password` and `decision` `login`, then `otp` and `decision`: `confirm` or `cancel`. */
export function renderMyLogInPage(view: MyLogInView): string {
  const messages = messagesIn(view.locale)
  const { heading, lead } = messages.myConsents[view.step]
  const content =
    view.problem === 'locked'
      ? problem(messages.myConsents.locked(view.waitMinutes ?? 1))
      : view.step === 'login'
        ? password(view)
        : code(view)

  return renderDocument({
    ...view,
    step: undefined,
    hasFields: view.problem !== 'locked',
    heading,
    failed: view.problem !== undefined,
    content: html`<p class="lead">${lead}</p>
${content}
${testPeopleList(view.locale, view.testPeople)}`,
  })
}

function password(view: MyLogInView) {
  const { login, myConsents } = messagesIn(view.locale)
  const failure = view.problem === 'wrong-credentials' || view.problem === 'missing' ? view.problem : undefined
  const text = failure ? login.problems[failure] : view.problem === 'logged-out' && myConsents.loggedOut

  return form(
    view,
    ['login'],
    undefined,
    html`${problem(text)}
${passwordFields({ ...view, problem: failure })}`,
  )
}

function code(view: MyLogInView) {
  const messages = messagesIn(view.locale).code
  const failure = view.problem === 'wrong-code' || view.problem === 'missing' ? view.problem : undefined
  const attempts = view.attemptsLeft !== undefined && messages.attemptsLeft(view.attemptsLeft)

  return form(
    view,
    ['confirm', 'cancel'],
    undefined,
    html`${problem(failure && html`${messages.problems[failure]} ${attempts}`)}
${codeField(view.locale, failure !== undefined)}`,
  )
}
