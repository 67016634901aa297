/**
 * Faults of headers and error bodies, in any operation.
 *
 * @module
 */
import { headers } from '#standard/index.js'
import type { EditedAnswer } from '../http/edits.js'
import { asHtml, editBody, errorBody, onStatus, withHeader, withJson, withoutHeader } from './editing.js'
import type { Fault } from './fault.js'

const { interactionId } = headers

const withoutInteractionId = (answer: EditedAnswer) => withoutHeader(answer, interactionId)

const errors = [400, 401, 403, 404, 405, 406, 415, 429, 500]
const bodyless = [401, 404, 405, 406, 415, 429]

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
  'token-repeated-in-errors': {
    title: 'repeats the access token of the request in messages of errors',
    alter: onStatus(
      [400, 403],
      editBody((body, { request }) => {
        const token = String(request.headers.authorization).replace(/^Bearer /, '')
        const { Errors: all } = body as unknown as Errors
        return {
          ...body,
          Errors: all.map((error) => ({ ...error, Message: `${error.Message.slice(0, 200)} (${token})` })),
        }
      }),
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
  'content-encoding-unknown': {
    title: 'names a character set in Content-Encoding',
    alter: (answer) => (answer.body ? withHeader(answer, 'content-encoding', 'UTF-8') : answer),
  },
  'date-not-http': {
    title: 'writes the header Date as JSON does',
    alter: (answer) => withHeader(answer, 'date', '2030-01-15T09:00:00Z'),
  },
  'allow-missing': {
    title: 'answers 405 without Allow',
    alter: onStatus([405], (answer) => withoutHeader(answer, 'allow')),
  },
  'www-authenticate-missing': {
    title: 'answers 401 without WWW-Authenticate',
    alter: onStatus([401], (answer) => withoutHeader(answer, 'www-authenticate')),
  },
  'www-authenticate-without-error': {
    title: 'does not say in WWW-Authenticate that a token is invalid',
    alter: onStatus([401], (answer) => withHeader(answer, 'www-authenticate', 'Bearer')),
  },
  'scope-challenge-other-error': {
    title: 'says in WWW-Authenticate of a 403 that the token is invalid',
    alter: onStatus([403], (answer) => withHeader(answer, 'www-authenticate', 'Bearer error="invalid_token"')),
  },
  'www-authenticate-always-error': {
    title: 'says in WWW-Authenticate that a token is invalid where none came',
    alter: onStatus([401], (answer) => withHeader(answer, 'www-authenticate', 'Bearer error="invalid_token"')),
  },
} as const satisfies Record<string, Fault>

function editErrors(edit: (error: Errors['Errors'][number]) => unknown) {
  return editBody((body) => ({ ...body, Errors: (body as unknown as Errors).Errors.map(edit) }))
}
