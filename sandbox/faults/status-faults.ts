/**
 * Faults of statuses, limits, media types and connections, in any operation.
 *
 * @module
 */
import { errorBody, onStatus, onSuccessOf, withHeader, withJson, withoutHeader } from './editing.js'
import type { Fault } from './fault.js'

/** The answer of a bank that ignores the request body. */
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

export const statusFaults = {
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
    phase: 'after-signing',
    alter: onSuccessOf(['getAccounts'], (answer) => ({ ...answer, slow: { bytes: 1, everyMillis: 5000 } })),
  },
  'reset-mid-body': {
    title: 'ends the connection in the middle of the list of accounts',
    source: 'openid/conformance-suite #765',
    phase: 'after-signing',
    alter: onSuccessOf(['getAccounts'], (answer) => ({ ...answer, reset: true })),
  },
} as const satisfies Record<string, Fault>
