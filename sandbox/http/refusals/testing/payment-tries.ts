/**
 * Requests that meet the conditions of payments.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import type { ErrorCode } from '#standard/index.js'
import { billers } from '../../../payments/billers.js'
import type { PaymentSettings } from '../../../payments/settings.js'
import { type Asking, type Payer, payee, payerAt } from '../../../payments/testing/payer.js'
import type { paymentConditions } from '../payments.js'
import type { Answered, RefusingBank } from './refusing-bank.js'

type Try = readonly [meet: () => Promise<Answered>, status: number, code?: ErrorCode, path?: string]

const later: Asking = { family: 'domestic-future-dated-payment' }
const abroad: Asking = { family: 'international-payment' }
const order: Asking = { family: 'domestic-standing-order' }
const power = billers[0]?.iban as string
const initiation = (name: string) => `Data.Initiation.${name}`

export function paymentTries(at: () => RefusingBank): Readonly<Record<keyof typeof paymentConditions, Try>> {
  const payer = () => payerAt(at().bank)

  /** The answer to what a TPP does. */
  const answered = (act: (payer: Payer) => Promise<LightMyRequestResponse>) => async (): Promise<Answered> => {
    const { statusCode, body } = await act(payer())
    return { status: statusCode, body }
  }

  const asking = (fields: Record<string, unknown>, of: Asking = {}) =>
    answered((tpp) => tpp.createConsent(tpp.request(of, { initiation: fields }), of))

  const amount = (Amount: string, Currency = 'BHD') => ({ InstructedAmount: { Amount, Currency } })
  const creditor = (Identification: string, SchemeName = 'BH.OBF.IBAN', more = {}) => ({
    CreditorAccount: { SchemeName, Identification, Name: 'P', ...more },
  })
  const rate = (fields: Record<string, unknown>) => ({
    ExchangeRateInformation: { UnitCurrency: 'USD', RateType: 'Indicative', ...fields },
  })
  const bill = (Reference: string, Amount: string, iban = power) => ({
    LocalInstrument: 'BH.OBF.BIL',
    ...amount(Amount),
    ...creditor(iban),
    RemittanceInformation: { Reference },
  })

  /** With other settings of the bank. */
  const where = (settings: Partial<PaymentSettings>, meet: () => Promise<Answered>) => async () => {
    const { tenant } = at().bank
    const before = tenant.paymentSettings
    Object.assign(tenant, { paymentSettings: { ...before, ...settings } })
    try {
      return await meet()
    } finally {
      Object.assign(tenant, { paymentSettings: before })
    }
  }

  const mismatch = 'Resource.ConsentMismatch'
  const status = 'Resource.InvalidConsentStatus'
  const late = 'Rules.AfterCutOffDateTime'

  return {
    schemeUnsupported: [
      asking(creditor(payee.iban, 'IBAN')),
      400,
      'Unsupported.Scheme',
      initiation('CreditorAccount.SchemeName'),
    ],
    instrumentUnsupported: [
      asking({ LocalInstrument: 'BH.OBF.NRT' }, later),
      400,
      'Unsupported.LocalInstrument',
      initiation('LocalInstrument'),
    ],
    currencyNotExchanged: [
      asking({ CurrencyOfTransfer: 'ZWG' }, abroad),
      400,
      'Unsupported.Currency',
      initiation('CurrencyOfTransfer'),
    ],
    railNotThere: [
      asking({ LocalInstrument: 'BH.OBF.GCCNET' }, abroad),
      400,
      'Unsupported.LocalInstrument',
      initiation('LocalInstrument'),
    ],
    countryOfThreeLetters: [
      where({ twoLetterCountries: true }, asking({ DestinationCountryCode: 'KWT' }, abroad)),
      400,
      'Field.Invalid',
      initiation('DestinationCountryCode'),
    ],
    agreedRateExpected: [
      asking(rate({ RateType: 'Agreed', ContractIdentification: 'C-1' }), abroad),
      400,
      'Field.Expected',
      initiation('ExchangeRateInformation.ExchangeRate'),
    ],
    contractExpected: [
      asking(rate({ RateType: 'Agreed', ExchangeRate: 0.38 }), abroad),
      400,
      'Field.Expected',
      initiation('ExchangeRateInformation.ContractIdentification'),
    ],
    contractUnexpected: [
      asking(rate({ RateType: 'Actual', ContractIdentification: 'C-1' }), abroad),
      400,
      'Field.Unexpected',
      initiation('ExchangeRateInformation.ContractIdentification'),
    ],
    agreedRateImplausible: [
      asking(rate({ RateType: 'Agreed', ExchangeRate: 0.9, ContractIdentification: 'C-1' }), abroad),
      400,
      'Field.Invalid',
      initiation('ExchangeRateInformation.ExchangeRate'),
    ],
    unitCurrencyOther: [
      asking(rate({ UnitCurrency: 'EUR' }), abroad),
      400,
      'Field.Invalid',
      initiation('ExchangeRateInformation.UnitCurrency'),
    ],
    nothingToExchange: [
      asking({ CurrencyOfTransfer: 'BHD', ...rate({ UnitCurrency: 'BHD' }) }, abroad),
      400,
      'Field.Unexpected',
      initiation('ExchangeRateInformation'),
    ],
    amountNotSendable: [
      asking({ ChargeBearer: 'BorneByCreditor' }, abroad),
      400,
      'Field.Invalid',
      initiation('InstructedAmount.Amount'),
    ],
    currencyUnsupported: [
      asking(amount('1.00', 'USD')),
      400,
      'Unsupported.Currency',
      initiation('InstructedAmount.Currency'),
    ],
    identifierUnsupported: [
      asking(creditor('BH07PEER77000000412268')),
      400,
      'Unsupported.AccountIdentifier',
      initiation('CreditorAccount.Identification'),
    ],
    secondaryIdentifierUnsupported: [
      asking(creditor(payee.iban, 'IBAN', { SecondaryIdentification: '#7' }), { version: '0.0.1' }),
      400,
      'Unsupported.AccountSecondaryIdentifier',
      initiation('CreditorAccount.SecondaryIdentification'),
    ],
    amountZero: [asking(amount('0')), 400, 'Field.Invalid', initiation('InstructedAmount.Amount')],
    amountTooFine: [asking(amount('0.0001')), 400, 'Field.Invalid', initiation('InstructedAmount.Amount')],
    amountAboveCeiling: [
      where({ nrtCeilingMinor: 5 }, asking({})),
      400,
      'Field.Invalid',
      initiation('InstructedAmount.Amount'),
    ],
    executionInThePast: [
      asking({ RequestedExecutionDateTime: '2030-01-15T08:59:59+03:00' }, later),
      400,
      'Field.InvalidDate',
      initiation('RequestedExecutionDateTime'),
    ],
    executionTooFarAhead: [
      asking({ RequestedExecutionDateTime: '2031-02-15T08:59:59+03:00' }, later),
      400,
      'Field.InvalidDate',
      initiation('RequestedExecutionDateTime'),
    ],
    frequencyUnsupported: [
      where({ frequenciesNotOffered: ['EvryDay'] }, asking({ Frequency: 'EvryDay' }, order)),
      400,
      'Unsupported.Frequency',
      initiation('Frequency'),
    ],
    orderCountInvalid: [
      asking({ NumberOfPayments: 'a few' }, order),
      400,
      'Field.Invalid',
      initiation('NumberOfPayments'),
    ],
    orderEndsTwice: [
      asking({ NumberOfPayments: '3', FinalPaymentDateTime: '2030-06-05T00:00:00+03:00' }, order),
      400,
      'Field.Unexpected',
      initiation('NumberOfPayments'),
    ],
    orderEndTooSoon: [
      asking({ FinalPaymentDateTime: '2030-01-22T23:00:00+03:00' }, order),
      400,
      'Field.InvalidDate',
      initiation('FinalPaymentDateTime'),
    ],
    orderRecursAtOnce: [
      asking({ RecurringPaymentDateTime: '2030-01-22T23:00:00+03:00' }, order),
      400,
      'Field.Unexpected',
      initiation('RecurringPaymentDateTime'),
    ],
    orderRecursOutside: [
      asking({ RecurringPaymentDateTime: '2030-01-21T23:00:00+03:00' }, order),
      400,
      'Field.InvalidDate',
      initiation('RecurringPaymentDateTime'),
    ],
    completionInThePast: [
      answered((tpp) => {
        const { Data, ...rest } = tpp.request() as { Data: object }
        const Authorisation = { AuthorisationType: 'Single', CompletionDateTime: '2030-01-15T08:59:59+03:00' }
        return tpp.createConsent({ ...rest, Data: { ...Data, Authorisation } })
      }),
      400,
      'Field.InvalidDate',
      'Data.Authorisation.CompletionDateTime',
    ],
    billNumberExpected: [
      asking({ ...bill('', '12.625'), RemittanceInformation: undefined }),
      400,
      'Field.Expected',
      initiation('RemittanceInformation.Reference'),
    ],
    billerUnknown: [
      asking(bill('NPW-1001', '12.625', payee.iban)),
      400,
      'Unsupported.AccountIdentifier',
      initiation('CreditorAccount.Identification'),
    ],
    billUnknown: [asking(bill('X-1', '12.625')), 400, 'Field.Invalid', initiation('RemittanceInformation.Reference')],
    billPaid: [asking(bill('NPW-9000', '12.5')), 400, 'Field.Invalid', initiation('RemittanceInformation.Reference')],
    billOfOtherAmount: [
      asking(bill('NPW-1001', '12.624')),
      400,
      'Field.Invalid',
      initiation('InstructedAmount.Amount'),
    ],
    referenceReused: [
      where(
        { uniqueReferences: true },
        answered(async (tpp) => {
          await tpp.pay({ instructionId: 'INS-TWICE' })
          return tpp.createConsent(tpp.request({}, { instructionId: 'INS-TWICE' }))
        }),
      ),
      400,
      'Rules.DuplicateReference',
      initiation('InstructionIdentification'),
    ],
    orderAfterCutOff: [
      where({ lateOrders: 'refuse', dnsCutOff: '08:00' }, asking({ LocalInstrument: 'BH.OBF.DNS' })),
      400,
      late,
    ],
    consentOfOtherToken: [
      answered(async (tpp) => {
        const [consent, other] = [await tpp.approved(), await tpp.approved()]
        return tpp.submit(consent, {}, tpp.submission(other))
      }),
      403,
      mismatch,
      'Data.ConsentId',
    ],
    fundsOfOtherConsent: [
      answered(async (tpp) => tpp.confirmFunds(await tpp.approved(), await tpp.approved())),
      403,
      mismatch,
      'ConsentId',
    ],
    consentOfOtherUser: [
      answered(async (tpp) => {
        const { consentId } = await tpp.approved()
        return tpp.submit(await tpp.givenTo(consentId, 'somebody else'))
      }),
      403,
      mismatch,
    ],
    consentNotAuthorised: [
      answered(async (tpp) => {
        const consent = await tpp.approved()
        await tpp.submit(consent)
        return tpp.submit(consent)
      }),
      400,
      status,
      'ConsentId',
    ],
    submissionDiffers: [
      answered(async (tpp) => {
        const consent = await tpp.approved()
        return tpp.submit(consent, {}, { ...tpp.submission(consent), Risk: { PaymentContextCode: 'Other' } })
      }),
      400,
      mismatch,
      'Risk.PaymentContextCode',
    ],
    paymentOfOtherTpp: [answered(async (tpp) => tpp.read(await tpp.pay(), { clientId: 'tpp-other' })), 403, mismatch],
    cancellationTooLate: [
      where(
        { cancellationHours: 24 * 8 },
        answered(async (tpp) => tpp.askToCancel(await tpp.pay({}, later))),
      ),
      400,
      late,
    ],
    paymentToCancelUnknown: [
      answered((tpp) => tpp.askToCancel('nothing')),
      400,
      'Resource.NotFound',
      'Data.DomesticFutureDatedPaymentId',
    ],
    paymentNotWaiting: [
      answered(async (tpp) => {
        const paymentId = await tpp.pay({}, later)
        await tpp.cancel(paymentId, await tpp.approvedCancellation(paymentId))
        return tpp.askToCancel(paymentId)
      }),
      400,
      status,
    ],
    paymentNotCancellable: [
      answered(async (tpp) => {
        const paymentId = await tpp.pay({}, later)
        const [first, second] = [await tpp.approvedCancellation(paymentId), await tpp.approvedCancellation(paymentId)]
        await tpp.cancel(paymentId, first)
        return tpp.cancel(paymentId, second)
      }),
      400,
      status,
    ],
    cancellationOfOtherPayment: [
      answered(async (tpp) => {
        const [paymentId, other] = [await tpp.pay({}, later), await tpp.pay({}, later)]
        return tpp.cancel(paymentId, await tpp.approvedCancellation(other))
      }),
      400,
      mismatch,
      'Data.ConsentId',
    ],
  }
}
