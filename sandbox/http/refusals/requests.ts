/**
 * Refusals of any request, in the order of the checks. FACTS 3.3.
 *
 * @module
 */
import { headers, idempotencyKeyMaxLength } from '#standard/index.js'
import type { Condition } from './condition.js'

/** The detail of a malformed header. */
const malformedHeader = (name: string, expected: string) =>
  ({
    status: 400,
    code: 'Header.Invalid',
    message: ({ received }: { readonly received: string }) =>
      `${name} is ${JSON.stringify(received.slice(0, 60))}, expected ${expected}`,
    path: name,
  }) as const

/** A field in a body or a query. */
export interface Place {
  readonly path: string
}

/** The header of the user token, which is a setting. */
export interface UserTokenFacts {
  readonly header: string
}

/** A parameter in the header of a signature. */
export interface ClaimName {
  readonly claim: string
}

/** What the parameters of a signature have to be. FACTS 2.2. */
const expectedClaims: Readonly<Record<string, string>> = {
  alg: 'PS256',
  kid: 'the id of a key that the TPP has registered',
  typ: 'JOSE, nor left out',
  cty: 'json or application/json, nor the media type of the file that is sent, nor left out',
  crit: 'a list of the three private claims and nothing else',
  iat: 'a time in the past, in whole seconds',
  iss: 'the client id of the TPP, nor a certificate subject with it as common name',
  tan: 'a DNS name',
  b64: 'left out',
}

/** What a schema expected of a field. */
export interface Difference extends Place {
  readonly expected: string
  readonly received: string
}

/** A number of bytes, as people write it. */
function inWords(bytes: number): string {
  const [unit, size] = bytes % 1_048_576 === 0 ? ['MB', 1_048_576] : bytes % 1024 === 0 ? ['KB', 1024] : ['bytes', 1]
  return `${bytes / size} ${unit}`
}

const difference = ({ expected, received }: Difference) => `expected ${expected}, received ${received}`

/** RFC 6750 section 3: no error where no token came. */
const wantsBearer = { 'www-authenticate': 'Bearer' } as const

/** What the description of an error may be made of (RFC 6750 section 3): printable ASCII without quotes and backslashes. */
const inQuotes = (text: string) => text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

const challenge = (error: string, description: string, more = '') => ({
  'www-authenticate': `Bearer error="${error}", error_description="${inQuotes(description)}"${more}`,
})

export const requestConditions = {
  // requests that cannot be parsed
  notHttp: { status: 400, row: 'ERR-REQ-010', code: 'Resource.InvalidFormat', message: 'the request is not HTTP' },
  requestTooSlow: {
    status: 400,
    row: 'ERR-REQ-010',
    code: 'Resource.InvalidFormat',
    message: 'the request did not arrive in time',
  },
  headersTooLarge: {
    status: 400,
    row: 'ERR-REQ-010',
    code: 'Header.Invalid',
    message: 'address and headers are larger than 16 KB',
  },
  hostMissing: {
    status: 400,
    row: 'ERR-REQ-010',
    code: 'Header.Missing',
    message: 'the header Host is missing',
    path: 'Host',
  },
  addressUnreadable: {
    status: 400,
    row: 'ERR-REQ-010',
    code: 'Resource.InvalidFormat',
    message: 'the address cannot be read',
  },
  requestUnreadable: {
    status: 400,
    row: 'ERR-REQ-010',
    code: 'Resource.InvalidFormat',
    message: 'the request could not be read',
  },

  // route
  pathUnknown: { status: 404, row: 'ERR-REQ-590' },
  methodNotOffered: {
    status: 405,
    row: 'ERR-REQ-600',
    headers: ({ methods }: { readonly methods: readonly string[] }) => ({ allow: methods.join(', ') }),
  },

  // before the body
  tokenMissing: { status: 401, row: 'AUT-REQ-340', headers: wantsBearer },
  tokenNotLive: {
    status: 401,
    row: 'AUT-REQ-340',
    headers: ({ problem }: { readonly problem: string }) => challenge('invalid_token', problem),
  },
  mediaTypeNotAcceptable: { status: 406, row: 'HDR-REQ-250' },
  charsetNotAcceptable: { status: 406, row: 'HDR-REQ-270' },
  mediaTypeUnsupported: { status: 415, rows: ['HDR-REQ-290', 'HDR-REQ-280'] },
  fileTypeUnsupported: { status: 415, decision: '0130' },
  quotaUsedUp: {
    status: 429,
    row: 'ERR-REQ-080',
    headers: ({ seconds }: { readonly seconds: number }) => ({ 'retry-after': String(seconds) }),
  },
  scopeMissing: {
    status: 403,
    row: 'AUT-REQ-330',
    code: 'Resource.ConsentMismatch',
    message: ({ scopes }: { readonly scopes: readonly string[] }) => `the token needs the scope ${scopes.join(' or ')}`,
    headers: ({ scopes }: { readonly scopes: readonly string[] }) =>
      challenge(
        'insufficient_scope',
        `the token needs the scope ${scopes.join(' or ')}`,
        `, scope="${scopes.join(' ')}"`,
      ),
  },
  tokenOfConsent: {
    status: 403,
    rows: ['AUT-REQ-240', 'AUT-REQ-250', 'AUT-REQ-260', 'AUT-REQ-270'],
    code: 'Resource.ConsentMismatch',
    message: 'the operation takes a client credentials token, not the token of a consent',
  },
  tokenWithoutConsent: {
    status: 403,
    row: 'AUT-REQ-280',
    code: 'Resource.ConsentMismatch',
    message: 'the operation takes the token of an authorised consent',
  },
  consentOfOtherKind: {
    status: 403,
    decision: '0075',
    code: 'Resource.ConsentMismatch',
    message: 'the consent of the token is of another kind than the operation',
  },
  consentOfOtherVersion: {
    status: 403,
    row: 'VER-REQ-250',
    code: 'Resource.ConsentMismatch',
    message: ({ version }: { readonly version: string }) => `the consent was made under version ${version}`,
  },
  interactionIdMalformed: { row: 'HDR-REQ-230', ...malformedHeader(headers.interactionId, 'a UUID') },
  authDateMalformed: {
    row: 'HDR-REQ-210',
    ...malformedHeader(headers.authDate, 'an RFC 7231 date such as Tue, 15 Jan 2030 09:00:00 GMT'),
  },
  customerIpAddressMalformed: {
    row: 'HDR-REQ-220',
    ...malformedHeader(headers.customerIpAddress, 'an IPv4 or IPv6 address'),
  },
  userTokenMissing: {
    status: 400,
    row: 'AUT-REQ-230',
    code: 'Header.Missing',
    message: ({ header }: UserTokenFacts) => `${header} is missing: the token endpoint issues user tokens`,
    path: ({ header }: UserTokenFacts) => header,
  },
  userTokenInvalid: {
    status: 400,
    decision: '0080',
    code: 'Header.Invalid',
    message: ({ header, wrong }: UserTokenFacts & { readonly wrong: string }) => `the user token in ${header} ${wrong}`,
    path: ({ header }: UserTokenFacts) => header,
  },
  idempotencyKeyMissing: {
    status: 400,
    row: 'IDM-REQ-070',
    code: 'Header.Missing',
    message: `${headers.idempotencyKey} is missing, expected 1 to ${idempotencyKeyMaxLength} characters`,
    path: headers.idempotencyKey,
  },
  idempotencyKeyMalformed: {
    status: 400,
    row: 'IDM-REQ-110',
    code: 'Header.Invalid',
    message: ({ length }: { readonly length: number }) =>
      `${headers.idempotencyKey} has ${length} characters, expected 1 to ${idempotencyKeyMaxLength}`,
    path: headers.idempotencyKey,
  },
  idempotencyKeyPadded: {
    status: 400,
    row: 'IDM-REQ-020',
    code: 'Header.Invalid',
    message: `${headers.idempotencyKey} begins or ends with a blank`,
    path: headers.idempotencyKey,
  },

  // the signature
  signatureMissing: {
    status: 400,
    row: 'SIG-REQ-190',
    code: 'Signature.Missing',
    message: `${headers.jwsSignature} is missing, expected a detached JWS over the body`,
    path: headers.jwsSignature,
  },
  signatureMalformed: {
    status: 400,
    row: 'SIG-REQ-200',
    code: 'Signature.Malformed',
    message: `${headers.jwsSignature} is no compact JWS with an empty middle part`,
    path: headers.jwsSignature,
  },
  signatureClaimMissing: {
    status: 400,
    row: 'SIG-REQ-210',
    code: 'Signature.MissingClaim',
    message: ({ claim }: ClaimName) => `the header of the signature has no ${claim}`,
    path: ({ claim }: ClaimName) => claim,
  },
  signatureClaimInvalid: {
    status: 400,
    row: 'SIG-REQ-220',
    code: 'Signature.InvalidClaim',
    message: ({ claim }: ClaimName) =>
      `${claim} of the signature is not ${expectedClaims[claim.split('/').at(-1) ?? ''] ?? 'as it should be'}`,
    path: ({ claim }: ClaimName) => claim,
  },
  signatureInvalid: {
    status: 400,
    row: 'SIG-REQ-230',
    code: 'Signature.Invalid',
    message: 'the signature is not of the bytes of this body, or not by the key it names',
    path: headers.jwsSignature,
  },
  signatureUnexpected: {
    status: 400,
    row: 'SIG-REQ-240',
    code: 'Signature.Unexpected',
    message: `${headers.jwsSignature} is not wanted here`,
    path: headers.jwsSignature,
  },

  // the body
  bodyTooLarge: {
    status: 413,
    decision: '0130',
    code: 'Resource.InvalidFormat',
    message: ({ limit }: { readonly limit: number }) => `the body is larger than ${inWords(limit)}`,
    headers: { connection: 'close' },
  },
  bodyNotJson: {
    status: 400,
    row: 'ERR-REQ-390',
    code: 'Resource.InvalidFormat',
    message: 'the body must be a JSON object in UTF-8',
  },
  fieldMissing: {
    status: 400,
    row: 'ERR-REQ-400',
    code: 'Field.Missing',
    message: difference,
    path: ({ path }: Place) => path,
  },
  fieldUnexpected: {
    status: 400,
    row: 'ERR-REQ-410',
    code: 'Field.Unexpected',
    message: ({ path }: Place) => `${path} is not a property here`,
    path: ({ path }: Place) => path,
  },
  fieldInvalid: {
    status: 400,
    row: 'ERR-REQ-420',
    code: 'Field.Invalid',
    message: difference,
    path: ({ path }: Place) => path,
  },
  dateInvalid: {
    status: 400,
    row: 'ERR-REQ-430',
    code: 'Field.InvalidDate',
    message: difference,
    path: ({ path }: Place) => path,
  },
  problemsLeftOut: {
    status: 400,
    decision: '0058',
    code: 'Field.Invalid',
    message: ({ more }: { readonly more: number }) => `and ${more} more`,
  },

  // the resource
  resourceUnknown: {
    status: 400,
    row: 'ERR-REQ-450',
    code: 'Resource.NotFound',
    message: ({ parameter }: { readonly parameter: string }) => `no resource has this ${parameter}`,
    path: ({ parameter }: { readonly parameter: string }) => parameter,
  },
  idempotencyKeyReused: {
    status: 400,
    row: 'IDM-REQ-090',
    code: 'Header.Invalid',
    message: 'the key was used for another request',
    path: headers.idempotencyKey,
  },

  unexpectedFailure: { status: 500, row: 'ERR-REQ-610', code: 'UnexpectedError', message: 'try again later' },
} as const satisfies Readonly<Record<string, Condition>>
