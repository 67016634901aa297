/**
 * What went wrong with tokens and credentials at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { MemoryStore } from '#sandbox/store/memory-store.js'
import { oauthRequests } from '#sandbox/testing/oauth-requests.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import { decide, tokensOf } from './consent-requests.js'
import type { Area, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

async function newCredentialsCountAtOnce(): Promise<void> {
  const store = new MemoryStore()
  const tpp = { clientId: 'acme', redirectUris: ['https://tpp.example/callback'] }
  const before = await openTestBank({ store, tpps: [{ ...tpp, clientSecret: 'the-secret-until-today' }] })
  const { refresh_token } = await tokensOf(before, await decide(before, undefined, 'approve', 'acme'), 'acme')
  const after = await openTestBank({ store, tpps: [{ ...tpp, clientSecret: 'the-secret-from-today-on' }] })
  const renew = (by: TestBank, to: TestBank) =>
    to.send(oauthRequests(by).form('/oauth2/token', { grant_type: 'refresh_token', refresh_token }, 'acme'))

  expect((await renew(before, after)).statusCode).toBe(401)
  expect((await renew(after, after)).statusCode).toBe(200)
  await after.close()
}

async function refusalWithoutState({ bank }: ReportContext<TestBank>): Promise<void> {
  const oauth = oauthRequests(bank)
  const begun = await oauth.authorise({ state: undefined })
  const csrf = /name="csrf" value="([^"]+)"/.exec((await oauth.follow(begun)).body)?.[1] ?? ''
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { pathname } = new URL(String(begun.headers.location))
  const decided = await bank.send({
    method: 'POST',
    url: pathname,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ csrf, decision: 'cancel' }).toString(),
  })
  const resumed = await bank.send({ url: new URL(String(decided.headers.location)).pathname, headers: { cookie } })

  const back = new URL(String(resumed.headers.location))
  expect([resumed.statusCode, back.searchParams.get('error'), back.searchParams.has('state')]).toEqual([
    303,
    'access_denied',
    false,
  ])
}

export const tokens: Area<TestBank> = {
  title: 'tokens',
  open: openTestBank,
  send: sendInProcess,
  reports: [
    {
      report: 'openbankingspace/tpp-issues #187',
      title: 'new credentials of a TPP count at once, and its grants stay valid',
      versions: ['1.0.0'],
      shows: newCredentialsCountAtOnce,
    },
    {
      report: 'spring-projects/spring-authorization-server #595',
      title: 'a refusal without state does not lead to a server error',
      versions: ['1.0.0'],
      shows: refusalWithoutState,
    },
  ],
}
