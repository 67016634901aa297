import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine, type Trial } from '#conformance/doctor/doctor.js'
import { fetchProfile, type Profile } from '#conformance/index.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { issueForTpp, makeAuthority } from '#sandbox/tls/authority.js'
import { type ConnectProxy, startConnectProxy } from './connect-proxy.js'

let bank: Sandbox
let served: Profile
let proxy: ConnectProxy
let foreign: { readonly ca: string; readonly certificate: string; readonly key: string }

beforeAll(async () => {
  bank = await startSandbox({ tls: true, signatures: { mode: 'demanded' } })
  served = await fetchProfile(bank.url, { ca: bank.ca ?? '' })
  proxy = await startConnectProxy('judge:right')
  const authority = await makeAuthority(Date.now())
  foreign = { ca: authority.certificate, ...(await issueForTpp(authority, 'tpp-demo', Date.now())) }
  // keys are made, which takes its time on a busy machine
}, 60_000)
afterAll(async () => {
  await bank?.close()
  await proxy?.close()
})

async function lastTrial(profile: Profile): Promise<Trial | undefined> {
  const headless = { ...profile, journeys: { ...profile.journeys, driver: 'headless' as const } }
  return (await examine({ profile: headless, env: {}, now: Date.now, signal: new AbortController().signal })).at(-1)
}

test('finds nothing in a profile that is right', async () => {
  expect(await lastTrial(served)).toEqual({ what: "the bank's clock is read", outcome: 'right' })
})

const anotherKey = () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return JSON.stringify({ ...key, alg: 'PS256' })
}

const main = (change: Partial<Profile['tpps']['main']>) => (profile: Profile) => ({
  ...profile,
  tpps: { ...profile.tpps, main: { ...profile.tpps.main, ...change } },
})
const as = (change: Partial<Profile['authorisation']>) => (profile: Profile) => ({
  ...profile,
  authorisation: { ...profile.authorisation, ...change },
})
const network = (change: Partial<NonNullable<Profile['network']>>) => (profile: Profile) => ({
  ...profile,
  network: { ...profile.network, ...change },
})
const pays = (change: Partial<NonNullable<Profile['payments']>>) => (profile: Profile) => ({
  ...profile,
  payments: { ...(profile.payments as NonNullable<Profile['payments']>), ...change },
})
const signedBy = ({ tpps: { main: tpp } }: Profile) => ({
  ...tpp.signing,
  key: tpp.signing?.key ?? '',
  kid: tpp.signing?.kid ?? '',
})

type Change = (profile: Profile) => Profile

/** Mistakes that a profile can have, and the setting that the doctor has to name. */
const mistakes: readonly (readonly [what: string, setting: string, change: Change])[] = [
  ['no authority', 'network.ca', (profile) => ({ ...profile, network: {} })],
  ['the authority of another bank', 'network.ca', (profile) => network({ ca: foreign.ca })(profile)],
  ['no proxy there', 'network.proxy', network({ proxy: 'http://127.0.0.1:9' })],
  [
    'a proxy that wants another password',
    'network.proxy',
    (profile) => network({ proxy: proxy.url.replace('right', 'wrong') })(profile),
  ],
  [
    'a server that is no proxy',
    'network.proxy',
    (profile) => network({ proxy: proxy.url.replace('judge:right@', '') })(profile),
  ],
  [
    'a name that the certificate is not for',
    'versions.1.0.0',
    (profile) => ({
      ...profile,
      versions: { '1.0.0': served.versions['1.0.0']?.replace('127.0.0.1', '127.0.0.2') ?? '' },
    }),
  ],
  [
    'the certificate of another TPP',
    'tpps.main.certificate',
    (profile) => main({ certificate: profile.tpps.other?.certificate as never })(profile),
  ],
  ['a certificate of another authority', 'tpps.main.certificate', (profile) => main({ certificate: foreign })(profile)],
  [
    'another key of client assertions',
    'tpps.main.assertion',
    (profile) =>
      as({ clientAuthentication: 'private_key_jwt' })(
        withAssertions(main({ assertion: { key: anotherKey(), kid: 'none' } })(profile)),
      ),
  ],
  [
    'a way to authenticate that discovery has not',
    'authorisation.clientAuthentication',
    as({ clientAuthentication: 'none' as never }),
  ],
  [
    'an issuer that discovery does not say',
    'authorisation.issuer',
    (profile) => as({ issuer: `${profile.authorisation.issuer}/` })(profile),
  ],
  [
    'an endpoint that discovery has not',
    'authorisation.endpoints',
    as({ endpoints: ['introspection', 'sessions' as never] }),
  ],
  [
    'another key of request objects',
    'tpps.main.assertion',
    (profile) =>
      as({ flow: 'hybrid' })(main({ assertion: { key: anotherKey(), kid: signedBy(profile).kid } })(profile)),
  ],
  [
    'another key of pushed request objects',
    'tpps.main.assertion',
    (profile) =>
      as({ flow: 'hybrid', pushed: true })(
        main({ assertion: { key: anotherKey(), kid: signedBy(profile).kid } })(profile),
      ),
  ],
  [
    'an unregistered redirect address, pushed',
    'tpps.main.redirectUri',
    (profile) => as({ pushed: true })(main({ redirectUri: 'http://127.0.0.1/nowhere' })(profile)),
  ],
  [
    'another key of message signatures',
    'tpps.main.signing',
    (profile) =>
      main({ signing: { ...(profile.tpps.main.signing as never as object), key: anotherKey() } as never })(profile),
  ],
  ['signatures that the bank demands', 'payments.requestSignatures', pays({ requestSignatures: 'off' })],
  [
    'a header of the user token that the bank does not know',
    'payments.userToken',
    pays({ userToken: { mode: 'demanded', header: 'x-person' } }),
  ],
  ['a creditor that is no account', 'payments.creditor', pays({ creditor: { iban: 'BH00NONE', name: 'Nobody' } })],
  [
    'a debtor who is somebody else',
    'payments.debtor',
    (profile) => pays({ debtor: (profile.payments as NonNullable<Profile['payments']>).creditor })(profile),
  ],
  [
    'a creditor whose account is the one that pays',
    'payments.creditor',
    (profile) => {
      const { debtor, ...payments } = profile.payments as NonNullable<Profile['payments']>
      return { ...profile, payments: { ...payments, creditor: debtor ?? payments.creditor } }
    },
  ],
  [
    'the main TPP as the other one',
    'tpps.other.clientId',
    (profile) => ({ ...profile, tpps: { ...profile.tpps, other: profile.tpps.main } }),
  ],
  [
    'the main PSU as the other one',
    'psus.other.username',
    (profile) => ({ ...profile, psus: { ...profile.psus, other: profile.psus.main } }),
  ],
  [
    'a wrong base of the older version',
    'versions.0.0.1',
    (profile) => ({ ...profile, versions: { ...profile.versions, '0.0.1': `${bank.url}/api/old` } }),
  ],
  [
    'a base of products that there is not',
    'operations',
    (profile) => ({ ...profile, families: { '1.0.0': { products: `${bank.url}/shop` } } }),
  ],
  [
    'a clock that there is not',
    'clock.url',
    (profile) => ({ ...profile, clock: { url: `${bank.url}/_sandbox/clocks` } }),
  ],
]

const withAssertions = (profile: Profile): Profile => {
  const { main: own, other } = profile.tpps
  return {
    ...profile,
    tpps: {
      main: { assertion: own.signing as never, ...own },
      ...(other && { other: { ...other, assertion: other.signing as never } }),
    },
  }
}

test.each(mistakes)('names the setting: %s', async (_, setting, change) => {
  const trial = await lastTrial(change(served))

  expect(trial).toMatchObject({ outcome: 'wrong', setting, advice: expect.any(String) })
})

test('no finding shows a key', async () => {
  const trial = await lastTrial(main({ certificate: served.tpps.other?.certificate as never })(served))

  expect(JSON.stringify(trial)).not.toContain('PRIVATE KEY')
})
