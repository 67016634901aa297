/**
 * Fields of a form as parsed: a field may occur once, several times or not at all.
 *
 * @module
 */

export type Form = Readonly<Record<string, string | readonly string[] | undefined>>

export function formOf(body: unknown): Form {
  return typeof body === 'object' && body !== null ? (body as Form) : {}
}

/** The value of a field that occurs once, else an empty string. */
export function textIn(form: Form, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
