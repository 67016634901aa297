/**
 * Instants the way a TPP in Bahrain writes them.
 *
 * @module
 */
import type { Ref } from '../cases/case.js'

type Form = NonNullable<Extract<Ref, { readonly from: 'clock' }>['form']>

const bahrainMillis = 3 * 60 * 60_000

const endings = { offset: '+03:00', noColon: '+0300', noZone: '', zulu: 'Z' } as const satisfies Record<Form, string>

/** Milliseconds since 1970 as a date-time in whole seconds. */
export function toDateTime(millis: number, form: Form): string {
  const local = form === 'zulu' ? millis : millis + bahrainMillis
  return new Date(local).toISOString().slice(0, 19) + endings[form]
}
