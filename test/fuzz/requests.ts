/**
 * Makes one request after another out of targets, credentials and chance.
 *
 * @module
 */
import { bodyFor } from './bodies.js'
import type { Credentials } from './credentials.js'
import { encodings, headerValue, longText, mediaTypes, pathPieces, values } from './hostile.js'
import type { Random } from './random.js'
import { rawRequest } from './raw-requests.js'
import type { Area, Target } from './targets.js'

type Header = readonly [name: string, value: string]

export interface Sent {
  readonly area: Area
  readonly method: string
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: Buffer
  /** What is written, one part after the other. Latin-1: a character is a byte. */
  readonly parts: readonly Buffer[]
  /** Pause between parts, in milliseconds. */
  readonly pauseMillis: number
  /** `stalls`: something is missing, so that no answer need come. `aborts`: the connection is reset once all is written. */
  readonly ends: 'awaited' | 'stalls' | 'aborts'
  /** Whether the connection can be used again. */
  readonly isFramed: boolean
  /** True for bytes that are no request: there is no method or path. */
  readonly isRaw?: boolean
}

export interface Surroundings {
  readonly host: string
  readonly targets: readonly Target[]
  readonly credentials: Credentials
  /** A header that every well-formed request carries, to find it again. */
  readonly mark: Header
}

export function makeRequest(random: Random, surroundings: Surroundings): Sent {
  if (random.oneIn(40)) return rawRequest(random, surroundings.host)
  const target = random.pick(surroundings.targets)
  const method = random.oneIn(8) ? random.pick(otherMethods) : target.method
  const path = pathFor(random, target, surroundings.credentials)
  const hasBody = target.body !== undefined ? !random.oneIn(20) : random.oneIn(15)
  const body = hasBody ? bodyFor(random, target) : Buffer.alloc(0)
  const headers = headersFor(random, target, surroundings)
  return { area: target.area, method, path, headers, body, ...framed(random, method, path, headers, body, hasBody) }
}

const otherMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'CONNECT',
  'LOCK',
  'SEARCH',
  'get',
  'FOO',
]

function pathFor(random: Random, target: Target, { ids }: Credentials): string {
  let path = target.path.replaceAll(/\{(\w+)\}/g, () =>
    random.oneIn(2)
      ? random.pick(ids)
      : random.oneIn(10)
        ? longText(random, random.pick([300, 5000, 15_000])).replaceAll(/[ "]/g, 'x')
        : random.pick(pathPieces),
  )
  const change = random.below(30)
  if (change === 0) path += `/${random.pick(pathPieces)}`
  if (change === 1) path = path.replaceAll('/', '//')
  if (change === 2) path = path.toUpperCase()
  if (change === 3) path = path.replace(/[^/]*$/, random.pick(pathPieces))
  if (change === 4) path = path.replace(/^\/[^/]*/, `/${random.pick(pathPieces)}`)
  if (change === 5) path = `http://${random.pick(['bank', '127.0.0.1', 'evil.example'])}${path}`
  if (change === 6) path = random.pick(['*', '/', '//', '?', '/?', `/${'../'.repeat(20)}etc/passwd`])
  const query = queryFor(random, target)
  return (path + query).replaceAll(/[ \r\n\t]/g, '+') || '/'
}

const queryNames = [
  'page',
  'pageSize',
  'fromBookingDateTime',
  'toBookingDateTime',
  'lang',
  'changed',
  'ui_locales',
  'x',
  '__proto__',
  'page[]',
  '',
]
const authorisationNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'claims',
  'request',
  'request_uri',
  'consent_id',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'response_mode',
  'max_age',
]
const authorisationValues = [
  'code',
  'code id_token',
  'fuzz-a',
  'https://tpp.example/fuzz',
  'openid accounts',
  'S256',
  'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  '{"id_token":{"openbanking_intent_id":{"value":"x"}}}',
  '{"userinfo":null}',
  'a.b.c',
  'eyJhbGciOiJub25lIn0.e30.',
  'urn:ietf:params:oauth:request_uri:x',
  'query',
  'login',
]

function queryFor(random: Random, { path }: Target): string {
  if (random.oneIn(2) && !path.startsWith('/oauth2/authorize')) return ''
  const isAuthorisation = path.startsWith('/oauth2/authorize')
  const names = isAuthorisation && !random.oneIn(5) ? authorisationNames : queryNames
  const pool = isAuthorisation ? [...authorisationValues, ...authorisationValues, ...values] : values
  const raw = (text: string) =>
    random.oneIn(8) ? text.replaceAll(/[^\x21-\xff]/g, '') : encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))
  if (random.oneIn(25)) return `?${longText(random, random.pick([2000, 15_000])).replaceAll(/[ \r\n]/g, '+')}`
  const count = random.pick([1, 2, 3, isAuthorisation ? 10 : 4])
  return `?${Array.from({ length: count }, () => `${raw(random.pick(names))}=${raw(random.pick(pool))}`).join('&')}`
}

function headersFor(random: Random, { area, type }: Target, { host, credentials, mark }: Surroundings): Header[] {
  const headers: Header[] = [mark]
  if (!random.oneIn(100)) headers.push(['Host', random.oneIn(50) ? headerValue(random) : host])
  const authorization = authorizationFor(random, area, credentials)
  if (authorization !== undefined) headers.push(['Authorization', authorization])
  if (type && !random.oneIn(20)) headers.push(['Content-Type', random.oneIn(5) ? random.pick(mediaTypes) : type])
  else if (random.oneIn(6)) headers.push(['Content-Type', random.pick(mediaTypes)])
  if (random.oneIn(4))
    headers.push([
      'Accept',
      random.oneIn(2) ? headerValue(random) : random.pick(['*/*', 'text/html', 'application/json']),
    ])
  if (random.oneIn(12)) headers.push(['Content-Encoding', random.pick(encodings)])
  const optional = [
    'x-fapi-interaction-id',
    'x-fapi-auth-date',
    'x-fapi-customer-ip-address',
    'x-idempotency-key',
    'x-user-token',
    'x-jws-signature',
    'UserAgent',
    'Accept-Charset',
    'Accept-Language',
    'Accept-Encoding',
    'Cookie',
    'Origin',
    'Expect',
    'Upgrade',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-HTTP-Method-Override',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'X-Long',
    'Connection',
    'Authorization',
  ]
  while (random.oneIn(2) && headers.length < 30) headers.push([random.pick(optional), headerValue(random)])
  if (random.oneIn(200)) for (let count = 0; count < 1500; count += 1) headers.push([`x${count}`, '1'])
  if (random.oneIn(30)) headers.push(random.pick(headers))
  if (random.oneIn(10)) headers.push(['x-jws-signature', signatureFor(random)])
  const { userTokens } = credentials
  if (area === 'api') headers.push(['x-user-token', random.pick(random.oneIn(4) ? userTokens : userTokens.slice(0, 2))])
  if (random.oneIn(10)) headers.push(['x-idempotency-key', random.pick(['k', 'x'.repeat(41), '\xa0k', ''])])
  if (random.oneIn(30)) headers.push(['Cookie', cookieFor(random)])
  return headers
}

/** What looks like a message signature, more or less. */
function signatureFor(random: Random): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const family = random.pick(['http://openbanking.org.bh', 'http://openbanking.org.uk', '__proto__'])
  const names = ['iat', 'iss', 'tan'].map((name) => `${family}/${name}`)
  const any = () =>
    random.pick<unknown>(['PS256', 'none', 'fuzz-key', 'fuzz-a', 1, -1, 1e300, null, [], {}, names, 'a.b', ''])
  const header = {
    alg: random.oneIn(3) ? any() : 'PS256',
    kid: random.oneIn(3) ? any() : 'fuzz-key',
    crit: random.oneIn(3) ? any() : names,
    ...Object.fromEntries(names.map((name, index) => [name, random.oneIn(3) ? any() : [1, 'fuzz-a', 'a.b'][index]])),
  }
  const first = random.oneIn(8) ? random.pick(['W10', 'bnVsbA', '!', 'e30', '']) : encode(header)
  return [first, random.oneIn(8) ? encode({}) : '', random.pick(['', 'c2ln', '!', 'x'.repeat(342)])].join('.')
}

const cookieFor = (random: Random) => {
  const names = [
    'psu_visit',
    'psu_session',
    '_interaction',
    '_interaction.sig',
    '_interaction_resume',
    '_session',
    '__proto__',
  ]
  return Array.from(
    { length: random.pick([1, 5, 300]) },
    () => `${random.pick(names)}=${random.pick(['x'.repeat(43), '%', '"', 'a=b', ''])}`,
  ).join('; ')
}

function authorizationFor(random: Random, area: Area, { bearers, basics }: Credentials): string | undefined {
  const kind = random.below(12)
  if (kind === 0) return undefined
  if (kind === 1)
    return random.pick([
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Basic',
      'Basic !!!',
      'Basic eDp5',
      'Basic Og==',
      'Basic JTp4',
      'x',
      'DPoP x',
    ])
  if (kind === 2) return `${random.pick(['Bearer', 'Basic'])} ${headerValue(random)}`
  return area === 'oauth' ? random.pick(basics) : `Bearer ${random.pick(bearers)}`
}

function framed(
  random: Random,
  method: string,
  path: string,
  headers: readonly Header[],
  body: Buffer,
  hasBody: boolean,
): Pick<Sent, 'parts' | 'pauseMillis' | 'ends' | 'isFramed'> {
  const head = (more: readonly Header[]) =>
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\n${[...headers, ...more].map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      'latin1',
    )
  const length = String(body.length)
  const wellFramed = { pauseMillis: 0, ends: 'awaited', isFramed: true } as const
  if (!hasBody) return { ...wellFramed, parts: [head([])] }
  switch (random.below(30)) {
    case 0:
      return {
        ...wellFramed,
        parts: [head([['Content-Length', String(body.length + 1 + random.below(1e9))]]), body],
        ends: 'stalls',
      }
    case 1:
      return {
        ...wellFramed,
        parts: [head([['Content-Length', String(random.below(body.length + 1))]]), body],
        isFramed: false,
      }
    case 2:
      return {
        ...wellFramed,
        parts: [head([['Content-Length', random.pick(['-1', '1e3', '0x10', '9'.repeat(30), 'x', ''])]]), body],
        isFramed: false,
        ends: 'stalls',
      }
    case 3:
      return {
        ...wellFramed,
        parts: [
          head([
            ['Content-Length', length],
            ['Transfer-Encoding', 'chunked'],
          ]),
          body,
        ],
        isFramed: false,
        ends: 'stalls',
      }
    case 4:
      return {
        ...wellFramed,
        parts: [head([['Transfer-Encoding', random.pick(['gzip', 'chunked, gzip', 'x', 'identity'])]]), body],
        isFramed: false,
        ends: 'stalls',
      }
    case 5:
      return {
        ...wellFramed,
        parts: [head([['Content-Length', length]]), body.subarray(0, body.length >> 1)],
        ends: 'aborts',
      }
    case 6: {
      const middle = body.length >> 1
      return {
        ...wellFramed,
        parts: [head([['Content-Length', length]]), body.subarray(0, middle), body.subarray(middle)],
        pauseMillis: 20,
      }
    }
    case 7:
    case 8:
    case 9:
      return {
        ...wellFramed,
        parts: [head([['Transfer-Encoding', 'chunked']]), ...chunked(body, random.pick([1, 1000, 65_536]))],
      }
    case 10:
      return {
        ...wellFramed,
        parts: [
          head([['Transfer-Encoding', 'chunked']]),
          Buffer.from(random.pick(['zz\r\n', '5\r\nab', 'FFFFFFFFFFFFFFFFF\r\n', '-1\r\n\r\n'])),
          body,
        ],
        isFramed: false,
        ends: 'stalls',
      }
    default:
      return { ...wellFramed, parts: [head([['Content-Length', length]]), body] }
  }
}

/** A chunked body; of tiny chunks only the beginning, for each has six bytes around it. */
function chunked(body: Buffer, size: number): Buffer[] {
  const sent = size === 1 ? body.subarray(0, 2000) : body
  const chunks: Buffer[] = []
  for (let at = 0; at < sent.length; at += size) {
    const chunk = sent.subarray(at, at + size)
    chunks.push(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]))
  }
  return [Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])]
}
