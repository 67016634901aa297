/**
 * The events of a tenant: its outbox, tokens, held polls and notifications, put together.
 *
 * @module
 */
import type { JWK } from 'jose'
import type { Clock } from '../clock/system-clock.js'
import type { TenantStore } from '../store/store.js'
import type { Rules } from '../tenants/tenant.js'
import type { AddressPolicy } from './callback.js'
import { HeldPolls } from './held-polls.js'
import { createEventIds } from './ids.js'
import type { OutboxDeps } from './outbox.js'
import { Push } from './push.js'
import { createSender, type Sender } from './sending.js'
import { type EventSettings, eventSettings } from './settings.js'
import { createEventTokens, type EventTokens } from './tokens.js'

declare module '../tenants/tenant.js' {
  interface Tenant {
    readonly events: TenantEvents
  }
}

/** What the events of all tenants have in common. */
export interface EventsOptions {
  readonly publicUrl: string
  readonly signingKey: Promise<JWK>
  readonly settings?: Partial<EventSettings>
  /** Whether the bank listens on loopback alone, and so may call it. */
  readonly isOnLoopback: boolean
  /** How notifications are sent. Default over the network. */
  readonly sender?: Sender
}

export interface TenantEvents {
  readonly settings: EventSettings
  readonly policy: AddressPolicy
  readonly tokens: EventTokens
  readonly polls: HeldPolls
  readonly push: Push
  readonly outbox: OutboxDeps
  /** The public half of the key that tokens are signed with. */
  publicKey(): Promise<JWK>
}

export interface TenantEventsDeps {
  readonly store: TenantStore
  readonly clock: Clock
  readonly system: Clock
  readonly isShared: boolean
  readonly rules: () => Rules
  readonly report: (line: string, cause: unknown) => void
}

/** What the outbox needs, which stands around the store before anything else is there. */
export const outboxDeps = (clock: Clock, system: Clock, rules: () => Rules): OutboxDeps => ({
  clock,
  newEventId: createEventIds(system),
  rules,
})

/** An RSA key without what is secret of it. */
const publicHalf = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK

export function createTenantEvents(
  { publicUrl, signingKey, settings: given, isOnLoopback, sender }: EventsOptions,
  outbox: OutboxDeps,
  deps: TenantEventsDeps,
): TenantEvents {
  const settings = eventSettings(given)
  const policy = { loopback: isOnLoopback, private: settings.privateCallbacks }
  const tokens = createEventTokens({ ...deps, publicUrl, signingKey })
  const push = new Push({ ...deps, tokens, settings, sender: sender ?? createSender(policy, settings) })
  const publicKey = async () => publicHalf(await signingKey)
  return { settings, policy, tokens, polls: new HeldPolls(deps.store), push, outbox, publicKey }
}
