/**
 * The bank as a conformance suite needs to know it, so that a run against the sandbox needs no file.
 *
 * @module
 */

import type { JWK } from 'jose'
import type { FixtureBank, Psu } from '#fixtures/types.js'
import { basePaths, type OperationId, versions } from '#standard/index.js'
import { trustAnchor } from '../http/detached-signature.js'
import type { PaymentHeaders } from '../http/payment-headers.js'
import type { TppRecord } from '../identity/tpps.js'
import type { Certificates } from '../tls/folder.js'
import { controlPath } from './operations.js'

export interface ProfileFacts {
  readonly publicUrl: string
  readonly tpps: readonly TppRecord[]
  readonly bank: FixtureBank
  readonly operations: readonly OperationId[]
  readonly controlToken: string | undefined
  readonly paymentHeaders: PaymentHeaders
  /** The pauses of notifications, where the bank calls this machine; absent where it does not. */
  readonly retrySeconds?: readonly number[]
  /** A bill that can be paid, in BHD. */
  openBill(): Promise<{ iban: string; name: string; number: string; amount: string } | undefined>
  /** The private key that a TPP signs with. */
  signingKeyOf(clientId: string): Promise<JWK>
  /** Of a bank on TLS. */
  readonly certificates: Certificates | undefined
}

export async function conformanceProfile(facts: ProfileFacts) {
  const { publicUrl, tpps, bank, operations, controlToken, paymentHeaders, retrySeconds } = facts
  const credentials = (clientId: string) => {
    const tpp = tpps.find((each) => each.clientId === clientId)
    const certificate = facts.certificates?.tpps.get(clientId)
    return (
      tpp && {
        clientId,
        clientSecret: tpp.clientSecret,
        redirectUri: tpp.redirectUris[0],
        ...(certificate && { certificate }),
      }
    )
  }
  const withKey = async (clientId: string) => {
    const key = await facts.signingKeyOf(clientId)
    const signing = { key: JSON.stringify(key), kid: key.kid, issuer: clientId, trustAnchor }
    return { ...credentials(clientId), signing }
  }
  const [main, other] = await Promise.all(['tpp-demo', 'tpp-other'].map(withKey))
  const control = (path: string) => ({
    url: `${publicUrl}${controlPath}/${path}`,
    ...(controlToken && { token: controlToken }),
  })
  return {
    name: 'ob-sandbox',
    strictness: 'all',
    versions: Object.fromEntries(versions.map((version) => [version, publicUrl + basePaths[version]])),
    authorisation: {
      issuer: publicUrl,
      consentBinding: 'claims',
      endpoints: ['introspection', 'userinfo'],
      ...(facts.certificates && { clientAuthentication: 'tls_client_auth', boundTokens: true }),
    },
    ...(facts.certificates && { network: { ca: facts.certificates.authority.certificate } }),
    tpps: {
      main,
      other,
      limited: credentials('tpp-limited'),
    },
    psus: psusOf(bank),
    payments: paymentsOf(bank, paymentHeaders, await facts.openBill()),
    journeys: {
      driver: 'browser',
      adapter: 'authorize-ui',
      headless: control('authorisations'),
    },
    clock: control('clock'),
    ...(retrySeconds && { notifications: { retrySeconds } }),
    operations,
  }
}

/** `main` has an account; `several` has several, one of them a card; `other` is another PSU with an account. */
function psusOf({ psus, accounts }: FixtureBank) {
  const count = (psu: Psu) => psu.accountIds.length
  const hasCard = (psu: Psu) =>
    psu.accountIds.some((accountId) => accounts.get(accountId)?.identifiers.some(({ scheme }) => scheme === 'PAN'))
  const main = psus.find((psu) => count(psu) > 0)
  const several = psus.find((psu) => count(psu) > 2 && hasCard(psu))
  const other = psus.find((psu) => psu !== main && count(psu) > 0)
  const view = ({ username, password, otp }: Psu) => ({ username, password, otp })
  return {
    ...(main && { main: view(main) }),
    ...(several && { several: view(several) }),
    ...(other && { other: view(other) }),
  }
}

const attachment = { required: 'demanded', optional: 'honoured', off: 'off' } as const

/** More than anybody of the bank has. */
const beyondFunds = '9000000000.000'

/** Payments from an account of `main` to a PSU whom no case reads. */
function paymentsOf(
  bank: FixtureBank,
  { userToken, idempotencyKey, signatures }: PaymentHeaders,
  bill: Awaited<ReturnType<ProfileFacts['openBill']>>,
) {
  const { main, several, other } = psusOf(bank)
  const named = [main, several, other].map((psu) => psu?.username)
  const creditor = bank.psus.filter(({ username }) => !named.includes(username)).flatMap((psu) => payeeOf(bank, psu))[0]
  const debtor = bank.psus.filter(({ username }) => username === main?.username).flatMap((psu) => payeeOf(bank, psu))[0]
  // the two may be one person, but no payment is from an account to itself
  const payee = bank.psus
    .filter(({ username }) => username === several?.username)
    .flatMap((psu) => payeeOf(bank, psu))
    .find(({ iban }) => iban !== debtor?.iban)
  if (!creditor) return undefined
  return {
    creditor,
    ...(debtor && { debtor }),
    ...(payee && { payee }),
    ...(bill && { bill, maxAmount: '25.000' }),
    allowedCreditors: [creditor, payee, bill].flatMap((paid) => paid?.iban ?? []),
    maxTotal: '1000.000',
    beyondFunds,
    userToken: { mode: attachment[userToken.mode], header: userToken.header },
    idempotencyKey: attachment[idempotencyKey],
    requestSignatures: signatures.mode,
    answersSigned: signatures.mode !== 'off',
  }
}

/** The accounts in BHD that a PSU has an IBAN for. */
function payeeOf({ accounts }: FixtureBank, psu: Psu): { iban: string; name: string }[] {
  return psu.accountIds.flatMap((id) => {
    const { currency, identifiers = [] } = accounts.get(id) ?? {}
    const iban = identifiers.find(({ scheme }) => scheme === 'IBAN')
    return currency === 'BHD' && iban ? [{ iban: iban.identification, name: iban.name ?? psu.name }] : []
  })
}
