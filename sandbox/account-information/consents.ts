/**
 * Account access consents: create, read, withdraw. Source document, "Account access consent"; FACTS 7.1.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import {
  type AccountAccessConsentRequest,
  type AccountAccessConsentResponse,
  type ErrorDetail,
  isDateTimeOfV0,
  type Permission,
  parseDateTime,
  permissionCombinations,
  permissions as published,
} from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { success } from '../http/answer.js'
import { badRequest, forbidden, notFound, problem } from '../http/api-error.js'
import { callerOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import { oauthRoutes } from '../identity/provider.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { asOf, type ConsentRecord, canMove, move } from './consent.js'
import { endTokens, revokeConsent } from './revocation.js'

export interface ConsentHandlersOptions {
  readonly directory: TenantStore
  readonly publicUrl: string
}

type Handlers = Readonly<
  Record<
    | 'createAccountAccessConsent'
    | 'getAccountAccessConsent'
    | 'patchAccountAccessConsent'
    | 'deleteAccountAccessConsent',
    OperationHandler
  >
>

export function consentHandlers({ directory, publicUrl }: ConsentHandlersOptions): Handlers {
  const onConsent = {
    find: async ({ tenant, request, version }: Exchange) => {
      const { ConsentId } = request.params as { ConsentId: string }
      const consent = await tenant.store.get('consents', ConsentId)
      return consent?.version === version ? asOf(consent, tenant.clock.now()) : undefined
    },
    checkOwnership: (exchange: Exchange) => {
      const isOwn = (exchange.resource as ConsentRecord).tppId === callerOf(exchange).tpp.clientId
      if (!isOwn && !exchange.tenant.faults.allows('consent-of-other-tpp')) {
        throw forbidden('the consent belongs to another TPP')
      }
    },
  } satisfies Partial<OperationHandler>

  return {
    createAccountAccessConsent: {
      checkFields,
      handle: async (exchange) => {
        const { tenant, version } = exchange
        const { Data } = exchange.body as AccountAccessConsentRequest
        const now = tenant.clock.now()
        const consent: ConsentRecord = {
          consentId: randomBytes(16).toString('base64url'),
          tppId: callerOf(exchange).tpp.clientId,
          version,
          status: 'AwaitingAuthorisation',
          createdAt: now,
          statusUpdatedAt: now,
          permissions: keptPermissions(exchange, Data.Permissions),
          ...(Data.ExpirationDateTime && { expirationDateTime: withColon(Data.ExpirationDateTime) }),
          ...(Data.TransactionFromDateTime && { transactionFromDateTime: withColon(Data.TransactionFromDateTime) }),
          ...(Data.TransactionToDateTime && { transactionToDateTime: withColon(Data.TransactionToDateTime) }),
        }
        await tenant.store.transact((transaction) => transaction.put('consents', consent.consentId, consent))
        return success(201, toConsentPayload(consent, pageOf(publicUrl, consent)))
      },
    },

    getAccountAccessConsent: {
      ...onConsent,
      handle: async (exchange) => {
        const consent = exchange.resource as ConsentRecord
        return success(200, toConsentPayload(consent, selfOf(exchange, consent)))
      },
    },

    patchAccountAccessConsent: {
      ...onConsent,
      checkState: (exchange) => {
        const consent = exchange.resource as ConsentRecord
        if (!canWithdraw(exchange.tenant, consent)) throw wrongState(consent.status)
      },
      handle: async (exchange) => {
        const { tenant } = exchange
        const { consentId } = exchange.resource as ConsentRecord
        const outcome = await revokeConsent({ tenant, directory }, consentId, (consent) =>
          canWithdraw(tenant, consent) ? undefined : consent.status,
        )
        if ('refused' in outcome) throw wrongState(outcome.refused === 'unknown' ? 'deleted' : outcome.refused)
        return success(200, toConsentPayload(outcome.consent, selfOf(exchange, outcome.consent)))
      },
    },

    deleteAccountAccessConsent: {
      ...onConsent,
      handle: async (exchange) => {
        const consent = exchange.resource as ConsentRecord
        if (exchange.tenant.faults.allows('withdrawal-without-effect')) return success(204)
        if (exchange.tenant.faults.allows('token-of-withdrawn-consent')) {
          // The faulty bank forgets the consent for its TPP but not for its tokens.
          const hidden: ConsentRecord = {
            ...move(consent, 'Revoked', exchange.tenant.clock.now()),
            consentId: `deleted ${consent.consentId}`,
          }
          await exchange.tenant.store.transact((transaction) => transaction.put('consents', hidden.consentId, hidden))
        }
        await exchange.tenant.store.transact(async (transaction) => {
          if (!(await transaction.get('consents', consent.consentId))) throw notFound('ConsentId')
          transaction.delete('consents', consent.consentId)
        })
        await endTokens({ tenant: exchange.tenant, directory }, consent)
        return success(204)
      },
    },
  }
}

const canWithdraw = ({ faults }: Tenant, consent: ConsentRecord) =>
  canMove(consent, 'Revoked') || faults.allows('withdrawal-in-any-state')

const wrongState = (status: string) =>
  badRequest([problem('Resource.InvalidConsentStatus', `the consent is ${status}`, 'ConsentId')])

/** Where the PSU decides. The TPP adds its redirect address, state and PKCE. FACTS 15.3. */
function pageOf(publicUrl: string, { consentId, tppId }: ConsentRecord): string {
  const parameters = { client_id: tppId, response_type: 'code', scope: 'openid accounts', consent_id: consentId }
  return `${publicUrl}${oauthRoutes.authorization}?${new URLSearchParams(parameters)}`
}

const selfOf = (exchange: Exchange, consent: ConsentRecord) =>
  `${exchange.baseUrl}/account-access-consents/${consent.consentId}`

/** Offsets leave the bank with a colon, whatever came in. FACTS 1. */
const withColon = (dateTime: string) => dateTime.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')

/** Each permission once, in the order asked for. */
function keptPermissions({ tenant }: Exchange, asked: readonly Permission[]): readonly Permission[] {
  const kept = [...new Set(asked)]
  return tenant.faults.allows('narrowed-permissions') ? kept.slice(0, 1) : kept
}

/** The resource as the TPP sees it. */
export function toConsentPayload(consent: ConsentRecord, self: string): AccountAccessConsentResponse {
  return {
    Data: {
      ConsentId: consent.consentId,
      CreationDateTime: toDateTime(consent.createdAt),
      Status: consent.status,
      StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
      Permissions: [...consent.permissions],
      ...(consent.expirationDateTime && { ExpirationDateTime: consent.expirationDateTime }),
      ...(consent.transactionFromDateTime && { TransactionFromDateTime: consent.transactionFromDateTime }),
      ...(consent.transactionToDateTime && { TransactionToDateTime: consent.transactionToDateTime }),
    },
    Risk: {},
    Links: { Self: self },
    Meta: {},
  }
}

/** Dates in their order and permissions in a combination that makes sense; looks at whatever part of the body is sound. */
function checkFields({ body, tenant, version }: Exchange): ErrorDetail[] {
  const data = (body as { Data?: unknown }).Data
  if (typeof data !== 'object' || data === null) return []
  const fields = data as Readonly<Record<string, unknown>>
  const at = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && isDateTimeOfV0(value) ? parseDateTime(value) : undefined
  }
  const problems: ErrorDetail[] = []
  const [expires, from, to] = ['ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime'].map(at)
  if (expires !== undefined && expires <= tenant.clock.now() && !tenant.faults.allows('past-expiry')) {
    problems.push(problem('Field.InvalidDate', 'the expiry is in the past', 'Data.ExpirationDateTime'))
  }
  if (from !== undefined && to !== undefined && from > to && !tenant.faults.allows('reversed-period')) {
    problems.push(problem('Field.InvalidDate', 'the period ends before it begins', 'Data.TransactionFromDateTime'))
  }
  if (version === '1.0.0' && !tenant.faults.allows('any-permission-combination')) {
    problems.push(...combinationProblems(fields.Permissions))
  }
  return problems
}

/** FACTS 5: enforced in 1.0.0 alone. */
function combinationProblems(permissions: unknown): ErrorDetail[] {
  const isSound =
    Array.isArray(permissions) && permissions.length > 0 && permissions.every((each) => published.includes(each))
  if (!isSound) return []
  const asked = permissions as Permission[]
  return permissionCombinations.flatMap(({ needs, ...rule }) => {
    const applies = !('when' in rule) || rule.when.some((permission) => asked.includes(permission))
    if (!applies || needs.some((permission) => asked.includes(permission))) return []
    const why = 'when' in rule ? ` beside ${rule.when.join(' or ')}` : ''
    return [problem('Field.Expected', `${needs.join(' or ')} is needed${why}`, 'Data.Permissions')]
  })
}
