/**
 * Whether the bank has the lists that a profile claims, and whether it takes a payment consent as the profile asks for one. Nothing is paid.
 *
 * @module
 */
import { domesticPaymentConsentRequest } from '#fixtures/requests/domestic-payment.js'
import { type OperationId, operation, type Version } from '#standard/index.js'
import { baseOf } from '../profile/bases.js'
import type { PaymentSettings } from '../profile/profile.js'
import { callApi } from '../tpp/api-call.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import { paymentHeaders } from '../tpp/payment-headers.js'
import { publicToken } from '../tpp/public-token.js'
import type { Session } from '../tpp/session.js'
import type { Check } from './checks.js'
import { WrongSetting } from './wrong-setting.js'

const purpose = { given: 'doctor' }

/** Claimed operations that are called without an id: what they answer besides 404 and 405 is for the cases. */
export function lists(version: Version): Check {
  return {
    what: `the lists that are claimed are there in ${version}`,
    setting: 'operations',
    advice: 'Claim what the bank has.',
    run: async (session) => {
      const claimed = session.profile.operations.filter((id) => {
        const { method, path, versions, token } = operation(id)
        return method === 'GET' && !path.includes('{') && versions.includes(version) && token !== 'none'
      })
      for (const id of claimed) await tryList(session, id, version)
    },
  }
}

async function tryList(session: Session, id: OperationId, version: Version): Promise<void> {
  const scope = operation(id).scopes.includes('accounts') ? 'accounts' : 'payments'
  const authorization = `Bearer ${await publicToken(session, 'main', scope)}`
  const outcome = await callApi(session, { operation: id, version, authorization }, purpose)
  if ('failure' in outcome) throw new CouldNotRun(`${id}: ${outcome.failure.message}`, 'network')
  const { status } = outcome.response
  if (status !== 404 && status !== 405) return
  const base = baseOf(session.profile, version, id)
  throw new WrongSetting(
    'operations',
    `${operation(id).path} below ${base} answered ${status}`,
    `Take ${id} out of the list, where the bank does not offer it; else the base URL of its family is wrong.`,
  )
}

/** The first consent of a payment that a bank refuses says which of the settings it does not like. */
export function paymentConsent(version: Version): Check {
  return {
    what: `a payment is asked for in ${version}, and not made`,
    setting: 'payments',
    advice: 'Check this section of the profile.',
    run: async (session) => {
      const { payments } = session.profile
      if (payments) await askForPayment(session, payments, version)
    },
  }
}

async function askForPayment(session: Session, payments: PaymentSettings, version: Version): Promise<void> {
  const id = 'createDomesticPaymentConsent'
  const { creditor, amount, debtor } = payments
  const facts = { creditor, amount, ...(debtor && { debtor }) }
  const body = JSON.stringify(domesticPaymentConsentRequest(version, facts))
  const authorization = `Bearer ${await publicToken(session, 'main', 'payments')}`
  const headers = await paymentHeaders(session, { operation: id, body })
  const outcome = await callApi(session, { operation: id, version, authorization, headers, body }, purpose)
  if ('failure' in outcome) throw new CouldNotRun(`${id}: ${outcome.failure.message}`, 'network')
  const { status, body: answer } = outcome.response
  if (status === 201) return
  const { Errors } = (parseJson(answer) ?? {}) as { readonly Errors?: readonly Refusal[] | null }
  const [first = {}] = Errors ?? []
  const found = `POST ${operation(id).path} answered ${status} ${[first.ErrorCode, first.Path, first.Message].filter(Boolean).join(' ')}`
  const setting = settingOf(first)
  if (setting === undefined) throw new CouldNotRun(found, 'bank')
  throw new WrongSetting(
    setting,
    found.slice(0, 300),
    'Check this setting against what the bank has registered and wants.',
  )
}

interface Refusal {
  readonly ErrorCode?: unknown
  readonly Path?: unknown
  readonly Message?: unknown
}

/** What an error of the bank is about, by its code, its path and its text. */
function settingOf({ ErrorCode, Path, Message }: Refusal): string | undefined {
  const text = [ErrorCode, Path, Message].join(' ')
  if (/Signature\.Missing/.test(text)) return 'payments.requestSignatures'
  if (/Signature/.test(String(ErrorCode))) return 'tpps.main.signing'
  if (/idempotency/i.test(text)) return 'payments.idempotencyKey'
  if (/user.?token|useragent/i.test(text)) return 'payments.userToken'
  if (/Creditor/.test(text)) return 'payments.creditor'
  if (/Debtor/.test(text)) return 'payments.debtor'
  if (/Amount/.test(text)) return 'payments.amount'
  return undefined
}
