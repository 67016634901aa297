/**
 * Matchers for what payments abroad and standing orders do to accounts: the rates that rows show, the credit of a payee at the same
 * bank, and the rows of an order.
 *
 * @module
 */
import { minorUnits } from '#standard/index.js'
import { valueAt } from '../../cases/paths.js'
import { type Breach, bodyOf, type CaseRecord, notApplicable, observed, requestOf } from '../observation.js'
import { show } from '../reading.js'
import { unitsOf } from './amounts.js'
import { type Item, type Matcher, type Settings, stepSetting } from './matcher.js'
import { checkNew, countBreach, debitBreaches, memberBreach, rowsOfPayment } from './payment-rows.js'

/** What was asked for, as far as an exchange follows from it. */
interface Asked {
  readonly amount: unknown
  readonly currency: unknown
  readonly transferCurrency: unknown
  readonly contract: unknown
  readonly isBorneByDebtor: boolean
}

function askedOf(record: CaseRecord, settings: Settings): Asked {
  const initiation = valueAt(requestOf(record, stepSetting(settings, 'submitted')), 'Data.Initiation')
  const amount = valueAt(initiation, 'InstructedAmount')
  return {
    amount,
    currency: valueAt(amount, 'Currency'),
    transferCurrency: valueAt(initiation, 'CurrencyOfTransfer'),
    contract: valueAt(initiation, 'ExchangeRateInformation.ContractIdentification'),
    isBorneByDebtor: valueAt(initiation, 'ChargeBearer') === 'BorneByDebtor',
  }
}

/** One unit of `unitCurrency` costs `rate` of the other currency. */
interface Rate {
  readonly unitCurrency: unknown
  readonly rate: number
}

/** The rate of a payment, from an answer about it. */
function rateOf(body: unknown): Rate | undefined {
  const shown = valueAt(body, 'Data.ExchangeRateInformation')
  const rate = Number(valueAt(shown, 'ExchangeRate'))
  return rate > 0 ? { unitCurrency: valueAt(shown, 'UnitCurrency'), rate } : undefined
}

/** The rate of an answer that holds until the payment is made; an indicative one is only fixed then. */
const heldRateOf = (body: unknown): Rate | undefined =>
  valueAt(body, 'Data.ExchangeRateInformation.RateType') === 'Indicative' ? undefined : rateOf(body)

/** An amount of one currency in the other. */
const changed = (amount: number, currency: unknown, { unitCurrency, rate }: Rate): number =>
  currency === unitCurrency ? amount * rate : amount / rate

/** How far a rate that was turned round may be off, as it is written with few digits. */
const roundedRate = 1e-3

/** An amount as a number, which is precise enough to compare with what a rate makes of another. */
function numberOf(amount: unknown): number | undefined {
  const units = unitsOf(amount)
  return units === undefined ? undefined : Number(units) / 100_000
}

/** Whether an amount is what a rate makes of another: rounded to its minor unit in whichever way. */
function isAbout(amount: unknown, wanted: number): boolean {
  const smallest = 10 ** -minorUnits(String(valueAt(amount, 'Currency')))
  return Math.abs((numberOf(amount) ?? Number.NaN) - wanted) <= smallest + wanted * 1e-6
}

/** What is wrong with the exchange that a row shows, for a payment and the rate that it was made at. */
function exchangeBreaches({ pointer, value }: Item, asked: Asked, made: Rate | undefined): Breach[] {
  const shown = value.CurrencyExchange
  const at = (name: string) => `${pointer}/CurrencyExchange/${name}`
  const [source, target] = [valueAt(shown, 'SourceCurrency'), valueAt(shown, 'TargetCurrency')]
  const currencies = [asked.currency, asked.transferCurrency]
  const other = currencies.find((each) => each !== source)
  const isOwn = currencies.includes(source) && (target === undefined || target === other)
  const wrong: Breach[] = isOwn
    ? []
    : [{ pointer: at('SourceCurrency'), expected: `${currencies.join(' and ')}`, received: `${source} and ${target}` }]
  return [
    ...wrong,
    ...(made ? rateBreaches(at('ExchangeRate'), shown, made) : []),
    ...instructedBreaches(at('InstructedAmount'), shown, asked),
    ...(typeof asked.contract === 'string'
      ? memberBreach({ pointer, value }, 'CurrencyExchange.ContractIdentification', asked.contract)
      : []),
  ]
}

function rateBreaches(pointer: string, shown: unknown, { unitCurrency, rate }: Rate): Breach[] {
  const received = Number(valueAt(shown, 'ExchangeRate'))
  const unit = valueAt(shown, 'UnitCurrency')
  const isSame = unit === undefined || unitCurrency === undefined || unit === unitCurrency
  const expected = isSame ? rate : 1 / rate
  const tolerance = isSame ? 1e-9 : roundedRate
  return Math.abs(received / expected - 1) <= tolerance
    ? []
    : [{ pointer, expected: `${expected}, the rate of the payment`, received: show(valueAt(shown, 'ExchangeRate')) }]
}

function instructedBreaches(pointer: string, shown: unknown, { amount, currency }: Asked): Breach[] {
  const received = valueAt(shown, 'InstructedAmount')
  const isAsked = valueAt(received, 'Currency') !== currency || unitsOf(received) === unitsOf(amount)
  return received === undefined || isAsked ? [] : [{ pointer, expected: show(amount), received: show(received) }]
}

/**
 * The row of the payment of step `submitted`, among those that were not there at step `before`, shows at what its money was changed:
 * its two currencies, the amount that was asked for, the contract of an agreed rate, and the rate that the answer of step `rate`
 * names. A row need not show it.
 */
export const exchangeOfPayment: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const [row] = rowsOfPayment(rows, payment, 'Debit')
    if (!row) return notApplicable('there is no row of the payment, which is judged by itself', evidence)
    if (row.value.CurrencyExchange === undefined) {
      return notApplicable('the row does not show its exchange, which is optional', evidence)
    }
    const made = rateOf(bodyOf(record, stepSetting(settings, 'rate')))
    return observed(evidence, exchangeBreaches(row, askedOf(record, settings), made))
  })

/**
 * The payee of the payment abroad of step `submitted` has one row among those that were not there at step `before`: a credit of what
 * was sent, at the rate of the payment, changed at the rate that the row shows where the account is in another currency.
 */
export const creditFromAbroad: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const [row, ...others] = rowsOfPayment(rows, payment, 'Credit')
    if (!row || others.length > 0) return observed(evidence, [countBreach('credit', others.length + (row ? 1 : 0))])
    const made = heldRateOf(bodyOf(record, stepSetting(settings, 'submitted')))
    return observed(evidence, [
      ...creditBreaches(row, askedOf(record, settings), made),
      ...memberBreach(row, 'TransactionReference', payment.reference),
    ])
  })

function creditBreaches({ pointer, value }: Item, asked: Asked, made: Rate | undefined): Breach[] {
  const instructed = numberOf(asked.amount)
  // what the creditor bears has been taken off, and is not known exactly
  const sent =
    made && instructed !== undefined && asked.isBorneByDebtor ? changed(instructed, asked.currency, made) : undefined
  const breach = (at: string, wanted: number, received: unknown): Breach[] =>
    isAbout(received, wanted)
      ? []
      : [{ pointer: `${pointer}/${at}`, expected: `about ${wanted}, at the rate`, received: show(received) }]
  if (valueAt(value.Amount, 'Currency') === asked.transferCurrency) {
    return sent === undefined ? [] : breach('Amount', sent, value.Amount)
  }
  const source = valueAt(value.CurrencyExchange, 'InstructedAmount')
  const arrived = numberOf(source)
  // it shows neither what arrived nor at what that was changed, which is optional
  if (arrived === undefined) return []
  const currency = valueAt(source, 'Currency')
  const shown: Rate = {
    unitCurrency: valueAt(value.CurrencyExchange, 'UnitCurrency') ?? currency,
    rate: Number(valueAt(value.CurrencyExchange, 'ExchangeRate')),
  }
  return [
    ...(sent === undefined || currency !== asked.transferCurrency
      ? []
      : breach('CurrencyExchange/InstructedAmount', sent, source)),
    ...breach('Amount', changed(arrived, currency, shown), value.Amount),
  ]
}

/**
 * The order of step `submitted` has paid since step `before`, more than once: each time a debit of its amount with the charges that
 * are part of it, and with its two currencies, where the row shows an exchange.
 */
export const debitsOfOrder: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const own = rowsOfPayment(rows, payment, 'Debit')
    const asked = askedOf(record, settings)
    if (own.length < 2) {
      return observed(evidence, [
        { expected: 'two debits of the order or more among the rows that are new', received: String(own.length) },
      ])
    }
    return observed(
      evidence,
      own.flatMap((row) => [
        ...debitBreaches(row, payment),
        ...(row.value.CurrencyExchange === undefined ? [] : exchangeBreaches(row, asked, undefined)),
      ]),
    )
  })
