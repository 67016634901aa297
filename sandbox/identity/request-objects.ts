/**
 * What signed documents of a TPP must say besides what the library checks: its request objects and its client
 * assertions. Pure rules.
 *
 * @module
 */

/** How TPPs sign. FAPI 1.0 Advanced 8.6. */
export const signingAlgorithms = ['PS256', 'ES256'] as const

/** How far the clocks of TPP and bank may differ, in seconds. */
const toleranceSeconds = 15

/** FAPI 1.0 Advanced 5.2.2, items 13 and 17. */
const longestSeconds = 3600

type Claims = Readonly<Record<string, unknown>>

const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e11

/** An instant in words; one that would be in the year 5138 or later is taken for milliseconds. */
const instantProblem = (name: string, value: unknown) =>
  typeof value === 'number' && value >= 1e11
    ? `${name} is ${value}, expected seconds since 1970, not milliseconds`
    : `${name} is no number of seconds since 1970`

/**
 * What is wrong with the claims of a request object, if anything: FAPI 1.0 Advanced 5.2.2.
 *
 * @param now seconds since 1970, on the bank's clock
 */
export function requestObjectProblem(claims: Claims, now: number): string | undefined {
  const missing = ['aud', 'exp', 'nbf'].find((name) => claims[name] === undefined)
  if (missing !== undefined) return `the request object has no ${missing}`
  const { exp, nbf, iat } = claims
  if (!isInstant(exp)) return instantProblem('exp', exp)
  if (!isInstant(nbf)) return instantProblem('nbf', nbf)
  if (iat !== undefined && !isInstant(iat)) return instantProblem('iat', iat)
  const here = `the bank's clock says ${now}`
  if (exp <= now - toleranceSeconds) return `the request object expired: exp is ${exp}, ${here}`
  if (nbf > now + toleranceSeconds) return `the request object is not valid yet: nbf is ${nbf}, ${here}`
  if (nbf < now - longestSeconds - toleranceSeconds) {
    return `nbf is ${nbf}, more than 60 minutes in the past: ${here}`
  }
  if (exp <= nbf) return `exp is ${exp}, expected an instant after nbf, which is ${nbf}`
  if (exp - nbf > longestSeconds) return `exp is ${exp}, more than 60 minutes after nbf, which is ${nbf}`
  return undefined
}

/**
 * What is wrong with the times of a client assertion, if anything. RFC 7523 section 3 lets a server refuse an `exp`
 * that is unreasonably far away.
 *
 * @param now seconds since 1970, on the system clock: libraries date assertions by theirs
 */
export function clientAssertionProblem({ exp, nbf, iat }: Claims, now: number): string | undefined {
  if (!isInstant(exp)) return instantProblem('exp', exp)
  if (nbf !== undefined && !isInstant(nbf)) return instantProblem('nbf', nbf)
  if (iat !== undefined && !isInstant(iat)) return instantProblem('iat', iat)
  const here = `the system clock of the bank says ${now}`
  if (exp <= now - toleranceSeconds) return `client_assertion expired: exp is ${exp}, ${here}`
  if (exp > now + longestSeconds + toleranceSeconds) {
    return `client_assertion has an exp more than 60 minutes ahead: exp is ${exp}, ${here}`
  }
  if (nbf !== undefined && nbf > now + toleranceSeconds) {
    return `client_assertion is not valid yet: nbf is ${nbf}, ${here}`
  }
  return undefined
}
