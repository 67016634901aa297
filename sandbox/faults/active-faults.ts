/**
 * The faults a tenant has switched on: the rules they replace, and when each changes an answer.
 *
 * @module
 */
import { badRequest } from '../http/api-error.js'
import type { EditScene } from '../http/edits.js'
import type { StepName } from '../http/pipeline.js'
import type { AnswerEdit, EditedEndpoint } from '../identity/edits.js'
import { collection } from '../store/collection.js'
import type { Reader, TenantStore } from '../store/store.js'
import type { Edits, Rules } from '../tenants/tenant.js'
import type { Deviation, Fault } from './fault.js'
import { faults } from './registry.js'
import { type FaultSetting, faultProblems } from './settings.js'

declare module '../tenants/tenant.js' {
  interface Tenant {
    readonly faults: ActiveFaults
  }
}

export const faultStates = collection<{ readonly settings: readonly FaultSetting[] }>('faults')

export class ActiveFaults {
  #settings: readonly FaultSetting[] = []
  #faults: readonly Fault[] = []
  /** Lawful choices of the bank, which its faults are on top of. */
  #variations: readonly Deviation[] = []
  #rules: Rules
  readonly #rulesWithoutFaults: Rules
  readonly #calls = new Map<FaultSetting, number>()
  /** How often this process has switched faults. */
  #changes = 0
  /** Called when other faults were switched on. */
  onChange = () => {}

  /** @param rules the rules of a bank without faults */
  constructor(rules: Rules, settings: readonly FaultSetting[] = []) {
    this.#rulesWithoutFaults = rules
    this.#rules = rules
    this.set(settings)
  }

  get settings(): readonly FaultSetting[] {
    return this.#settings
  }

  /** The current rules: another object after every change of faults. */
  get rules(): Rules {
    return this.#rules
  }

  /** Switches these on and all others off. */
  set(settings: readonly FaultSetting[]): void {
    this.#changes += 1
    this.#settings = settings
    this.#faults = settings.map(({ id }) => faults[id] as Fault)
    this.#calls.clear()
    this.#apply()
  }

  /** Replaces the lawful choices that the faults are on top of. */
  vary(variations: readonly Deviation[]): void {
    this.#variations = variations
    this.#apply()
  }

  #apply(): void {
    const rules = { ...this.#rulesWithoutFaults }
    for (const variation of this.#variations) Object.assign(rules, variation.replaces?.({ ...rules }))
    for (const fault of this.#faults) Object.assign(rules, fault.replaces?.({ ...rules }), leavingOut(fault, rules))
    this.#rules = rules
    this.onChange()
  }

  /** Takes over what another process has stored, unless it was changed here while that was read. */
  async refresh(store: Reader): Promise<void> {
    const before = this.#changes
    const state = await store.get(faultStates, 'faults')
    if (!state || before !== this.#changes) return
    // nothing has changed: keep counting calls
    if (JSON.stringify(state.settings) !== JSON.stringify(this.#settings)) this.set(state.settings)
  }

  /** The current edits of answers; `undefined` when there are none. */
  get edits(): Edits | undefined {
    return this.#settings.length + this.#variations.length === 0 ? undefined : this.#edits
  }

  readonly #edits: Edits = {
    answer: (phase, answer, scene) => {
      let edited = answer
      if (phase === 'before-signing')
        for (const { alter } of this.#variations) edited = alter?.(edited, scene) ?? edited
      for (const setting of this.#settings) {
        const { alter, phase: ofFault = 'before-signing' } = faults[setting.id] as Fault
        if (alter && ofFault === phase && this.#takesHold(setting, scene)) edited = alter(edited, scene, setting)
      }
      return edited
    },
    redirect: (location) => {
      const url = new URL(location)
      for (const each of this.#all) each.redirect?.(url)
      return this.#all.some((each) => each.redirect) ? url.href : location
    },
    discovery: (document) => {
      for (const each of this.#all) each.discovery?.(document)
    },
    token: this.#inTurn('token'),
    pushed: this.#inTurn('pushed'),
    keys: this.#inTurn('keys'),
    revocation: this.#inTurn('revocation'),
    introspection: this.#inTurn('introspection'),
  }

  /** Lets each change an answer of the authorisation server. */
  #inTurn(endpoint: EditedEndpoint): AnswerEdit {
    return (answer) => {
      for (const each of this.#all) each[endpoint]?.(answer)
    }
  }

  get #all(): readonly Deviation[] {
    return [...this.#variations, ...this.#faults]
  }

  #takesHold(setting: FaultSetting, { request, exchange }: EditScene): boolean {
    const { path, operation, every, nth, probability } = setting
    if (path !== undefined && !request.url.startsWith(path)) return false
    if (operation !== undefined && exchange?.operationId !== operation) return false
    if (every === undefined && nth === undefined && probability === undefined) return true
    const calls = (this.#calls.get(setting) ?? 0) + 1
    this.#calls.set(setting, calls)
    if (every !== undefined && calls % every !== 0) return false
    if (nth !== undefined && calls !== nth) return false
    return probability === undefined || chance(calls) < probability
  }
}

/** A number from 0 to below 1 for the n-th call: as good as random, and the same each time (the last steps of MurmurHash3). */
function chance(call: number): number {
  let hash = Math.imul(call, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The rule of the pipeline that leaves out a fault's steps. */
function leavingOut({ skips = [], skipsFor = () => true }: Fault, { carriesOut }: Rules): Partial<Rules> {
  if (skips.length === 0) return {}
  return {
    carriesOut: (step: StepName, exchange) =>
      !(skips.includes(step) && skipsFor(exchange)) && carriesOut(step, exchange),
  }
}

/**
 * The faults of a tenant as they were stored.
 *
 * @throws when an earlier version has stored settings that this one would not
 */
export function storedFaults(rules: Rules, settings: readonly FaultSetting[] = [], tenantId: string): ActiveFaults {
  const problems = faultProblems(settings).map(({ detail }) => `${detail?.Path}: ${detail?.Message}`)
  if (problems.length === 0) return new ActiveFaults(rules, settings)
  throw new Error(
    `the faults of tenant ${tenantId} were stored with what this version does not take: ${problems.join('; ')}. ` +
      'Switch them off with the version that stored them, or start with another store.',
  )
}

/**
 * Switches these faults on and all others off, and stores that.
 *
 * @throws {ApiError} 400 with every problem of the settings; then nothing is changed
 */
export async function setFaults(
  { store, faults: active }: { readonly store: TenantStore; readonly faults: ActiveFaults },
  settings: readonly FaultSetting[],
): Promise<void> {
  const problems = faultProblems(settings)
  if (problems.length > 0) throw badRequest(problems)
  await store.transact((transaction) => transaction.put(faultStates, 'faults', { settings }))
  active.set(settings)
}
