/**
 * A journey of the doctor: where it does not end with a code, the setting that explains it.
 *
 * @module
 */
import type { JourneyFailure, JourneyOutcome } from '../journeys/driver.js'
import type { Profile } from '../profile/profile.js'
import { type Authorisation, authorise } from '../tpp/authorisation.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { PsuName, Session } from '../tpp/session.js'
import type { Purpose } from '../transcript/entry.js'
import { WrongSetting } from './wrong-setting.js'

/** @throws {WrongSetting} or {@link CouldNotRun} where no code came */
export async function approveAs(
  session: Session,
  psu: PsuName,
  consentId: string,
  purpose: Purpose,
): Promise<Authorisation> {
  const options = { consentId, tpp: 'main', psu, decision: 'approve', accounts: 'all' } as const
  let authorisation: Authorisation
  try {
    authorisation = await authorise(session, options, purpose)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    throw new WrongSetting('tpps.main.redirectUri', `its port cannot be opened: ${code}`, 'Choose a port that is free.')
  }
  if (authorisation.code === undefined) throw explain(session, psu, authorisation.outcome)
  return authorisation
}

function explain({ profile }: Session, psu: PsuName, outcome: JourneyOutcome): Error {
  if ('failure' in outcome) {
    if (outcome.failure.kind === 'elsewhere') return new CouldNotRun(outcome.failure.message, 'bank')
    const ofRequest = ofSentRequest(profile, outcome.failure)
    if (ofRequest) return ofRequest
    return profile.journeys.driver === 'headless'
      ? ofHeadless(psu, outcome.failure)
      : ofPages(profile, psu, outcome.failure)
  }
  const error = outcome.redirect.parameters.find(([name]) => name === 'error')?.[1]
  if (error === undefined) return new CouldNotRun('the bank redirected back without a code', 'bank')
  if (error === 'access_denied') {
    return new WrongSetting(`psus.${psu}`, 'the bank redirected back with access_denied', 'Check this test person.')
  }
  if (error === 'unsupported_response_type') {
    return new WrongSetting('authorisation.flow', `the bank redirected back with ${error}`, 'Choose code or hybrid.')
  }
  if (error === 'invalid_request_object') return wrongObject(profile, `the bank redirected back with ${error}`)
  const isRequest = error === 'invalid_request' || error === 'unauthorized_client'
  return isRequest
    ? new WrongSetting(
        'authorisation.consentBinding',
        `the bank redirected back with ${error}`,
        'Check how the consent travels (claims or consent_id), and that the TPP may use the code flow with PKCE.',
      )
    : new CouldNotRun(`the bank redirected back with ${error}`, 'bank')
}

/** A request that was pushed, or signed, and not taken. */
function ofSentRequest(profile: Profile, { kind, message, page }: JourneyFailure): Error | undefined {
  const shown = [message, ...(page?.shows ?? [])].join(' ')
  const { flow, requestObject = flow === 'hybrid' } = profile.authorisation
  // a bank that cannot read a signed request does not know where to send the PSU back to
  const isRefusedUnread = requestObject && kind === 'refused' && /page answered 400|error page/.test(message)
  if (isRefusedUnread || /invalid_request_object|request object/i.test(shown)) return wrongObject(profile, message)
  if (!/^(the pushed request was|pushing the request)/.test(message)) return undefined
  if (/redirect_uri/.test(message)) {
    return new WrongSetting('tpps.main.redirectUri', message, 'Check that this address is registered, byte for byte.')
  }
  const setting = profile.authorisation.addresses ? 'authorisation.addresses.par' : 'authorisation.pushed'
  return new WrongSetting(setting, message, 'Check where requests are pushed to, and whether the bank takes them.')
}

function wrongObject({ tpps: { main } }: Profile, found: string): Error {
  const setting = main.assertion ? 'tpps.main.assertion' : 'tpps.main.signing'
  return new WrongSetting(
    setting,
    found,
    'Check key and kid against the keys that the bank knows of this TPP, authorisation.issuer, and that tpps.main.redirectUri is registered.',
  )
}

function ofHeadless(psu: PsuName, { message }: JourneyFailure): Error {
  const [, status] = /refused with (\d{3})/.exec(message) ?? []
  if (status === '401' || status === '403') {
    return new WrongSetting('journeys.headless.token', message, 'Check the bearer token of the call.')
  }
  if (status === '400' || status === '422') {
    return new WrongSetting(`psus.${psu}.username`, message, 'Check that the bank knows this PSU by that name.')
  }
  return new WrongSetting('journeys.headless.url', message, 'Check the address of the call that decides.')
}

function ofPages(profile: Profile, psu: PsuName, { kind, message, step }: JourneyFailure): Error {
  if (kind === 'no-browser') return new WrongSetting('OB_BROWSER', message, '`npm run browser` gets one.')
  if (kind === 'refused' && /answered (404|405)/.test(message)) {
    const setting = profile.authorisation.addresses ? 'authorisation.addresses.authorization' : 'authorisation.issuer'
    return new WrongSetting(setting, message, 'Check the address of the authorisation endpoint.')
  }
  if (kind === 'refused') {
    return new WrongSetting(
      'tpps.main.redirectUri',
      message,
      'Check that this address and tpps.main.clientId are registered at the bank, byte for byte.',
    )
  }
  const { adapter } = profile.journeys
  const fields =
    typeof adapter === 'string' || 'module' in adapter
      ? undefined
      : adapter.steps.find(({ name }) => name === step)?.fields
  const values = fields?.map(({ value }) => value) ?? knownFields[step ?? '']
  if (/rejects what was entered/.test(message) && values) {
    const value = values.includes('password') ? 'password' : (values[0] ?? 'username')
    return new WrongSetting(`psus.${psu}.${value}`, message, `Check ${values.join(' and ')} of this test person.`)
  }
  return new WrongSetting(
    'journeys.adapter',
    message,
    'Describe what the page shows at this step: roles and names as a PSU sees them.',
  )
}

/** The fields of the pages that the suite knows by name. */
const knownFields: Readonly<Record<string, readonly ('username' | 'password' | 'otp')[]>> = {
  login: ['username', 'password'],
  code: ['otp'],
}
