/**
 * Faults of headers, statuses, media types and error bodies: whatever operation answers.
 *
 * @module
 */
import { headers } from '#standard/index.js'
import { asHtml, editBody, onStatus, onSuccessOf, withHeader, withoutHeader } from './editing.js'
import type { Fault, FaultedAnswer } from './fault.js'

const { interactionId } = headers

const withoutInteractionId = (answer: FaultedAnswer) => withoutHeader(answer, interactionId)

const errors = [400, 401, 403, 404, 405, 406, 415, 429, 500]
const bodyless = [401, 404, 405, 406, 415, 429]

/** What a bank might answer that reads nothing of what it is sent. */
const someConsent = {
  Data: {
    ConsentId: 'accepted-unread',
    CreationDateTime: '2030-01-15T09:00:00.000+03:00',
    Status: 'AwaitingAuthorisation',
    StatusUpdateDateTime: '2030-01-15T09:00:00.000+03:00',
    Permissions: ['ReadAccountsBasic'],
  },
  Risk: {},
}

type Errors = { Errors: { ErrorCode: string; Message: string; Path?: string }[] }

export const answerFaults = {
  'interaction-id-missing': {
    title: 'leaves x-fapi-interaction-id off every success',
    source: 'wso2/financial-services-accelerator #713',
    alter: (answer) => (answer.status < 400 ? withoutInteractionId(answer) : answer),
  },
  'interaction-id-missing-on-errors': {
    title: 'leaves x-fapi-interaction-id off every error',
    source: 'wso2/financial-services-accelerator #708',
    alter: onStatus(errors, withoutInteractionId),
  },
  'interaction-id-constant': {
    title: 'answers one and the same x-fapi-interaction-id',
    source: 'OpenBankingUK/conformance-suite PR #15',
    alter: (answer) => withHeader(answer, interactionId, '5d3f8c1e-0f7a-4b52-9d6e-111111111111'),
  },
  'interaction-id-not-uuid': {
    title: 'makes an x-fapi-interaction-id that is no UUID when the request has none',
    source: 'OpenBanking-Brasil/areadesenvolvedor #213',
    alter: (answer, { request }) =>
      request.headers[interactionId] === undefined ? withHeader(answer, interactionId, `req-${request.id}`) : answer,
  },
  'interaction-id-twice': {
    title: 'sends x-fapi-interaction-id twice',
    source: 'openid/conformance-suite #858',
    alter: (answer) => {
      const id = answer.headers[interactionId]
      return typeof id === 'string' ? withHeader(answer, interactionId, [id, id]) : answer
    },
  },
  'auth-date-refused': {
    title: 'refuses consents of requests that carry x-fapi-auth-date',
    alter: (answer, { request }) =>
      answer.status === 201 && request.headers['x-fapi-auth-date'] !== undefined
        ? { ...answer, status: 400, body: errorBody('Header.Invalid', 'x-fapi-auth-date') }
        : answer,
  },
  'ipv6-refused': {
    title: 'takes IPv4 addresses of the PSU only',
    alter: (answer, { request }) =>
      answer.status < 300 && String(request.headers['x-fapi-customer-ip-address']).includes(':')
        ? { ...withJson(answer), status: 400, body: errorBody('Header.Invalid', 'x-fapi-customer-ip-address') }
        : answer,
  },
  'bad-address-500': {
    title: 'answers 500 to addresses that cannot be decoded',
    source: 'openbankingspace/tpp-issues #52',
    alter: (answer, { exchange, request }) =>
      answer.status === 400 && exchange === undefined && /%(?![0-9a-f]{2})/i.test(request.url)
        ? { ...answer, status: 500, body: errorBody('UnexpectedError', undefined, '500 InternalServerError') }
        : answer,
  },
  'body-empty': {
    title: 'answers successes without their body',
    source: 'openbankingspace/tpp-issues #115',
    alter: (answer) => (answer.status < 300 && answer.status !== 204 ? { ...answer, body: '' } : answer),
  },
  'body-on-204': {
    title: 'answers 200 with a body where 204 is due',
    alter: (answer) => (answer.status === 204 ? { ...withJson(answer), status: 200, body: '{}' } : answer),
  },
  'content-type-missing': {
    title: 'leaves Content-Type off its answers',
    source: 'openid/conformance-suite #1477',
    alter: (answer) => withHeader(answer, 'content-type', 'application/octet-stream'),
  },
  'error-400-html': {
    title: 'answers 400 with an HTML page',
    source: 'openbankingspace/tpp-issues #113',
    alter: onStatus([400], asHtml),
  },
  'error-403-empty': {
    title: 'answers 403 without a body',
    source: 'openbankingteam/conformance-suite PR #584',
    alter: onStatus([403], (answer) => ({ ...withoutHeader(answer, 'content-type'), body: '' })),
  },
  'error-faultstring': {
    title: 'answers 400 with the fault object of a gateway',
    source: 'openbankingspace/tpp-issues #25',
    alter: onStatus([400], (answer) => ({ ...answer, body: '{"fault":{"faultstring":"Invalid request"}}' })),
  },
  'error-extra-and-missing': {
    title: 'answers errors with a property too many and without Code and Message',
    source: 'wso2/financial-services-accelerator #701',
    alter: onStatus(
      [400, 403],
      editBody(({ Errors }) => ({ timestamp: 1, Errors })),
    ),
  },
  'error-code-empty': {
    title: 'answers errors with an empty Code',
    source: 'openbankingspace/tpp-issues #184',
    alter: onStatus(
      [400, 403],
      editBody((body) => ({ ...body, Code: '' })),
    ),
  },
  'error-code-unlabelled': {
    title: 'answers errors with a Code that is not the status and its reason',
    alter: onStatus(
      [400, 403],
      editBody((body) => ({ ...body, Code: 'ERR' })),
    ),
  },
  'error-code-unknown': {
    title: 'answers errors with an ErrorCode outside the published list',
    source: 'wso2/financial-services-accelerator #301',
    alter: onStatus(
      [400, 403],
      editErrors((error) => ({ ...error, ErrorCode: 'UK.OBIE.Field.Invalid' })),
    ),
  },
  'error-code-wrong': {
    title: 'answers every 400 with the ErrorCode Reauthenticate',
    alter: onStatus(
      [400],
      editErrors((error) => ({ ...error, ErrorCode: 'Reauthenticate' })),
    ),
  },
  'error-403-code-wrong': {
    title: 'answers 403 with an ErrorCode that means something else',
    alter: onStatus(
      [403],
      editErrors((error) => ({ ...error, ErrorCode: 'Field.Invalid' })),
    ),
  },
  'error-path-missing': {
    title: 'answers errors without a Path',
    alter: onStatus(
      [400],
      editErrors(({ Path: _, ...error }) => error),
    ),
  },
  'error-path-slashes': {
    title: 'writes the Path of an error with slashes',
    alter: onStatus(
      [400],
      editErrors((error) => ({ ...error, Path: `/${(error.Path ?? 'x').replaceAll('.', '/')}` })),
    ),
  },
  'error-id-constant': {
    title: 'gives every error the same Id',
    alter: onStatus(
      [400, 403],
      editBody((body) => ({ ...body, Id: '00000000-0000-4000-8000-000000000000' })),
    ),
  },
  'error-id-not-uuid': {
    title: 'gives errors an Id that is no UUID',
    alter: onStatus(
      [400, 403],
      editBody((body, { request }) => ({ ...body, Id: `err-${request.id}` })),
    ),
  },
  'error-first-only': {
    title: 'reports only the first problem of a request',
    source: 'openbankingspace/tpp-issues #89',
    alter: onStatus(
      [400],
      editBody((body) => ({ ...body, Errors: (body as unknown as Errors).Errors.slice(0, 1) })),
    ),
  },
  'error-body-everywhere': {
    title: 'answers 401, 404, 405, 406, 415 and 429 with a body',
    alter: onStatus(bodyless, (answer) => ({ ...withJson(answer), body: '{"message":"no"}' })),
  },
  'retry-after-missing': {
    title: 'answers 429 without Retry-After',
    alter: onStatus([429], (answer) => withoutHeader(answer, 'retry-after')),
  },
  'retry-after-date': {
    title: 'answers 429 with a date in Retry-After',
    alter: onStatus([429], (answer) => withHeader(answer, 'retry-after', 'Tue, 15 Jan 2030 09:00:00 GMT')),
  },
  'rate-never-limited': {
    title: 'has no quota',
    skips: ['rate'],
  },
  'status-422': {
    title: 'answers 422 where 400 is due',
    source: 'OpenBankingUK/read-write-api-specs #212',
    alter: onStatus([400], (answer) => ({ ...answer, status: 422 })),
  },
  'status-500-on-bad-request': {
    title: 'answers 500 where 400 is due',
    source: 'wso2/financial-services-accelerator #112',
    alter: onStatus([400], (answer) => ({
      ...answer,
      status: 500,
      body: JSON.stringify({
        ...JSON.parse(answer.body ?? '{}'),
        Code: '500 InternalServerError',
        Errors: [{ ErrorCode: 'UnexpectedError', Message: 'try again later' }],
      }),
    })),
  },
  'status-404-as-400': {
    title: 'answers paths and methods that do not exist with 400',
    alter: onStatus([404, 405], (answer) => ({
      ...withJson(answer),
      status: 400,
      body: errorBody('Resource.NotFound'),
    })),
  },
  'status-401-as-403': {
    title: 'answers 403 where 401 is due',
    source: 'ConsumerDataRight/mock-register #44',
    alter: onStatus([401], (answer) => ({
      ...withJson(answer),
      status: 403,
      body: errorBody('Resource.ConsentMismatch', undefined, '403 Forbidden'),
    })),
  },
  'everything-200': {
    title: 'answers 200 and an empty object to everything',
    source: 'product-definition-as-code/spec #57',
    alter: (answer) => ({ ...withJson(answer), status: 200, body: '{}' }),
  },
  'accept-ignored': {
    title: 'answers JSON whatever the caller accepts',
    source: 'wso2/financial-services-accelerator #680',
    skips: ['accept'],
  },
  'content-type-ignored': {
    title: 'reads a body of any media type as JSON',
    source: 'stoplightio/prism #1813',
    skips: ['content-type'],
  },
  'headers-unchecked': {
    title: 'accepts malformed values of the standard headers',
    skips: ['headers'],
  },
  'fields-unchecked': {
    title: 'accepts any body that is JSON',
    alter: (answer, { exchange }) => {
      const isFields = answer.status === 400 && /"ErrorCode":"Field\./.test(answer.body ?? '')
      return isFields && exchange?.operationId === 'createAccountAccessConsent'
        ? { ...answer, status: 201, body: JSON.stringify(someConsent) }
        : answer
    },
  },
  'accept-any-refused': {
    title: 'refuses requests that do not ask for exactly application/json',
    source: 'adorsys/xs2a-adapter #511',
    alter: (answer, { request }) =>
      answer.status < 300 && request.headers.accept !== 'application/json'
        ? { status: 406, headers: withoutHeader(answer, 'content-type').headers }
        : answer,
  },
  'charset-refused': {
    title: 'refuses a Content-Type that names its charset',
    source: 'OpenBankingUK/read-write-api-specs #50',
    alter: (answer, { request }) =>
      answer.status < 300 && /charset/i.test(request.headers['content-type'] ?? '')
        ? { status: 415, headers: withoutHeader(answer, 'content-type').headers }
        : answer,
  },
  'head-404': {
    title: 'answers HEAD with 404',
    source: 'fastify/fastify #2619',
    alter: (answer, { request }) =>
      request.method === 'HEAD' ? { status: 404, headers: withoutHeader(answer, 'content-type').headers } : answer,
  },
  'trailing-slash-404': {
    title: 'knows item paths without their trailing slash only',
    alter: (answer, { request }) =>
      answer.status < 300 && request.url.endsWith('/')
        ? { status: 404, headers: withoutHeader(answer, 'content-type').headers }
        : answer,
  },
  'slow-drip': {
    title: 'sends the list of accounts one byte every five seconds',
    source: 'openid/conformance-suite #1827',
    alter: onSuccessOf(['getAccounts'], (answer) => ({ ...answer, slow: { bytes: 1, everyMillis: 5000 } })),
  },
  'reset-mid-body': {
    title: 'ends the connection in the middle of the list of accounts',
    source: 'openid/conformance-suite #765',
    alter: onSuccessOf(['getAccounts'], (answer) => ({ ...answer, reset: true })),
  },
} as const satisfies Record<string, Fault>

function withJson(answer: FaultedAnswer): FaultedAnswer {
  return withHeader(answer, 'content-type', 'application/json; charset=utf-8')
}

function errorBody(code: string, path?: string, label = '400 BadRequest'): string {
  return JSON.stringify({
    Code: label,
    Id: crypto.randomUUID(),
    Message: 'The request was not accepted',
    Errors: [{ ErrorCode: code, Message: 'not accepted', ...(path && { Path: path }) }],
  })
}

function editErrors(edit: (error: Errors['Errors'][number]) => unknown) {
  return editBody((body) => ({ ...body, Errors: (body as unknown as Errors).Errors.map(edit) }))
}
