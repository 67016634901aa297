/**
 * The faults a tenant has switched on, and when each takes hold.
 *
 * @module
 */
import type { Exchange } from '../http/exchange.js'
import type { StepName } from '../http/pipeline.js'
import type { Fault, FaultedAnswer, FaultScene, Leniency } from './fault.js'
import { type FaultId, faults } from './registry.js'

/** Narrows when a fault takes hold. */
export interface FaultSetting {
  readonly id: FaultId
  /** Only on paths that begin with this. */
  readonly path?: string
  /** Only on every n-th answer it would change, beginning with the n-th. */
  readonly every?: number
}

export class ActiveFaults {
  #settings: readonly FaultSetting[] = []
  #faults: readonly Fault[] = []
  readonly #calls = new Map<FaultId, number>()

  get settings(): readonly FaultSetting[] {
    return this.#settings
  }

  /** Switches these on and all others off. */
  set(settings: readonly FaultSetting[]): void {
    this.#settings = settings
    this.#faults = settings.map(({ id }) => faults[id] as Fault)
    this.#calls.clear()
  }

  /** As {@link set}, and keeps counting calls when nothing changed. */
  keepOrSet(settings: readonly FaultSetting[]): void {
    if (JSON.stringify(settings) !== JSON.stringify(this.#settings)) this.set(settings)
  }

  /** True when a rule of the domain is switched off. */
  allows(leniency: Leniency): boolean {
    return this.#faults.some((fault) => fault.allows === leniency)
  }

  skips(step: StepName, exchange: Exchange): boolean {
    return this.#faults.some((fault) => fault.skips?.includes(step) === true && (fault.skipsFor?.(exchange) ?? true))
  }

  alter(answer: FaultedAnswer, scene: FaultScene): FaultedAnswer {
    let altered = answer
    for (const setting of this.#settings) {
      const { alter } = faults[setting.id] as Fault
      if (alter && this.#takesHold(setting, scene.request.url)) altered = alter(altered, scene)
    }
    return altered
  }

  /** The address the PSU is sent back to. */
  redirect(location: string): string {
    const url = new URL(location)
    for (const fault of this.#faults) fault.redirect?.(url)
    return this.#faults.some((fault) => fault.redirect) ? url.href : location
  }

  /** The discovery document, changed in place. */
  discovery(document: Record<string, unknown>): void {
    for (const fault of this.#faults) fault.discovery?.(document)
  }

  /** An answer of the token endpoint, changed in place. */
  token(answer: { status: number; body: unknown; type: string }): void {
    for (const fault of this.#faults) fault.token?.(answer)
  }

  #takesHold({ id, path, every }: FaultSetting, url: string): boolean {
    if (path !== undefined && !url.startsWith(path)) return false
    if (every === undefined) return true
    const calls = (this.#calls.get(id) ?? 0) + 1
    this.#calls.set(id, calls)
    return calls % every === 0
  }
}
