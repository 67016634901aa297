/**
 * What a TPP does to read data and to pay, as one call each: for tests, and for the token that `ob-sandbox start` prints.
 *
 * @module
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  domesticPaymentConsentRequest,
  domesticPaymentRequest,
  type PaymentFacts,
} from '#fixtures/requests/domestic-payment.js'
import type { Psu } from '#fixtures/types.js'
import { basePaths, headers, type Permission, type Scope, type Version } from '#standard/index.js'
import { controlPath } from './control/control-api.js'
import { oauthRoutes } from './identity/paths.js'
import type { TppRecord } from './identity/tpps.js'
import { userTokenGrant } from './identity/user-tokens.js'

export interface AuthoriseOptions {
  /** Username; default the first PSU. */
  readonly psu?: string
  /** Default `approve`. */
  readonly decision?: 'approve' | 'reject' | 'cancel'
  /** Account ids; default all of the PSU's. */
  readonly accounts?: readonly string[]
  /** Default `payments` for the consents that `createPaymentConsent` has created, `accounts` for others. */
  readonly scope?: Scope
}

/** A payment to ask for. */
export interface PaymentOptions extends Partial<PaymentFacts> {
  /** Default `1.0.0`. */
  readonly version?: Version
  /** The TPP's own name for its user. Default `user-1`. */
  readonly user?: string
}

/** A consent to pay that was created. */
export interface PaymentConsentMade {
  readonly consentId: string
  /** As it was sent: the payment is submitted with the same `Initiation` and `Risk`. */
  readonly request: ReturnType<typeof domesticPaymentConsentRequest>
  /** The token of the user; the payment needs one of the same user. */
  readonly userToken: string | undefined
}

/** A payment that was submitted. */
export interface PaymentMade {
  readonly consentId: string
  readonly paymentId: string
  /** As the bank answered the submission. */
  readonly status: string
  /** The token of the consent. */
  readonly accessToken: string
}

/** Who is paid unless a call says otherwise: somebody at another bank. */
const payee = { iban: 'BH06PEER77000000412268', name: 'PEER DEMO' }

/** A consent to ask for. */
export interface ConsentOptions {
  /** Default ReadAccountsDetail. */
  readonly permissions?: readonly Permission[]
  /** Default `1.0.0`. */
  readonly version?: Version
  /** When it ends, such as `2030-01-15T09:00:00+03:00`. Default never. */
  readonly expirationDateTime?: string
  /** The first and the last transactions it covers. Default all. */
  readonly transactionFromDateTime?: string
  readonly transactionToDateTime?: string
  /** The client id of the TPP that asks. Default the first one. */
  readonly tpp?: string
}

/** Where a PSU was sent back to who did not approve. */
export interface SentBack {
  readonly redirectTo: string
}

/** The tokens of a consent that a PSU has approved. */
export interface Authorised extends SentBack {
  readonly accessToken: string
  readonly refreshToken: string
  readonly idToken: string
}

/** How a PSU decides who does not approve. */
export type Refusing = AuthoriseOptions & { readonly decision: 'reject' | 'cancel' }

/** Has a PSU decide: approving gives tokens or throws, refusing gives the address that the PSU is sent back to. */
export interface Authorise {
  (consentId: string, options: Refusing): Promise<SentBack>
  (consentId: string, options?: AuthoriseOptions & { readonly decision?: 'approve' }): Promise<Authorised>
}

/** @throws {RangeError} for an option that there is not: it would change nothing, in silence */
function checkNames(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new RangeError(`${what} knows no ${unknown.join(', ')}: ${known.join(', ')}`)
}

const consentOptionNames = Object.keys({
  permissions: true,
  version: true,
  expirationDateTime: true,
  transactionFromDateTime: true,
  transactionToDateTime: true,
  tpp: true,
} satisfies Record<keyof ConsentOptions, true>)

const authoriseOptionNames = Object.keys({
  psu: true,
  decision: true,
  accounts: true,
  scope: true,
} satisfies Record<keyof AuthoriseOptions, true>)

interface TppFlowOptions {
  readonly app: FastifyInstance
  readonly url: string
  readonly tpp: TppRecord
  readonly psu: Psu
  readonly controlToken: string | undefined
  /** The header of the user token; `undefined` where the bank issues none. */
  readonly userTokenHeader?: string | undefined
  /** Signs as the TPP. */
  sign?(body: string, mediaType?: string): Promise<string>
}

export type TppFlows = ReturnType<typeof createTppFlows>

export function createTppFlows(options: TppFlowOptions) {
  const { app, url, tpp, psu, controlToken } = options
  const basic = `Basic ${Buffer.from(`${tpp.clientId}:${tpp.clientSecret}`).toString('base64')}`

  /** The consents to pay that were created here. */
  const toPay = new Set<string>()

  async function call(
    path: string,
    headers: Record<string, string>,
    payload: string,
  ): Promise<Record<string, unknown>> {
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  const token = (form: Record<string, string>) =>
    call(
      oauthRoutes.token,
      { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(form).toString(),
    )

  async function createConsent(of: ConsentOptions = {}): Promise<string> {
    checkNames('createConsent', of, consentOptionNames)
    const { permissions = ['ReadAccountsDetail'], version = '1.0.0' } = of
    const data = {
      Permissions: permissions,
      ExpirationDateTime: of.expirationDateTime,
      TransactionFromDateTime: of.transactionFromDateTime,
      TransactionToDateTime: of.transactionToDateTime,
    }
    const { access_token } = await token({ grant_type: 'client_credentials', scope: 'accounts' })
    const { Data } = await call(
      `${basePaths[version]}/account-access-consents`,
      { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      JSON.stringify({ Data: data, Risk: {} }),
    )
    return (Data as { ConsentId: string }).ConsentId
  }

  async function authorise(consentId: string, of: AuthoriseOptions = {}): Promise<SentBack | Authorised> {
    checkNames('authorise', of, authoriseOptionNames)
    const verifier = randomBytes(32).toString('base64url')
    const redirectUri = tpp.redirectUris[0] as string
    const parameters = new URLSearchParams({
      client_id: tpp.clientId,
      response_type: 'code',
      scope: `openid ${of.scope ?? (toPay.has(consentId) ? 'payments' : 'accounts')}`,
      redirect_uri: redirectUri,
      state: randomBytes(16).toString('base64url'),
      consent_id: consentId,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { redirectTo } = (await call(
      `${controlPath}/authorisations`,
      {
        host: new URL(url).host,
        'content-type': 'application/json',
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      },
      JSON.stringify({
        authorizationUrl: `${url}${oauthRoutes.authorization}?${parameters}`,
        psu: of.psu ?? psu.username,
        decision: of.decision ?? 'approve',
        ...(of.accounts && { accounts: of.accounts }),
      }),
    )) as { redirectTo: string }
    const { searchParams } = new URL(redirectTo)
    const code = searchParams.get('code')
    if (code === null) {
      if ((of.decision ?? 'approve') !== 'approve') return { redirectTo }
      const [error, description] = [searchParams.get('error'), searchParams.get('error_description')]
      throw new Error(`the consent was not authorised: ${[error, description].filter(Boolean).join(', ')}`)
    }
    const tokens = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    return {
      redirectTo,
      accessToken: String(tokens.access_token),
      refreshToken: String(tokens.refresh_token),
      idToken: String(tokens.id_token),
    }
  }

  async function userToken(user: string): Promise<string> {
    return String((await token({ grant_type: userTokenGrant, user })).access_token)
  }

  /** Posts a signed body. */
  async function post(path: string, accessToken: unknown, ofUser: string | undefined, body: object) {
    const payload = JSON.stringify(body)
    const { userTokenHeader } = options
    const sent = {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      [headers.idempotencyKey]: randomUUID(),
      ...(options.sign && { [headers.jwsSignature]: await options.sign(payload) }),
      ...(userTokenHeader !== undefined && ofUser !== undefined && { [userTokenHeader]: ofUser }),
    }
    return (await call(path, sent, payload)).Data as Readonly<Record<string, unknown>>
  }

  async function createPaymentConsent(of: PaymentOptions = {}): Promise<PaymentConsentMade> {
    const { version = '1.0.0', user = 'user-1', ...facts } = of
    const request = domesticPaymentConsentRequest(version, { creditor: payee, ...facts })
    const ofUser = options.userTokenHeader === undefined ? undefined : await userToken(user)
    const { access_token } = await token({ grant_type: 'client_credentials', scope: 'payments' })
    const { ConsentId } = await post(`${basePaths[version]}/domestic-payment-consents`, access_token, ofUser, request)
    toPay.add(String(ConsentId))
    return { consentId: String(ConsentId), request, userToken: ofUser }
  }

  async function pay(of: PaymentOptions & Omit<AuthoriseOptions, 'scope' | 'decision'> = {}): Promise<PaymentMade> {
    const { psu: payer, accounts, ...payment } = of
    const { consentId, request, userToken: ofUser } = await createPaymentConsent(payment)
    const { accessToken } = (await authorise(consentId, {
      ...(payer && { psu: payer }),
      ...(accounts && { accounts }),
    })) as Authorised
    const path = `${basePaths[payment.version ?? '1.0.0']}/domestic-payments`
    const made = await post(path, accessToken, ofUser, domesticPaymentRequest(consentId, request))
    return { consentId, paymentId: String(made.DomesticPaymentId), status: String(made.Status), accessToken }
  }

  /** Creates a consent of any kind. */
  async function create(path: string, scope: Scope, body: object, ofUser?: string) {
    const { access_token } = await token({ grant_type: 'client_credentials', scope })
    return post(path, access_token, ofUser, body)
  }

  /** Sends the file of a consent. */
  async function upload(path: string, file: string): Promise<void> {
    const { access_token } = await token({ grant_type: 'client_credentials', scope: 'payments' })
    const sent = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'text/xml',
      [headers.idempotencyKey]: randomUUID(),
      ...(options.sign && { [headers.jwsSignature]: await options.sign(file, 'text/xml') }),
    }
    const answer = await app.inject({ method: 'POST', url: path, headers: sent, payload: file })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`)
  }

  return {
    createConsent,
    authorise: authorise as Authorise,
    userToken,
    createPaymentConsent,
    pay,
    create,
    post,
    upload,
  }
}
