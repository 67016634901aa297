/**
 * What the doctor tries, in order: addresses, authorisation server, TPPs, consents, PSUs, clock. Each check rests on those before it.
 *
 * @module
 */
import { type Version, versions } from '#standard/index.js'
import { allBases } from '../profile/bases.js'
import type { ClientAuthentication, Profile, TppCredentials } from '../profile/profile.js'
import { exchangeCode } from '../tpp/authorisation.js'
import { discover, discoveryUrl, fetchDocument, requestToken } from '../tpp/authorisation-server.js'
import { readBankClockStrictly } from '../tpp/bank-clock.js'
import { accountsToken, createConsent, readAccountIds } from '../tpp/consents.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import type { PsuName, Session, TppName } from '../tpp/session.js'
import { claimChecks } from './claims.js'
import { approveAs } from './journeys.js'
import { lists, paymentConsent } from './offered.js'
import { refuseWrongPayer } from './payer.js'
import { WrongSetting } from './wrong-setting.js'

/** One thing to try. */
export interface Check {
  readonly what: string
  /** What is wrong, and what to do, where the check itself cannot tell more closely. */
  readonly setting: string
  readonly advice: string
  readonly run: (session: Session) => Promise<void>
}

const purpose = { given: 'doctor' }

/** The checks that a profile needs. */
export function checksOf(profile: Profile): readonly Check[] {
  const tpps = Object.keys(profile.tpps) as TppName[]
  const psus = Object.keys(profile.psus) as PsuName[]
  const version = versions.findLast((each) => profile.versions[each] !== undefined) as Version
  const inEach = versions.filter((each) => profile.versions[each] !== undefined)
  const pays = profile.payments && profile.operations.includes('createDomesticPaymentConsent')
  return [
    different(profile),
    ...bases(profile),
    authorisationServer(profile),
    ...claimChecks(profile),
    ...tpps.map(credentials),
    ...inEach.map(newConsent),
    ...inEach.map(lists),
    ...(pays ? [paymentConsent(version)] : []),
    // nobody is asked twice: what a person enters is tried by that person
    ...(profile.journeys.driver === 'manual' ? [] : psus.map((psu) => journey(psu, version))),
    ...(profile.clock ? [clock] : [dates]),
  ]
}

/** Two of a kind that are the same prove nothing about each other. */
function different({ tpps, psus }: Profile): Check {
  return {
    what: 'the TPPs are different ones, and so are the PSUs',
    setting: 'tpps',
    advice: 'Name another one, or leave it out.',
    run: async () => {
      if (tpps.other?.clientId === tpps.main.clientId) {
        throw new WrongSetting('tpps.other.clientId', 'it is that of tpps.main', 'Name another TPP, or leave it out.')
      }
      if (psus.other?.username === psus.main.username) {
        throw new WrongSetting(
          'psus.other.username',
          'it is that of psus.main',
          'Name another person, or leave it out.',
        )
      }
    },
  }
}

/** The setting that has a base URL: `versions.1.0.0`, or `versions.1.0.0.payments` where there is one for each family. */
function settingOf({ families, versions: main }: Profile, version: Version, base: string): string {
  const own = Object.entries(families?.[version] ?? {}).find(([, each]) => each === base)?.[0]
  if (own) return `versions.${version}.${own}`
  return families?.[version] && main[version] === base ? `versions.${version}.accounts` : `versions.${version}`
}

function bases(profile: Profile): Check[] {
  return allBases(profile).map(({ version, base }) => ({
    what: `${base} answers`,
    setting: settingOf(profile, version, base),
    advice: 'Check host and port, and that this machine reaches the bank.',
    run: (session) => reach(session, base),
  }))
}

/** Any answer will do. */
async function reach(session: Session, url: string): Promise<void> {
  const outcome = await fetchDocument(session, url, purpose)
  if ('failure' in outcome) throw new CouldNotRun(`${url}: ${outcome.failure.message}`, 'network')
}

function authorisationServer({ authorisation: { addresses, issuer } }: Profile): Check {
  if (addresses) {
    return {
      what: `the token endpoint ${addresses.token} answers`,
      setting: 'authorisation.addresses.token',
      advice: 'Check host and port, and that this machine reaches the bank.',
      run: (session) => reach(session, addresses.token),
    }
  }
  return {
    what: `${discoveryUrl(issuer)} is the discovery document of the issuer`,
    setting: 'authorisation.issuer',
    advice: 'Write the issuer as discovery has it, or name the endpoints in authorisation.addresses.',
    run: async (session) => {
      try {
        await discover(session)
      } catch (error) {
        if (error instanceof CouldNotRun) throw new CouldNotRun(error.message, 'config', { cause: error })
        throw error
      }
    },
  }
}

/** What a TPP says who it is with. */
const membersOf: Readonly<Record<ClientAuthentication, keyof TppCredentials>> = {
  client_secret_basic: 'clientSecret',
  client_secret_post: 'clientSecret',
  private_key_jwt: 'assertion',
  tls_client_auth: 'certificate',
}

function credentials(tpp: TppName): Check {
  return {
    what: `TPP ${tpp} gets a token`,
    setting: `tpps.${tpp}`,
    advice: 'Check what the bank has registered for this TPP.',
    run: async (session) => {
      const form = { grant_type: 'client_credentials', scope: 'accounts' }
      const outcome = await requestToken(session, { tpp, form }, purpose)
      const { addresses, clientAuthentication = 'client_secret_basic' } = session.profile.authorisation
      if ('failure' in outcome) {
        throw new WrongSetting(
          addresses ? 'authorisation.addresses.token' : 'authorisation.issuer',
          `the token endpoint: ${outcome.failure.message}`,
          'Check its address.',
        )
      }
      const { status, body } = outcome.response
      if (status === 200) return
      const error = String((parseJson(body) as { error?: unknown } | undefined)?.error ?? '')
      const found = `the token endpoint answered ${status}${error && ` ${error}`}`
      if (status === 404 || status === 405) {
        throw new WrongSetting('authorisation.addresses.token', found, 'Check its address.')
      }
      if (status === 401 || error === 'invalid_client' || error === 'unauthorized_client') {
        const member = membersOf[clientAuthentication]
        throw new WrongSetting(
          `tpps.${tpp}.${member}`,
          found,
          `Check clientId and ${member}, and whether the bank wants another authorisation.clientAuthentication than ${clientAuthentication}.`,
        )
      }
      throw new CouldNotRun(found, 'bank')
    },
  }
}

function newConsent(version: Version): Check {
  return {
    what: `TPP main creates a consent in ${version}`,
    setting: `versions.${version}`,
    advice: 'The path of the base URL is wrong, if the bank has this version.',
    run: async (session) => {
      try {
        await createConsent(session, { version, tpp: 'main', permissions: ['ReadAccountsDetail'] }, purpose)
      } catch (error) {
        if (!(error instanceof CouldNotRun)) throw error
        const isPath = / answered (404|405|301|302|307|308),/.test(error.message)
        throw isPath ? new CouldNotRun(error.message, 'config', { cause: error }) : error
      }
    },
  }
}

const fewestAccounts: Readonly<Record<PsuName, number>> = { main: 1, several: 2, other: 1 }

function journey(psu: PsuName, version: Version): Check {
  return {
    what: `PSU ${psu} approves a consent`,
    setting: `psus.${psu}`,
    advice: 'Check this test person of the bank.',
    run: async (session) => {
      const permissions = ['ReadAccountsBasic', 'ReadAccountsDetail'] as const
      const consent = await createConsent(session, { version, tpp: 'main', permissions }, purpose)
      const authorisation = await approveAs(session, psu, consent.consentId, purpose)
      const tokens = await exchangeCode(session, authorisation, purpose)
      if (psu === 'main') refuseOtherIssuer(session)
      if (
        psu === 'main' &&
        tokens.refreshToken === undefined &&
        session.profile.authorisation.refreshTokens !== false
      ) {
        throw new WrongSetting(
          'authorisation.refreshTokens',
          'the bank issued no refresh token',
          'Write authorisation.refreshTokens: false, where the bank has none.',
        )
      }
      const token = accountsToken(session, version, 'main', tokens)
      const accounts = await readAccountIds(session, version, token, purpose)
      if (psu === 'main') await refuseWrongPayer(session, version, token)
      const fewest = fewestAccounts[psu]
      if (accounts.length < fewest) {
        throw new WrongSetting(
          `psus.${psu}`,
          `this PSU shows ${accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}`,
          `Name a test person with at least ${fewest}, or leave psus.${psu} out.`,
        )
      }
    },
  }
}

/** What no discovery document confirms is confirmed by the first ID token. */
function refuseOtherIssuer({ profile, transcript }: Session): void {
  if (!profile.authorisation.addresses) return
  const problems = transcript.entries.flatMap((entry) => ('idToken' in entry ? (entry.idToken?.problems ?? []) : []))
  const other = problems.find(({ pointer }) => pointer === '/id_token/iss')
  if (!other?.received.startsWith('"')) return
  throw new WrongSetting(
    'authorisation.issuer',
    `the profile says ${other.expected}, the ID token of the bank says ${other.received}`,
    'Write the issuer as the ID tokens of the bank have it.',
  )
}

/** How far two clocks may be apart, in milliseconds. */
const mostSkew = 60_000

/** openid/conformance-suite #1436: a valid token is refused, or one that has ended is taken, where clocks differ. */
const dates: Check = {
  what: 'bank and this machine have the same time',
  setting: 'clock',
  advice: 'Set the clocks right.',
  run: async ({ transcript }) => {
    const skews = transcript.entries.flatMap((entry) => {
      const date = entry.kind === 'exchange' && entry.response?.headers.find(([name]) => name === 'date')?.[1]
      const skew = date ? Date.parse(date) - Date.parse(entry.at) : Number.NaN
      return Number.isNaN(skew) ? [] : [skew]
    })
    const least = skews.reduce((one, other) => (Math.abs(one) < Math.abs(other) ? one : other), skews[0] ?? 0)
    if (Math.abs(least) <= mostSkew) return
    const seconds = Math.round(Math.abs(least) / 1000)
    const found = `Date of the bank's answers is ${seconds} s ${least > 0 ? 'ahead of' : 'behind'} this machine`
    throw new CouldNotRun(`${found}: what is signed or ends is dated by the one or the other`, 'bank')
  },
}

const clock: Check = {
  what: "the bank's clock is read",
  setting: 'clock.url',
  advice: 'Leave clock out, where the bank has no such call.',
  run: async (session) => {
    try {
      await readBankClockStrictly(session)
    } catch (error) {
      if (!(error instanceof CouldNotRun) || !/answered (401|403)/.test(error.message)) throw error
      throw new WrongSetting('clock.token', error.message, 'Check the bearer token of the call.')
    }
  },
}
