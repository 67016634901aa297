/**
 * What operations on the consent that their path names have in common.
 *
 * @module
 */
import { asOf, type ConsentRecord, consentRecords } from '../consents/consent.js'
import { refusal } from './api-error.js'
import { callerOf, type Exchange, type OperationHandler } from './exchange.js'

/**
 * Finds the consent of the path, which is shown in the version under which it was asked for, and to its TPP alone.
 *
 * @param isShown whether a consent is of the operation's kind
 */
export function onConsentOfPath(isShown: (consent: ConsentRecord) => boolean) {
  return {
    find: async ({ tenant, request, version }: Exchange) => {
      const { ConsentId } = request.params as { ConsentId: string }
      const consent = await tenant.store.get(consentRecords, ConsentId)
      if (!consent || !isShown(consent) || consent.version !== version) return undefined
      return asOf(consent, tenant.clock.now())
    },
    checkOwnership: (exchange: Exchange) => checkConsentOf(exchange, exchange.resource as ConsentRecord),
  } satisfies Partial<OperationHandler>
}

/** @throws {ApiError} 403 when the consent is of another TPP */
export function checkConsentOf(exchange: Exchange, consent: ConsentRecord): void {
  if (!exchange.tenant.rules.isConsentOf(consent, callerOf(exchange).tpp.clientId)) throw refusal('consentOfOtherTpp')
}
