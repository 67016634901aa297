import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine, type Trial } from '#conformance/doctor/doctor.js'
import { type HandMadeBank, startHandMadeBank } from './hand-made-bank.js'
import { profileAt } from './judging.js'

let bank: HandMadeBank

beforeAll(async () => {
  bank = await startHandMadeBank()
})

afterAll(() => bank.close())

/** The last trial: the one that went wrong, or the last of all. */
async function lastTrial(change: Change = {}): Promise<Trial | undefined> {
  const { profile: inProfile = same, pages = same, headless = false, env = process.env } = change
  const profile = profileAt(bank.url, inProfile, pages)
  const journeys = { ...profile.journeys, driver: headless ? ('headless' as const) : ('browser' as const) }
  const signal = new AbortController().signal
  return (await examine({ profile: { ...profile, journeys }, env, now: Date.now, signal })).at(-1)
}

interface Change {
  readonly profile?: (text: string) => string
  readonly pages?: (text: string) => string
  readonly headless?: boolean
  readonly env?: Readonly<Record<string, string | undefined>>
}

const same = (text: string) => text
const put = (was: string, is: string) => (text: string) => text.replace(was, is)

test.each([true, false])('finds nothing in a profile that is right, headless: %s', async (headless) => {
  expect(await lastTrial({ headless })).toEqual({ what: 'bank and this machine have the same time', outcome: 'right' })
})

/** Mistakes that a profile can have, and the setting that the doctor has to name. */
const mistakes: readonly (readonly [what: string, setting: string, change: Change])[] = [
  [
    'nothing listens',
    'versions.1.0.0.accounts',
    { profile: (text) => text.replace(/http:\/\/127.0.0.1:\d+\/aisp/, 'http://127.0.0.1:9/aisp') },
  ],
  [
    'no such host',
    'versions.1.0.0.products',
    { profile: (text) => text.replace(/http:\/\/127.0.0.1:\d+\/shop/, 'http://no-such-bank.invalid/shop') },
  ],
  [
    'another protocol',
    'versions.1.0.0.accounts',
    { profile: (text) => text.replace(/http(:\/\/127.0.0.1:\d+\/aisp)/, 'https$1') },
  ],
  ['a wrong path', 'versions.1.0.0', { profile: put('/aisp/v1', '/aisp/v2') }],
  ['a wrong token endpoint', 'authorisation.addresses.token', { profile: put('/as/token', '/as/tokens') }],
  [
    'no server at the token endpoint',
    'authorisation.addresses.token',
    { profile: (text) => text.replace(/token: http:\/\/127.0.0.1:\d+/, 'token: http://127.0.0.1:9') },
  ],
  ['an unknown TPP', 'tpps.main.clientSecret', { profile: put('clientId: tpp-coral', 'clientId: tpp-corel') }],
  ['a wrong secret', 'tpps.main.clientSecret', { profile: put('env:PEARL_SECRET', 'env:PEARL_PSU1') }],
  [
    'a wrong secret of the other TPP',
    'tpps.other.clientSecret',
    { profile: put('env:PEARL_OTHER_SECRET', 'env:PEARL_PSU1') },
  ],
  [
    'a way to authenticate that the bank has not',
    'tpps.main.clientSecret',
    { profile: put('client_secret_post', 'client_secret_basic') },
  ],
  [
    'discovery that there is not',
    'authorisation.issuer',
    {
      profile: (text) =>
        text.replace(/ {2}addresses:[\s\S]*?(?= {2}clientAuth)/, '').replace(/issuer: .*/, `issuer: ${bank.url}`),
    },
  ],
  [
    'a redirect address that is not registered',
    'tpps.main.redirectUri',
    { profile: put('127.0.0.1/back', '127.0.0.1/other') },
  ],
  [
    'a wrong authorisation endpoint',
    'authorisation.addresses.authorization',
    { profile: put('/as/authorize', '/as/authorise') },
  ],
  [
    'a consent that travels another way',
    'authorisation.consentBinding',
    { profile: put('clientAuthentication:', 'consentBinding: consent_id\n  clientAuthentication:') },
  ],
  ['a wrong password', 'psus.main.password', { profile: put('env:PEARL_PSU1', 'env:PEARL_PSU2') }],
  ['a wrong password of another PSU', 'psus.several.password', { profile: put('env:PEARL_PSU2', 'env:PEARL_PSU1') }],
  ['an unknown username', 'psus.main.password', { profile: put('400101', '999999') }],
  ['a wrong code', 'psus.main.otp', { profile: put('env:PEARL_CODE1', 'env:PEARL_CODE2') }],
  [
    'a PSU with one account as several',
    'psus.several',
    {
      profile: (text) =>
        text
          .replace('400102', '400103')
          .replace('env:PEARL_PSU2', 'env:PEARL_PSU3')
          .replace('env:PEARL_CODE2', 'env:PEARL_CODE3'),
    },
  ],
  ['pages that the suite knows by name', 'journeys.adapter', { profile: put('bank-pages.yaml', 'authorize-ui') }],
  ['a wrong label of the first step', 'journeys.adapter', { pages: put('name: Customer number', 'name: Customer no') }],
  [
    'a wrong label of the second step',
    'journeys.adapter',
    { pages: put('{ role: button, name: Allow }', '{ role: button, name: Permit }') },
  ],
  [
    'a port that nobody may open',
    'tpps.main.redirectUri',
    { profile: put('http://127.0.0.1/back', `http://127.0.0.1:${'PORT'}/back`) },
  ],
  [
    'no call that decides',
    'journeys.headless.url',
    { headless: true, profile: put('/as/test/decide', '/as/test/decided') },
  ],
  [
    'no server at the call that decides',
    'journeys.headless.url',
    { headless: true, profile: (text) => text.replace(/url: http:\/\/127.0.0.1:\d+/, 'url: http://127.0.0.1:9') },
  ],
  [
    'an unknown PSU at the call that decides',
    'psus.main.username',
    { headless: true, profile: put('400101', '999999') },
  ],
  ['a browser that does not start', 'OB_BROWSER', { env: { OB_BROWSER: process.execPath } }],
  [
    'a clock that there is not',
    'clock.url',
    { headless: true, profile: (text) => `${text}clock: { url: ${bank.url}/as/clock }\n` },
  ],
]

test.each(mistakes)('names the setting: %s', async (_, setting, change) => {
  const startedAt = performance.now()
  const port = new URL(bank.url).port
  const profile = change.profile && ((text: string) => (change.profile as typeof same)(text).replaceAll('PORT', port))

  const trial = await lastTrial({ ...change, ...(profile && { profile }) })

  expect(trial).toMatchObject({ outcome: 'wrong', setting, advice: expect.any(String) })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
