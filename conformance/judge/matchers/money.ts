/**
 * Matchers for amounts, and for balances compared with transactions.
 *
 * @module
 */
import { isCurrency, minorUnits } from '#standard/index.js'
import { type Breach, type CaseRecord, notApplicable, observed, unseen } from '../observation.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { signedAmount } from './amounts.js'
import { type Item, type Matcher, stepSetting } from './matcher.js'
import { checkRows, pagesOf, rowsOf } from './rows.js'

interface Money {
  readonly pointer: string
  readonly amount: string
  readonly currency: string
}

/** Every amount object in a value, at any depth. */
function moneyIn(value: unknown, pointer = ''): Money[] {
  if (typeof value !== 'object' || value === null) return []
  const { Amount: amount, Currency: currency } = value as Record<string, unknown>
  if (typeof amount === 'string' && typeof currency === 'string')
    return [{ pointer: `${pointer}/Amount`, amount, currency }]
  return Object.entries(value).flatMap(([name, each]) => moneyIn(each, `${pointer}/${name}`))
}

function lookAtMoney(record: CaseRecord, expected: string, fits: (money: Money) => boolean) {
  const pages = pagesOf(record)
  const evidence = pages.map(({ seq }) => seq)
  const all = pages.flatMap(({ response }) => moneyIn(jsonOf(response.body)))
  if (all.length === 0) return unseen('the answer has no amounts', 'bank', evidence)
  return observed(
    evidence,
    all
      .filter((money) => !fits(money))
      .map(({ pointer, amount, currency }) => ({ pointer, expected, received: `${show(amount)} ${currency}` })),
  )
}

const fraction = ({ amount }: Money) => /\.(\d+)$/.exec(amount)?.[1] ?? ''

const digitsOf = ({ currency }: Money) => (isCurrency(currency) ? minorUnits(currency) : undefined)

/** Every amount has a fraction; a currency without minor units, which has none to show, is passed over. */
export const amountsHaveFraction: Matcher = (record) =>
  lookAtMoney(record, 'an amount with a fraction', (money) => digitsOf(money) === 0 || fraction(money) !== '')

/** Every amount in BHD has three digits after the point. */
export const dinarsHaveThreeDigits: Matcher = (record) =>
  lookAtMoney(
    record,
    'three digits after the point',
    (money) => money.currency !== 'BHD' || fraction(money).length === 3,
  )

const bestKnown = 'KWD OMR JOD IQD LYD TND JPY USD EUR GBP AED SAR QAR'.split(' ')

/** Amounts in other currencies than BHD have as many digits after the point as ISO 4217 gives the best known of them. */
export const minorDigitsOfCurrencies: Matcher = (record) =>
  lookAtMoney(record, 'as many digits after the point as ISO 4217 gives the currency', (money) => {
    if (!bestKnown.includes(money.currency)) return true
    const digits = digitsOf(money)
    return digits === 0 ? Number(fraction(money)) === 0 : fraction(money).length === digits
  })

const balances = 'Data.Balance[]'
const transactions = 'Data.Transaction[]'

/** A balance of zero has the indicator Credit. Not applicable where no balance is zero. */
export const zeroIsCredit: Matcher = (record) =>
  checkRows(record, balances, (rows, evidence) => {
    const zero = rows.filter(({ value }) => signedAmount(value) === 0n)
    if (zero.length === 0) return notApplicable('no balance is zero', evidence)
    return observed(
      evidence,
      zero
        .filter(({ value }) => value.CreditDebitIndicator !== 'Credit')
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/CreditDebitIndicator`,
          expected: 'Credit for a balance of zero',
          received: show(value.CreditDebitIndicator),
        })),
    )
  })

/** No account has two balances of one type. */
export const oneBalanceOfEachType: Matcher = (record) =>
  checkRows(record, balances, (rows, evidence) => {
    const seen = new Set<string>()
    const twice = rows.filter(({ value }) => seen.size === seen.add(JSON.stringify([value.AccountId, value.Type])).size)
    return observed(
      evidence,
      twice.map(({ pointer, value }) => ({
        pointer: `${pointer}/Type`,
        expected: 'a type the account has no other balance of',
        received: show(value.Type),
      })),
    )
  })

const textOf = ({ value }: Item) =>
  `${value.Type} ${signedAmount(value)} ${(value.Amount as { Currency?: unknown } | undefined)?.Currency}`

/**
 * The balances have the types and amounts of those of step `before` or of step `after`, whatever their AccountIds are: what
 * was read between the two is one or the other when money moves once. The standard is silent on this: a difference is judged
 * as an inferred `should` at most.
 */
export const sameBalances: Matcher = (record, settings) =>
  checkRows(record, balances, (rows, evidence) => {
    const steps = [stepSetting(settings, 'before'), stepSetting(settings, 'after')]
    const wanted = steps.map((step) => rowsOf(record, step, balances))
    if (wanted.some(({ length }) => length === 0)) return unseen('there are no balances to compare with')
    const [got, ...others] = [rows, ...wanted].map((each) => each.map(textOf).sort().join('\n'))
    if (others.some((other) => other === got)) return observed(evidence)
    const expected = `the balances of answer ${steps.map((step) => step + 1).join(' or ')}`
    return observed(evidence, [{ expected, received: `${rows.length}, some of them others`, tolerated: true }])
  })

const bookedOf = (rows: readonly Item[]) => rows.filter(({ value }) => value.Status === 'Booked')

const balanceOf = ({ value }: Item) => value.Balance as Readonly<Record<string, unknown>> | undefined

const newestFirst = (a: Item, b: Item) =>
  (instantOf(b.value.BookingDateTime) ?? 0) - (instantOf(a.value.BookingDateTime) ?? 0)

/**
 * The balance of one account is that of its last booked transaction, where both are shown and of one type. The
 * standard is silent on this: a difference is judged as an inferred `should` at most.
 */
export const balanceOfLastEntry: Matcher = (record, settings) =>
  checkRows(record, transactions, (rows, evidence) => {
    const left = bookedOf(rows).filter(balanceOf).sort(newestFirst)[0]
    if (!left) return notApplicable('no booked transaction says what balance it left', evidence)
    const wanted = balanceOf(left)
    const own = rowsOf(record, stepSetting(settings, 'balances'), balances)
    const same = own.find(({ value }) => value.Type === wanted?.Type && value.AccountId === left.value.AccountId)
    if (!same) return notApplicable(`the account has no balance ${show(wanted?.Type)}`, evidence)
    if (signedAmount(same.value) === signedAmount(wanted)) return observed(evidence)
    const breach: Breach = {
      pointer: same.pointer,
      expected: `${show(wanted)}, as the last booked transaction left it`,
      received: show(same.value),
      tolerated: true,
    }
    return observed(evidence, [breach])
  })

/**
 * From one booked transaction of an account to the next, the balance after it changes by its amount. Rows booked
 * at the same time may be in any order and are ignored. As {@link balanceOfLastEntry}, an inferred `should`.
 */
export const runningBalances: Matcher = (record) =>
  checkRows(record, transactions, (rows, evidence) => {
    const booked = bookedOf(rows)
    const pairs = booked.slice(1).map((older, index) => ({ newer: booked[index] as Item, older }))
    const comparable = pairs.filter(
      ({ newer, older }) =>
        balanceOf(newer) !== undefined &&
        balanceOf(older) !== undefined &&
        newer.value.AccountId === older.value.AccountId &&
        (instantOf(newer.value.BookingDateTime) ?? 0) > (instantOf(older.value.BookingDateTime) ?? 0),
    )
    if (comparable.length === 0)
      return notApplicable('no two transactions in a row say what balance they left', evidence)
    return observed(
      evidence,
      comparable
        .filter(({ newer, older }) => {
          const [after, before, moved] = [balanceOf(newer), balanceOf(older), newer.value].map(signedAmount)
          return after === undefined || before === undefined || moved === undefined || after - before !== moved
        })
        .map(({ newer, older }) => ({
          pointer: `${newer.pointer}/Balance`,
          expected: `${show(balanceOf(older))}, moved by ${show(newer.value.Amount)} ${show(newer.value.CreditDebitIndicator)}`,
          received: show(balanceOf(newer)),
          tolerated: true as const,
        })),
    )
  })
