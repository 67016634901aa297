/**
 * Faults of payments abroad: rates, currencies, charges, and accounts of other countries.
 *
 * @module
 */
import { onSuccessOf, refusedWith } from './editing.js'
import type { Fault } from './fault.js'
import { accepting, type Members, type Message, stepOf, withData } from './payment-answers.js'
import { hasReferenceOfTpp } from './posting-faults.js'
import { editEachRow, type Row, readsOfTransactions } from './rows.js'

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

/** Changes the rows of payments abroad on one side, by what they show of their exchange. */
const inRows = (side: 'Credit' | 'Debit', change: (exchange: Row, row: Row) => Row) =>
  editEachRow(readsOfTransactions, (row) => {
    const { CurrencyExchange: exchange, CreditDebitIndicator } = row
    return exchange && CreditDebitIndicator === side && hasReferenceOfTpp(row)
      ? { ...row, ...change(exchange as Row, row) }
      : row
  })

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
  'exchange-at-other-rate': {
    title: 'shows another rate in the transaction of a payment abroad than it was made at',
    alter: inRows('Debit', (exchange) => ({
      CurrencyExchange: { ...exchange, ExchangeRate: Number(exchange.ExchangeRate) * 1.01 },
    })),
  },
  'exchange-of-other-currency': {
    title: 'shows the exchange of a payment abroad as one from a currency that it does not touch',
    alter: inRows('Debit', (exchange) => ({ CurrencyExchange: { ...exchange, SourceCurrency: 'CHF' } })),
  },
  'exchange-contract-lost': {
    title: 'shows a contract of its own in the transaction of a payment at an agreed rate',
    alter: inRows('Debit', (exchange) =>
      exchange.ContractIdentification === undefined
        ? {}
        : { CurrencyExchange: { ...exchange, ContractIdentification: 'CONTRACT' } },
    ),
  },
  'credited-at-other-rate': {
    title: 'credits a payment abroad at another rate than it shows the payee',
    alter: inRows('Credit', (_, row) => ({ Amount: halved(row.Amount as Row) })),
  },
} as const satisfies Record<string, Fault>

/** Half of an amount. */
const halved = ({ Amount, Currency }: Row): Row => ({ Amount: (Number(Amount) / 2).toFixed(3), Currency })
