/**
 * What is wrong with the fields of a payment abroad that a schema cannot say. FACTS 8.3; decision 0113.
 *
 * @module
 */
import type { PaymentInitiation } from '../consents/payment-requests.js'
import { problem, type Reason } from '../http/api-error.js'
import type { Rules } from '../tenants/tenant.js'
import { currencyPair } from './rates-of-payments.js'
import type { PaymentSettings, Rail } from './settings.js'

type Fields = Readonly<Record<string, unknown>>

const path = (name: string) => `Data.Initiation.${name}`

/** Countries and currencies of the Gulf, between whose banks GCCNET carries payments. */
const gulf = {
  countries: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
  currencies: ['AED', 'BHD', 'KWD', 'OMR', 'QAR', 'SAR'],
} as const

/** What of a tenant the checks need. */
interface Bank {
  readonly rules: Pick<Rules, 'exchanges' | 'carries' | 'agreedRateProblems'>
  readonly paymentSettings: Pick<PaymentSettings, 'twoLetterCountries'>
}

/** Problems of the fields that payments abroad alone have. @param initiation may be invalid */
export function problemsAbroad(initiation: Fields, rail: Rail | undefined, bank: Bank): Reason[] {
  return [
    ...transferProblems(initiation, bank),
    ...railProblems(initiation, rail, bank),
    ...rateProblems(initiation, bank),
  ]
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value)

function transferProblems({ CurrencyOfTransfer, DestinationCountryCode }: Fields, { rules, paymentSettings }: Bank) {
  const problems: Reason[] = []
  if (isCode(CurrencyOfTransfer) && !rules.exchanges(CurrencyOfTransfer)) {
    problems.push(problem('currencyNotExchanged', { path: path('CurrencyOfTransfer'), received: CurrencyOfTransfer }))
  }
  if (paymentSettings.twoLetterCountries && /^[A-Z]{3}$/.test(textOf(DestinationCountryCode) ?? '')) {
    problems.push(problem('countryOfThreeLetters'))
  }
  return problems
}

function railProblems(initiation: Fields, rail: Rail | undefined, { rules }: Bank): Reason[] {
  if (!rail) return []
  const { Identification, SchemeName } = (initiation.CreditorAccount ?? {}) as Fields
  const isIban = textOf(SchemeName)?.endsWith('IBAN') ?? false
  const country = textOf(initiation.DestinationCountryCode)
  const countries = [
    ...(isIban && typeof Identification === 'string' ? [Identification.slice(0, 2)] : []),
    ...(country?.length === 2 ? [country] : []),
  ]
  const currency = isCode(initiation.CurrencyOfTransfer) ? initiation.CurrencyOfTransfer : undefined
  return rules.carries(rail, { countries, currency }) ? [] : [problem('railNotThere', { rail })]
}

/** Whether a rail goes to the countries of a payment, in its currency. */
export function carries(
  rail: string,
  { countries, currency }: { readonly countries: readonly string[]; readonly currency: string | undefined },
): boolean {
  if (rail !== 'GCCNET') return true
  const isThere = countries.every((country) => (gulf.countries as readonly string[]).includes(country))
  return isThere && (currency === undefined || (gulf.currencies as readonly string[]).includes(currency))
}

/** What an agreed rate needs, and others must not have. */
export type AgreedRateProblem = 'agreedRateExpected' | 'contractExpected' | 'contractUnexpected'

/** FACTS 6, "Fx". */
export function agreedRateProblems(asked: {
  readonly RateType?: unknown
  readonly ExchangeRate?: unknown
  readonly ContractIdentification?: unknown
}): AgreedRateProblem[] {
  const { RateType, ExchangeRate, ContractIdentification } = asked
  if (RateType === 'Agreed') {
    return [
      ...(ExchangeRate === undefined ? ['agreedRateExpected' as const] : []),
      ...(ContractIdentification === undefined ? ['contractExpected' as const] : []),
    ]
  }
  const isOther = RateType === 'Actual' || RateType === 'Indicative'
  return isOther && ContractIdentification !== undefined ? ['contractUnexpected'] : []
}

function rateProblems(initiation: Fields, { rules }: Bank): Reason[] {
  const asked = initiation.ExchangeRateInformation
  if (typeof asked !== 'object' || asked === null) return []
  const { UnitCurrency } = asked as Fields
  const problems: Reason[] = rules.agreedRateProblems(asked).map((name) => problem(name))
  const { InstructedAmount, CurrencyOfTransfer } = initiation as PaymentInitiation
  if (!isCode(InstructedAmount?.Currency) || !isCode(CurrencyOfTransfer)) return problems
  const pair = currencyPair({ InstructedAmount, CurrencyOfTransfer })
  if (!pair) return [...problems, problem('nothingToExchange')]
  if (isCode(UnitCurrency) && UnitCurrency !== pair.from && UnitCurrency !== pair.to) {
    problems.push(problem('unitCurrencyOther', { ...pair, received: UnitCurrency }))
  }
  return problems
}
