/**
 * Fields of a form as they arrive: a field may be there once, several times or not at all.
 *
 * @module
 */

export type Form = Readonly<Record<string, string | readonly string[] | undefined>>

export function formOf(body: unknown): Form {
  return typeof body === 'object' && body !== null ? (body as Form) : {}
}

/** A field that is there once; else nothing. */
export function textIn(form: Form, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
