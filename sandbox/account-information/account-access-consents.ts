/**
 * Account access consents: create, read, withdraw. Source document, "Account access consent"; FACTS 7.1.
 *
 * @module
 */
import {
  type AccountAccessConsentRequest,
  type AccountAccessConsentResponse,
  isDateTimeOfV0,
  type Permission,
  parseDateTime,
  permissionCombinations,
  permissions as published,
} from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import {
  type AccountConsent,
  authorisationAddress,
  consentAskedFor,
  consentRecords,
  isAccountConsent,
} from '../consents/consent.js'
import { deleteConsent, revokeConsent } from '../consents/revocation.js'
import { success } from '../http/answer.js'
import { problem, type Reason, refusal } from '../http/api-error.js'
import { onConsentOfPath } from '../http/consent-of-path.js'
import { callerOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Tenant } from '../tenants/tenant.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether this expiry is accepted. Instants. */
    isExpiryAccepted(expiresAt: number, now: number): boolean
    /** Whether this period of transactions is accepted. Instants, both inclusive. */
    isPeriodAccepted(from: number, to: number): boolean
    /** The permissions that a combination lacks. FACTS 5. */
    missingPermissions(asked: readonly Permission[]): readonly MissingPermission[]
    /** The permissions of a new consent: each once, in the requested order. */
    keptPermissions(asked: readonly Permission[]): readonly Permission[]
  }
}

/** One of `needs` must be requested too, because of `beside`; without `beside` it is always required. */
export interface MissingPermission {
  readonly needs: readonly Permission[]
  readonly beside?: readonly Permission[]
}

export const accountConsentRules = {
  isExpiryAccepted: (expiresAt: number, now: number) => expiresAt > now,
  isPeriodAccepted: (from: number, to: number) => from <= to,
  missingPermissions,
  keptPermissions: (asked: readonly Permission[]) => [...new Set(asked)],
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

/** @param authorisationEndpoint where a PSU is sent to decide */
export function consentHandlers(authorisationEndpoint: string): Handlers {
  const onConsent = onConsentOfPath(isAccountConsent)

  return {
    createAccountAccessConsent: {
      checkFields,
      handle: async (exchange) => {
        const { tenant, version } = exchange
        const { Data } = exchange.body as AccountAccessConsentRequest
        const consent: AccountConsent = {
          ...consentAskedFor('accounts', { tppId: callerOf(exchange).tpp.clientId, version, now: tenant.clock.now() }),
          permissions: tenant.rules.keptPermissions(Data.Permissions),
          ...(Data.ExpirationDateTime && { expirationDateTime: withColon(Data.ExpirationDateTime) }),
          ...(Data.TransactionFromDateTime && { transactionFromDateTime: withColon(Data.TransactionFromDateTime) }),
          ...(Data.TransactionToDateTime && { transactionToDateTime: withColon(Data.TransactionToDateTime) }),
        }
        await tenant.store.transact((transaction) => transaction.put(consentRecords, consent.consentId, consent))
        return success(201, toConsentPayload(consent, authorisationAddress(authorisationEndpoint, consent)))
      },
    },

    getAccountAccessConsent: {
      ...onConsent,
      handle: async (exchange) => {
        const consent = exchange.resource as AccountConsent
        return success(200, toConsentPayload(consent, selfOf(exchange, consent)))
      },
    },

    patchAccountAccessConsent: {
      ...onConsent,
      checkState: (exchange) => {
        const consent = exchange.resource as AccountConsent
        if (!exchange.tenant.rules.canWithdraw(consent))
          throw refusal('consentNotWithdrawable', { status: consent.status })
      },
      handle: async (exchange) => {
        const { tenant } = exchange
        const { consentId } = exchange.resource as AccountConsent
        const outcome = await revokeConsent(tenant, consentId, 'tpp', (consent) =>
          tenant.rules.canWithdraw(consent) ? undefined : consent.status,
        )
        if ('refused' in outcome) {
          const status = outcome.refused === 'unknown' ? 'deleted' : outcome.refused
          throw refusal('consentNotWithdrawable', { status })
        }
        return success(
          200,
          toConsentPayload(outcome.consent as AccountConsent, selfOf(exchange, outcome.consent as AccountConsent)),
        )
      },
    },

    deleteAccountAccessConsent: {
      ...onConsent,
      handle: async (exchange) => {
        const existed = await deleteConsent(exchange.tenant, exchange.resource as AccountConsent)
        if (!existed) throw refusal('resourceUnknown', { parameter: 'ConsentId' })
        return success(204)
      },
    },
  }
}

const selfOf = (exchange: Exchange, consent: AccountConsent) =>
  `${exchange.baseUrl}/account-access-consents/${consent.consentId}`

/** Writes the offset with a colon, also where it was received without one. FACTS 1. */
const withColon = (dateTime: string) => dateTime.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')

/** The payload of a consent. */
function toConsentPayload(consent: AccountConsent, self: string): AccountAccessConsentResponse {
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

/** Checks the order of dates and the combination of permissions, as far as the body is valid. */
function checkFields({ body, tenant: { rules, clock }, version }: Exchange): Reason[] {
  const data = (body as { Data?: unknown }).Data
  if (typeof data !== 'object' || data === null) return []
  const fields = data as Readonly<Record<string, unknown>>
  const at = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && isDateTimeOfV0(value) ? parseDateTime(value) : undefined
  }
  const problems: Reason[] = []
  const [expires, from, to] = ['ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime'].map(at)
  if (expires !== undefined && !rules.isExpiryAccepted(expires, clock.now())) {
    problems.push(problem('expiryInThePast'))
  }
  if (from !== undefined && to !== undefined && !rules.isPeriodAccepted(from, to)) {
    problems.push(problem('transactionPeriodReversed'))
  }
  // FACTS 5: enforced in 1.0.0 only
  if (version === '1.0.0') problems.push(...combinationProblems(fields.Permissions, rules))
  return problems
}

function combinationProblems(permissions: unknown, rules: Tenant['rules']): Reason[] {
  const isSound =
    Array.isArray(permissions) && permissions.length > 0 && permissions.every((each) => published.includes(each))
  if (!isSound) return []
  return rules.missingPermissions(permissions as Permission[]).map((missing) => problem('permissionNeeded', missing))
}

function missingPermissions(asked: readonly Permission[]): MissingPermission[] {
  return permissionCombinations.flatMap(({ needs, ...rule }) => {
    const applies = !('when' in rule) || rule.when.some((permission) => asked.includes(permission))
    if (!applies || needs.some((permission) => asked.includes(permission))) return []
    return [{ needs, ...('when' in rule && { beside: rule.when }) }]
  })
}
