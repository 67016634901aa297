/**
 * Which of the PSU's credentials went into which field. What was typed is compared and forgotten.
 *
 * @module
 */
import type { PsuCredentials } from '../profile/profile.js'
import type { Thing } from './act.js'
import type { WalkedStep } from './steps.js'

export type Credential = keyof PsuCredentials

const credentials: readonly Credential[] = ['username', 'password', 'otp']

/** The credential of each field that was filled in, by its key; a field that holds none of them is left out. */
export function credentialsOf(steps: readonly WalkedStep[], psu: PsuCredentials): ReadonlyMap<string, Credential> {
  const typed = steps.flatMap((step) => step.typed).filter(({ value }) => value !== '')
  const found = new Map<string, Credential>()
  const equalTo = (value: string) => credentials.filter((name) => psu[name] === value)
  for (const { field, value } of typed) {
    const [only, ...others] = equalTo(value)
    if (only && others.length === 0) found.set(field.key, only)
  }
  for (const { field, value } of typed) {
    if (found.has(field.key)) continue
    const equal = equalTo(value)
    const taken = new Set(found.values())
    const possible = equal.length > 0 ? equal : credentials.filter((name) => !taken.has(name))
    const guessed = guess(field, possible)
    if (guessed && !isPiece(field)) found.set(field.key, guessed)
  }
  return found
}

/** One of several boxes for a character each. */
export const isPiece = ({ longest }: Thing): boolean => longest === 1

/** By what a field says of itself (HTML, autofill), and else the one that is asked for first. */
function guess({ type, autocomplete }: Thing, possible: readonly Credential[]): Credential | undefined {
  const [first] = possible
  const wanted: Credential | undefined = /one-time-code/.test(autocomplete)
    ? 'otp'
    : /username|email/.test(autocomplete)
      ? 'username'
      : type === 'password'
        ? possible.includes('password')
          ? 'password'
          : 'otp'
        : undefined
  if (wanted) return possible.includes(wanted) ? wanted : undefined
  return first === 'password' ? (possible.includes('otp') ? 'otp' : undefined) : first
}
