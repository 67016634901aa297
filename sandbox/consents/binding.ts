/**
 * Which consent an authorisation request is about, and whether a PSU may be asked to decide on it.
 *
 * The consent travels as claim `openbanking_intent_id` or as parameter `consent_id` (FACTS 4.3).
 *
 * @module
 */

import type { Tenant } from '../tenants/tenant.js'
import { asOf, type ConsentRecord, canBeDecided, consentRecords } from './consent.js'

/** The name of the intent in OpenID claims. */
export const intentClaim = 'openbanking_intent_id'

export type Binding = { readonly consent: ConsentRecord } | { readonly refusal: string }

/**
 * The consent id in the parameters of an authorisation request; `undefined` when there is none, two that differ, or one
 * that is no text. A claim without a value names none: it asks for the id in the answer.
 */
export function intentId(parameters: { claims?: unknown; consent_id?: unknown }): string | undefined {
  const ids = new Set([...claimedIds(parameters.claims), parameters.consent_id].filter((id) => id !== undefined))
  const [id] = ids
  return ids.size === 1 && typeof id === 'string' ? id : undefined
}

function claimedIds(claims: unknown): unknown[] {
  return ['userinfo', 'id_token'].flatMap((group) => claimedValues(claims, group, intentClaim))
}

/**
 * The values that the parameter `claims` asks of a claim (OpenID Connect Core 5.5.1), in `value` or `values`. A claim that
 * is not asked for in that shape is itself a value: it is wrong.
 */
export function claimedValues(claims: unknown, group: string, name: string): unknown[] {
  const asked = objectIn(objectIn(parsed(claims), group), name)
  if (asked === undefined || asked === null) return []
  if (typeof asked !== 'object' || Array.isArray(asked)) return [asked]
  const { value, values } = asked as { value?: unknown; values?: unknown }
  return [value, ...(Array.isArray(values) ? values : [values])].filter((each) => each !== undefined)
}

const objectIn = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? (holder as Readonly<Record<string, unknown>>)[name] : undefined

function parsed(claims: unknown): unknown {
  if (typeof claims !== 'string') return undefined
  try {
    return JSON.parse(claims)
  } catch {
    return undefined
  }
}

/** Checks the request against the consent. A refusal goes back to the TPP as `invalid_request`. */
export async function bindConsent(
  tenant: Tenant,
  tppId: string,
  parameters: { claims?: unknown; consent_id?: unknown },
): Promise<Binding> {
  const consentId = intentId(parameters)
  if (consentId === undefined) {
    return { refusal: `name one consent, as claim ${intentClaim} or as parameter consent_id` }
  }
  const stored = await tenant.store.get(consentRecords, consentId)
  if (!stored || !tenant.rules.isConsentOf(stored, tppId)) {
    return { refusal: 'the consent is not known' }
  }
  const consent = asOf(stored, tenant.clock.now())
  if (!canBeDecided(consent, tenant.clock.now())) return { refusal: `the consent is ${stateInWords(consent, tenant)}` }
  return { consent }
}

function stateInWords(consent: ConsentRecord, tenant: Tenant): string {
  return canBeDecided({ ...consent, status: 'AwaitingAuthorisation' }, tenant.clock.now()) ? consent.status : 'expired'
}
