/**
 * Faults of payments abroad: rates, currencies, charges, and accounts of other countries.
 *
 * @module
 */
import { onSuccessOf, refusedWith } from './editing.js'
import type { Fault } from './fault.js'
import { accepting, type Members, type Message, stepOf, withData } from './payment-answers.js'

const ask = stepOf('createConsent')

/** Refuses right requests for a consent abroad. */
const refusing = (path: string, isRefused: (initiation: Members) => boolean) =>
  onSuccessOf(ask, (answer, { exchange }) => {
    const initiation = (exchange?.body as Message | undefined)?.Data.Initiation
    const detail = { ErrorCode: 'Field.Invalid', Message: 'not accepted', Path: path } as const
    return initiation?.CurrencyOfTransfer && isRefused(initiation) ? refusedWith(answer, 400, detail) : answer
  })

const rateOf = ({ ExchangeRateInformation }: Members) => ExchangeRateInformation as Members | undefined

const abroad = (step: 'createConsent' | 'create') => stepOf(step).filter((id) => id.startsWith('createInternational'))

export const exchangeFaults = {
  'fields-abroad-unchecked': {
    title: 'accepts any body about payments abroad that is JSON',
    alter: (answer, scene) =>
      /"ErrorCode":"(Field|Unsupported)\./.test(answer.body ?? '')
        ? accepting([...abroad('createConsent'), ...abroad('create')], [400], 201)(answer, scene)
        : answer,
  },
  'quote-not-kept': {
    title: 'makes a payment abroad at another rate than it has quoted',
    alter: withData(abroad('create'), (data) => {
      const made = rateOf(data)
      return made ? { ExchangeRateInformation: { ...made, ExchangeRate: Number(made.ExchangeRate) * 1.01 } } : {}
    }),
  },
  'quote-without-end': {
    title: 'quotes a firm rate and does not say until when',
    alter: withData(ask, (data) => {
      const { ExpirationDateTime: _, ...quote } = rateOf(data) ?? {}
      return rateOf(data) ? { ExchangeRateInformation: quote } : {}
    }),
  },
  'agreed-rate-altered': {
    title: 'answers an agreed rate with one of its own',
    alter: withData(ask, (data) => {
      const rate = rateOf(data)
      if (rate?.RateType !== 'Agreed') return {}
      return { ExchangeRateInformation: { ...rate, ExchangeRate: Number(rate.ExchangeRate) + 0.01 } }
    }),
  },
  'agreed-rate-unchecked': {
    title: 'takes an agreed rate without its contract, and other rates with one',
    replaces: () => ({ agreedRateProblems: () => [] }),
  },
  'transfer-currency-unchecked': {
    title: 'takes every currency of transfer',
    replaces: () => ({ exchanges: () => true }),
  },
  'charge-bearer-refused': {
    title: 'lets no creditor bear the charges of a payment',
    alter: refusing('Data.Initiation.ChargeBearer', ({ ChargeBearer }) => ChargeBearer === 'BorneByCreditor'),
  },
  'charges-of-other-rail': {
    title: 'charges for SWIFT, whichever rail a payment abroad takes',
    alter: withData(ask, ({ Initiation, Charges }) =>
      Initiation.CurrencyOfTransfer && Array.isArray(Charges)
        ? { Charges: Charges.map((charge) => ({ ...charge, Type: 'BH.OBF.SWIFT' })) }
        : {},
    ),
  },
  'other-countries-refused': {
    title: 'pays to Bahraini IBANs alone',
    alter: refusing('Data.Initiation.CreditorAccount', ({ CreditorAccount }) => {
      return !String((CreditorAccount as Members).Identification).startsWith('BH')
    }),
  },
} as const satisfies Record<string, Fault>
