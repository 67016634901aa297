/**
 * Describes the pages of a bank as data: ARIA roles and visible labels, step by step in the order a PSU meets them.
 *
 * @module
 */

/** Something on the page, by its role and the name a PSU sees. */
export interface PageElement {
  readonly role: 'textbox' | 'button' | 'checkbox' | 'heading' | 'alert'
  readonly name?: string
}

/** A field and which of the PSU's credentials goes into it. */
export interface Field {
  readonly label: string
  readonly value: 'username' | 'password' | 'otp'
}

export interface PageStep {
  /** What a report calls the step: `login`. */
  readonly name: string
  /** The page shows this step when this element is visible. */
  readonly shownBy: PageElement
  readonly fields?: readonly Field[]
  /** The page has a checkbox for each account, of which the PSU picks some. */
  readonly accounts?: true
  /** Labels of the buttons: the one that continues, and those that end the journey here. */
  readonly next: string
  readonly reject?: string
  readonly cancel?: string
}

export interface PageAdapter {
  readonly name: string
  readonly steps: readonly PageStep[]
  /** Language of the browser, so that the labels are the ones named here. */
  readonly locale: string
  /** The element that shows an error about what the PSU entered. */
  readonly problem: PageElement
  /** The step a PSU cancels at. */
  readonly cancelAt: string
}
