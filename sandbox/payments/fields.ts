/**
 * What is wrong with the fields of a payment that a schema cannot say: every problem at once. The body may be invalid.
 *
 * @module
 */
import {
  type Amount,
  fileContextFormats,
  isAmount,
  isCurrency,
  isDateTime,
  minorUnits,
  type PaymentFamily,
  painVersionOf,
  parseDateTime,
  railOf,
} from '#standard/index.js'
import { problem, type Reason } from '../http/api-error.js'
import type { Exchange } from '../http/exchange.js'
import { toAmount } from '../ledger/money.js'
import { schemeOf } from './account-schemes.js'
import { toMinor } from './amounts.js'
import { type BillProblem, billProblem } from './billers.js'
import { problemsAbroad } from './fields-abroad.js'
import { orderProblems } from './order-fields.js'
import { isAboveCeiling } from './rails.js'
import type { Rail } from './settings.js'

const dayMillis = 86_400_000

/** An object of a body that may hold anything. */
type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Problems of the request for a consent of a family. */
export function consentFieldProblems(family: PaymentFamily, exchange: Exchange): Reason[] {
  const initiation = fieldsOf(fieldsOf(fieldsOf(exchange.body).Data).Initiation)
  return [
    ...amountProblems(family, initiation, exchange),
    ...['DebtorAccount', 'CreditorAccount'].flatMap((name) =>
      accountProblems(name, fieldsOf(initiation[name]), exchange),
    ),
    ...executionProblems(family, initiation, exchange),
    ...fileProblems(initiation, exchange),
    ...completionProblems(exchange),
    ...railProblems(family, initiation, exchange),
    ...referenceProblems(family, initiation, exchange),
    ...(isAbroad(family)
      ? problemsAbroad(initiation, askedRail(family, initiation, exchange.version), exchange.tenant)
      : []),
    ...(family.repeats ? orderProblems(initiation, exchange.tenant) : []),
  ]
}

/** Whether the payments of a family cross the border: they are made in any currency. */
const isAbroad = ({ rails }: PaymentFamily) => rails.includes('SWIFT')

/** The amounts that a family asks for; a standing order has up to three. */
const amountFields = ['InstructedAmount', 'FirstPaymentAmount', 'RecurringPaymentAmount', 'FinalPaymentAmount']

function amountProblems(family: PaymentFamily, initiation: Fields, { tenant: { rules } }: Exchange): Reason[] {
  return amountFields.flatMap((name) => {
    const { Amount, Currency } = fieldsOf(initiation[name])
    const path = `Data.Initiation.${name}`
    const problems: Reason[] = []
    if (typeof Currency !== 'string' || !/^[A-Z]{3}$/.test(Currency)) return []
    if (!rules.takesCurrency(family, Currency)) {
      const place = { path: `${path}.Currency`, received: Currency }
      const { currency } = family
      problems.push(
        currency === undefined
          ? problem('currencyNotExchanged', place)
          : problem('currencyUnsupported', { ...place, currency }),
      )
    }
    if (typeof Amount !== 'string' || !isAmount(Amount)) return problems
    const place = { path: `${path}.Amount` }
    const minor = toMinor({ Amount, Currency })
    if (isCurrency(Currency) && minor === undefined) {
      problems.push(problem('amountTooFine', { ...place, currency: Currency, digits: minorUnits(Currency) }))
    }
    if (!rules.takesAmount(minor ?? Number(Amount))) problems.push(problem('amountZero', place))
    return problems
  })
}

function accountProblems(name: string, account: Fields, { version, tenant }: Exchange): Reason[] {
  const scheme = textOf(account.SchemeName)
  const identification = textOf(account.Identification)
  const secondary = textOf(account.SecondaryIdentification)
  const path = `Data.Initiation.${name}`
  const problems: Reason[] = []
  const known = scheme === undefined ? undefined : schemeOf(scheme, version)
  if (known && identification !== undefined && identification.length <= 256 && identification !== '') {
    const identified = { scheme: known, identification }
    if (!tenant.rules.takesIdentifier(identified, tenant.paymentSettings)) {
      problems.push(problem('identifierUnsupported', { path: `${path}.Identification`, scheme: known }))
    }
  }
  if (version === '0.0.1' && secondary && secondary.length <= 34 && !/^[A-Za-z0-9 ./-]+$/.test(secondary)) {
    problems.push(problem('secondaryIdentifierUnsupported', { path: `${path}.SecondaryIdentification` }))
  }
  return problems
}

function executionProblems({ executionField }: PaymentFamily, initiation: Fields, { tenant }: Exchange): Reason[] {
  const asked = executionField && textOf(initiation[executionField])
  if (!asked || !isDateTime(asked)) return []
  const [at, now] = [parseDateTime(asked), tenant.clock.now()]
  const days = tenant.paymentSettings.longestAheadDays
  const path = `Data.Initiation.${executionField}`
  if (!tenant.rules.takesExecution(at, now)) return [problem('executionInThePast', { path })]
  return at > now + days * dayMillis ? [problem('executionTooFarAhead', { path, days })] : []
}

/** A file in a format that this bank does not take, or for a day that has passed. */
function fileProblems(
  { FileContextFormat: format, RequestedExecutionDateTime: asked }: Fields,
  exchange: Exchange,
): Reason[] {
  const { fileVersions } = exchange.tenant.paymentSettings
  if (typeof format !== 'string') return []
  const version = painVersionOf(format)
  const path = 'Data.Initiation'
  const expected = fileVersions.map((each) => fileContextFormats[each]).join(' or ')
  const isDay = typeof asked === 'string' && isDateTime(asked)
  const isPast = isDay && !exchange.tenant.rules.takesExecution(parseDateTime(asked), exchange.tenant.clock.now())
  return [
    ...(version && !fileVersions.includes(version)
      ? [problem('fieldInvalid', { path: `${path}.FileContextFormat`, expected, received: format })]
      : []),
    ...(isPast
      ? [
          problem('dateInvalid', {
            path: `${path}.RequestedExecutionDateTime`,
            expected: 'an instant in the future',
            received: asked,
          }),
        ]
      : []),
  ]
}

/** Nobody could approve what has to be approved by an instant that has passed. */
function completionProblems({ body, version, tenant }: Exchange): Reason[] {
  if (version === '0.0.1') return []
  const completeBy = textOf(fieldsOf(fieldsOf(fieldsOf(body).Data).Authorisation).CompletionDateTime)
  if (!completeBy || !isDateTime(completeBy) || parseDateTime(completeBy) > tenant.clock.now()) return []
  return [problem('completionInThePast')]
}

/** The rail that is asked for, or that of the family; `undefined` when it is none of the family. */
export function askedRail(
  family: PaymentFamily,
  { LocalInstrument }: Fields,
  version: Exchange['version'],
): Rail | undefined {
  const rail = typeof LocalInstrument === 'string' ? railOf(version, LocalInstrument) : family.defaultRail
  return rail && family.rails.includes(rail) ? (rail as Rail) : undefined
}

function railProblems(family: PaymentFamily, initiation: Fields, { tenant, version }: Exchange): Reason[] {
  const rail = askedRail(family, initiation, version)
  const settings = tenant.paymentSettings
  const minor = toMinor(fieldsOf(initiation.InstructedAmount) as Amount)
  const problems: Reason[] = []
  if (rail && minor !== undefined && isAboveCeiling(rail, minor, settings)) {
    const { Amount, Currency } = toAmount(settings.nrtCeilingMinor ?? 0, 'BHD')
    problems.push(problem('amountAboveCeiling', { ceiling: `${Amount} ${Currency}` }))
  }
  // the bills of a file stand in the file
  if (rail && family.amountField !== undefined && tenant.rules.needsBillNumber(rail))
    problems.push(...billProblems(initiation, minor))
  return problems
}

function billProblems(initiation: Fields, minor: number | undefined): Reason[] {
  const { Reference } = fieldsOf(initiation.RemittanceInformation)
  if (Reference === undefined) return [problem('billNumberExpected')]
  const { Identification } = fieldsOf(initiation.CreditorAccount)
  if (typeof Reference !== 'string' || typeof Identification !== 'string' || minor === undefined) return []
  const found = billProblem(Identification, Reference, minor, false)
  return found ? [problem(billConditions[found])] : []
}

/** The refusal for each problem of a bill. */
export const billConditions = {
  'unknown-biller': 'billerUnknown',
  'unknown-bill': 'billUnknown',
  'bill-paid': 'billPaid',
  'other-amount': 'billOfOtherAmount',
} as const satisfies Readonly<Record<BillProblem, string>>

function referenceProblems(family: PaymentFamily, initiation: Fields, { tenant, version }: Exchange): Reason[] {
  const isNeeded = tenant.paymentSettings.endToEndRequired && family.paymentStates === 'immediatePayment'
  if (!isNeeded || version === '0.0.1' || initiation.EndToEndIdentification !== undefined) return []
  const path = 'Data.Initiation.EndToEndIdentification'
  return [problem('fieldMissing', { path, expected: 'a string of 1 to 35 characters', received: 'nothing' })]
}
