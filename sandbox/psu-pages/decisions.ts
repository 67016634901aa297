/**
 * Takes a PSU's steps and carries out the decision: consent, grant and redirect to the TPP.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../clock/system-clock.js'
import { bindConsent } from '../consents/binding.js'
import type { ConsentRecord } from '../consents/consent.js'
import { scaAcr } from '../identity/provider.js'
import type { Tenant, TenantOfTpp } from '../tenants/tenant.js'
import { nameOfAttempt } from './attempts.js'
import {
  type AuthorisationInput,
  type AuthorisationProblem,
  type AuthorisationRecord,
  authorisationRecords,
  authorisationSeconds,
  forgottenAt,
  type Outcome,
  type ShownAtStep,
} from './authorisation.js'
import { newLogIn } from './log-in.js'
import { type Approval, createApprovals, rejectConsent } from './outcomes.js'
import { chooserOf } from './payment-views.js'
import { attemptOf, takeStep } from './steps.js'

/** What a decision needs of the authorisation server's interaction. */
export interface Interaction {
  readonly uid: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The result given to the authorisation server, in the shape of `interactionResult`. */
export type InteractionResult =
  | { readonly error: string; readonly error_description: string }
  | {
      readonly login: { readonly accountId: string; readonly acr: string; readonly remember: false }
      readonly consent: { readonly grantId: string }
    }

/** What to show the PSU now, or how it ended. */
export type StepResult =
  | { readonly record: AuthorisationRecord; readonly consent: ConsentRecord; readonly problem?: AuthorisationProblem }
  | {
      readonly result: InteractionResult
      readonly told?: ToldFirst
      readonly outcome?: Outcome
      /** For the cookie with which the browser goes back to the TPP, where the PSU approved. */
      readonly visitId?: string
    }
  | { readonly ended: true }

/** What a PSU is told before they go back to the TPP. */
export type ToldFirst = 'consent-of-other-psu'

/** Why an authorisation cannot go on, and what is known of it. */
export interface Ending {
  readonly why: 'decided' | 'expired' | 'other-browser' | 'unknown'
  readonly record?: AuthorisationRecord
  /** Of the authorisation request, while the authorisation server knows it. */
  readonly params?: Interaction['params']
}

export interface Decisions {
  /** What to show the PSU; begins the authorisation when it is new. */
  open(interaction: Interaction): Promise<StepResult>
  /** Takes one step. Two at the same time run one after the other. */
  step(interaction: Interaction, input: AuthorisationInput): Promise<StepResult>
  /** Keeps what a page shows that is not decided yet: accounts that are ticked, a username that is typed. */
  keep(interaction: Interaction, shown: ShownAtStep): Promise<void>
  /** Why this browser cannot go on with an authorisation. */
  endingOf(uid: string): Promise<Ending>
}

export interface DecisionsOptions {
  readonly provider: Provider
  readonly system: Clock
  readonly tenantOfTpp: TenantOfTpp
}

const refusals = {
  rejected: 'the PSU refused',
  cancelled: 'the PSU cancelled',
  locked: 'the PSU could not be authenticated',
  'debtor-account': 'the payment names an account from which the PSU who has logged in cannot pay',
} as const

const denied = (description: string): InteractionResult => ({ error: 'access_denied', error_description: description })

/** Another PSU approved the consent before: it stays as it is, and so do its tokens. */
const consentOfOtherPsu = {
  result: denied('the consent belongs to the PSU who approved it first, and another PSU has logged in'),
  told: 'consent-of-other-psu',
} as const

export function createDecisions({ provider, system, tenantOfTpp }: DecisionsOptions): Decisions {
  const approveConsent = createApprovals(provider, system)

  async function open(interaction: Interaction): Promise<StepResult> {
    const tppId = String(interaction.params.client_id)
    const tenant = await tenantOfTpp(tppId)
    const known = await tenant.store.get(authorisationRecords, interaction.uid)
    if (known?.ended) return { ended: true }
    const binding = await bindConsent(tenant, tppId, interaction.params)
    if ('refusal' in binding) return { result: denied(binding.refusal) }
    const used = await usedRequest(interaction.uid)
    if (used) return { result: used }
    const record = known ?? (await begin(tenant, interaction, tppId, binding.consent))
    if (record.ended) return { ended: true }
    if (record.expiresAt <= tenant.clock.now()) {
      // A time-out leaves the consent AwaitingAuthorisation.
      return { result: denied('the PSU did not decide in time') }
    }
    return mayDecide(tenant, binding.consent, record) ? { record, consent: binding.consent } : consentOfOtherPsu
  }

  /** Nobody has to be refused before they have logged in. */
  function mayDecide({ rules }: Tenant, consent: ConsentRecord, { psuId }: AuthorisationRecord): boolean {
    return psuId === undefined || rules.isConsentOfPsu(consent, psuId)
  }

  /** The error for a pushed request that was approved in another window in the meantime; it works once (RFC 9126 section 4). */
  async function usedRequest(uid: string): Promise<InteractionResult | undefined> {
    const { parJti } = ((await provider.Interaction.find(uid)) ?? {}) as { parJti?: string }
    if (parJti === undefined) return undefined
    const pushed = await provider.PushedAuthorizationRequest.find(parJti, { ignoreExpiration: true })
    if (pushed?.consumed === undefined) return undefined
    return { error: 'invalid_request_uri', error_description: 'the request_uri was already used' }
  }

  /** Begins an authorisation when its page is first requested. */
  function begin(
    tenant: Tenant,
    { uid, params }: Interaction,
    tppId: string,
    { consentId }: ConsentRecord,
  ): Promise<AuthorisationRecord> {
    const redirectUri = typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined
    return tenant.store.transact(
      async (transaction) => {
        const known = await transaction.get(authorisationRecords, uid)
        if (known) return known
        const record: AuthorisationRecord = {
          uid,
          consentId,
          tppId,
          step: 'login',
          csrf: randomBytes(16).toString('base64url'),
          ...(redirectUri !== undefined && { redirectUri }),
          expiresAt: tenant.clock.now() + authorisationSeconds * 1000,
          ...newLogIn,
        }
        transaction.put(authorisationRecords, uid, record)
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
    const choose = await chooserOf(tenant, opened.consent)
    const attempt = attemptOf(opened.record, input, tenant)
    const next = await tenant.store.transact(
      async (transaction) => {
        const record = (await transaction.get(authorisationRecords, uid)) ?? opened.record
        const result = await takeStep(transaction, tenant, choose, record, input)
        const after = 'record' in result ? result.record : result.ended
        if (after) transaction.put(authorisationRecords, uid, after)
        return result
      },
      { on: [`authorisation ${uid}`, ...(attempt ? [nameOfAttempt(attempt)] : [])] },
    )
    if ('record' in next) {
      if (next.record.ended) return { ended: true }
      return mayDecide(tenant, opened.consent, next.record) ? { ...next, consent: opened.consent } : consentOfOtherPsu
    }
    const { visitId } = next.ended ?? {}
    if (next.outcome === 'approved') {
      const approved = await approve(tenant, opened.consent, { ...next, tppId: opened.record.tppId })
      if ('error' in approved.result) {
        await forgetOutcome(tenant, uid)
        return approved
      }
      return { ...approved, outcome: 'approved', ...(visitId !== undefined && { visitId }) }
    }
    await rejectConsent(tenant, opened.consent.consentId)
    return { result: denied(refusals[next.reason]), outcome: next.reason }
  }

  /** The PSU approved, and it came to nothing. */
  const forgetOutcome = (tenant: Tenant, uid: string) =>
    tenant.store.transact(
      async (transaction) => {
        const { outcome: _none, ...record } = (await transaction.get(authorisationRecords, uid)) ?? {}
        if ('uid' in record) transaction.put(authorisationRecords, uid, record as AuthorisationRecord)
      },
      { on: `authorisation ${uid}` },
    )

  async function keep({ uid, params }: Interaction, shown: ShownAtStep): Promise<void> {
    const tenant = await tenantOfTpp(String(params.client_id))
    await tenant.store.transact(
      async (transaction) => {
        const record = await transaction.get(authorisationRecords, uid)
        if (record && !record.ended) transaction.put(authorisationRecords, uid, { ...record, shown })
      },
      { on: `authorisation ${uid}` },
    )
  }

  async function endingOf(uid: string): Promise<Ending> {
    const interaction = await provider.Interaction.find(uid)
    const known = interaction && { params: interaction.params }
    const clientId = interaction?.params.client_id
    const tenant = await tenantOfTpp(typeof clientId === 'string' ? clientId : undefined)
    const record = await tenant.store.get(authorisationRecords, uid)
    const now = tenant.clock.now()
    if (!record || forgottenAt(record) <= now) return { why: known ? 'other-browser' : 'unknown', ...known }
    if (record.ended) return { why: 'decided', record, ...known }
    if (record.expiresAt <= now) return { why: 'expired', record, ...known }
    return { why: known ? 'other-browser' : 'unknown', record, ...known }
  }

  /** The result of an approval, for the authorisation server. */
  async function approve(
    tenant: Tenant,
    consent: ConsentRecord,
    approval: Approval,
  ): Promise<Extract<StepResult, { result: unknown }>> {
    const approved = await approveConsent(tenant, consent, approval)
    if ('grantId' in approved) {
      const login = { accountId: approval.psuId, acr: scaAcr, remember: false } as const
      return { result: { login, consent: { grantId: approved.grantId } } }
    }
    return approved.refused === 'of-other-psu'
      ? consentOfOtherPsu
      : { result: denied('the consent can no longer be authorised') }
  }

  return { open, step, keep, endingOf }
}
