/**
 * Matchers for what a payment does to accounts: the rows and balances that were read before it, and those after it.
 *
 * @module
 */
import { select, valueAt } from '../../cases/paths.js'
import { answerTo, bodyOf, notApplicable, observed, requestOf, unseen } from '../observation.js'
import { show } from '../reading.js'
import { amountText, signedAmount, unitsOf } from './amounts.js'
import { type Item, type Matcher, stepSetting } from './matcher.js'
import {
  chargesOfDebtor,
  checkNew,
  countBreach,
  debitBreaches,
  memberBreach,
  newRows,
  type Payment,
  paymentOf,
  rowsOfPayment,
} from './payment-rows.js'
import { pagesOf, rowsOf, seqs } from './rows.js'

const balances = 'Data.Balance[]'

/**
 * The payment of step `submitted` has one row among those that were not there at step `before`: a debit of its amount with the
 * charges that are part of it, its reference and its payee, where the row shows them.
 */
export const debitOfPayment: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const [row, ...others] = rowsOfPayment(rows, payment, 'Debit')
    if (!row || others.length > 0) return observed(evidence, [countBreach('debit', others.length + (row ? 1 : 0))])
    return observed(evidence, debitBreaches(row, payment))
  })

/** As {@link debitOfPayment}, for the payee: a credit of the amount, with the reference where the row shows one. */
export const creditOfPayment: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const [row, ...others] = rowsOfPayment(rows, payment, 'Credit')
    if (!row || others.length > 0) return observed(evidence, [countBreach('credit', others.length + (row ? 1 : 0))])
    const amount = unitsOf(row.value.Amount)
    const pointer = `${row.pointer}/Amount`
    const breach = { pointer, expected: amountText(payment.units), received: show(row.value.Amount) }
    return observed(evidence, [
      ...(amount === payment.units ? [] : [breach]),
      ...memberBreach(row, 'TransactionReference', payment.reference),
    ])
  })

/** A row that shows the reference of something else. */
const isOfAnother = ({ value }: Item, { reference }: Payment): boolean =>
  reference !== undefined && typeof value.TransactionReference === 'string' && value.TransactionReference !== reference

/** No row of the payment of step `submitted` has come since step `before`. Others come when time passes, of the same amount too. */
export const noRowOfPayment: Matcher = (record, settings) =>
  checkNew(record, settings, (rows, payment, evidence) => {
    const found = rowsOfPayment(rows, payment, 'Debit').filter((row) => !isOfAnother(row, payment))
    return observed(
      evidence,
      found.map(({ pointer, value }) => ({ pointer, expected: 'no row of the payment', received: show(value) })),
    )
  })

/** The row of the payment that was Pending at step `pending` is Booked now, under the same id, and has no second one beside it. */
export const sameRowBooked: Matcher = (record, settings) => {
  const pending = stepSetting(settings, 'pending')
  const payment = paymentOf(record, stepSetting(settings, 'submitted'))
  if (!payment) return unseen('there is no payment', 'suite')
  const [before] = rowsOfPayment(newRows(record, stepSetting(settings, 'before'), pending), payment, 'Debit')
  const id = before?.value.TransactionId
  return checkNew(record, settings, (rows, _, evidence) => {
    if (!before) return notApplicable('the bank showed no row of the payment while it was in process', evidence)
    if (id === undefined) return notApplicable('the rows have no TransactionId, which is optional', evidence)
    const now = rowsOfPayment(rows, payment, 'Debit')
    const booked = now.filter(({ value }) => value.TransactionId === id && value.Status === 'Booked')
    if (booked.length === 1 && now.length === 1) return observed(evidence)
    const received = now.map(({ value }) => `${show(value.TransactionId)} ${show(value.Status)}`).join(' and ')
    return observed(evidence, [
      { expected: `${show(id)} "Booked" alone`, received: received || 'no row of the payment' },
    ])
  })
}

/** Types of balances that a debit lowers at once, pending or booked. */
const spendable = ['InterimAvailable', 'Expected']

/**
 * From step `before` to this one the balances of each account moved by what is new in the rows from step `rowsBefore` to step
 * `rows`. Looks at what can be spent and at what is expected; a bank that shows neither is passed over.
 */
export const balancesFollowRows: Matcher = (record, settings) => {
  const before = stepSetting(settings, 'before')
  const [earlier, later] = [stepSetting(settings, 'rowsBefore'), stepSetting(settings, 'rows')]
  const steps = [before, earlier, later, record.step]
  for (const step of steps) {
    const answer = answerTo(record, step)
    if (answer.kind !== 'exchange') return answer
  }
  const evidence = steps.flatMap((step) => seqs(pagesOf(record, step)))
  const moved = newRows(record, earlier, later)
  const was = rowsOf(record, before, balances)
  const compared = rowsOf(record, record.step, balances).flatMap((balance) => {
    const { AccountId: account, Type: type } = balance.value
    const old = was.find(({ value }) => value.AccountId === account && value.Type === type)
    const [from, to] = [signedAmount(old?.value), signedAmount(balance.value)]
    if (!spendable.includes(String(type)) || from === undefined || to === undefined) return []
    const own = moved.filter(({ value }) => value.AccountId === account && counts(value, String(type)))
    return [{ balance, to, wanted: own.reduce((sum, { value }) => sum + (signedAmount(value) ?? 0n), from) }]
  })
  if (compared.length === 0) return notApplicable(`the accounts have no balance ${spendable.join(' or ')}`, evidence)
  return observed(
    evidence,
    compared
      .filter(({ to, wanted }) => to !== wanted)
      .map(({ balance, to, wanted }) => ({
        pointer: `${balance.pointer}/Amount`,
        expected: `${amountText(wanted)}, by the rows that are new`,
        received: amountText(to),
      })),
  )
}

/** A pending credit cannot be spent yet. */
const counts = ({ CreditDebitIndicator: side, Status: status }: Item['value'], type: string) =>
  type === 'Expected' || side === 'Debit' || status === 'Booked'

/**
 * Whether there is enough money agrees with the balance that can be spent, read at step `balances` of the account that pays: it
 * has to cover what step `asked` asked for with the charges that its answer names.
 */
export const fundsAgree: Matcher = (record, settings) => {
  const asked = stepSetting(settings, 'asked')
  const units = unitsOf(valueAt(requestOf(record, asked), 'Data.Initiation.InstructedAmount'))
  const charges = valueAt(bodyOf(record, asked), 'Data.Charges')
  const own = rowsOf(record, stepSetting(settings, 'balances'), balances)
  const [balance] = spendable.flatMap((type) => own.filter(({ value }) => value.Type === type))
  const available = signedAmount(balance?.value)
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  if (units === undefined || available === undefined) return unseen('the balance or the amount is not known')
  const [place] = select(bodyOf(record), 'Data.FundsAvailableResult.FundsAvailable')
  if (!place?.present) return notApplicable('the answer says nothing of funds, which is optional', [answer.seq])
  const needed = units + (Array.isArray(charges) ? chargesOfDebtor(charges) : 0n)
  const isThere = needed <= available
  const expected = `${isThere}, for ${amountText(needed)} with charges and a balance of ${amountText(available)}`
  const breach = { pointer: place.pointer, expected, received: show(place.value) }
  return observed([answer.seq], place.value === isThere ? [] : [breach])
}
