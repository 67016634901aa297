/**
 * The authorisation server: oidc-provider, set up the way FACTS 4 describes it.
 *
 * @module
 */
import { UnsecuredJWT } from 'jose'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Clock } from '../clock/system-clock.js'
import { bindConsent, intentClaim } from '../consents/binding.js'
import { kinds } from '../consents/kinds.js'
import { clientCertificateOf } from '../http/client-certificate.js'
import type { TenantStore } from '../store/store.js'
import type { Rules, TenantOfTpp } from '../tenants/tenant.js'
import { createAdapterFactory } from './adapter.js'
import {
  authenticationProblem,
  formProblem,
  isStateMalformed,
  type RequestProblem,
  scopeProblem,
} from './authorisation-requests.js'
import { bankProviderOf, scopes } from './bank-provider.js'
import { consentOfGrant } from './callers.js'
import { describeError, type LibraryError } from './error-descriptions.js'
import type { IssuedLately } from './issued.js'
import type { BankSecrets } from './keys.js'
import { loadOidcProvider } from './library.js'
import { lifetimeSeconds, type TokenKind } from './lifetimes.js'
import { isGrantAlive } from './live-grants.js'
import { authorisePath, oauthRoutes } from './paths.js'
import { clientAssertionProblem, requestObjectProblem, signingAlgorithms } from './request-objects.js'
import type { Presented } from './tpps.js'
import { issueUserTokens, isUserTokenRequest, userOfRequest, userTokenGrant } from './user-tokens.js'

/** A TPP revokes and introspects its own tokens only. */
const ofTheSameTpp = async (
  _ctx: unknown,
  { clientId }: { clientId: string },
  token: { clientId?: string | undefined },
) => token.clientId === clientId

/**
 * The library judges no time of a signed document, as it knows the system clock alone; the bank does, by its own rules.
 * What is stored ends by the adapter.
 */
const anyTime = 1000 * 365 * 86_400

/** What an ID token says of how the PSU was authenticated: with a password and a one-time code. */
export const scaAcr = 'urn:openbanking:psd2:sca'

/** The values of `acr` that a TPP can ask for. */
const acrValues: readonly string[] = [scaAcr, 'urn:openbanking:psd2:ca']

export interface ProviderOptions {
  /** Public URL of the bank, without a trailing slash: the issuer. */
  readonly publicUrl: string
  readonly directory: TenantStore
  readonly system: Clock
  readonly secrets: BankSecrets
  readonly tenantOfTpp: TenantOfTpp
  readonly issued: IssuedLately
  /** Whether a refresh token is replaced each time it is used. Default no. */
  readonly rotateRefreshTokens?: boolean | undefined
  /** Whether TPPs may say who they are by a certificate (RFC 8705): the bank is on TLS. Default no. */
  readonly takesCertificates?: boolean
  /** Whether user tokens are issued. Default yes. */
  readonly issuesUserTokens?: boolean
  /** Shows the PSU an error that cannot be returned to the TPP. */
  renderError: NonNullable<Configuration['renderError']>
}

/** How the TPP says who it is: what is in the request goes before the certificate of its connection. */
function presentedIn(ctx: KoaContextWithOIDC | undefined): Presented {
  const certificate = ctx && clientCertificateOf(ctx.req)
  const showsCertificate = certificate?.isTrusted === true
  const { client_assertion: assertion, client_secret: secret } = ctx?.oidc?.params ?? {}
  if (assertion !== undefined) return { by: 'assertion', showsCertificate }
  const hasSecret = secret !== undefined || ctx?.req.headers.authorization?.startsWith('Basic ')
  return { by: certificate && !hasSecret ? 'certificate' : 'secret', showsCertificate }
}

/** RFC 8705 sections 2.1 and 3. */
const certificates = {
  enabled: true,
  tlsClientAuth: true,
  certificateBoundAccessTokens: true,
  getCertificate: (ctx: KoaContextWithOIDC) => clientCertificateOf(ctx.req)?.certificate,
  certificateAuthorized: (ctx: KoaContextWithOIDC) => clientCertificateOf(ctx.req)?.isTrusted === true,
  certificateSubjectMatches: (ctx: KoaContextWithOIDC, property: string, expected: string) =>
    property === 'tls_client_auth_subject_dn' && clientCertificateOf(ctx.req)?.subject === expected,
} as const

const isHybrid = (ctx: KoaContextWithOIDC) => String(ctx.oidc.params?.response_type).includes('id_token')

export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const library = await loadOidcProvider()
  const { Prompt, Check } = library.interactionPolicy
  const { errors } = library

  const { issuesUserTokens = true } = options
  const systemSeconds = () => Math.floor(options.system.now() / 1000)

  /** Requests whose parameters came signed. */
  const signed = new WeakSet<KoaContextWithOIDC>()

  /** FAPI 1.0 Advanced 5.2.2. Times are the bank's; what is pushed was checked when it was, and is dated for the library. */
  const checkRequestObject = async (ctx: KoaContextWithOIDC, claims: Record<string, unknown>) => {
    signed.add(ctx)
    if ('PushedAuthorizationRequest' in ctx.oidc.entities) return
    const { clock } = await options.tenantOfTpp(ctx.oidc.client?.clientId)
    const now = Math.floor(clock.now() / 1000)
    const problem = requestObjectProblem(claims, now)
    if (problem !== undefined) throw new errors.InvalidRequestObject(problem)
    if (ctx.oidc.route !== 'pushed_authorization_request' || !ctx.oidc.body) return
    const exp = systemSeconds() + Number(claims.exp) - now
    ctx.oidc.body.request = new UnsecuredJWT({ ...claims, exp }).encode()
  }

  const checkSigned = (ctx: KoaContextWithOIDC) => {
    if (!isHybrid(ctx) || signed.has(ctx)) return
    throw new errors.InvalidRequest(
      'response_type code id_token takes its parameters from a request object signed with a key of the jwks of the TPP (FAPI 1.0 Advanced 5.2.2); without one, use response_type code with PKCE',
    )
  }

  const checkBinding = async (ctx: KoaContextWithOIDC) => {
    checkSigned(ctx)
    checkForm(ctx)
    const parameters = ctx.oidc.params ?? {}
    const tppId = ctx.oidc.client?.clientId ?? ''
    const tenant = await options.tenantOfTpp(tppId)
    const binding = await bindConsent(tenant, tppId, parameters)
    if ('refusal' in binding) throw new errors.InvalidRequest(binding.refusal)
    const { kind } = binding.consent
    if (parameters.scope !== undefined || tenant.rules.needsScope()) {
      refuse(scopeProblem(parameters, kinds[kind], tenant.rules.hasScopeOf), kinds[kind].scope)
    }
    const hintedSub = (ctx.oidc.entities.IdTokenHint as { payload?: { sub?: unknown } } | undefined)?.payload?.sub
    refuse(authenticationProblem(parameters, { consent: binding.consent, acrValues, hintedSub }))
  }

  /** Checks a request as it was sent; what is inside a request object has been checked as JSON. */
  const checkForm = (ctx: KoaContextWithOIDC) => {
    const isPushed = ctx.oidc.route === 'pushed_authorization_request'
    const query = isPushed ? '' : ctx.querystring
    // a state that is not what was sent helps nobody
    if (isStateMalformed(query) && ctx.oidc.params) ctx.oidc.params.state = undefined
    const sent: Readonly<Record<string, unknown>> = (isPushed ? ctx.oidc.body : ctx.query) ?? {}
    refuse(formProblem(query, sent.max_age))
  }

  const refuse = (problem: RequestProblem | undefined, scope = '') => {
    if (!problem) return
    const { error, description } = problem
    if (error === 'invalid_scope') throw new errors.InvalidScope(description, scope)
    if (error === 'invalid_request') throw new errors.InvalidRequest(description)
    throw new errors.CustomOIDCProviderError(error, description)
  }

  /** At most `seconds`, and never longer than the grant, which ends with its consent. */
  const withinGrant = (seconds: number) => (ctx: KoaContextWithOIDC) => {
    const end = ctx.oidc.entities.Grant?.exp
    const left = end === undefined ? seconds : end - systemSeconds()
    return Math.max(1, Math.min(seconds, left))
  }

  /** The rules of the tenant whose TPP asks for tokens; the library asks for lifetimes and does not wait. */
  const rulesOf = new WeakMap<KoaContextWithOIDC, Rules>()

  const beforeGrant = async (ctx: KoaContextWithOIDC) => {
    const { rules } = await options.tenantOfTpp(ctx.oidc.client?.clientId)
    rulesOf.set(ctx, rules)
  }

  const tokenSeconds = (ctx: KoaContextWithOIDC, kind: TokenKind) => {
    const seconds = kind === 'user' ? lifetimeSeconds.userToken : lifetimeSeconds.accessToken
    return rulesOf.get(ctx)?.tokenSeconds(kind, seconds) ?? seconds
  }

  const configuration: Configuration = {
    adapter: createAdapterFactory({
      directory: options.directory,
      system: options.system,
      presented: () => presentedIn(library.Provider.ctx),
      tenantOf: options.tenantOfTpp,
      isGrantAlive: async (grantId, clientId) =>
        isGrantAlive(await options.tenantOfTpp(clientId), grantId, library.Provider.ctx?.oidc?.route),
      issued: options.issued,
      moreGrants: issuesUserTokens ? [userTokenGrant] : [],
      consumed: (model) =>
        model === 'PushedAuthorizationRequest'
          ? new errors.InvalidRequestUri('the request_uri was already used')
          : new errors.InvalidGrant('already used'),
    }),
    jwks: { keys: [options.secrets.signingKey as never] },
    cookies: {
      keys: [options.secrets.cookieKey],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    routes: oauthRoutes,
    scopes: [...scopes],
    claims: { openid: ['sub', intentClaim, 'acr'] },
    conformIdTokenClaims: false,
    acrValues: [...acrValues],
    responseTypes: ['code', 'code id_token'],
    subjectTypes: ['public'],
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      ...(options.takesCertificates ? (['tls_client_auth'] as const) : []),
    ],
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims) => {
      const problem = clientAssertionProblem(claims, systemSeconds())
      if (problem !== undefined) throw new errors.InvalidClientAuth(problem)
    },
    enabledJWA: {
      clientAuthSigningAlgValues: [...signingAlgorithms],
      idTokenSigningAlgValues: ['PS256'],
      requestObjectSigningAlgValues: [...signingAlgorithms],
      userinfoSigningAlgValues: ['PS256'],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      claimsParameter: { enabled: true },
      // FAPI 1.0 part 2 for `code id_token`: s_hash, a required nonce, and PKCE where the request is pushed.
      fapi: { enabled: true, profile: (ctx) => (isHybrid(ctx) ? '1.0 Final' : undefined) },
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: checkRequestObject },
      revocation: { enabled: true, allowedPolicy: ofTheSameTpp },
      introspection: { enabled: true, allowedPolicy: ofTheSameTpp },
      pushedAuthorizationRequests: { enabled: true },
      mTLS: options.takesCertificates ? certificates : { enabled: false },
    },
    extraTokenClaims: userOfRequest,
    extraParams: { consent_id: checkBinding },
    pkce: { required: (ctx) => !isHybrid(ctx) || ctx.oidc.route === 'pushed_authorization_request' },
    rotateRefreshToken: options.rotateRefreshTokens ?? false,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    clockTolerance: anyTime,
    ttl: {
      AccessToken: (ctx) => withinGrant(tokenSeconds(ctx, 'consent'))(ctx),
      RefreshToken: withinGrant(lifetimeSeconds.refreshToken),
      Grant: lifetimeSeconds.refreshToken,
      ClientCredentials: (ctx) => tokenSeconds(ctx, isUserTokenRequest(ctx) ? 'user' : 'public'),
      AuthorizationCode: lifetimeSeconds.code,
      IdToken: lifetimeSeconds.idToken,
      Interaction: lifetimeSeconds.interaction,
      Session: lifetimeSeconds.interaction,
    },
    interactions: {
      url: (_ctx, interaction) => options.publicUrl + authorisePath(interaction.uid),
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt(
          { name: 'consent', requestable: true },
          new Check('psu_decides', 'the PSU decides at the bank, every time', (ctx) =>
            ctx.oidc.result?.consent?.grantId ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
          ),
        ),
      ],
    },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (ctx, sub, token) => ({
      accountId: sub,
      claims: async () => {
        const grantId = token && 'grantId' in token ? token.grantId : ctx.oidc.entities.Grant?.jti
        const consent = await consentOfGrant(await options.tenantOfTpp(ctx.oidc.client?.clientId), grantId)
        return { sub, ...(consent && { [intentClaim]: consent.consentId }) }
      },
    }),
    renderError: (ctx, out, error) => {
      const description = describeError(ctx, error as LibraryError)
      return options.renderError(ctx, { ...out, ...(description && { error_description: description }) }, error)
    },
  }

  const BankProvider = bankProviderOf(library, beforeGrant)
  const provider = new BankProvider(options.publicUrl, configuration)
  provider.proxy = true
  if (issuesUserTokens) issueUserTokens(provider, library)
  return provider
}
