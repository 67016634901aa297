/**
 * The bank as a conformance suite needs to know it, so that a run against the sandbox needs no file.
 *
 * @module
 */

import type { FixtureBank, Psu } from '#fixtures/types.js'
import { basePaths, type OperationId, versions } from '#standard/index.js'
import type { TppRecord } from '../identity/tpps.js'
import { controlPath } from './control-api.js'

export interface ProfileFacts {
  readonly publicUrl: string
  readonly tpps: readonly TppRecord[]
  readonly bank: FixtureBank
  readonly operations: readonly OperationId[]
  readonly controlToken: string | undefined
}

export function conformanceProfile({ publicUrl, tpps, bank, operations, controlToken }: ProfileFacts) {
  const credentials = (clientId: string) => {
    const tpp = tpps.find((each) => each.clientId === clientId)
    return tpp && { clientId, clientSecret: tpp.clientSecret, redirectUri: tpp.redirectUris[0] }
  }
  return {
    name: 'ob-sandbox',
    strictness: 'all',
    versions: Object.fromEntries(versions.map((version) => [version, publicUrl + basePaths[version]])),
    authorisation: { issuer: publicUrl, consentBinding: 'claims' },
    tpps: {
      main: credentials('tpp-demo'),
      other: credentials('tpp-other'),
      limited: credentials('tpp-limited'),
    },
    psus: psusOf(bank),
    journeys: {
      driver: 'browser',
      adapter: 'authorize-ui',
      headless: { url: `${publicUrl}${controlPath}/authorisations`, ...(controlToken && { token: controlToken }) },
    },
    operations,
  }
}

/** `main` has an account; `several` has several, one of them a card. */
function psusOf({ psus, accounts }: FixtureBank) {
  const count = (psu: Psu) => psu.accountIds.length
  const hasCard = (psu: Psu) =>
    psu.accountIds.some((accountId) => accounts.get(accountId)?.identifiers.some(({ scheme }) => scheme === 'PAN'))
  const main = psus.find((psu) => count(psu) > 0)
  const several = psus.find((psu) => count(psu) > 2 && hasCard(psu))
  const view = ({ username, password, otp }: Psu) => ({ username, password, otp })
  return { ...(main && { main: view(main) }), ...(several && { several: view(several) }) }
}
