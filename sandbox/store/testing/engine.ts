/**
 * What the contract needs of an engine, besides the store.
 *
 * @module
 */
import type { Store } from '../store.js'

/** A place where documents are kept, empty at first. */
export interface Ground {
  /** Opens what is there: again after it was closed, or a second time where processes may share it. */
  open(): Promise<Store>
  /** Deletes it. Everything opened is closed by then. */
  remove(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** What is put is there when it is opened again. */
  readonly isDurable: boolean
  prepare(): Promise<Ground>
}
