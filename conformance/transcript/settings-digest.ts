/**
 * A digest of what a profile says of a bank, by which the parts of one run are told from those of another. No secret is in it, and
 * nothing that differs between machines which judge the same bank: how it is reached, limits, certificates, the bill that is paid.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { Profile } from '../profile/profile.js'
import { isSecretPath } from '../profile/secrets.js'

const ofOneMachine = /^(network|limits|notifications|payments\.bill|tpps\.\w+\.(certificate|signing|assertion))$/

/** The digest of a profile. */
export const digestOfSettings = (profile: Profile): string =>
  createHash('sha256')
    .update(JSON.stringify(ofBank(profile, '')))
    .digest('hex')

/** A copy whose names are in order, so that equal settings are equal text. */
function ofBank(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => ofBank(item, `${path}.${index}`))
  if (typeof value !== 'object' || value === null) return value
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const kept = Object.entries(value).filter(([name]) => !isSecretPath(at(name)) && !ofOneMachine.test(at(name)))
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, ofBank(item, at(name))]),
  )
}
