/**
 * What a TPP does with payments, for tests: requests at a test bank, and consents that a PSU has authorised.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import {
  cancellationConsentRequest,
  cancellationPatch,
  domesticFutureDatedPaymentConsentRequest,
  domesticPaymentConsentRequest,
  domesticPaymentRequest,
} from '#fixtures/requests/domestic-payment.js'
import {
  type FactsAbroad,
  internationalFutureDatedPaymentConsentRequest,
  internationalPaymentConsentRequest,
} from '#fixtures/requests/international-payment.js'
import {
  fileHash,
  filePaymentConsentRequest,
  type PaymentFileFacts,
  paymentFile,
} from '#fixtures/requests/payment-file.js'
import {
  domesticStandingOrderConsentRequest,
  internationalStandingOrderConsentRequest,
} from '#fixtures/requests/standing-order.js'
import { type PaymentFamilyId, paymentFamily, type Version } from '#standard/index.js'
import { type ConsentRecord, consentRecords, isPaymentConsent, type PaymentConsent } from '../../consents/consent.js'
import { pathOf, type TestBank } from '../../testing/test-bank.js'

/** A payee at another bank. */
export const payee = { iban: 'BH06PEER77000000412268', name: 'PEER DEMO' }

type Body = Readonly<Record<string, unknown>>

export interface Asking {
  readonly family?: PaymentFamilyId
  readonly version?: Version
  readonly clientId?: string
  /** The TPP's user. Default `ada`; `null` for none. */
  readonly user?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Deciding {
  /** Default the first PSU. */
  readonly psu?: number
  /** The account that pays. Default the first of the PSU. */
  readonly debtorAccountId?: string
}

/** A body that is sent as it is. */
const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

export type Payer = ReturnType<typeof payerAt>

export function payerAt(bank: TestBank) {
  const { tenant } = bank
  const now = () => tenant.clock.now()

  async function call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    { version = '1.0.0', clientId = 'tpp-demo', user = 'ada', headers = {} }: Asking = {},
    body?: unknown,
    consent?: ConsentRecord,
  ): Promise<LightMyRequestResponse> {
    const token = await bank.token({ clientId, scope: 'payments', ...(consent && { consent }) })
    return bank.send({
      method,
      url: pathOf(version, path),
      headers: {
        authorization: `Bearer ${token}`,
        ...(user !== null && method === 'POST' && { 'x-user-token': await bank.userToken({ user, clientId }) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
    })
  }

  /** A valid request for a consent. */
  function request({ family = 'domestic-payment', version = '1.0.0' }: Asking = {}, facts: Partial<FactsAbroad> = {}) {
    const whole = { creditor: payee, ...facts }
    if (family === 'file-payment') return fileRequest({}, facts)
    if (family === 'international-payment') return internationalPaymentConsentRequest(facts)
    if (family === 'international-future-dated-payment') {
      return internationalFutureDatedPaymentConsentRequest(now(), facts)
    }
    if (family === 'domestic-payment') return domesticPaymentConsentRequest(version, whole)
    if (family === 'international-standing-order') return internationalStandingOrderConsentRequest(now(), facts)
    if (family === 'domestic-standing-order') return domesticStandingOrderConsentRequest(now(), whole)
    return domesticFutureDatedPaymentConsentRequest(now(), whole)
  }

  /** The account of this bank that pays where a test names no other. */
  const debtor = (psu = 0) => {
    const account = tenant.bank.accounts.get(tenant.bank.psus[psu]?.accountIds[0] ?? '')
    return { iban: account?.identifiers[0]?.identification ?? '', name: 'Debtor' }
  }

  /** The files that were asked for, by what their consents say of them. */
  const files = new Map<unknown, string>()

  /** A lawful file: of one payment, unless a test says otherwise. */
  const fileOf = (
    facts: Partial<PaymentFileFacts> = {},
    { creditor = payee, amount = '1.000' }: Partial<FactsAbroad> = {},
  ) => paymentFile({ debtor: debtor(), now: now(), batches: [{ items: [{ creditor, amount }] }], ...facts })

  /** A valid request for the consent to a file. */
  function fileRequest(facts: Partial<PaymentFileFacts> = {}, { initiation, ...payment }: Partial<FactsAbroad> = {}) {
    const file = fileOf(facts, payment)
    files.set(fileHash(file), file)
    return filePaymentConsentRequest(file, initiation)
  }

  /** Sends a file to its consent: that which was asked for, where a test gives no other. */
  async function upload(consentId: string, file?: string | Buffer, { headers, ...asking }: Asking = {}) {
    const stored = await tenant.store.get(consentRecords, consentId)
    const { FileHash } = (isPaymentConsent(stored) ? stored.request.Data.Initiation : {}) as { FileHash?: string }
    const sent = { ...asking, user: null, headers: { 'content-type': 'text/xml', ...headers } }
    return call('POST', `/file-payment-consents/${consentId}/file`, sent, file ?? files.get(FileHash) ?? '')
  }

  const createConsent = (body: unknown, asking: Asking = {}) =>
    call('POST', paymentFamily(asking.family ?? 'domestic-payment').paths.consents, asking, body)

  /** The PSU approves: what the page leaves in the store. */
  async function authorise<Consent extends ConsentRecord>(
    consentId: string,
    deciding: Deciding = {},
  ): Promise<Consent> {
    const psu = tenant.bank.psus[deciding.psu ?? 0]
    if (!psu) throw new Error('there is no such PSU')
    return tenant.store.transact(async (transaction) => {
      const consent = (await transaction.get(consentRecords, consentId)) as Consent
      const { debtorAccountId = psu.accountIds[0] } = deciding
      const authorised: Consent = {
        ...consent,
        status: 'Authorised',
        psuId: psu.psuId,
        grantId: randomUUID(),
        ...(isPaymentConsent(consent) && { debtorAccountId }),
      }
      transaction.put(consentRecords, consentId, authorised)
      return authorised
    })
  }

  /** The consent as if another user of the TPP had asked for it. */
  const givenTo = (consentId: string, userId: string) =>
    tenant.store.transact(async (transaction) => {
      const consent = { ...(await transaction.get(consentRecords, consentId)), userId } as PaymentConsent
      transaction.put(consentRecords, consentId, consent)
      return consent
    })

  /** A consent that was asked for and approved. */
  async function approved(facts: Partial<FactsAbroad> = {}, asking: Asking = {}, deciding: Deciding = {}) {
    const answer = await createConsent(request(asking, facts), asking)
    if (answer.statusCode !== 201) throw new Error(`the consent was refused: ${answer.body}`)
    if (asking.family === 'file-payment') {
      const uploaded = await upload(answer.json().Data.ConsentId, undefined, asking)
      if (uploaded.statusCode !== 200) throw new Error(`the file was refused: ${uploaded.body}`)
    }
    return authorise<PaymentConsent>(answer.json().Data.ConsentId, deciding)
  }

  const submission = (consent: PaymentConsent): Body =>
    domesticPaymentRequest(consent.consentId, consent.request as unknown as { Data: Body; Risk: Body })

  /** Submits the payment of a consent. */
  const submit = (consent: PaymentConsent, asking: Asking = {}, body: unknown = submission(consent)) =>
    call('POST', paymentFamily(consent.kind).paths.payments, { version: consent.version, ...asking }, body, consent)

  /** Submits, and gives the id of the payment. */
  async function pay(facts: Partial<FactsAbroad> = {}, asking: Asking = {}, deciding: Deciding = {}): Promise<string> {
    const consent = await approved(facts, asking, deciding)
    const answer = await submit(consent, asking)
    if (answer.statusCode !== 201) throw new Error(`the payment was refused: ${answer.body}`)
    return answer.json().Data[paymentFamily(consent.kind).idField]
  }

  const read = (paymentId: string, { family = 'domestic-payment', ...asking }: Asking = {}) =>
    call('GET', `${paymentFamily(family).paths.payments}/${paymentId}`, asking)

  /** The steps of a payment, each as `status instant`. */
  async function steps(paymentId: string, { family = 'domestic-payment', ...asking }: Asking = {}) {
    const answer = await call('GET', `${paymentFamily(family).paths.payments}/${paymentId}/payment-details`, asking)
    const { PaymentStatus } = answer.json().Data as {
      PaymentStatus: { Status: string; StatusUpdateDateTime: string }[]
    }
    return PaymentStatus.map(({ Status, StatusUpdateDateTime }) => `${Status} ${StatusUpdateDateTime.slice(0, 19)}`)
  }

  const consentPath = (consent: PaymentConsent) => `${paymentFamily(consent.kind).paths.consents}/${consent.consentId}`
  const readConsent = (consent: PaymentConsent, asking: Asking = {}) =>
    call('GET', consentPath(consent), { version: consent.version, ...asking })
  const confirmFunds = (consent: PaymentConsent, token: ConsentRecord = consent) =>
    call('GET', `${consentPath(consent)}/funds-confirmation`, {}, undefined, token)

  const cancellations = '/domestic-future-dated-payment-cancellation-consents'
  const askToCancel = (paymentId: string, asking: Asking = {}, permission = 'Update') =>
    call('POST', cancellations, asking, {
      Data: { ...cancellationConsentRequest(paymentId).Data, Permission: permission },
    })
  const readCancellation = (consentId: string, asking: Asking = {}) =>
    call('GET', `${cancellations}/${consentId}`, asking)
  const cancel = (paymentId: string, consentId: string, asking: Asking = {}, status = 'PendingCancellationRequest') =>
    call('PATCH', `/domestic-future-dated-payments/${paymentId}`, asking, {
      Data: { ...cancellationPatch(consentId).Data, Status: status },
    })

  /** A cancellation consent that the PSU has approved. */
  async function approvedCancellation(paymentId: string): Promise<string> {
    const { ConsentId } = (await askToCancel(paymentId)).json().Data
    await authorise(ConsentId)
    return ConsentId
  }

  const ofFiles = { debtor, fileOf, fileRequest, upload }
  const ways = {
    ...ofFiles,
    request,
    createConsent,
    authorise,
    givenTo,
    approved,
    submission,
    submit,
    pay,
    read,
    steps,
    call,
  }
  return { ...ways, readConsent, confirmFunds, askToCancel, readCancellation, cancel, approvedCancellation }
}
