/**
 * The type of a variation: one lawful choice that a right bank may make and this one does not make by itself.
 *
 * @module
 */
import type { Deviation } from '../faults/fault.js'

/** It changes the bank by the same means as a fault: replaced rules and edited answers. Nothing it does breaks the standard. */
export interface Variation extends Deviation {
  /** Who leaves the choice to the bank: a section of the facts or an RFC. */
  readonly allowedBy: string
}
