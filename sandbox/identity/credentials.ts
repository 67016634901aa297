/**
 * What a PSU proves who they are with, at every page of the bank.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'

/** Wrong passwords or codes before no more are taken. */
export const attemptsAllowed = 3

/** The PSUs that are known. */
export interface PsuFacts {
  psuByUsername(username: string): Psu | undefined
  psu(psuId: string): Psu | undefined
}

/** The PSU these are the credentials of, or what is wrong with them. */
export function checkPassword(
  username: string,
  password: string,
  { psuByUsername }: Pick<PsuFacts, 'psuByUsername'>,
): Psu | 'missing' | 'wrong-credentials' {
  if (username.trim() === '' || password === '') return 'missing'
  const psu = psuByUsername(username.trim().toLowerCase())
  return psu && psu.password === password ? psu : 'wrong-credentials'
}

/** The PSU if the one-time code is theirs, or what is wrong with it. */
export function checkCode(otp: string, psu: Psu | undefined): Psu | 'missing' | 'wrong-code' {
  const code = otp.replaceAll(/\s/g, '')
  if (code === '') return 'missing'
  return psu && code === psu.otp ? psu : 'wrong-code'
}
