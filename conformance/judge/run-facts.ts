/**
 * What the whole run shows of a bank and of the way to it, which one exchange cannot: whether a server has ever answered, whether
 * an address is that of an API, whether a PSU ever came back.
 *
 * @module
 */
import { type OperationId, operation, type Version } from '#standard/index.js'
import type { ChainedEntry, EndEntry, IdTokenFacts, JourneyEntry, RunEntry } from '../transcript/entry.js'
import { partAt } from '../transcript/shards.js'
import {
  type Answered,
  baseUnder,
  type ChainedJourney,
  formOf,
  headerValue,
  isAnswered,
  isJourney,
  jsonOf,
  mediaType,
  readJson,
} from './reading.js'

/** What a journey was made for; what is left out may be anything. */
interface Person {
  readonly psu?: JourneyEntry['psu'] | undefined
  readonly decision?: JourneyEntry['decision']
}

export interface RunFacts {
  /** The run, or a part of it, ended before its cases were done. */
  readonly ended: boolean
  /** Why it ended before a case of this key was done, where it did. */
  endOf(key: string): EndEntry | undefined
  /** The entry with this number. */
  at(seq: number): ChainedEntry | undefined
  /** Some complete answer came from the server of this URL. */
  answers(url: string): boolean
  /** The addresses of the authorisation server are those of its own discovery document. */
  readonly discovered: boolean
  /** The issuer that the profile names by hand, and the one that every ID token names in its place. */
  readonly otherIssuer?: { readonly profile: string; readonly bank: string }
  /** The token endpoint has given a token to the TPP of a request. */
  givesTokens(request: Answered['request']): boolean
  /** Some token came from this URL. */
  isTokenEndpoint(url: string): boolean
  /** It has given that TPP none, and refused it where nothing was wrong on purpose. */
  refusesTpp(request: Answered['request']): boolean
  /** The URL is below no base, or below one where something answers as an API does. */
  isApi(url: string): boolean
  /** A journey of this person with this decision ended back at the TPP. */
  cameBack(like: Person): boolean
  /** A journey of this person ended with a code. */
  gotCode(psu?: JourneyEntry['psu']): boolean
  /** The sound request of an operation that was refused where no sound one was taken: refusals of faulty ones prove nothing then. */
  twinOf?(operation: OperationId, version: Version): Answered | undefined
  /** Optional fields that the bank says it never sends. */
  readonly withoutFields: readonly string[]
  /** A request with a signature was taken. */
  readonly signatureTaken: boolean
  /** A list of accounts had an account in it. */
  readonly showsAccounts: boolean
  /** The scopes that the token of an Authorization header was given with, where the token endpoint said so. */
  scopesOf(authorization: string): readonly string[] | undefined
}

/** The facts of a transcript. Cheap to ask: it is read once. */
export function factsOf(transcript: readonly ChainedEntry[]): RunFacts {
  const bySeq = new Map(transcript.map((entry) => [entry.seq, entry]))
  const opening = transcript.find((entry) => entry.kind === 'run')
  const ends = transcript.filter((entry): entry is ChainedEntry & EndEntry => entry.kind === 'end')
  const partOf = partsOf(opening)
  const answered = transcript.filter(isAnswered)
  const journeys = transcript.filter(isJourney)
  const origins = new Set(answered.map(({ request }) => originOf(request.url)))
  const isApi = apiTest(opening, answered)
  const issuing = answered.filter((each) => tokenOf(each).length > 0)
  const tokens = issuing.flatMap(tokenOf)
  const scopes = new Map(tokens.flatMap(({ token, scope }) => (scope === undefined ? [] : [[token, scope] as const])))
  const served = new Set(issuing.map(({ request }) => tppOf(request)))
  const endpoints = new Set(issuing.map(({ request }) => request.url))
  const refused = new Set(answered.filter(isRefusedAtOnce).map(({ request }) => tppOf(request)))
  const back = journeys.filter(({ redirect }) => redirect !== undefined)
  const discovered = answered.some(({ request, response }) => isDiscovery(request.url) && response.status === 200)
  const otherIssuer = discovered ? undefined : issuerOfTokens(opening, answered, journeys)
  return {
    ...(otherIssuer && { otherIssuer }),
    ended: ends.length > 0,
    endOf: (key) => {
      const part = partOf(key)
      return ends.find((end) => part === undefined || end.part === part)
    },
    at: (seq) => bySeq.get(seq),
    answers: (url) => origins.has(originOf(url)),
    discovered,
    givesTokens: (request) => served.has(tppOf(request)),
    isTokenEndpoint: (url) => endpoints.has(url),
    refusesTpp: (request) => !served.has(tppOf(request)) && refused.has(tppOf(request)),
    isApi,
    cameBack: (like) => back.some((journey) => isLike(journey, like)),
    gotCode: (psu) => back.some((journey) => isLike(journey, { psu }) && has(journey, 'code')),
    withoutFields: opening?.profile.withoutFields ?? [],
    signatureTaken: answered.some(({ request, response }) => response.status < 300 && isSigned(request.headers)),
    showsAccounts: answered.some(
      ({ operation, response }) => operation === 'getAccounts' && (accountsIn(response.body) ?? 0) > 0,
    ),
    scopesOf: (authorization) => scopes.get(authorization.replace(/^\S+\s+/, ''))?.split(' '),
  }
}

/** What all ID tokens and redirects that name an issuer name, where it is not that of the profile. */
function issuerOfTokens(
  opening: RunEntry | undefined,
  answered: readonly Answered[],
  journeys: readonly ChainedJourney[],
) {
  const profile = opening?.profile.issuer
  const wrong = (problems: IdTokenFacts['problems']) =>
    problems.find(({ pointer }) => pointer === '/id_token/iss')?.received ?? JSON.stringify(profile)
  const ofTokens = [...answered, ...journeys].flatMap(({ idToken }) => (idToken ? [wrong(idToken.problems)] : []))
  const ofRedirects = journeys.flatMap(({ redirect }) =>
    (redirect?.parameters ?? []).flatMap(([name, value]) => (name === 'iss' ? [JSON.stringify(value)] : [])),
  )
  const [bank, ...others] = new Set([...ofTokens, ...ofRedirects])
  if (profile === undefined || bank === undefined || others.length > 0 || !bank.startsWith('"')) return undefined
  return bank === JSON.stringify(profile) ? undefined : { profile: JSON.stringify(profile), bank }
}

/** Which part of the plan a case was in, where the transcript was joined from parts. */
function partsOf(opening: RunEntry | undefined): (key: string) => number | undefined {
  const { parts, planned = [] } = opening ?? {}
  if (!parts) return () => undefined
  const numbers = new Map(planned.map((key, position) => [key, partAt(position, parts.length)]))
  return (key) => numbers.get(key)
}

export const isDiscovery = (url: string): boolean => url.endsWith('/.well-known/openid-configuration')

export const originOf = (url: string): string => /^https?:\/\/[^/?#]+/i.exec(url)?.[0]?.toLowerCase() ?? url

export const has = ({ redirect }: ChainedJourney, name: string): boolean =>
  redirect?.parameters.some(([each, value]) => each === name && value !== '') ?? false

const isSigned = (headers: Answered['request']['headers']) => headerValue(headers, 'x-jws-signature') !== undefined

/** How many accounts a list has; `undefined` where it is no list. */
export function accountsIn(body: string | undefined): number | undefined {
  const list = (jsonOf(body) as { Data?: { Account?: unknown } | null } | null | undefined)?.Data?.Account
  return Array.isArray(list) ? list.length : undefined
}

/** Who makes a request to the token endpoint: its client id, or what stands for its name and secret. */
const tppOf = ({ headers, body }: Answered['request']): string =>
  new URLSearchParams(body).get('client_id') ?? headerValue(headers, 'authorization') ?? ''

/** A request of the set-up, which is never wrong on purpose, refused for who made it. */
function isRefusedAtOnce({ case: forCase, request, response }: Answered): boolean {
  return (
    forCase === undefined && formOf(request)?.has('grant_type') === true && [400, 401, 403].includes(response.status)
  )
}

/** What nobody wrote down counts as the same. */
function isLike(journey: ChainedJourney, { psu, decision }: Person): boolean {
  const same = <T>(one: T | undefined, other: T | undefined) =>
    one === undefined || other === undefined || one === other
  return same(journey.psu, psu) && same(journey.decision, decision)
}

function tokenOf({ request, response }: Answered): { token: string; scope?: string }[] {
  if (!formOf(request)?.has('grant_type') || response.status !== 200) return []
  const { access_token: token, scope } = (jsonOf(response.body) ?? {}) as Record<string, unknown>
  if (typeof token !== 'string') return []
  return [{ token, ...(typeof scope === 'string' && { scope }) }]
}

/** A base where every sound request is answered as by a server that knows no such address is not that of an API. */
function apiTest(opening: RunEntry | undefined, answered: readonly Answered[]): (url: string) => boolean {
  const baseFor = (url: string) => (opening ? baseUnder(url, opening.profile)?.base : undefined)
  const seen = new Map<string, Set<string>>()
  const right = new Set<string>()
  for (const entry of answered) {
    const base = baseFor(entry.request.url)
    const isSound = entry.operation !== undefined && (entry.deviates ?? []).length === 0
    if (base === undefined || !isSound) continue
    if (answersAsApi(entry)) right.add(base)
    else seen.set(base, (seen.get(base) ?? new Set()).add(isOfBank(entry) ? String(entry.operation) : 'nobody'))
  }
  return (url) => {
    const base = baseFor(url)
    const elsewhere = base === undefined || right.has(base) ? undefined : seen.get(base)
    if (elsewhere === undefined) return true
    // one operation that the bank itself says it does not have is missing; several, or the first of all, are at another address
    const [only, ...others] = elsewhere
    return others.length === 0 && only !== 'nobody' && !isFirst(only as OperationId)
  }
}

/** Nothing has to come before it: whoever finds the API at all finds this. */
const isFirst = (id: OperationId) => operation(id).token === 'public'

const isOfBank = ({ response }: Answered) => headerValue(response.headers, 'x-fapi-interaction-id') !== undefined

function answersAsApi({ response: { status, headers, body } }: Answered): boolean {
  const isElsewhere = status === 404 || status === 405 || status === 410 || (status >= 300 && status < 400)
  const isText = readJson(body).kind === 'text'
  const isPage = isText && (mediaType(headers) === 'text/html' || /^\s*<(!doctype )?html/i.test(body))
  return !isElsewhere && !(isPage && status < 500)
}
