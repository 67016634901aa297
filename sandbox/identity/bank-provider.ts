/**
 * oidc-provider with what its configuration cannot say: fewer response modes, descriptions of errors in redirects, and
 * the scopes of client credentials.
 *
 * @module
 */
import type * as OidcProvider from 'oidc-provider'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { withDescription } from './error-answers.js'

/** How parameters are returned to the TPP. Form post, which the library adds, needs a page with a script. */
export const responseModes: readonly string[] = ['query', 'fragment']

/** Scopes of the bank's API: what a TPP gets with client credentials when it names none. */
const apiScopes: readonly string[] = ['accounts', 'payments']

/** Scopes a TPP can ask for. */
export const scopes: readonly string[] = ['openid', ...apiScopes]

type GrantHandler = (ctx: KoaContextWithOIDC) => void | Promise<void>

type ResponseMode = Parameters<Provider['registerResponseMode']>[1]

/** Adds to the query of the TPP's address, every character of which stays as it is (RFC 6749 section 3.1.2). */
const sendInQuery: ResponseMode = (ctx, redirectUri, payload) => {
  const parameters = new URLSearchParams(payload as Record<string, string>)
  ctx.status = 303
  ctx.redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`)
}

/** A response mode that tells the TPP what exactly is wrong. */
const describing =
  (send: ResponseMode): ResponseMode =>
  (ctx, redirectUri, payload) =>
    send(ctx, redirectUri, withDescription(ctx, payload) as typeof payload)

/**
 * The provider of the bank.
 *
 * @param beforeGrant called before a grant is given, when the TPP is known
 */
export function bankProviderOf(
  { Provider: Base, errors }: typeof OidcProvider,
  beforeGrant: (ctx: KoaContextWithOIDC) => Promise<void>,
): typeof OidcProvider.Provider {
  /** The scopes of a token for client credentials: those asked for, else all of the API (RFC 6749 section 3.3). */
  const scopeOfTpp = (asked: unknown): string => {
    const named = String(asked ?? '')
      .split(' ')
      .filter(Boolean)
    const unknown = named.find((scope) => !scopes.includes(scope))
    if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown)
    if (named.length > 0 && !named.some((scope) => apiScopes.includes(scope))) {
      throw new errors.InvalidScope(`a token of a TPP needs the scope ${apiScopes.join(' or ')}`, named.join(' '))
    }
    return (named.length > 0 ? named : apiScopes).join(' ')
  }

  return class extends Base {
    /** Without the response modes we do not offer. */
    override registerResponseMode(name: string, handler: ResponseMode): void {
      if (!responseModes.includes(name)) return
      super.registerResponseMode(name, describing(name === 'query' ? sendInQuery : handler))
    }

    /** With a default scope, and an error for unknown ones, which the library ignores (RFC 6749 section 5.2). */
    override registerGrantType(
      name: string,
      given: (ctx: never) => unknown,
      ...rest: [names?: unknown, twice?: unknown]
    ): void {
      const handle = given as GrantHandler
      const prepared: GrantHandler = async (ctx) => {
        const { params } = ctx.oidc
        if (name === 'client_credentials' && params) params.scope = scopeOfTpp(params.scope)
        await beforeGrant(ctx)
        return handle(ctx)
      }
      super.registerGrantType(name, prepared as never, ...(rest as []))
    }
  }
}
