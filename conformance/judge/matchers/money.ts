/**
 * Rules about amounts, and about balances against the entries they are made of.
 *
 * @module
 */
import { type Breach, held, notApplicable, type Sight, unseen } from '../look.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { type Item, type Matcher, stepSetting } from './matcher.js'
import { lookAtRows, pagesOf, rowsOf } from './rows.js'

interface Money {
  readonly pointer: string
  readonly amount: string
  readonly currency: string
}

/** Every amount object in a value, wherever it stands. */
function moneyIn(value: unknown, pointer = ''): Money[] {
  if (typeof value !== 'object' || value === null) return []
  const { Amount: amount, Currency: currency } = value as Record<string, unknown>
  if (typeof amount === 'string' && typeof currency === 'string')
    return [{ pointer: `${pointer}/Amount`, amount, currency }]
  return Object.entries(value).flatMap(([name, each]) => moneyIn(each, `${pointer}/${name}`))
}

function lookAtMoney(sight: Sight, expected: string, fits: (money: Money) => boolean) {
  const pages = pagesOf(sight)
  const evidence = pages.map(({ seq }) => seq)
  const all = pages.flatMap(({ response }) => moneyIn(jsonOf(response.body)))
  if (all.length === 0) return unseen('the answer has no amounts', 'bank', evidence)
  return held(
    evidence,
    all
      .filter((money) => !fits(money))
      .map(({ pointer, amount, currency }) => ({ pointer, expected, received: `${show(amount)} ${currency}` })),
  )
}

const fraction = ({ amount }: Money) => /\.(\d+)$/.exec(amount)?.[1] ?? ''

/** Every amount has a fraction; a currency without minor units, which has none to show, is passed over. */
export const amountsHaveFraction: Matcher = (sight) =>
  lookAtMoney(sight, 'an amount with a fraction', (money) => money.currency === 'JPY' || fraction(money) !== '')

/** Every amount in BHD has three digits after the point. */
export const dinarsHaveThreeDigits: Matcher = (sight) =>
  lookAtMoney(
    sight,
    'three digits after the point',
    (money) => money.currency !== 'BHD' || fraction(money).length === 3,
  )

const threeDigits: readonly string[] = ['KWD', 'OMR', 'JOD', 'IQD', 'LYD', 'TND']

/** Amounts in other currencies than BHD have as many digits after the point as ISO 4217 gives the best known of them. */
export const minorDigitsOfCurrencies: Matcher = (sight) =>
  lookAtMoney(sight, 'as many digits after the point as ISO 4217 gives the currency', (money) => {
    const digits = fraction(money).length
    if (threeDigits.includes(money.currency)) return digits === 3
    if (money.currency === 'JPY') return Number(fraction(money)) === 0
    return !['USD', 'EUR', 'GBP', 'AED', 'SAR', 'QAR'].includes(money.currency) || digits === 2
  })

const balances = 'Data.Balance[]'
const transactions = 'Data.Transaction[]'

/** Amount in units of 0.00001, the smallest an amount can say; negative for a debit. */
function signedAmount(row: Readonly<Record<string, unknown>> | undefined): bigint | undefined {
  const amount = (row?.Amount as { Amount?: unknown } | undefined)?.Amount
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,5}))?$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + decimals.padEnd(5, '0'))
  return row?.CreditDebitIndicator === 'Debit' ? -units : units
}

/** A balance of zero has the indicator Credit. Not applicable where no balance is zero. */
export const zeroIsCredit: Matcher = (sight) =>
  lookAtRows(sight, balances, (rows, evidence) => {
    const zero = rows.filter(({ value }) => signedAmount(value) === 0n)
    if (zero.length === 0) return notApplicable('no balance is zero', evidence)
    return held(
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
export const oneBalanceOfEachType: Matcher = (sight) =>
  lookAtRows(sight, balances, (rows, evidence) => {
    const seen = new Set<string>()
    const twice = rows.filter(({ value }) => seen.size === seen.add(JSON.stringify([value.AccountId, value.Type])).size)
    return held(
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
 * The balances have the types and amounts of those of step `as`, whatever their accounts are called. The standard says
 * nothing of it: a bank that differs has no more against it than an inferred `should`.
 */
export const sameBalances: Matcher = (sight, settings) =>
  lookAtRows(sight, balances, (rows, evidence) => {
    const step = stepSetting(settings, 'as')
    const [wanted, got] = [rowsOf(sight, step, balances), rows].map((each) => each.map(textOf).sort())
    if (!wanted || wanted.length === 0) return unseen('there are no balances to compare with')
    const other = got?.find((text, index) => text !== wanted[index])
    if (other === undefined && got?.length === wanted.length) return held(evidence)
    const expected = `the ${wanted.length} balances of answer ${step + 1}`
    return held(evidence, [{ expected, received: `${rows.length}, some of them others`, tolerated: true }])
  })

const bookedOf = (rows: readonly Item[]) => rows.filter(({ value }) => value.Status === 'Booked')

const balanceOf = ({ value }: Item) => value.Balance as Readonly<Record<string, unknown>> | undefined

const newestFirst = (a: Item, b: Item) =>
  (instantOf(b.value.BookingDateTime) ?? 0) - (instantOf(a.value.BookingDateTime) ?? 0)

/**
 * The balance of one account is the one its last booked transaction left, where both say so and are of one type. The
 * standard says nothing of it: a bank that differs has no more against it than an inferred `should`.
 */
export const balanceOfLastEntry: Matcher = (sight, settings) =>
  lookAtRows(sight, transactions, (rows, evidence) => {
    const left = bookedOf(rows).filter(balanceOf).sort(newestFirst)[0]
    if (!left) return notApplicable('no booked transaction says what balance it left', evidence)
    const wanted = balanceOf(left)
    const own = rowsOf(sight, stepSetting(settings, 'balances'), balances)
    const same = own.find(({ value }) => value.Type === wanted?.Type && value.AccountId === left.value.AccountId)
    if (!same) return notApplicable(`the account has no balance ${show(wanted?.Type)}`, evidence)
    if (signedAmount(same.value) === signedAmount(wanted)) return held(evidence)
    const breach: Breach = {
      pointer: same.pointer,
      expected: `${show(wanted)}, as the last booked transaction left it`,
      received: show(same.value),
      tolerated: true,
    }
    return held(evidence, [breach])
  })

/**
 * From one booked transaction of an account to the next, the balance that each says it left moves by its amount. Rows
 * of one instant may stand in any order and are passed over. As {@link balanceOfLastEntry}, an inferred `should`.
 */
export const runningBalances: Matcher = (sight) =>
  lookAtRows(sight, transactions, (rows, evidence) => {
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
    return held(
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
