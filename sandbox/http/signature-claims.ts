/**
 * What a message signature says in its header, and what is wrong with it, as pure functions. FACTS 2.2 and 15.4.
 *
 * @module
 */

/** The names of the private claims, without their family. */
const privateNames = ['iat', 'iss', 'tan'] as const

/** The families of names. The bank signs with the first (row SIG-REQ-180). */
export const claimFamilies = ['http://openbanking.org.bh', 'http://openbanking.org.uk'] as const

type Family = readonly [iat: string, iss: string, tan: string]

const namesOf = (family: string) => privateNames.map((name) => `${family}/${name}`) as unknown as Family

const [ours, ...others] = claimFamilies.map(namesOf) as [Family, ...Family[]]

/** The private claims the bank signs with. */
export const bankClaims = ours

type Header = Readonly<Record<string, unknown>>

/** The private claims of a signature, in the family of the first that it has. */
export const familyOf = (header: Header): Family =>
  others.find((family) => !ours.some((claim) => claim in header) && family.some((claim) => claim in header)) ?? ours

/** A detached JWS, taken apart. */
export interface DetachedSignature {
  readonly header: Header
  readonly protectedPart: string
  readonly signaturePart: string
}

const base64url = /^[A-Za-z0-9_-]+$/

/** The parts of a compact JWS without its payload (RFC 7515 appendix F); `undefined` where it is none. A signature may be empty (RFC 7515 appendix A.5). */
export function readSignature(text: string): DetachedSignature | undefined {
  const [protectedPart = '', payload, signaturePart = '', ...more] = text.split('.')
  if (payload !== '' || more.length > 0 || !base64url.test(protectedPart + signaturePart)) return undefined
  try {
    const bytes = Buffer.from(protectedPart, 'base64url')
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof header !== 'object' || header === null || Array.isArray(header)) return undefined
    return { header: header as Header, protectedPart, signaturePart }
  } catch {
    return undefined
  }
}

/** The header parameters that are needed and not there. */
export const missingClaims = (header: Header): readonly string[] =>
  ['alg', 'kid', 'crit', ...familyOf(header)].filter((claim) => !Object.hasOwn(header, claim))

/** What the claims of a signature are compared with. */
export interface ClaimFacts {
  /** The present, in milliseconds. */
  readonly now: number
  readonly tppId: string
  /** The ids of the keys that the TPP has registered. */
  readonly keyIds: readonly (string | undefined)[]
  /** The media type of the file that is signed; a signature of JSON has none. */
  readonly fileType?: string | undefined
}

/** How far the clock of a TPP may be ahead, in seconds. */
const aheadSeconds = 60

const dnsName =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

const contentTypes: readonly unknown[] = [undefined, 'json', 'application/json']

/** Whether `cty` says what is signed; of a file its media type (row SIG-REQ-130). */
const isContentType = (cty: unknown, fileType: string | undefined) =>
  fileType === undefined ? contentTypes.includes(cty) : cty === undefined || cty === fileType

/** The header parameters that are not as they should be. */
export function invalidClaims(header: Header, { now, tppId, keyIds, fileType }: ClaimFacts): readonly string[] {
  const [iat, iss, tan] = familyOf(header)
  const { alg, kid, typ, cty, crit, b64 } = header
  const issuedAt = header[iat]
  const checks: readonly (readonly [claim: string, isValid: boolean])[] = [
    ['alg', alg === 'PS256'],
    ['kid', typeof kid === 'string' && keyIds.includes(kid)],
    ['typ', typ === undefined || typ === 'JOSE'],
    ['cty', isContentType(cty, fileType)],
    ['crit', isOnly(crit, [iat, iss, tan])],
    [
      iat,
      typeof issuedAt === 'number' &&
        Number.isSafeInteger(issuedAt) &&
        issuedAt > 0 &&
        issuedAt <= now / 1000 + aheadSeconds,
    ],
    [iss, isSigner(header[iss], tppId)],
    [tan, typeof header[tan] === 'string' && dnsName.test(header[tan])],
    // FACTS 2.2: the payload is base64url
    ['b64', b64 === undefined],
  ]
  return checks.flatMap(([claim, isValid]) => (isValid ? [] : [claim]))
}

/** Whether a list has these names, each once, and no other. */
const isOnly = (list: unknown, names: readonly string[]) =>
  Array.isArray(list) && list.length === names.length && names.every((name) => list.includes(name))

/** The TPP's id, or the subject of a certificate with it as common name. */
const isSigner = (issuer: unknown, tppId: string) =>
  typeof issuer === 'string' &&
  (issuer === tppId || issuer.split(',').some((part) => part.trim().toLowerCase() === `cn=${tppId.toLowerCase()}`))
