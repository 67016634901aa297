/**
 * TPPs in options and configuration files.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '#standard/index.js'
import { isRedirectUri, sampleClientIds } from './tpps.js'

const clientIdPattern = '^[A-Za-z0-9._-]{1,64}$'

export const TppOptions = Type.Object(
  {
    clientId: Type.String({ pattern: clientIdPattern }),
    clientSecret: Type.String({ minLength: 16, maxLength: 256 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    redirectUris: Type.Array(Type.String({ format: 'uri' }), { minItems: 1 }),
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    signatures: Type.Optional(oneOf(['off', 'honoured', 'demanded'])),
    jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) })),
  },
  { additionalProperties: false },
)

/**
 * A TPP to register. It authenticates with `clientSecret`, in the header or in the body, or signs with a key of `jwks`;
 * request objects and messages are signed with a key of `jwks` too. `signatures` says how signatures are treated with this TPP. `requestsPerMinute` defaults to 100, `name` to the client id. */
export type TppOptions = Static<typeof TppOptions>

/**
 * Mistakes in a list of TPPs that a schema cannot express. Shows no secret.
 *
 * @param isSound whether the TPP at this index fits the schema: the others are left out
 */
export function tppMistakes(tpps: readonly TppOptions[], isSound: (index: number) => boolean = () => true): string[] {
  return tpps.flatMap((tpp, index) => {
    if (!isSound(index)) return []
    const at = `tpps[${index}]`
    const first = tpps.findIndex((each) => each?.clientId === tpp.clientId)
    const keys: readonly object[] = tpp.jwks?.keys ?? []
    return [
      ...(first < index ? [`${at}.clientId is ${JSON.stringify(tpp.clientId)}, which tpps[${first}] has`] : []),
      ...(sampleClientIds.includes(tpp.clientId)
        ? [`${at}.clientId is ${JSON.stringify(tpp.clientId)}, which a TPP of the sandbox has`]
        : []),
      ...credentialMistakes(at, tpp),
      ...tpp.redirectUris.flatMap((uri, each) =>
        isRedirectUri(uri)
          ? []
          : [
              `${at}.redirectUris[${each}] is ${JSON.stringify(uri)}, expected https, or http on localhost, 127.0.0.1 or [::1], without a fragment`,
            ],
      ),
      ...keys.flatMap((key, each) => keyMistake(`${at}.jwks.keys[${each}]`, key) ?? []),
    ]
  })
}

/** What no request can carry (RFC 6749 appendices A.1 and A.2: printable ASCII). */
function credentialMistakes(at: string, { clientId, clientSecret }: TppOptions): string[] {
  const place = clientSecret.search(/[^\x20-\x7e]/)
  return [
    ...(new RegExp(clientIdPattern).test(clientId)
      ? []
      : [`${at}.clientId is ${JSON.stringify(clientId)}, expected 1 to 64 letters, digits or . _ -`]),
    ...(place < 0
      ? []
      : [`${at}.clientSecret has character ${place + 1} outside printable ASCII: no request can carry it`]),
  ]
}

/** What is wrong with a key: it is secret, or none that a signature is checked with. */
function keyMistake(at: string, key: object): string | undefined {
  const { kty, crv, alg, use }: Readonly<Record<string, unknown>> = { ...key }
  if ('d' in key || 'k' in key) return `${at} is a secret key, expected a public one`
  const fits = kty === 'RSA' ? 'PS256' : kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined
  if (fits === undefined) return `${at} is no key for PS256 (RSA) or ES256 (EC with P-256)`
  if (alg !== undefined && alg !== fits) return `${at} has an alg that is not ${fits}`
  return use === undefined || use === 'sig' ? undefined : `${at} has a use that is not sig`
}
