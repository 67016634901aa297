/**
 * The other party of a payment in payloads: its account and its bank. FACTS 6.
 *
 * @module
 */
import type { CounterParty } from '#fixtures/types.js'
import { schemePrefixes, type Version } from '#standard/index.js'

/** The account, as far as known. */
export function accountOf({ name, iban, scheme = 'IBAN' }: CounterParty, version: Version) {
  return {
    ...(iban !== undefined && { SchemeName: `${schemePrefixes[version]}${scheme}`, Identification: iban }),
    Name: name,
  }
}

/** The bank, if its BIC is known. */
export function agentOf({ bic }: CounterParty, version: Version) {
  return bic === undefined ? undefined : { SchemeName: `${schemePrefixes[version]}BICFI`, Identification: bic }
}

/** Account and bank of a payee, as the Detail permissions add them. */
export function creditorOf(creditor: CounterParty, version: Version) {
  const agent = agentOf(creditor, version)
  return { ...(agent && { CreditorAgent: agent }), CreditorAccount: accountOf(creditor, version) }
}
