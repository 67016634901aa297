/**
 * Requests with two faults at once: the one that the bank checks first decides the answer. docs/facts.md section 3.3.
 *
 * @module
 */
import { create, listAccounts, patch, read, readAccount } from './calls.js'
import type { Call, Case, Value } from './case.js'

const both = ['0.0.1', '1.0.0'] as const

const unknown: Value = { from: 'fresh', name: 'id' }

interface TwoFaults {
  readonly id: string
  readonly first: string
  readonly second: string
  readonly versions?: Case['versions']
  readonly given?: Case['given']
  readonly step: Call
  /** The status of the first fault. */
  readonly status: number | readonly number[]
  /** The error code of the first fault, where its answer has one. */
  readonly errorCode?: 'Header.Invalid' | 'Field.Invalid' | 'Resource.InvalidFormat'
}

function ordered({ id, first, second, versions = both, given = 'nothing', step, status, errorCode }: TwoFaults): Case {
  const proves = 'ERR-REQ-640'
  return {
    id,
    title: `judges ${first} before ${second}`,
    operation: step.call,
    versions,
    ref: 'docs/facts.md section 3.3: order of checks',
    given,
    steps: [step],
    expect: [{ status, proves }, ...(errorCode === undefined ? [] : [{ errorCode, proves } as const])],
  }
}

const xml = { accept: 'application/xml' }
const badDate = { 'x-fapi-auth-date': 'yesterday' }

const pairs: readonly TwoFaults[] = [
  {
    id: 'ERR-030',
    first: 'the path',
    second: 'the token',
    step: listAccounts({ path: '/no-such-resource', token: 'none', deviates: ['path', 'token'] }),
    status: 404,
  },
  {
    id: 'ERR-031',
    first: 'the method',
    second: 'the token',
    step: listAccounts({ method: 'DELETE', token: 'none', deviates: ['method', 'token'] }),
    status: 405,
  },
  {
    id: 'ERR-032',
    first: 'the token',
    second: 'Accept',
    step: listAccounts({ headers: xml, token: 'none', deviates: ['accept', 'token'] }),
    status: 401,
  },
  {
    id: 'ERR-033',
    first: 'the token',
    second: 'the id',
    step: read(unknown, { token: 'none', deviates: ['token'] }),
    status: 401,
  },
  {
    id: 'ERR-034',
    first: 'Accept',
    second: 'Content-Type',
    step: create({}, { headers: { ...xml, 'content-type': 'text/plain' }, deviates: ['accept', 'content-type'] }),
    status: 406,
  },
  {
    id: 'ERR-035',
    first: 'Accept',
    second: 'the scope',
    given: 'authorisedConsent',
    step: listAccounts({ headers: xml, token: 'public-payments', deviates: ['accept', 'token'] }),
    status: 406,
  },
  {
    id: 'ERR-036',
    first: 'Content-Type',
    second: 'the scope',
    step: create(
      {},
      { headers: { 'content-type': 'text/plain' }, token: 'public-payments', deviates: ['content-type', 'token'] },
    ),
    status: [415, 400],
  },
  {
    id: 'ERR-037',
    first: 'the scope',
    second: 'the headers',
    step: create({}, { headers: badDate, token: 'public-payments', deviates: ['x-fapi-auth-date', 'token'] }),
    status: 403,
  },
  {
    id: 'ERR-038',
    first: 'the grant',
    second: 'the id',
    step: readAccount(unknown, { token: 'public', deviates: ['token'] }),
    status: 403,
  },
  {
    id: 'ERR-039',
    first: 'the headers',
    second: 'the JSON',
    step: {
      call: 'createAccountAccessConsent',
      headers: badDate,
      rawBody: '{',
      deviates: ['x-fapi-auth-date', 'body'],
    },
    status: 400,
    errorCode: 'Header.Invalid',
  },
  {
    id: 'ERR-040',
    first: 'the JSON',
    second: 'the id',
    versions: ['1.0.0'],
    step: { call: 'patchAccountAccessConsent', params: { ConsentId: unknown }, rawBody: '{', deviates: ['body'] },
    status: 400,
    errorCode: 'Resource.InvalidFormat',
  },
  {
    id: 'ERR-041',
    first: 'the fields',
    second: 'the id',
    versions: ['1.0.0'],
    step: patch(unknown, { body: { Data: { Status: 'Authorised' } }, deviates: ['Data.Status'] }),
    status: 400,
    errorCode: 'Field.Invalid',
  },
  {
    id: 'ERR-042',
    first: 'the fields',
    second: 'the ownership',
    versions: ['1.0.0'],
    given: 'consentOfOtherTpp',
    step: patch(undefined, { body: { Data: { Status: 'Authorised' } }, deviates: ['Data.Status'] }),
    status: 400,
    errorCode: 'Field.Invalid',
  },
  {
    id: 'ERR-043',
    first: 'the fields',
    second: 'the state of the consent',
    versions: ['1.0.0'],
    given: 'rejectedConsent',
    step: patch(undefined, { body: { Data: { Status: 'Authorised' } }, deviates: ['Data.Status'] }),
    status: 400,
    errorCode: 'Field.Invalid',
  },
]

export const orderOfChecks: readonly Case[] = pairs.map(ordered)
