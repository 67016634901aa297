/**
 * Faults of payment consents, payments, funds checks and payment details, in every family: answers that are changed.
 *
 * @module
 */
import { isTerminal, stateMachines } from '#standard/index.js'
import type { EditScene } from '../http/edits.js'
import { editBody, onSuccessOf, refusedWith } from './editing.js'
import type { Fault } from './fault.js'
import { accepting, familyOf, type Members, type Message, stepOf, withData } from './payment-answers.js'

const ask = stepOf('createConsent')
const readConsent = stepOf('getConsent')
const submit = stepOf('create')
const readPayment = stepOf('get')
const readDetails = stepOf('getDetails')
const askToCancel = stepOf('createCancellationConsent')
const cancel = stepOf('cancel')
const consents = [...ask, ...readConsent]
const payments = [...submit, ...readPayment]
const everything = [...consents, ...payments]

const requestOf = ({ exchange }: EditScene) => exchange?.body as Message | undefined

/** Refuses requests for a consent that are right. */
const refusing = (path: string, isRefused: (request: Message) => boolean) =>
  onSuccessOf(ask, (answer, scene) => {
    const request = requestOf(scene)
    const detail = { ErrorCode: 'Field.Invalid', Message: 'not accepted', Path: path } as const
    return request && isRefused(request) ? refusedWith(answer, 400, detail) : answer
  })

const initiationOf = ({ Data }: Message) => Data.Initiation

/** The name that the TPP gives to what it asks for: one payment, an order or a file. */
function nameOf(initiation: Members): string {
  if ('Frequency' in initiation) return 'Reference'
  return 'FileHash' in initiation ? 'FileReference' : 'InstructionIdentification'
}

const altered = ({ Initiation }: Message['Data']) => ({
  Initiation: { ...Initiation, [nameOf(Initiation)]: 'of-the-bank' },
})

/** The amount of a payment, or of the first of an order; a file says its amounts in its own lines. */
const amountOf = (initiation: Members) =>
  (initiation.InstructedAmount ?? initiation.FirstPaymentAmount) as Members | undefined

/** The amounts that an Initiation has, cut. */
const cutAmounts = (initiation: Members): Members =>
  Object.fromEntries(
    Object.entries(initiation).map(([name, value]) => [name, name.endsWith('Amount') ? cut(value) : value]),
  )

/** The machine of the payment that an exchange is about. */
const machineOf = (scene: EditScene) => familyOf(scene)?.paymentStates ?? 'immediatePayment'

const cut = (amount: unknown) => ({ ...(amount as Members), Amount: String((amount as Members).Amount).slice(0, -1) })

export const paymentFaults = {
  // consents
  'payment-consent-authorised-at-once': {
    title: 'answers a new payment consent as Authorised',
    alter: withData(ask, () => ({ Status: 'Authorised' })),
  },
  'payment-request-altered': {
    title: 'repeats the request for a payment with an identification of its own',
    alter: withData(ask, altered),
  },
  'payment-risk-dropped': {
    title: 'repeats an empty Risk in payment consents',
    alter: onSuccessOf(
      consents,
      editBody((body) => ('Risk' in body ? { ...body, Risk: {} } : body)),
    ),
  },
  'payment-optional-demanded': {
    title: 'demands a local instrument, or the reference of an order, which are optional',
    source: 'adorsys/XS2A-Sandbox #13',
    alter: refusing('Data.Initiation.LocalInstrument', (request) => {
      const initiation = initiationOf(request)
      return !(('Frequency' in initiation ? 'Reference' : 'LocalInstrument') in initiation)
    }),
  },
  'payment-fields-unchecked': {
    title: 'accepts any body about payments that is JSON',
    alter: (answer, scene) =>
      /"ErrorCode":"(Field|Unsupported)\./.test(answer.body ?? '')
        ? accepting(
            cancel,
            [400],
            200,
          )(accepting([...ask, ...askToCancel, ...submit], [400], 201)(answer, scene), scene)
        : answer,
  },
  'payment-rail-refused': {
    title: 'takes no deferred payments, and none by GCCNET',
    alter: refusing('Data.Initiation.LocalInstrument', (request) =>
      /(DNS|GCCNET)$/.test(String(initiationOf(request).LocalInstrument)),
    ),
  },
  'order-form-refused': {
    title: 'takes no standing orders of working days, and says that the frequency is none',
    alter: refusing('Data.Initiation.Frequency', (request) => initiationOf(request).Frequency === 'EvryWorkgDay'),
  },
  'order-end-refused': {
    title: 'takes no standing orders that end on a day',
    alter: refusing(
      'Data.Initiation.FinalPaymentDateTime',
      (request) => 'FinalPaymentDateTime' in initiationOf(request),
    ),
  },
  'order-payments-not-listed': {
    title: 'lists the steps of a standing order in its details, and none of its payments',
    alter: withData(
      ['getDomesticStandingOrderDetails', 'getInternationalStandingOrderDetails'],
      ({ PaymentStatus }) => ({
        PaymentStatus: (PaymentStatus as Members[]).slice(0, 2),
      }),
    ),
  },
  'payment-fraction-demanded': {
    title: 'takes amounts with three digits of fraction alone',
    alter: refusing('Data.Initiation.InstructedAmount.Amount', (request) => {
      const { Amount } = amountOf(initiationOf(request)) ?? {}
      return Amount !== undefined && !/\.\d{3}$/.test(String(Amount))
    }),
  },
  'payment-options-refused': {
    title: 'takes no Authorisation and no support data',
    alter: refusing('Data', ({ Data }) => 'Authorisation' in Data || 'SCASupportData' in Data),
  },
  'payment-samples-refused': {
    title: 'refuses a category code of six digits',
    alter: refusing('Risk.MerchantCategoryCode', ({ Risk }) => String(Risk?.MerchantCategoryCode).length === 6),
  },
  'payment-debtor-refused': {
    title: 'refuses requests that name the account that pays',
    alter: refusing('Data.Initiation.DebtorAccount', (request) => 'DebtorAccount' in initiationOf(request)),
  },
  'payment-other-bank-refused': {
    title: 'pays nobody who has an account at another bank',
    alter: refusing('Data.Initiation.CreditorAccount', (request) => {
      const { Identification } = (initiationOf(request).CreditorAccount ?? {}) as Members
      return String(Identification).includes('BMAG')
    }),
  },
  'payment-id-of-tpp': {
    title: 'names payment consents after the identification of the TPP',
    alter: withData(ask, ({ Initiation }) => ({ ConsentId: Initiation[nameOf(Initiation)] })),
  },
  'payment-consent-id-constant': {
    title: 'gives every payment consent one id',
    alter: withData(ask, () => ({ ConsentId: 'the-consent' })),
  },
  'payment-amounts-cut': {
    title: 'writes amounts of BHD with two digits of fraction',
    alter: withData(everything, ({ Initiation, Charges }) => ({
      Initiation: { ...Initiation, ...cutAmounts(Initiation) },
      ...(Array.isArray(Charges) && { Charges: Charges.map((charge) => ({ ...charge, Amount: cut(charge.Amount) })) }),
    })),
  },
  'payment-dates-reversed': {
    title: 'expects to settle a payment before it is made',
    alter: withData(consents, ({ ExpectedSettlementDateTime }) =>
      ExpectedSettlementDateTime === undefined ? {} : { ExpectedSettlementDateTime: '2020-01-01T00:00:00.000+03:00' },
    ),
  },
  'payment-rail-chosen-otherwise': {
    title: 'charges for the deferred rail where none was asked for',
    alter: withData(ask, ({ Initiation, Charges }) =>
      'LocalInstrument' in Initiation || !Array.isArray(Charges)
        ? {}
        : {
            Charges: Charges.map((charge) =>
              charge.Type === 'BH.OBF.NRT' ? { ...charge, Type: 'BH.OBF.DNS' } : charge,
            ),
          },
    ),
  },
  'payment-consent-invented': {
    title: 'answers a read of any payment consent with a success',
    alter: accepting(readConsent, [400], 200),
  },
  'payment-consent-read-otherwise': {
    title: 'reads a payment consent with an identification of its own',
    alter: withData(readConsent, altered),
  },
  'payment-consent-status-stale': {
    title: 'reads every payment consent as AwaitingAuthorisation',
    alter: withData(readConsent, () => ({ Status: 'AwaitingAuthorisation' })),
  },
  'payment-consent-time-stale': {
    title: 'leaves StatusUpdateDateTime of a payment consent as it was when it was created',
    alter: withData(readConsent, ({ CreationDateTime }) => ({ StatusUpdateDateTime: CreationDateTime })),
  },

  // payments
  'payment-final-at-once': {
    title: 'answers a submission with a status that is final',
    alter: withData(submit, (_, scene) => ({ Status: stateMachines[machineOf(scene)].terminal.at(-1) })),
  },
  'payment-named-by-tpp': {
    title: 'names payments after the identification of the TPP',
    alter: withData(submit, ({ Initiation }, scene) => ({
      [familyOf(scene)?.idField ?? '']: Initiation[nameOf(Initiation)],
    })),
  },
  'payment-keys-refused': {
    title: 'refuses submissions that have an idempotency key',
    alter: onSuccessOf(submit, (answer, { request }) =>
      request.headers['x-idempotency-key'] === undefined
        ? answer
        : refusedWith(answer, 400, { ErrorCode: 'Header.Invalid', Message: 'not accepted', Path: 'x-idempotency-key' }),
    ),
  },
  'payment-answer-altered': {
    title: 'repeats a submission with an identification of its own',
    alter: withData(submit, altered),
  },
  'payment-refused-as-success': {
    title: 'answers submissions that it refuses as forbidden with a success',
    alter: accepting(submit, [403], 201),
  },
  'payment-never-rejected': {
    title: 'reads a rejected payment as in process',
    alter: withData(readPayment, ({ Status }) =>
      Status === 'Rejected' ? { Status: 'AcceptedSettlementInProcess' } : {},
    ),
  },
  'payment-status-goes-back': {
    title: 'reads a payment that is under way as one that has just come in',
    alter: withData(readPayment, ({ Status }, scene) =>
      isTerminal(machineOf(scene), Status) ? {} : { Status: stateMachines[machineOf(scene)].initial },
    ),
  },
  'payment-deferred-settled-at-once': {
    title: 'settles deferred payments at once',
    alter: withData(payments, ({ Initiation }, scene) =>
      machineOf(scene) === 'immediatePayment' && /DNS$/.test(String(Initiation.LocalInstrument))
        ? { Status: 'AcceptedCreditSettlementCompleted' }
        : {},
    ),
  },
  'payment-time-stale': {
    title: 'leaves StatusUpdateDateTime of a payment as it was when it came in',
    alter: withData(readPayment, ({ CreationDateTime }) => ({ StatusUpdateDateTime: CreationDateTime })),
  },
  'payment-invented': {
    title: 'answers a read of any payment, and of its details, with a success',
    alter: accepting([...readPayment, ...readDetails], [400], 200),
  },
  'payment-read-otherwise': {
    title: 'reads a payment with an identification of its own',
    alter: withData(readPayment, altered),
  },

  // funds and details
  'funds-of-any-consent': {
    title: 'checks funds for consents that are used up or not there, and with any token',
    alter: accepting(stepOf('confirmFunds'), [400, 403], 200),
  },
  'details-newest-first': {
    title: 'lists the newest state of a payment first',
    alter: withData(readDetails, ({ PaymentStatus }) => ({
      PaymentStatus: [...(PaymentStatus as unknown[])].reverse(),
    })),
  },
  'details-without-transaction': {
    title: 'leaves PaymentTransactionId out of the details of a payment',
    alter: withData(readDetails, ({ PaymentStatus }) => ({
      PaymentStatus: (PaymentStatus as Members[]).map(({ PaymentTransactionId: _, ...entry }) => entry),
    })),
  },
  'details-without-rejection': {
    title: 'leaves the rejection out of the details of a payment',
    alter: withData(readDetails, ({ PaymentStatus }) => ({
      PaymentStatus: (PaymentStatus as Members[]).filter(({ Status }) => Status !== 'Rejected'),
    })),
  },
} as const satisfies Record<string, Fault>
