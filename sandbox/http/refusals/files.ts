/**
 * Refusals of the file of a file payment. FACTS 8.5; decision 0131.
 *
 * @module
 */
import type { Condition } from './condition.js'

/** What is wrong at one element of a file. */
export interface AtElement {
  /** An XPath without a slash before it; of a file that cannot be read empty before its first element. */
  readonly path: string
  readonly expected: string
  readonly received: string
}

const difference = ({ expected, received }: AtElement) => `expected ${expected}, received ${received}`
const element = ({ path }: AtElement) => path

/** Where a file is not what the consent says. */
export interface FileDiffers {
  readonly field: string
  readonly said: string
  readonly is: string
}

const ofFile = { status: 400, decision: '0131', message: difference, path: element } as const

export const fileConditions = {
  consentNotAwaitingUpload: {
    status: 400,
    row: 'FPC-REQ-250',
    code: 'Resource.InvalidConsentStatus',
    message: ({ status }: { readonly status: string }) => `the consent is ${status}, a file is taken in AwaitingUpload`,
    path: 'ConsentId',
  },
  fileDiffers: {
    status: 400,
    row: 'FPC-REQ-240',
    code: 'Field.Invalid',
    message: ({ said, is }: FileDiffers) => `the consent says ${said}, the file is ${is}`,
    path: ({ field }: FileDiffers) => `Data.Initiation.${field}`,
  },
  fileUnreadable: {
    status: 400,
    decision: '0131',
    code: 'Resource.InvalidFormat',
    message: ({ expected }: AtElement) => expected,
    path: ({ path }: AtElement) => path || 'Document',
  },
  fileElementMissing: { ...ofFile, code: 'Field.Missing' },
  fileElementUnexpected: { ...ofFile, code: 'Field.Unexpected' },
  fileElementInvalid: { ...ofFile, code: 'Field.Invalid' },
  fileDateInvalid: { ...ofFile, code: 'Field.InvalidDate' },
  fileCurrencyUnsupported: { ...ofFile, code: 'Unsupported.Currency' },
  fileIdentifierUnsupported: { ...ofFile, code: 'Unsupported.AccountIdentifier' },
  fileInstrumentUnsupported: { ...ofFile, code: 'Unsupported.LocalInstrument' },
  fileNotThere: {
    status: 400,
    decision: '0131',
    code: 'Resource.NotFound',
    message: ({ status }: { readonly status: string }) => `the consent is ${status} and has no file`,
    path: 'ConsentId',
  },
} as const satisfies Readonly<Record<string, Condition>>
