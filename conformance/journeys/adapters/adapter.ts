/**
 * What a bank's page looks like to a PSU, as data: roles and visible labels, in the order the steps come.
 *
 * @module
 */

/** Something on the page, by its role and the name a PSU sees. */
export interface Landmark {
  readonly role: 'textbox' | 'button' | 'checkbox' | 'heading' | 'alert'
  readonly name?: string
}

/** A field and what of the PSU's credentials goes into it. */
export interface Field {
  readonly label: string
  readonly value: 'username' | 'password' | 'otp'
}

export interface PageStep {
  /** What a report calls the step: `login`. */
  readonly name: string
  /** It is this step that is shown when this can be seen. */
  readonly shownBy: Landmark
  readonly fields?: readonly Field[]
  /** Checkboxes, one an account, of which a PSU picks some. */
  readonly accounts?: true
  /** Labels of the buttons: on with it, and what ends the journey here. */
  readonly next: string
  readonly reject?: string
  readonly cancel?: string
}

export interface PageAdapter {
  readonly name: string
  readonly steps: readonly PageStep[]
  /** Language asked for, so that the labels are the ones named here. */
  readonly locale: string
  /** Where the page says what went wrong with what the PSU entered. */
  readonly problem: Landmark
  /** The step a PSU cancels at. */
  readonly cancelAt: string
}
