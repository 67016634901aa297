/**
 * What the contract tests need of an engine, besides the store.
 *
 * @module
 */
import type { Store } from '../store.js'

/** Where one engine keeps documents during a test; empty at first. */
export interface TestDatabase {
  /** Opens the store: again after it was closed, or a second time where processes may share it. */
  open(): Promise<Store>
  /** Deletes it. Everything opened is closed by then. */
  remove(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** True when documents are still there after closing and opening again. */
  readonly isDurable: boolean
  prepare(): Promise<TestDatabase>
}
