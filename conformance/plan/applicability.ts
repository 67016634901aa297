/**
 * Whether a case applies to a bank, judged by its profile.
 *
 * @module
 */
import { type OperationId, operation, type Version } from '#standard/index.js'
import type { Call, Case, GivenName, Need, Step } from '../cases/case.js'
import { allAbout, neverSent } from '../cases/fields.js'
import { startingPoints } from '../cases/starting-points.js'
import type { Profile } from '../profile/profile.js'
import type { PlannedCase } from './planned-case.js'

/** The first reason why a case does not apply, or `undefined` when it does. */
export function whyNotApplicable(profile: Profile, { case: test, version }: PlannedCase): string | undefined {
  if (profile.versions[version] === undefined) return `version ${version} is not claimed`
  const latest = test.versions.findLast((each) => profile.versions[each] !== undefined)
  if (test.once && latest !== undefined && version !== latest) return `tried once, in version ${latest}`
  const otherBase = test.steps.find((step) => 'call' in step && step.base && !profile.versions[step.base]) as
    | Call
    | undefined
  if (otherBase) return `version ${otherBase.base} is not claimed`
  const unclaimed = operationsOf(test, version).find((id) => !profile.operations.includes(id))
  if (unclaimed !== undefined) return `operation ${unclaimed} is not claimed`
  const field = allAbout(test.expect, profile.withoutFields ?? [])
  if (field !== undefined) return neverSent(field)
  const needs = new Set<Need>([
    ...(test.needs ?? []),
    ...(test.callback ? ['notifications' as const] : []),
    ...needsOfGiven(test.given),
    ...test.steps.flatMap((step) => needsOfStep(step, version)),
  ])
  for (const need of needs) {
    const lacking = whyLacking(profile, need)
    if (lacking !== undefined) return lacking
  }
  return undefined
}

const attachments: Readonly<Partial<Record<Need, 'userToken' | 'idempotencyKey' | 'requestSignatures'>>> = {
  'userToken.honoured': 'userToken',
  'userToken.demanded': 'userToken',
  'idempotencyKey.honoured': 'idempotencyKey',
  'idempotencyKey.demanded': 'idempotencyKey',
  'requestSignatures.honoured': 'requestSignatures',
  'requestSignatures.demanded': 'requestSignatures',
}

function whyNoPayments(payments: Profile['payments'], need: Need): string | undefined {
  if (!payments) return 'the profile has no payments'
  const attachment = attachments[need]
  if (attachment === undefined) {
    const member = need.replace(/^payments\.?/, '')
    return member === '' || member in payments ? undefined : `the profile has no ${need}`
  }
  const { [attachment]: set } = payments
  const mode = typeof set === 'string' ? set : set.mode
  const [, wanted] = need.split('.')
  if (mode === 'demanded' || mode === wanted) return undefined
  return `payments.${attachment} is ${mode}`
}

/** Optional parts of an authorisation server, and what their absence is called. */
const parts: Readonly<Partial<Record<Need, string>>> = {
  discovery: 'the profile has authorisation.addresses in place of discovery',
  jwks: 'the profile has no authorisation.addresses.jwks',
  hybrid: 'authorisation.hybrid is false',
  plainRequest: 'the profile has authorisation requests signed or pushed',
  refreshTokens: 'authorisation.refreshTokens is false',
  revocation: 'authorisation.revocation is false',
  boundTokens: 'the profile does not say that tokens are bound (authorisation.boundTokens)',
}

function whyNoPart({ addresses, ...claims }: Profile['authorisation'], need: Need): string | undefined {
  const isThere: Readonly<Partial<Record<Need, boolean>>> = {
    discovery: addresses === undefined,
    jwks: addresses === undefined || addresses.jwks !== undefined,
    hybrid: claims.hybrid !== false,
    plainRequest: claims.flow !== 'hybrid' && !claims.requestObject && !claims.pushed,
    refreshTokens: claims.refreshTokens !== false,
    boundTokens: claims.boundTokens === true,
    revocation: claims.revocation !== false && (addresses === undefined || addresses.revocation !== undefined),
  }
  return isThere[need] === false ? parts[need] : undefined
}

/** True for a bank that offers an operation which takes no other scope than payments. */
const hasPayments = ({ operations }: Profile) =>
  operations.some((id) => operation(id).scopes.length === 1 && operation(id).scopes[0] === 'payments')

function whyLacking(profile: Profile, need: Need): string | undefined {
  const { tpps, psus, authorisation, payments, clock } = profile
  if (need === 'scope.payments') {
    return hasPayments(profile) ? undefined : 'the bank offers no operation of the scope payments'
  }
  if (need === 'oneBase') {
    return profile.families
      ? 'the profile has a base URL for each family of the API, none of them the published one'
      : undefined
  }
  const lackingPart = whyNoPart(authorisation, need)
  if (lackingPart !== undefined) return lackingPart
  if (need in parts) return undefined
  if (need === 'clock') return clock ? undefined : 'the profile has no clock'
  if (need === 'notifications')
    return profile.notifications ? undefined : 'the profile has no notifications: only polls are judged'
  if (need === 'notifications.retrySeconds') {
    return profile.notifications?.retrySeconds?.length ? undefined : 'the profile has no notifications.retrySeconds'
  }
  if (need.startsWith('payments') || need in attachments) return whyNoPayments(payments, need)
  const [group, name] = need.split('.') as ['tpp' | 'psu' | 'endpoint', string]
  if (group === 'endpoint') {
    return authorisation.endpoints.some((each) => each === name) ? undefined : `the bank offers TPPs no ${name}`
  }
  return name in (group === 'tpp' ? tpps : psus) ? undefined : `the profile has no ${group}s.${name}`
}

/**
 * Operations the bank must claim for the case to apply. An operation that the version lacks by design need not be
 * claimed: such a case checks that it is refused.
 */
function operationsOf(test: Case, version: Version): OperationId[] {
  const offeredIn = (id: OperationId, base: Version) => operation(id).versions.includes(base)
  const calls = test.steps.filter((step): step is Call => 'call' in step)
  const called = calls.filter((call) => call.method === undefined && call.path === undefined)
  return [
    // what the TPP hosts is claimed by a bank that has it as well: where it is called
    ...(offeredIn(test.operation, version) && operation(test.operation).token !== 'none' ? [test.operation] : []),
    ...called.filter((call) => offeredIn(call.call, call.base ?? version)).map((call) => call.call),
    ...operationsOfGiven(test.given, version),
  ]
}

function operationsOfGiven(name: GivenName, version: Version): readonly OperationId[] {
  const { uses = [], operations } = startingPoints[name]
  return [...operations[version], ...uses.flatMap((used) => operationsOfGiven(used, version))]
}

function needsOfGiven(name: GivenName): Need[] {
  const { tpp, psu, uses = [] } = startingPoints[name]
  return [
    ...(tpp === 'main' ? [] : [`tpp.${tpp}` as const]),
    ...(psu === 'several' ? ['psu.several' as const] : []),
    ...uses.flatMap(needsOfGiven),
  ]
}

function needsOfStep(step: Step, version: Version): Need[] {
  if ('authorise' in step) {
    return [
      ...(step.psu === undefined || step.psu === 'main' ? [] : [`psu.${step.psu}` as const]),
      ...(step.tpp === 'other' ? ['tpp.other' as const] : []),
    ]
  }
  if ('call' in step) {
    const { scopes, versions } = operation(step.call)
    const isPayment = scopes.join() === 'payments' && versions.includes(step.base ?? version)
    if (isPayment) return ['payments', ...needsOfPayment(step)]
    if (step.certificate === 'other') return ['boundTokens', 'tpp.other']
    if (step.certificate === 'none') return ['boundTokens']
    if (step.token === 'public-other') return ['tpp.other']
    if (step.token === 'public-payments') return ['scope.payments']
    if (step.token === 'revoked') return ['revocation']
    return step.token === 'public-limited' ? ['tpp.limited'] : []
  }
  if ('fetch' in step) return [step.fetch]
  if ('show' in step) return [`endpoint.${step.show}`]
  if ('advance' in step) return ['clock']
  if ('notified' in step) {
    return step.overRetries ? ['notifications', 'notifications.retrySeconds', 'clock'] : ['notifications']
  }
  return [
    ...(step.tpp === 'other' ? ['tpp.other' as const] : []),
    ...(step.token === 'refresh_token' ? ['refreshTokens' as const] : []),
  ]
}

function needsOfPayment({ token, tpp, user, userHeader, signature }: Call): Need[] {
  return [
    ...(token === 'public-other' || tpp === 'other' || user === 'ofOtherTpp' ? ['tpp.other' as const] : []),
    ...(token === 'public-limited' ? ['tpp.limited' as const] : []),
    ...(user === undefined && userHeader === undefined ? [] : ['userToken.honoured' as const]),
    ...(signature === undefined ? [] : ['requestSignatures.honoured' as const]),
  ]
}
