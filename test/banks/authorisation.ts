/**
 * Consents, codes and tokens of the hand-made bank. docs/facts.md sections 4 and 7.1.
 *
 * @module
 */
import { constants, createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { BankFault } from './hand-made-bank.js'
import { type Customer, customers } from './people.js'

export interface Consent {
  readonly id: string
  readonly tpp: string
  readonly createdAt: number
  readonly data: Readonly<Record<string, unknown>> & { readonly Permissions: readonly string[] }
  status: 'AwaitingAuthorisation' | 'Authorised' | 'Rejected' | 'Revoked'
  changedAt: number
  owner?: Customer
  accountIds: readonly string[]
}

interface Token {
  readonly tpp: string
  readonly endsAt: number
  /** Absent for client credentials. */
  readonly consent?: Consent
}

interface Code {
  readonly tpp: string
  readonly consent: Consent
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | null
  readonly endsAt: number
  used: boolean
}

/** An authorisation request that was found right. */
export interface Request {
  readonly tpp: string
  readonly consent: Consent
  readonly redirectUri: string
  readonly state: string | null
  readonly challenge: string
  readonly nonce: string | null
}

export type Started = { readonly request: Request } | { readonly redirectTo: string } | { readonly refused: string }

const tpps: Readonly<Record<string, string>> = { 'tpp-coral': 'coral-secret', 'tpp-dhow': 'dhow-secret' }

export const tokenSeconds = 1800

const opaque = () => randomBytes(16).toString('base64url')

/** `http://127.0.0.1/back` with any port (RFC 8252 section 7.3). */
const isRegistered = (redirectUri: string) => /^http:\/\/127\.0\.0\.1(:\d+)?\/back$/.test(redirectUri)

let made: KeyObject | undefined

/** One for all banks of a process: making it takes longer than all the rest of a bank. */
function bankKey(): KeyObject {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return made
}

export class Authorisation {
  readonly consents = new Map<string, Consent>()
  readonly #codes = new Map<string, Code>()
  readonly #tokens = new Map<string, Token>()
  readonly #now: () => number
  readonly #has: (fault: BankFault) => boolean
  readonly #key = bankKey()

  constructor(now: () => number, has: (fault: BankFault) => boolean) {
    this.#now = now
    this.#has = has
  }

  create(tpp: string, data: Consent['data']): Consent {
    const now = this.#now()
    const consent: Consent = {
      id: opaque(),
      tpp,
      createdAt: now,
      changedAt: now,
      data,
      status: 'AwaitingAuthorisation',
      accountIds: [],
    }
    this.consents.set(consent.id, consent)
    return consent
  }

  move(consent: Consent, status: Consent['status']): void {
    consent.status = status
    consent.changedAt = this.#now()
  }

  /** Whether a consent can be used. */
  isAlive({ status, data }: Consent): boolean {
    const ends = typeof data.ExpirationDateTime === 'string' ? Date.parse(data.ExpirationDateTime) : undefined
    if (this.#has('revoked-token-lives') && status === 'Revoked') return true
    return status === 'Authorised' && (ends === undefined || ends > this.#now())
  }

  tokenOf(header: string | undefined): Token | undefined {
    const [, value = ''] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? []
    const token = this.#tokens.get(value)
    if (!token || token.endsAt <= this.#now()) return undefined
    return token.consent && !this.isAlive(token.consent) ? undefined : token
  }

  /** Reads an authorisation request. What is wrong with client or address is shown, all else goes back to the TPP. */
  start(parameters: URLSearchParams): Started {
    const [tpp, redirectUri] = [parameters.get('client_id') ?? '', parameters.get('redirect_uri') ?? '']
    if (!(tpp in tpps)) return { refused: 'We do not know this app' }
    if (!isRegistered(redirectUri)) return { refused: 'This app has not told us that address' }
    const state = parameters.get('state')
    const back = (error: string) => ({ redirectTo: this.back({ redirectUri, state }, { error }) })
    if (parameters.get('response_type') === null) return back('invalid_request')
    if (parameters.get('response_type') !== 'code') return back('unsupported_response_type')
    const scopes = (parameters.get('scope') ?? '').split(' ')
    if (!scopes.includes('openid') || !scopes.includes('accounts')) return back('invalid_scope')
    const challenge = parameters.get('code_challenge')
    if (!challenge || parameters.get('code_challenge_method') !== 'S256') return back('invalid_request')
    const consent = this.consents.get(intentOf(parameters.get('claims')) ?? '')
    if (consent?.tpp !== tpp) return back('invalid_request')
    if (consent.status !== 'AwaitingAuthorisation' && !this.isAlive(consent)) return back('access_denied')
    return { request: { tpp, consent, redirectUri, state, challenge, nonce: parameters.get('nonce') } }
  }

  /** A consent belongs to who approved it first. */
  isOwn = ({ consent }: Request, customer: Customer): boolean =>
    consent.owner === undefined || consent.owner === customer

  approve(request: Request, customer: Customer, accountIds: readonly string[]): string {
    const { consent, ...rest } = request
    consent.owner = customer
    consent.accountIds = accountIds
    this.move(consent, 'Authorised')
    const code = opaque()
    this.#codes.set(code, { ...rest, consent, endsAt: this.#now() + 60_000, used: false })
    return this.back(request, { code })
  }

  refuse(request: Request): string {
    if (request.consent.status === 'AwaitingAuthorisation') {
      this.move(request.consent, this.#has('rejected-is-authorised') ? 'Authorised' : 'Rejected')
    }
    return this.back(request, { error: 'access_denied' })
  }

  back({ redirectUri, state }: Pick<Request, 'redirectUri' | 'state'>, outcome: Record<string, string>): string {
    const url = new URL(redirectUri)
    if (this.#has('code-elsewhere')) url.pathname = '/elsewhere'
    for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value)
    if (state !== null && !this.#has('state-lost')) url.searchParams.set('state', state)
    return url.href
  }

  /** The token endpoint: `client_secret_post` alone. RFC 6749 sections 4 and 5. */
  token(form: URLSearchParams): readonly [number, Record<string, unknown>] {
    const tpp = form.get('client_id') ?? ''
    const isKnown = Object.hasOwn(tpps, tpp) && (this.#has('any-secret') || tpps[tpp] === form.get('client_secret'))
    if (!isKnown) return [401, { error: 'invalid_client' }]
    const grant = form.get('grant_type')
    if (grant === 'client_credentials') {
      if (form.get('scope') !== 'accounts') return [400, { error: 'invalid_scope' }]
      return [200, this.#issue({ tpp, endsAt: this.#now() + tokenSeconds * 1000 }, 'accounts')]
    }
    if (grant !== 'authorization_code') return [400, { error: 'unsupported_grant_type' }]
    const code = this.#codes.get(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code !== undefined &&
      (!code.used || this.#has('code-twice')) &&
      code.tpp === tpp &&
      code.endsAt > this.#now() &&
      code.redirectUri === form.get('redirect_uri') &&
      (code.challenge === verifier || this.#has('pkce-ignored'))
    if (!isRight) return [400, { error: 'invalid_grant' }]
    code.used = true
    const token = { tpp, consent: code.consent, endsAt: this.#now() + tokenSeconds * 1000 }
    return [200, { ...this.#issue(token, 'openid accounts'), id_token: this.#idToken(code) }]
  }

  #issue(token: Token, scope: string): Record<string, unknown> {
    const value = opaque()
    this.#tokens.set(value, token)
    return { access_token: value, token_type: 'Bearer', expires_in: tokenSeconds, scope }
  }

  #idToken({ tpp, consent, nonce }: Code): string {
    const seconds = Math.floor(this.#now() / 1000)
    const claims = {
      iss: 'https://as.pearl.example',
      sub: consent.id,
      aud: tpp,
      iat: seconds,
      exp: seconds + 300,
      openbanking_intent_id: consent.id,
      ...(nonce !== null && { nonce }),
    }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'PS256', kid: 'pearl-1' })}.${part(claims)}`
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    return `${signed}.${sign('sha256', Buffer.from(signed), { key: this.#key, ...padding }).toString('base64url')}`
  }
}

/** The consent that the claims name (docs/facts.md 4.3). */
function intentOf(claims: string | null): string | undefined {
  try {
    return JSON.parse(claims ?? '').id_token.openbanking_intent_id.value
  } catch {
    return undefined
  }
}

export const customerBy = (number: string): Customer | undefined => customers.find((each) => each.number === number)
