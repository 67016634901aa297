/**
 * TPPs of one's own, as options and configuration files name them.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { sampleClientIds } from './tpps.js'

export const TppOptions = Type.Object(
  {
    clientId: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }),
    clientSecret: Type.String({ minLength: 16, maxLength: 256 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    redirectUris: Type.Array(Type.String({ format: 'uri' }), { minItems: 1 }),
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) })),
  },
  { additionalProperties: false },
)

/** A TPP the bank is to know. `requestsPerMinute` defaults to 100, `name` to the client id. */
export type TppOptions = Static<typeof TppOptions>

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** `https` to anywhere else, `http` to this machine (RFC 8252 section 7.3), and no fragment (RFC 6749 section 3.1.2). */
function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, href } = new URL(uri)
  const isLoopback = loopbackHosts.includes(hostname)
  return !href.includes('#') && ((protocol === 'https:' && !isLoopback) || (protocol === 'http:' && isLoopback))
}

/** What no schema can say of a list of TPPs. Shows no secret. */
export function tppMistakes(tpps: readonly TppOptions[]): string[] {
  return tpps.flatMap(({ clientId, redirectUris, jwks }, index) => {
    const at = `tpps[${index}]`
    const first = tpps.findIndex((each) => each.clientId === clientId)
    const keys: readonly object[] = jwks?.keys ?? []
    return [
      ...(first < index ? [`${at}.clientId is ${JSON.stringify(clientId)}, which tpps[${first}] has`] : []),
      ...(sampleClientIds.includes(clientId)
        ? [`${at}.clientId is ${JSON.stringify(clientId)}, which a TPP of the sandbox has`]
        : []),
      ...redirectUris.flatMap((uri, each) =>
        isRedirectUri(uri)
          ? []
          : [
              `${at}.redirectUris[${each}] is ${JSON.stringify(uri)}, expected https, or http on localhost, 127.0.0.1 or [::1], without a fragment`,
            ],
      ),
      ...keys.flatMap((key, each) =>
        'd' in key || 'k' in key ? [`${at}.jwks.keys[${each}] is a secret key, expected a public one`] : [],
      ),
    ]
  })
}
