/**
 * The authorisation server: oidc-provider, set up the way FACTS 4 describes it.
 *
 * @module
 */
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { unauthorisedConsentMillis } from '../account-information/consent.js'
import type { Clock } from '../clock/system-clock.js'
import type { Awaitable } from '../store/awaitable.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { createAdapterFactory } from './adapter.js'
import { bindConsent, intentClaim } from './consent-binding.js'
import type { BankSecrets } from './keys.js'
import { loadOidcProvider } from './library.js'

/** Paths of the authorisation server below the public URL. */
export const oauthRoutes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  userinfo: '/oauth2/userinfo',
  pushed_authorization_request: '/oauth2/par',
} as const

/** Path of the PSU's page for one authorisation. */
export const authorisePath = (uid: string) => `/authorise/${uid}`

/** How parameters travel back to the TPP. Form post, which the library adds, needs a page with a script. */
export const responseModes: readonly string[] = ['query', 'fragment']

/** A TPP ends, and looks into, its own tokens only. */
const ofTheSameTpp = async (
  _ctx: unknown,
  { clientId }: { clientId: string },
  token: { clientId?: string | undefined },
) => token.clientId === clientId

/** Scopes a TPP can ask for. */
const scopes: readonly string[] = ['openid', 'accounts', 'payments']

/**
 * Lives in seconds. FACTS 4.4 and 15.13. An interaction is kept for as long as an undecided consent, beyond the time a PSU has to
 * decide, so that a PSU who comes back too late is sent to the TPP with an error and does not end at the bank.
 */
export const lives = {
  accessToken: 1800,
  code: 60,
  refreshToken: 90 * 86_400,
  idToken: 3600,
  interaction: unauthorisedConsentMillis / 1000,
} as const

/** What an ID token says of how the PSU was authenticated: with a password and a one-time code. */
export const scaAcr = 'urn:openbanking:psd2:sca'

export interface ProviderOptions {
  /** Public URL of the bank, without a trailing slash: the issuer. */
  readonly publicUrl: string
  readonly directory: TenantStore
  readonly system: Clock
  readonly secrets: BankSecrets
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
  /** Shows the PSU a fault that cannot go back to the TPP. */
  renderError: NonNullable<Configuration['renderError']>
}

/** Adds to the query of the TPP's address, every character of which stays as it is (RFC 6749 section 3.1.2). */
const sendInQuery: Parameters<Provider['registerResponseMode']>[1] = (ctx, redirectUri, payload) => {
  const parameters = new URLSearchParams(payload as Record<string, string>)
  ctx.status = 303
  ctx.redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`)
}

const isHybrid = (ctx: KoaContextWithOIDC) => String(ctx.oidc.params?.response_type).includes('id_token')

export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const library = await loadOidcProvider()
  const { Prompt, Check } = library.interactionPolicy
  const { errors } = library

  const checkBinding = async (ctx: KoaContextWithOIDC) => {
    const parameters = ctx.oidc.params ?? {}
    const tppId = ctx.oidc.client?.clientId ?? ''
    const binding = await bindConsent(await options.tenantOfTpp(tppId), tppId, parameters)
    if ('refusal' in binding) throw new errors.InvalidRequest(binding.refusal)
    if (parameters.scope !== undefined && !String(parameters.scope).split(' ').includes('accounts')) {
      throw new errors.InvalidScope('an account access consent is authorised with the scope accounts', 'accounts')
    }
  }

  /** At most `seconds`, and never longer than the grant, which ends with its consent. */
  const withinGrant = (seconds: number) => (ctx: KoaContextWithOIDC) => {
    const end = ctx.oidc.entities.Grant?.exp
    const left = end === undefined ? seconds : end - Math.floor(options.system.now() / 1000)
    return Math.max(1, Math.min(seconds, left))
  }

  const configuration: Configuration = {
    adapter: createAdapterFactory({
      directory: options.directory,
      system: options.system,
      clockOf: async (clientId) => (await options.tenantOfTpp(clientId)).clock,
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
    acrValues: [scaAcr, 'urn:openbanking:psd2:ca'],
    responseTypes: ['code', 'code id_token'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic'],
    enabledJWA: {
      idTokenSigningAlgValues: ['PS256'],
      requestObjectSigningAlgValues: ['PS256'],
      userinfoSigningAlgValues: ['PS256'],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      claimsParameter: { enabled: true },
      // FAPI 1.0 part 2 for whoever asks for an ID token beside the code or signs requests: s_hash, and nonce is needed.
      fapi: {
        enabled: true,
        profile: (ctx, client) => (isHybrid(ctx) || client?.jwks ? '1.0 Final' : undefined),
      },
      requestObjects: {
        enabled: true,
        // FACTS 4.3: without `nbf`, which the profile would demand
        assertJwtClaimsAndHeader: (_ctx, claims) => {
          for (const claim of ['aud', 'exp']) {
            if (claims[claim] === undefined) throw new errors.InvalidRequestObject(`the request object has no ${claim}`)
          }
        },
      },
      revocation: { enabled: true, allowedPolicy: ofTheSameTpp },
      introspection: { enabled: true, allowedPolicy: ofTheSameTpp },
      pushedAuthorizationRequests: { enabled: true },
    },
    extraParams: { consent_id: checkBinding },
    pkce: { required: (ctx) => !isHybrid(ctx) },
    // The library passes over scopes it does not know; RFC 6749 section 5.2 has a name for them.
    extraTokenClaims: (ctx) => {
      const unknown = String(ctx.oidc.body?.scope ?? '')
        .split(' ')
        .find((scope) => scope && !scopes.includes(scope))
      if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown)
      return undefined
    },
    rotateRefreshToken: false,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    clockTolerance: 15,
    ttl: {
      AccessToken: withinGrant(lives.accessToken),
      RefreshToken: withinGrant(lives.refreshToken),
      Grant: lives.refreshToken,
      ClientCredentials: lives.accessToken,
      AuthorizationCode: lives.code,
      IdToken: lives.idToken,
      Interaction: lives.interaction,
      Session: lives.interaction,
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
        const tenant = await options.tenantOfTpp(ctx.oidc.client?.clientId)
        const [consent] = grantId === undefined ? [] : await tenant.store.find('consents', 'grantId', grantId)
        return { sub, ...(consent && { [intentClaim]: consent.consentId }) }
      },
    }),
    renderError: options.renderError,
  }

  /** Without the modes we do not offer. */
  class BankProvider extends library.Provider {
    override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
      if (responseModes.includes(name)) super.registerResponseMode(name, name === 'query' ? sendInQuery : handler)
    }
  }

  const provider = new BankProvider(options.publicUrl, configuration)
  provider.proxy = true
  return provider
}
