import { expect, test } from 'vitest'
import { fakeProfile } from '../testing/fake-bank.js'
import { serve } from '../testing/serve.js'
import { fetchProfile } from './fetch-profile.js'

const profile = fakeProfile('http://127.0.0.1:1')

/** A bank that gives one answer, and the requests it got. */
async function bankThatAnswers(status: number, body: unknown) {
  const asked: (string | undefined)[] = []
  const server = await serve((request, response) => {
    asked.push(request.url, request.headers.authorization)
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { ...server, asked }
}

test('reads it below the base URL, with the token of the control API', async () => {
  const bank = await bankThatAnswers(200, profile)

  const fetched = await fetchProfile(`${bank.url}/`, { token: 'control-token' })
  await bank.close()

  expect(fetched).toEqual(profile)
  expect(bank.asked).toEqual(['/_sandbox/profile', 'Bearer control-token'])
})

test('does not let a bank make us read our own environment or files', async () => {
  const main = { ...profile.tpps.main, clientSecret: 'env:HOME' }
  const psu = { ...profile.psus.main, password: 'file:/etc/hostname' }
  const bank = await bankThatAnswers(200, { ...profile, tpps: { main }, psus: { main: psu } })

  const fetched = await fetchProfile(bank.url)
  await bank.close()

  expect(fetched.tpps.main.clientSecret).toBe('env:HOME')
  expect(fetched.psus.main.password).toBe('file:/etc/hostname')
})

test.each([
  [401, '', /received status 401 \(set OB_CONTROL_TOKEN/],
  [404, '', /received status 404 \(only a sandbox/],
  [302, '', /received status 302/],
  [200, '<html>', /received something that is not JSON/],
  [200, '{}', /5 mistakes/],
])('refuses an answer of %i %s', async (status, body, message) => {
  const bank = await bankThatAnswers(status, body)

  await expect(fetchProfile(bank.url)).rejects.toThrow(message)
  await bank.close()
})

test('reports that nobody answers', async () => {
  const bank = await bankThatAnswers(200, profile)
  await bank.close()

  await expect(fetchProfile(bank.url)).rejects.toThrow(/_sandbox\/profile: 1 mistake\n {2}URL: .*ECONNREFUSED/)
})
