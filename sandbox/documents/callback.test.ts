import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { begunOf } from './callback.js'

const publicUrl = 'http://127.0.0.1:8080'
const callback = `${publicUrl}/_sandbox/callback`

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ publicUrl })
})
afterAll(() => bank.close())

const page = async (query: Record<string, string>, host = '127.0.0.1') => {
  const { body } = await bank.send({ url: `/_sandbox/callback?${new URLSearchParams(query)}`, headers: { host } })
  return body.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Begins the authorisation of a consent, and has the PSU decide. */
async function decided(decision: 'approve' | 'reject'): Promise<URL> {
  const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation' })
  const begun = await bank.send({ url: `/_sandbox/authorise?consent_id=${consentId}` })
  const { redirectTo } = (
    await bank.send({
      method: 'POST',
      url: '/_sandbox/authorisations',
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: { authorizationUrl: begun.headers.location, psu: 'layla', decision },
    })
  ).json() as { redirectTo: string }
  return new URL(redirectTo)
}

test('the page that an authorisation ends on has the line that exchanges the code and reads', async () => {
  const back = await decided('approve')
  expect(back.href).toContain(callback)
  const shown = await page(Object.fromEntries(back.searchParams))
  const { verifier } = begunOf(back.searchParams.get('state') as string) as { verifier: string }
  const secret = bank.tpps[0]?.clientSecret

  expect(shown).toContain(`curl -s -u 'tpp-demo:${secret}'`)
  expect(shown).toContain(`"code_verifier=${verifier}"`)
  expect(shown).toContain(`curl -s '${publicUrl}/api/bobf/release1.0.0/accounts'`)
  const exchanged = await bank.send({
    method: 'POST',
    url: '/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(`tpp-demo:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') as string,
      redirect_uri: callback,
      code_verifier: verifier,
    }).toString(),
  })
  expect(exchanged.json()).toHaveProperty('access_token')
})

test('an error of the bank is shown in words', async () => {
  const back = await decided('reject')

  const shown = await page(Object.fromEntries(back.searchParams))

  expect(shown).toContain('The bank sent an error')
  expect(shown).toContain('access_denied')
})

test('nothing that would do more in a shell gets into a line', async () => {
  const evil = `x'; touch /tmp/owned; '`
  const state = `sandbox.${Buffer.from(JSON.stringify({ clientId: 'tpp-demo', verifier: 'v', read: 'https://evil.example/' })).toString('base64url')}`

  expect(await page({ code: evil })).not.toContain('curl')
  expect(await page({ code: 'abc', state })).not.toContain("curl -s 'https://evil.example")
  expect(begunOf(`sandbox.${Buffer.from('{"clientId":"$(x)","verifier":"v","read":"r"}').toString('base64url')}`)).toBe(
    undefined,
  )
})

test('a caller by another name sees no secret', async () => {
  const shown = await page({ code: 'abc' }, 'evil.example')

  expect(shown).toContain('-u "$TPP"')
  expect(shown).not.toContain(bank.tpps[0]?.clientSecret)
})

test('there is no way to begin for a consent that is not there', async () => {
  expect((await bank.send({ url: '/_sandbox/authorise?consent_id=nobody' })).statusCode).toBe(404)
})
