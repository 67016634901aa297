/**
 * How a TPP says who it is at the authorisation server, as the profile has it.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { bankNow } from './bank-clock.js'
import { CouldNotRun } from './could-not-run.js'
import { type Session, type TppName, tppCredentials } from './session.js'

/** What goes into a request: a header, or parameters of the form. */
export interface ClientCredentials {
  readonly header?: string
  readonly parameters: Readonly<Record<string, string>>
  /** Whose certificate the connection shows. */
  readonly shows: TppName
}

export interface WhoAsks {
  readonly tpp: TppName
  /** With a secret or a key that is not the TPP's. */
  readonly wrongSecret?: boolean
}

/** @throws {CouldNotRun} when the profile lacks what the way to authenticate needs */
export async function authenticate(
  session: Session,
  { tpp, wrongSecret = false }: WhoAsks,
  audience: string,
): Promise<ClientCredentials> {
  const { clientId, clientSecret } = tppCredentials(session, tpp)
  const secret = wrongSecret ? 'not-the-secret-of-this-tpp' : clientSecret
  switch (session.profile.authorisation.clientAuthentication) {
    case 'private_key_jwt':
      return assertion(session, tpp, wrongSecret, audience)
    case 'client_secret_post':
      return { parameters: { client_id: clientId, client_secret: secret }, shows: tpp }
    // a certificate that the bank trusts, of somebody else: one that it does not trust may end the connection (RFC 8705 section 2)
    case 'tls_client_auth':
      return { parameters: { client_id: clientId }, shows: wrongSecret ? anotherTpp(session, tpp) : tpp }
    default: {
      const pair = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`).toString('base64')
      return { header: `Basic ${pair}`, parameters: {}, shows: tpp }
    }
  }
}

function anotherTpp({ profile: { tpps } }: Session, tpp: TppName): TppName {
  const other = (Object.keys(tpps) as TppName[]).find((name) => name !== tpp && tpps[name]?.certificate)
  if (!other) throw new CouldNotRun('the profile has no second TPP, whose certificate would be the wrong one', 'config')
  return other
}

const formEncode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

const lifeSeconds = 60

/** A client assertion, another one for each request. RFC 7523 section 3, docs/facts.md section 4.2. */
async function assertion(
  session: Session,
  tpp: TppName,
  wrongKey: boolean,
  audience: string,
): Promise<ClientCredentials> {
  const { clientId, assertion: own } = tppCredentials(session, tpp)
  if (!own) throw new CouldNotRun(`the profile has no tpps.${tpp}.assertion`, 'config')
  const key = wrongKey
    ? (await generateKeyPair('PS256')).privateKey
    : await privateKey(own.key, `tpps.${tpp}.assertion.key`)
  const issuedAt = Math.floor(bankNow(session) / 1000)
  const jwt = await new SignJWT({ iss: clientId, sub: clientId, aud: audience, jti: randomUUID() })
    .setProtectedHeader({ alg: 'PS256', kid: own.kid, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(key)
  session.redactor.learn(jwt)
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  return { parameters: { client_id: clientId, client_assertion_type, client_assertion: jwt }, shows: tpp }
}

/** @throws {CouldNotRun} when the key at this place of the profile is none */
export async function privateKey(jwk: string, place: string) {
  try {
    return await importJWK(JSON.parse(jwk) as JWK, 'PS256')
  } catch {
    throw new CouldNotRun(`${place} is no private key for PS256, as a JWK in JSON`, 'config')
  }
}
