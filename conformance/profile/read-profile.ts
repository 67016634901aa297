/**
 * Turns a written document into a profile, or into the list of all its mistakes.
 *
 * @module
 */
import { ValuePointer } from '@sinclair/typebox/value'
import { findProblems, isDateTime, isUri } from '#standard/index.js'
import { type OperationId, operation, operationIds } from '#standard/operations.js'
import type { ClientCertificate, NetworkSettings } from '../http/network.js'
import { wrongCertificates } from './certificates.js'
import { wrongFields } from './fields.js'
import { ConfigurationError, type Mistake } from './mistakes.js'
import { wrongPayments } from './payment-limits.js'
import type { ClientAuthentication, ControlCall, PaymentSettings, Profile, Waiver } from './profile.js'
import { defaultLimits, defaultNotifications, defaultPayments, ProfileDocument } from './schema.js'
import { isReference, isSecretive, isSecretPath, resolveSecret, type SecretSources } from './secrets.js'

/** Operations of a profile that lists none: every one that is not of an extended family, or hosted by the TPP. */
export const defaultOperations: readonly OperationId[] = operationIds.filter(
  (id) => !operation(id).extended && operation(id).token !== 'none',
)

/**
 * @param source what to call the document in messages
 * @param secrets where references are looked up; without it the document holds secrets in plain text
 * @throws {ConfigurationError} with every mistake
 */
export function readProfile(source: string, document: unknown, secrets?: SecretSources): Profile {
  const mistakes = findProblems(ProfileDocument, document).map(
    ({ path, pointer, kind, expected, received }): Mistake => {
      const shown = isSecretive(path) || kind === 'unexpected' ? kindOf(ValuePointer.Get(document, pointer)) : received
      return { path, expected, received: kind === 'missing' ? 'nothing' : shown }
    },
  )
  const broken = new Set(mistakes.map(({ path }) => path))
  const resolved = new Map<string, string>()
  for (const [path, value] of leaves(document)) {
    if (broken.has(path) || typeof value !== 'string') continue
    const wrong = checkValue(path, value)
    if (wrong) mistakes.push({ path, ...wrong })
    if (!secrets || !(isSecretPath(path) || isReference(path, value))) continue
    const secret = resolveSecret(path, value, secrets)
    if ('mistake' in secret) mistakes.push(secret.mistake)
    else resolved.set(path, secret.value)
  }
  mistakes.push(...checkWhole(document, broken))
  if (mistakes.length > 0) throw new ConfigurationError(source, mistakes)
  const profile = build(document as ProfileDocument, (path, written) => resolved.get(path) ?? written)
  const unreadable = [...wrongCertificates(profile), ...wrongProxy(profile)]
  if (unreadable.length > 0) throw new ConfigurationError(source, unreadable)
  return profile
}

/** Looked at where its reference is resolved: it may have a password in it. */
function wrongProxy({ network }: Profile): Mistake[] {
  const { proxy } = network ?? {}
  if (proxy === undefined) return []
  const isRight = isUri(proxy) && /^https?:\/\/[^/?#]+\/?$/.test(proxy) && URL.canParse(proxy)
  const expected = 'an http or https URL of a proxy, such as http://proxy.example:3128'
  return isRight ? [] : [{ path: 'network.proxy', expected, received: 'something else' }]
}

function build(document: ProfileDocument, secret: (path: string, written: string) => string): Profile {
  const pair = (path: string, { certificate, key }: ClientCertificate) => ({
    certificate: secret(`${path}.certificate`, certificate),
    key: secret(`${path}.key`, key),
  })
  const networkOf = ({ ca, proxy, clientCertificate }: NetworkSettings) => ({
    ...(ca !== undefined && { ca: secret('network.ca', ca) }),
    ...(proxy !== undefined && { proxy: secret('network.proxy', proxy) }),
    ...(clientCertificate && { clientCertificate: pair('network.clientCertificate', clientCertificate) }),
  })
  const tpp = (
    name: string,
    { clientSecret, signing, assertion, certificate, ...rest }: ProfileDocument['tpps']['main'],
  ) => ({
    ...rest,
    clientSecret: clientSecret === undefined ? '' : secret(`tpps.${name}.clientSecret`, clientSecret),
    ...(assertion && { assertion: { ...assertion, key: secret(`tpps.${name}.assertion.key`, assertion.key) } }),
    ...(certificate && { certificate: pair(`tpps.${name}.certificate`, certificate) }),
    ...(signing && { signing: { ...signing, key: secret(`tpps.${name}.signing.key`, signing.key) } }),
  })
  const psu = (name: string, { username, password, otp }: ProfileDocument['psus']['main']) => ({
    username,
    password: secret(`psus.${name}.password`, password),
    otp: secret(`psus.${name}.otp`, otp),
  })
  const each = <T, R>(group: Record<string, T>, make: (name: string, value: T) => R) =>
    Object.fromEntries(Object.entries(group).map(([name, value]) => [name, make(name, value)]))
  const control = (path: string, { url, token }: ControlCall) => ({
    url,
    ...(token !== undefined && { token: secret(`${path}.token`, token) }),
  })
  const headless = document.journeys?.headless
  return {
    name: document.name,
    strictness: document.strictness ?? 'stated',
    ...basesOf(document.versions),
    authorisation: {
      ...document.authorisation,
      consentBinding: document.authorisation.consentBinding ?? 'claims',
      endpoints: document.authorisation.endpoints ?? [],
    },
    ...(document.network && { network: networkOf(document.network) }),
    tpps: each(document.tpps, tpp) as unknown as Profile['tpps'],
    psus: each(document.psus, psu) as unknown as Profile['psus'],
    journeys: {
      driver: document.journeys?.driver ?? 'browser',
      adapter: document.journeys?.adapter ?? 'authorize-ui',
      ...(headless && { headless: control('journeys.headless', headless) }),
    },
    ...(document.payments && { payments: paymentsOf(document.payments) }),
    ...(document.clock && { clock: control('clock', document.clock) }),
    ...(document.notifications && { notifications: { ...defaultNotifications, ...document.notifications } }),
    operations: (document.operations as OperationId[] | undefined) ?? defaultOperations,
    ...(document.withoutFields && { withoutFields: document.withoutFields }),
    waivers: (document.waivers as Waiver[] | undefined) ?? [],
    limits: { ...defaultLimits, ...document.limits },
  }
}

function basesOf(written: ProfileDocument['versions']): Pick<Profile, 'versions' | 'families'> {
  const trimmed = (base: string) => base.replace(/\/+$/, '')
  const named = Object.entries(written)
  const versions = named.map(([version, base]) => [version, trimmed(typeof base === 'string' ? base : base.accounts)])
  const families = named.flatMap(([version, base]) => {
    if (typeof base === 'string') return []
    const { accounts: _, ...others } = base
    return [[version, Object.fromEntries(Object.entries(others).map(([name, each]) => [name, trimmed(each)]))]]
  })
  return {
    versions: Object.fromEntries(versions),
    ...(families.length > 0 && { families: Object.fromEntries(families) }),
  }
}

function paymentsOf({ userToken, ...written }: NonNullable<ProfileDocument['payments']>): PaymentSettings {
  return {
    ...defaultPayments,
    allowedCreditors: [written.creditor.iban],
    ...written,
    userToken: { ...defaultPayments.userToken, ...userToken },
  }
}

type Wrong = Pick<Mistake, 'expected' | 'received'>

/** Rules on single values for which a schema would give no readable message. */
function checkValue(path: string, value: string): Wrong | undefined {
  if (
    /^(versions\.\d|authorisation\.(issuer$|addresses\.(token|jwks|revocation|introspection|userinfo|par)$)|journeys\.headless\.url$|clock\.url$|notifications\.url$)/.test(
      path,
    )
  ) {
    return isAddress(value, '?#')
      ? undefined
      : { expected: 'an http or https URL without query or fragment', received: hideUserInfo(value) }
  }
  if (/\.redirectUri$|^authorisation\.addresses\.authorization$/.test(path)) {
    return isAddress(value, '#')
      ? undefined
      : { expected: 'an http or https URL without fragment', received: hideUserInfo(value) }
  }
  if (/^operations\[/.test(path) && !operationIds.includes(value as OperationId)) {
    return { expected: 'the id of an operation a bank offers, such as getAccounts', received: JSON.stringify(value) }
  }
  if (/^waivers\[\d+\]\.until$/.test(path) && !isDateTime(`${value}T00:00:00Z`)) {
    return { expected: 'a date such as 2030-01-31', received: JSON.stringify(value) }
  }
  if (/^waivers\[\d+\]\.reason$/.test(path) && value.trim() === '') {
    return { expected: 'a reason in words', received: JSON.stringify(value) }
  }
  return undefined
}

function checkWhole(document: unknown, broken: ReadonlySet<string>): Mistake[] {
  const { versions, journeys, payments, operations, withoutFields } = (
    isRecord(document) ? document : {}
  ) as Partial<ProfileDocument>
  const mistakes: Mistake[] = []
  if (isRecord(versions) && Object.keys(versions).length === 0) {
    mistakes.push({ path: 'versions', expected: 'the base URL of at least one version', received: 'none' })
  }
  if (isRecord(journeys) && journeys.driver === 'headless' && !journeys.headless && !broken.has('journeys.headless')) {
    mistakes.push({
      path: 'journeys.headless',
      expected: 'where decisions are taken, for driver headless',
      received: 'nothing',
    })
  }
  if (isRecord(versions) && Array.isArray(withoutFields)) {
    mistakes.push(...wrongFields(withoutFields, operations ?? defaultOperations, Object.keys(versions)))
  }
  mistakes.push(...wrongCredentials(document), ...wrongRequests(document))
  if (isRecord(payments) && ![...broken].some((path) => path.startsWith('payments'))) {
    mistakes.push(...wrongPayments({ ...defaultPayments, ...(payments as NonNullable<ProfileDocument['payments']>) }))
  }
  return mistakes
}

/** What a TPP needs for each way to say who it is. */
const neededFor: Readonly<
  Record<ClientAuthentication, readonly [member: keyof ProfileDocument['tpps']['main'], expected: string]>
> = {
  client_secret_basic: ['clientSecret', 'a secret, as authorisation.clientAuthentication is client_secret_basic'],
  client_secret_post: ['clientSecret', 'a secret, as authorisation.clientAuthentication is client_secret_post'],
  private_key_jwt: ['assertion', 'the key of its client assertions, for private_key_jwt'],
  tls_client_auth: ['certificate', 'its certificate and key, for tls_client_auth'],
}

/** Requests that are to be signed without a key, or pushed to nowhere. */
function wrongRequests(document: unknown): Mistake[] {
  const { authorisation, tpps } = (isRecord(document) ? document : {}) as Partial<ProfileDocument>
  if (!isRecord(authorisation) || !isRecord(tpps)) return []
  const { flow, requestObject = flow === 'hybrid', pushed, addresses } = authorisation
  const unsigned = Object.entries(requestObject ? tpps : {}).filter(
    ([name, tpp]) => name !== 'limited' && isRecord(tpp) && tpp.assertion === undefined && tpp.signing === undefined,
  )
  return [
    ...unsigned.map(([name]) => ({
      path: `tpps.${name}.assertion`,
      expected: 'a key to sign request objects with',
      received: 'nothing',
    })),
    ...(pushed && isRecord(addresses) && addresses.par === undefined
      ? [{ path: 'authorisation.addresses.par', expected: 'where requests are pushed to', received: 'nothing' }]
      : []),
  ]
}

/** A TPP without what its way to authenticate needs. */
function wrongCredentials(document: unknown): Mistake[] {
  const { authorisation, tpps } = (isRecord(document) ? document : {}) as Partial<ProfileDocument>
  if (!isRecord(tpps)) return []
  const way = (isRecord(authorisation) && authorisation.clientAuthentication) || 'client_secret_basic'
  const [member, expected] = neededFor[way] ?? neededFor.client_secret_basic
  const isBound = isRecord(authorisation) && authorisation.boundTokens === true
  const unbound = isBound && isRecord(tpps.main) && tpps.main.certificate === undefined && member !== 'certificate'
  const ofBinding = 'its certificate and key, which its tokens are bound to (authorisation.boundTokens)'
  const lacking = unbound ? [{ path: 'tpps.main.certificate', expected: ofBinding, received: 'nothing' }] : []
  const uncredited = Object.entries(tpps).flatMap(([name, tpp]) =>
    isRecord(tpp) && tpp[member] === undefined
      ? [{ path: `tpps.${name}.${member}`, expected, received: 'nothing' }]
      : [],
  )
  return [...uncredited, ...lacking]
}

function isAddress(value: string, barred: string): boolean {
  if (!isUri(value) || [...barred].some((character) => value.includes(character))) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const hideUserInfo = (value: string) =>
  value.includes('@') ? 'a URL with a user or password in it' : JSON.stringify(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Every value that is no object or list, with its dotted path as mistakes name it: `waivers[0].until`. */
function* leaves(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, `${path}[${index}]`)
  else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) yield* leaves(item, path === '' ? name : `${path}.${name}`)
  } else yield [path, value]
}
