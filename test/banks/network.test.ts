import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchProfile, loadProfile, type Profile, runSuite } from '#conformance/index.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { startConnectProxy } from './connect-proxy.js'
import { passedOf, redOf } from './judging.js'

const folder = mkdtempSync(join(tmpdir(), 'ob-network-'))
let bank: Sandbox
let served: Profile

beforeAll(async () => {
  bank = await startSandbox({ tls: folder })
  served = await fetchProfile(bank.url, { ca: readFileSync(join(folder, 'ca.pem'), 'utf8') })
  // keys are made, which takes its time on a busy machine
}, 60_000)
afterAll(async () => {
  await bank?.close()
  rmSync(folder, { recursive: true })
})

/** Consents, journeys, tokens of two TPPs, reads, payments: what goes over every kind of connection. */
const only = ['AAC-001', 'AAC-070', 'ACC-001', 'AUT-02*', 'AUT-04*', 'BAL-001', 'DPC-001', 'ERR-006', 'SIG-001']

const judge = (changed: Partial<Profile>) =>
  runSuite({ profile: { ...served, ...changed }, only, journeys: 'headless', now: Date.now })

const failuresIn = ({ transcript }: Awaited<ReturnType<typeof judge>>) =>
  transcript.flatMap((entry) => (entry.kind === 'exchange' && 'failure' in entry ? [entry.failure] : []))

test('a bank on TLS with an authority of its own, certificates of TPPs and bound tokens is judged clean', async () => {
  const { verdicts, transcript } = await judge({})

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.cases.filter(({ outcome }) => !['pass', 'not-applicable'].includes(outcome))).toEqual([])
  expect(passedOf(verdicts).length).toBeGreaterThan(15)
  expect(JSON.stringify(transcript)).not.toContain('PRIVATE KEY')
})

test.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const)(
  'beside a certificate, %s is taken as well',
  async (clientAuthentication) => {
    const withAssertion = Object.fromEntries(
      Object.entries(served.tpps).map(([name, tpp]) => [
        name,
        { ...tpp, ...(tpp.signing && { assertion: tpp.signing }) },
      ]),
    )
    const { limited: _, ...tpps } = withAssertion as Record<string, Profile['tpps']['main']>
    const { verdicts } = await judge({
      tpps: tpps as unknown as Profile['tpps'],
      authorisation: { ...served.authorisation, clientAuthentication },
    })

    expect(redOf(verdicts)).toEqual([])
    expect(verdicts.cases.filter(({ outcome }) => !['pass', 'not-applicable'].includes(outcome))).toEqual([])
  },
)

test('without the authority nothing is sent', async () => {
  const result = await judge({ network: {} })

  expect(new Set(failuresIn(result).map(({ kind }) => kind))).toEqual(new Set(['tls']))
  expect(result.verdicts.exitCode).not.toBe(0)
})

describe('behind a proxy', () => {
  test('every call goes through it, with its password', async () => {
    const proxy = await startConnectProxy('judge:s3cret-of-proxy')
    const { verdicts, transcript } = await judge({ network: { ...served.network, proxy: proxy.url } })
    await proxy.close()

    expect(redOf(verdicts)).toEqual([])
    expect(verdicts.cases.filter(({ outcome }) => outcome === 'could-not-run')).toEqual([])
    expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(bank.url).host]))
    expect(JSON.stringify(transcript)).not.toContain('s3cret-of-proxy')
  })

  test('a proxy that refuses, or is none, is named', async () => {
    const proxy = await startConnectProxy('judge:right')
    const { host } = new URL(proxy.url)
    const refused = await judge({ network: { ...served.network, proxy: `http://judge:wrong@${host}` } })
    await proxy.close()
    const gone = await judge({ network: { ...served.network, proxy: `http://${host}` } })

    expect(failuresIn(refused)[0]).toEqual({
      kind: 'connect',
      message: `the proxy ${host}: answered 407 to CONNECT ${new URL(bank.url).host}`,
    })
    expect(failuresIn(gone)[0]).toEqual({ kind: 'connect', message: `the proxy ${host}: ECONNREFUSED` })
  })
})

describe('in a profile from a file', () => {
  const write = (network: string, tpp = '', authorisation = 'clientAuthentication: tls_client_auth') => {
    const file = join(folder, 'bank.yaml')
    const text = `
name: On TLS
versions: { 1.0.0: ${bank.bases['1.0.0']} }
authorisation: { issuer: ${bank.url}, ${authorisation} }
network: ${network}
tpps:
  main: { clientId: tpp-demo, redirectUri: http://127.0.0.1/callback, ${tpp} }
psus:
  main: { username: a, password: env:A, otp: env:A }
`
    writeFileSync(file, text)
    return () => loadProfile(file, { env: { A: 'a', PROXY: 'http://user:pass@proxy.example:3128' } })
  }
  const certificate = 'certificate: { certificate: file:tpp-demo.pem, key: file:tpp-demo.key.pem }'

  test('certificates and keys are named by reference', () => {
    const profile = write('{ ca: file:ca.pem, proxy: env:PROXY }', certificate)()

    expect(profile.network?.proxy).toBe('http://user:pass@proxy.example:3128')
    expect(profile.network?.ca).toBe(served.network?.ca?.trimEnd())
    expect(profile.tpps.main.certificate?.key).toBe(served.tpps.main.certificate?.key.trimEnd())
  })

  test('tokens that are bound take the certificate that they are bound to', () => {
    const secret = 'clientSecret: env:A'
    const bound = 'boundTokens: true'

    expect(write('{}', secret, bound)).toThrow(
      'tpps.main.certificate: expected its certificate and key, which its tokens',
    )
    expect(write('{}', `${secret}, ${certificate}`, bound)().authorisation.boundTokens).toBe(true)
  })

  test.each([
    ['{ ca: file:tpp-demo.key.pem }', certificate, 'network.ca: expected certificates in PEM'],
    ['{ ca: file:none.pem }', certificate, 'network.ca: expected a readable file none.pem'],
    ['{ proxy: proxy.example }', certificate, 'network.proxy: expected an http or https URL of a proxy'],
    ['{}', '', 'tpps.main.certificate: expected its certificate and key, for tls_client_auth, received nothing'],
    [
      '{}',
      certificate.replace('demo.key', 'other.key'),
      'tpps.main.certificate.key: expected the private key of the certificate',
    ],
    [
      '{}',
      certificate.replace('demo.pem', 'demo.key.pem'),
      'tpps.main.certificate.certificate: expected a certificate in PEM',
    ],
    ['{}', certificate.replace('demo.key.pem', 'demo.pem'), 'tpps.main.certificate.key: expected a private key in PEM'],
    [
      '{}',
      certificate.replace('file:tpp-demo.key.pem', '"-----BEGIN PRIVATE KEY-----"'),
      'tpps.main.certificate.key: expected env:NAME or file:PATH',
    ],
  ])('%s %s is refused', (network, tpp, message) => {
    expect(write(network, tpp)).toThrow(message)
  })
})
