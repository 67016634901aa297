/**
 * Takes a PSU's steps and makes what they decide come true: the consent, the grant, the way back to the TPP.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { asOf, type ConsentRecord, canBeDecided, canMove, expiresAt, move } from '../account-information/consent.js'
import type { Clock } from '../clock/system-clock.js'
import type { Awaitable } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'
import {
  type AuthorisationInput,
  type AuthorisationProblem,
  type AuthorisationRecord,
  advance,
  authorisationSeconds,
} from './authorisation.js'
import { bindConsent } from './consent-binding.js'
import { lives, scaAcr } from './provider.js'
import { factsOf } from './psu-facts.js'

/** The interaction of the authorisation server, as far as a decision needs it. */
export interface Interaction {
  readonly uid: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What the authorisation server is told at the end; shape of `interactionResult`. */
export type InteractionResult =
  | { readonly error: string; readonly error_description: string }
  | {
      readonly login: { readonly accountId: string; readonly acr: string; readonly remember: false }
      readonly consent: { readonly grantId: string }
    }

/** Where the PSU stands now, or how it ended. */
export type StepResult =
  | { readonly record: AuthorisationRecord; readonly consent: ConsentRecord; readonly problem?: AuthorisationProblem }
  | { readonly result: InteractionResult }
  | { readonly ended: true }

/** Why an authorisation cannot go on. */
export type Ending = 'decided' | 'expired' | 'unknown'

export interface Decisions {
  /** Where the PSU stands; begins the authorisation when it is new. */
  open(interaction: Interaction): Promise<StepResult>
  /** Takes one step. Of two at the same time, one comes after the other. */
  step(interaction: Interaction, input: AuthorisationInput): Promise<StepResult>
  /** What has become of an authorisation that the authorisation server no longer knows. */
  endingOf(uid: string): Promise<Ending>
}

export interface DecisionsOptions {
  readonly provider: Provider
  readonly system: Clock
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
}

const refusals = {
  rejected: 'the PSU refused',
  cancelled: 'the PSU cancelled',
  locked: 'the PSU could not be authenticated',
} as const

export function createDecisions({ provider, system, tenantOfTpp }: DecisionsOptions): Decisions {
  async function open(interaction: Interaction): Promise<StepResult> {
    const tppId = String(interaction.params.client_id)
    const tenant = await tenantOfTpp(tppId)
    const known = await tenant.store.get('authorisations', interaction.uid)
    if (known?.ended) return { ended: true }
    const binding = await bindConsent(tenant, tppId, interaction.params)
    if ('refusal' in binding) {
      return { result: { error: 'access_denied', error_description: binding.refusal } }
    }
    const record = known ?? (await begin(tenant, interaction.uid, binding.consent))
    if (record.ended) return { ended: true }
    if (record.expiresAt <= tenant.clock.now()) {
      // A time-out leaves the consent AwaitingAuthorisation.
      return { result: { error: 'access_denied', error_description: 'the PSU did not decide in time' } }
    }
    return { record, consent: binding.consent }
  }

  /** The authorisation as the first who asks for its page begins it. */
  function begin(tenant: Tenant, uid: string, { consentId, tppId }: ConsentRecord): Promise<AuthorisationRecord> {
    return tenant.store.transact(
      async (transaction) => {
        const known = await transaction.get('authorisations', uid)
        if (known) return known
        const record: AuthorisationRecord = {
          uid,
          consentId,
          tppId,
          step: 'login',
          csrf: randomBytes(16).toString('base64url'),
          expiresAt: tenant.clock.now() + authorisationSeconds * 1000,
          loginFailures: 0,
          codeFailures: 0,
        }
        transaction.put('authorisations', uid, record)
        return record
      },
      { on: `authorisation ${uid}` },
    )
  }

  async function step(interaction: Interaction, input: AuthorisationInput): Promise<StepResult> {
    const opened = await open(interaction)
    if ('result' in opened) return opened
    if ('ended' in opened) return opened
    const tenant = await tenantOfTpp(opened.record.tppId)
    const { uid } = interaction
    const next = await tenant.store.transact(
      async (transaction) => {
        const record = (await transaction.get('authorisations', uid)) ?? opened.record
        const result = advance(record, input, factsOf(tenant))
        transaction.put('authorisations', uid, 'record' in result ? result.record : { ...record, ended: true })
        return result
      },
      { on: `authorisation ${uid}` },
    )
    if ('record' in next) return next.record.ended ? { ended: true } : { ...next, consent: opened.consent }
    if (next.outcome === 'approved')
      return { result: await approve(tenant, opened.consent, { ...next, tppId: opened.record.tppId }) }
    await reject(tenant, opened.consent.consentId)
    return { result: { error: 'access_denied', error_description: refusals[next.reason] } }
  }

  async function endingOf(uid: string): Promise<Ending> {
    const tenant = await tenantOfTpp(undefined)
    const record = await tenant.store.get('authorisations', uid)
    if (record?.ended) return 'decided'
    return record && record.expiresAt <= tenant.clock.now() ? 'expired' : 'unknown'
  }

  /** Refusing a consent that is already Authorised leaves it as it was: only the new authorisation is refused. */
  async function reject(tenant: Tenant, consentId: string): Promise<void> {
    if (tenant.faults.allows('rejection-without-effect')) return
    await tenant.store.transact(
      async (transaction) => {
        const consent = await transaction.get('consents', consentId)
        if (consent && canMove(consent, 'Rejected')) {
          transaction.put('consents', consentId, move(consent, 'Rejected', tenant.clock.now()))
        }
      },
      { on: `consent ${consentId}` },
    )
  }

  async function approve(
    tenant: Tenant,
    { consentId }: ConsentRecord,
    { psuId, accountIds, tppId }: { psuId: string; accountIds: readonly string[]; tppId: string },
  ): Promise<InteractionResult> {
    const before = await tenant.store.get('consents', consentId)
    const made = await grantFor(tenant, before, tppId, psuId)
    const grantId = await tenant.store.transact(
      async (transaction) => {
        const stored = await transaction.get('consents', consentId)
        const consent = stored && asOf(stored, tenant.clock.now())
        if (!consent || !canBeDecided(consent, tenant.clock.now())) return undefined
        // The same PSU has approved it elsewhere in the meantime: that grant stays, and the tokens under it.
        const isOther = consent.psuId === psuId && consent.grantId !== before?.grantId
        const decided = { psuId, accountIds, grantId: (isOther && consent.grantId) || made }
        transaction.put('consents', consentId, move(consent, 'Authorised', tenant.clock.now(), decided))
        return decided.grantId
      },
      { on: `consent ${consentId}` },
    )
    if (grantId === undefined) {
      return { error: 'access_denied', error_description: 'the consent can no longer be authorised' }
    }
    return { login: { accountId: psuId, acr: scaAcr, remember: false }, consent: { grantId } }
  }

  /** One grant for each consent and PSU: authorising again keeps it, and the tokens under it. */
  async function grantFor(
    tenant: Tenant,
    consent: ConsentRecord | undefined,
    tppId: string,
    psuId: string,
  ): Promise<string> {
    const known = consent?.grantId === undefined ? undefined : await provider.Grant.find(consent.grantId)
    const grant = known?.accountId === psuId ? known : new provider.Grant({ accountId: psuId, clientId: tppId })
    grant.addOIDCScope('openid accounts')
    const end = consent && expiresAt(consent)
    const secondsLeft = end === undefined ? lives.refreshToken : Math.floor((end - tenant.clock.now()) / 1000)
    grant.exp = Math.floor(system.now() / 1000) + Math.min(lives.refreshToken, Math.max(1, secondsLeft))
    return grant.save()
  }

  return { open, step, endingOf }
}
