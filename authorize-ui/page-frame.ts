/**
 * What the pages are given. A view has facts only; words, dates and layout are made by the pages.
 *
 * @module
 */
import type { accountSubTypes } from '#standard/index.js'

/** Languages of the pages. */
export const locales = ['en', 'ar'] as const

export type Locale = (typeof locales)[number]

/** What every page of the bank with a form needs. */
export interface FormFrame {
  readonly locale: Locale
  /** Where the form posts to. */
  readonly action: string
  /** Value of the hidden field `csrf`. */
  readonly csrf: string
  /** Address of the style sheet, which is {@link pageCss}. */
  readonly styleHref: string
  readonly bankName: string
  /** Address of the same page in the other language. Without it there is no link. */
  readonly otherLocaleHref?: string | undefined
}

/** What every page about one TPP needs. */
export interface PageFrame extends FormFrame {
  /** The name the TPP registered: shown, never trusted. */
  readonly tppName: string
  /** What is decided. Default `accounts`. */
  readonly purpose?: Purpose | undefined
}

/** What a PSU decides: which accounts are shared, whether a payment is made, whether one is stopped. */
export type Purpose = 'accounts' | 'payment' | 'cancellation'

export type AccountSubType = (typeof accountSubTypes)[number]

/** An account as the PSU knows it. */
export interface AccountView {
  readonly accountId: string
  /** Nickname. Without one the account is called by its kind and masked number. */
  readonly name?: string | undefined
  /** IBAN or card number with all but its end hidden. */
  readonly maskedIdentification: string
  /** ISO 4217. */
  readonly currency: string
  readonly kind: AccountSubType
}

/** An account the PSU can tick. */
export interface AccountChoice extends AccountView {
  readonly selected: boolean
}
