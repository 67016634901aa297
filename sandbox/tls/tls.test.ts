import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start.js'
import { issueForTpp, makeAuthority } from './authority.js'
import { certificatesIn } from './folder.js'

const folder = mkdtempSync(join(tmpdir(), 'ob-tls-'))
let bank: Sandbox
let ca: string

beforeAll(async () => {
  bank = await startSandbox({ tls: folder })
  ca = readFileSync(join(folder, 'ca.pem'), 'utf8')
  // keys are made, which takes its time on a busy machine
}, 60_000)
afterAll(async () => {
  await bank?.close()
  rmSync(folder, { recursive: true })
})

interface Shown {
  readonly cert?: string
  readonly key?: string
}

const shownBy = (clientId: string): Shown => ({
  cert: readFileSync(join(folder, `${clientId}.pem`), 'utf8'),
  key: readFileSync(join(folder, `${clientId}.key.pem`), 'utf8'),
})

async function send(path: string, tls: Shown, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const body = form && new URLSearchParams(form).toString()
  return new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const options = {
      ca,
      ...tls,
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...type, ...headers },
    }
    const sent = httpsRequest(bank.url + path, options, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, json: text.startsWith('{') ? JSON.parse(text) : {} })
    })
    sent.on('error', reject).end(body)
  })
}

const credentials = { grant_type: 'client_credentials', scope: 'accounts', client_id: 'tpp-demo' }

test('a server is known by the authority that is kept, and by no other', async () => {
  expect(bank.url).toMatch(/^https:/)
  expect((await send('/.well-known/openid-configuration', {})).json).toMatchObject({
    issuer: bank.url,
    tls_client_certificate_bound_access_tokens: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(['tls_client_auth']),
  })
  await expect(fetch(bank.url)).rejects.toMatchObject({ cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } })
})

test.each(['TLSv1', 'TLSv1.1'] as const)('%s is not spoken', async (maxVersion) => {
  const { port } = new URL(bank.url)
  const outcome = await new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), ca, minVersion: 'TLSv1', maxVersion }, () =>
      resolve('connected'),
    )
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).on('close', () => socket.destroy())
  })

  expect(outcome).toMatch(/^(ERR_SSL|ECONNRESET|EPROTO)/)
})

test('what is no TLS is refused, and the bank goes on', async () => {
  await expect(fetch(bank.url.replace('https:', 'http:'))).rejects.toThrow('fetch failed')

  expect((await send('/.well-known/openid-configuration', {})).status).toBe(200)
})

test('a TPP says who it is by its certificate, and its token is worth nothing without it', async () => {
  const { status, json } = await send('/oauth2/token', shownBy('tpp-demo'), credentials)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${json.access_token}` }
  const path = `${new URL(bank.bases['1.0.0']).pathname}/account-access-consents/none`

  expect((await send(path, shownBy('tpp-demo'), undefined, headers)).status).toBe(400)
  expect((await send(path, {}, undefined, headers)).status).toBe(401)
  expect((await send(path, shownBy('tpp-other'), undefined, headers)).status).toBe(401)
})

test('introspection says what a token is bound to', async () => {
  const tls = shownBy('tpp-demo')
  const { json } = await send('/oauth2/token', tls, credentials)
  const thumbprint = createHash('sha256')
    .update(new X509Certificate(tls.cert ?? '').raw)
    .digest('base64url')

  const told = await send('/oauth2/introspect', tls, { client_id: 'tpp-demo', token: String(json.access_token) })
  expect(told.json).toMatchObject({ active: true, cnf: { 'x5t#S256': thumbprint } })
})

test('the certificate of another TPP, or of another authority, is refused', async () => {
  const foreign = await issueForTpp(await makeAuthority(Date.now()), 'tpp-demo', Date.now())

  expect(await send('/oauth2/token', shownBy('tpp-other'), credentials)).toMatchObject({ status: 401 })
  expect(await send('/oauth2/token', { cert: foreign.certificate, key: foreign.key }, credentials)).toMatchObject({
    status: 401,
    json: { error: 'invalid_client' },
  })
  expect(await send('/oauth2/token', {}, credentials)).toMatchObject({ status: 401 })
})

test('a secret is taken as before, and the token is bound where a certificate is shown', async () => {
  const [tpp] = bank.tpps
  const headers = { authorization: `Basic ${Buffer.from(`${tpp?.clientId}:${tpp?.clientSecret}`).toString('base64')}` }
  const path = `${new URL(bank.bases['1.0.0']).pathname}/account-access-consents/none`
  const tokenOf = async (tls: Shown) =>
    (await send('/oauth2/token', tls, { grant_type: 'client_credentials', scope: 'accounts' }, headers)).json
      .access_token
  const [unbound, bound] = [await tokenOf({}), await tokenOf(shownBy('tpp-demo'))]

  expect((await send(path, {}, undefined, { authorization: `Bearer ${unbound}` })).status).toBe(400)
  expect((await send(path, {}, undefined, { authorization: `Bearer ${bound}` })).status).toBe(401)
})

test('the levers of the bank go on as before', async () => {
  const consentId = await bank.createConsent()

  expect((await bank.authorise(consentId)).accessToken).toBeTruthy()
})

test('the next start has the same certificates, and makes those that are missing', async () => {
  const before = shownBy('tpp-demo')
  rmSync(join(folder, 'tpp-other.key.pem'))
  const again = await startSandbox({ tls: folder })
  await again.close()

  expect(shownBy('tpp-demo')).toEqual(before)
  expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(ca)
  expect(existsSync(join(folder, 'tpp-other.key.pem'))).toBe(true)
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
  expect(statSync(join(folder, 'ca.key.pem')).mode & 0o077).toBe(0)
})

test('certificates that have ended, or do not belong to their key, are replaced', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ob-tls-'))
  const first = await certificatesIn(own, ['tpp-demo'], Date.now())
  writeFileSync(join(own, 'tpp-demo.key.pem'), first.authority.key)
  const second = await certificatesIn(own, ['tpp-demo'], Date.now())
  const later = await certificatesIn(own, ['tpp-demo'], Date.now() + 4000 * 86_400_000)
  rmSync(own, { recursive: true })

  expect(second.authority).toEqual(first.authority)
  expect(second.tpps.get('tpp-demo')).not.toEqual(first.tpps.get('tpp-demo'))
  expect(later.authority).not.toEqual(first.authority)
})

test('a certificate of somebody else is not written over', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ob-tls-'))
  writeFileSync(join(own, 'ca.pem'), 'mine')

  await expect(startSandbox({ tls: own })).rejects.toThrow('is no certificate of a sandbox')
  expect(readFileSync(join(own, 'ca.pem'), 'utf8')).toBe('mine')
  rmSync(own, { recursive: true })
})

test.each(['/proc/no/certificates', join(folder, 'ca.pem')])(
  'a bank that cannot keep its certificates in %s says so',
  async (tls) => {
    await expect(startSandbox({ tls })).rejects.toThrow(
      /^the certificates cannot be kept in .* \(E\w+\): choose a folder/,
    )
  },
)
