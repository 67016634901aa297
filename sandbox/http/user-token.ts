/**
 * The user token of a request: which of the TPP's users it is made for. FACTS 15.1; decision 0080.
 *
 * @module
 */
import type { Awaitable } from '../store/store.js'
import { problem, type Reason } from './api-error.js'
import { callerOf, type Exchange } from './exchange.js'
import type { FindUser, UserTokenHeader } from './payment-headers.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a request without a user token is refused, at a bank of this mode (row AUT-REQ-230). */
    needsUserToken(mode: UserTokenHeader['mode']): boolean
    /** Whether a TPP may send a user token that was issued to `issuedTo`. */
    isUserTokenOf(issuedTo: string, tppId: string): boolean
    /** Whether what is wrong with a user token refuses the request. */
    refusesUserToken(wrong: string): boolean
  }
}

export const userTokenRules = {
  needsUserToken: (mode: UserTokenHeader['mode']) => mode === 'required',
  isUserTokenOf: (issuedTo: string, tppId: string) => issuedTo === tppId,
  refusesUserToken: () => true,
}

/** The header of 0.0.1 that public samples carry on every call. FACTS 13 and 15.1. */
const headerOfV0 = 'useragent'

/** Longest value that is looked up. */
const longestToken = 128

/**
 * Takes the user of a request from its user token, or says what is wrong with it. Operations that take none, and a bank that
 * issues none, do not look at it.
 */
export function takeUser(exchange: Exchange, settings: UserTokenHeader, findUser: FindUser): Awaitable<Reason[]> {
  const { operation, tenant, version, request } = exchange
  const { mode, header } = settings
  if (!operation.userToken || mode === 'off') return []
  const sent = request.headers[header] ?? (version === '0.0.1' ? request.headers[headerOfV0] : undefined)
  if (sent === undefined) return tenant.rules.needsUserToken(mode) ? [problem('userTokenMissing', { header })] : []
  const token = String(sent)
  if (token.length < 1 || token.length > longestToken) {
    return wrong(exchange, header, `has ${token.length} characters, expected 1 to ${longestToken}`)
  }
  return look(exchange, header, findUser(token, callerOf(exchange).tpp.clientId))
}

async function look(exchange: Exchange, header: string, looking: ReturnType<FindUser>): Promise<Reason[]> {
  const found = await looking
  if ('problem' in found) return wrong(exchange, header, found.problem)
  exchange.userId = found.userId
  return []
}

const wrong = ({ tenant }: Exchange, header: string, what: string): Reason[] =>
  tenant.rules.refusesUserToken(what) ? [problem('userTokenInvalid', { header, wrong: what })] : []
