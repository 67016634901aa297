/**
 * Which consent an authorisation request is about, and whether a PSU may be asked to decide on it.
 *
 * The consent travels as claim `openbanking_intent_id` or as parameter `consent_id` (FACTS 4.3).
 *
 * @module
 */
import { asOf, type ConsentRecord, canBeDecided } from '../account-information/consent.js'
import type { Tenant } from '../tenants.js'

/** The name of the intent in OpenID claims. */
export const intentClaim = 'openbanking_intent_id'

export type Binding = { readonly consent: ConsentRecord } | { readonly refusal: string }

/** The consent id in the parameters of an authorisation request; `undefined` when there is none or two that differ. */
export function intentId(parameters: { claims?: unknown; consent_id?: unknown }): string | undefined {
  const ids = new Set([...claimedIds(parameters.claims), parameters.consent_id].filter((id) => typeof id === 'string'))
  return ids.size === 1 ? ([...ids][0] as string) : undefined
}

function claimedIds(claims: unknown): unknown[] {
  if (typeof claims !== 'string') return []
  try {
    const parsed = JSON.parse(claims) as Record<string, Record<string, { value?: unknown } | null> | undefined>
    return [parsed.userinfo, parsed.id_token].map((group) => group?.[intentClaim]?.value)
  } catch {
    return []
  }
}

/** Holds the request against the consent. What is refused goes back to the TPP as `invalid_request`. */
export async function bindConsent(
  tenant: Tenant,
  tppId: string,
  parameters: { claims?: unknown; consent_id?: unknown },
): Promise<Binding> {
  const consentId = intentId(parameters)
  if (consentId === undefined) {
    return { refusal: `name one consent, as claim ${intentClaim} or as parameter consent_id` }
  }
  const stored = await tenant.store.get('consents', consentId)
  if (!stored || (stored.tppId !== tppId && !tenant.faults.allows('consent-of-other-tpp'))) {
    return { refusal: 'the consent is not known' }
  }
  const consent = asOf(stored, tenant.clock.now())
  if (!canBeDecided(consent, tenant.clock.now())) return { refusal: `the consent is ${stateInWords(consent, tenant)}` }
  return { consent }
}

function stateInWords(consent: ConsentRecord, tenant: Tenant): string {
  return canBeDecided({ ...consent, status: 'AwaitingAuthorisation' }, tenant.clock.now()) ? consent.status : 'expired'
}
