/**
 * What the control API refuses. It is no part of the standard but answers in the standard's shape (decision 0016).
 *
 * @module
 */
import { versions } from '#standard/index.js'
import type { Condition } from './condition.js'

export const controlConditions = {
  controlTokenWrong: { status: 401, decision: '0016', headers: { 'www-authenticate': 'Bearer' } },
  controlBodyNotJson: { status: 415, decision: '0016' },
  bodyNotJsonArray: {
    status: 400,
    decision: '0016',
    code: 'Resource.InvalidFormat',
    message: 'the body must be a JSON array in UTF-8',
  },
  durationInvalid: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ by }: { readonly by: string }) => `${JSON.stringify(by)} is no duration such as P3D or PT1H30M`,
    path: 'by',
  },

  versionUnknown: {
    status: 400,
    decision: '0161',
    code: 'Field.Invalid',
    message: ({ version }: { readonly version: string }) =>
      `${JSON.stringify(version)} is no version: ${versions.join(', ')}`,
    path: 'version',
  },
  clockOutOfRange: {
    status: 400,
    decision: '0060',
    code: 'Field.Invalid',
    message: ({ range }: { readonly range: string }) => range,
    path: ({ path }: { readonly path: 'now' | 'by' }) => path,
  },
  faultRepeated: {
    status: 400,
    decision: '0060',
    code: 'Field.Invalid',
    message: 'the fault is listed before with the same path',
    path: ({ path }: { readonly path: string }) => path,
  },
  faultNotLate: {
    status: 400,
    decision: '0162',
    code: 'Field.Unexpected',
    message: ({ id }: { readonly id: string }) => `${id} makes no answer late`,
    path: ({ path }: { readonly path: string }) => path,
  },
  faultWithoutLimits: {
    status: 400,
    decision: '0060',
    code: 'Field.Unexpected',
    message: ({ id }: { readonly id: string }) =>
      `${id} changes no answer: it is on or off, for every path and every time`,
    path: ({ path }: { readonly path: string }) => path,
  },

  // the consent and the PSU
  psuUnknown: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ username }: { readonly username: string }) => `no PSU has the username ${JSON.stringify(username)}`,
    path: 'psu',
  },
  accountOfOtherPsu: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ accountId, username }: { readonly accountId: string; readonly username: string }) =>
      `${JSON.stringify(accountId)} is no account of ${username}`,
    path: ({ path }: { readonly path: string }) => path,
  },

  accountsWithoutApproval: {
    status: 400,
    decision: '0060',
    code: 'Field.Unexpected',
    message: ({ decision }: { readonly decision: string }) => `a PSU picks no accounts with the decision ${decision}`,
    path: ({ path }: { readonly path: string }) => path,
  },

  // an authorisation without a browser
  authorisationElsewhere: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ endpoint }: { readonly endpoint: string }) => `expected an address that begins with ${endpoint}?`,
    path: 'authorizationUrl',
  },
  authorisationRefused: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ said }: { readonly said: string }) => `the bank shows an error page: ${said}`,
    path: 'authorizationUrl',
  },
  authorisationEnded: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: 'the authorisation has ended',
    path: 'authorizationUrl',
  },
  decisionNotTaken: {
    status: 400,
    decision: '0016',
    code: 'Field.Invalid',
    message: ({ problem }: { readonly problem: string }) => `the page says ${problem}`,
    path: ({ path }: { readonly path: string }) => path,
  },

  // a PSU's consent; none of these reveals whether another PSU's consent exists
  consentUnknownToPsu: {
    status: 400,
    decision: '0043',
    code: 'Resource.NotFound',
    message: 'the PSU has no consent with this id',
    path: 'ConsentId',
  },
  consentRevoked: {
    status: 400,
    decision: '0043',
    code: 'Resource.InvalidConsentStatus',
    message: 'the consent is no longer Authorised',
    path: 'ConsentId',
  },
  consentUsed: {
    status: 400,
    decision: '0075',
    code: 'Resource.InvalidConsentStatus',
    message: 'the consent is Consumed: its payment was submitted',
    path: 'ConsentId',
  },
  consentExpired: {
    status: 400,
    decision: '0043',
    code: 'Resource.InvalidConsentStatus',
    message: 'the consent has expired',
    path: 'ConsentId',
  },
  lastAccount: {
    status: 400,
    decision: '0043',
    code: 'Field.Invalid',
    message: 'at least one account stays; revoke the consent instead',
    path: 'accounts',
  },
} as const satisfies Readonly<Record<string, Condition>>
