/**
 * Matchers for standing orders that a TPP has asked for: in the list of account information, and in their payment details.
 *
 * @module
 */
import { select, valueAt } from '../../cases/paths.js'
import { answerTo, bodyOf, type CaseRecord, notApplicable, observed, requestOf, unseen } from '../observation.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { checkBody, type Item, type Matcher, type Settings, stepSetting, textSetting } from './matcher.js'
import { rowsOf } from './rows.js'

/** The request was a success, or was refused with this code. */
export const takenOr: Matcher = (record, settings) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  if (answer.response.status < 400) return observed([answer.seq], [])
  const expected = textSetting(settings, 'errorCode')
  const codes = select(jsonOf(answer.response.body), 'Errors[].ErrorCode').map(({ value }) => value)
  const breach = { pointer: '/Errors', expected: `a success, or ${expected}`, received: show(codes) }
  return observed([answer.seq], codes.includes(expected) ? [] : [breach])
}

/** The row of the order that step `submitted` asked for, by its reference, in the list of a step. */
function rowOf(record: CaseRecord, settings: Settings, step: number): { asked: unknown; row: Item | undefined } {
  const asked = valueAt(requestOf(record, stepSetting(settings, 'submitted')), 'Data.Initiation')
  const reference = valueAt(asked, 'Reference')
  const rows = rowsOf(record, step, 'Data.StandingOrder[]')
  const row = rows.find(({ value }) => (value as Readonly<Record<string, unknown>>).Reference === reference)
  return { asked, row: row as Item | undefined }
}

const dayOf = (value: unknown): number | undefined => {
  const at = instantOf(value)
  return at === undefined ? undefined : Math.floor((at + 3 * 3_600_000) / 86_400_000)
}

/** The order that step `submitted` asked for is in the list, with its frequency, and its first day where the list says one. */
export const orderIsListed: Matcher = (record, settings) => {
  const list = answerTo(record)
  if (list.kind !== 'exchange') return list
  const { asked, row } = rowOf(record, settings, record.step)
  if (asked === undefined) return unseen('no order was submitted', 'suite')
  const reference = show(valueAt(asked, 'Reference'))
  if (!row) {
    return observed(
      [list.seq],
      [{ pointer: '/Data/StandingOrder', expected: `the order ${reference}`, received: 'none' }],
    )
  }
  const { Frequency, FirstPaymentDateTime: first } = row.value
  const wanted = valueAt(asked, 'FirstPaymentDateTime')
  const breaches = [
    ...(Frequency === valueAt(asked, 'Frequency')
      ? []
      : [
          {
            pointer: `${row.pointer}/Frequency`,
            expected: show(valueAt(asked, 'Frequency')),
            received: show(Frequency),
          },
        ]),
    ...(first === undefined || dayOf(first) === dayOf(wanted)
      ? []
      : [{ pointer: `${row.pointer}/FirstPaymentDateTime`, expected: show(wanted), received: show(first) }]),
  ]
  return observed([list.seq], breaches)
}

/** The next payment of the order, in the list of step `before`, is over: the list now has a later one, where it has them. */
export const orderMovesOn: Matcher = (record, settings) => {
  const list = answerTo(record)
  if (list.kind !== 'exchange') return list
  const [{ row: before }, { row: now }] = [
    rowOf(record, settings, stepSetting(settings, 'before')),
    rowOf(record, settings, record.step),
  ]
  // that it is not listed is a breach of its own
  if (!before || !now) return notApplicable('the order is not listed', [list.seq])
  const [was, is] = [before.value.NextPaymentDateTime, now.value.NextPaymentDateTime]
  if (was === undefined)
    return notApplicable('the list has no dates of payments to come, which are optional', [list.seq])
  const [from, to] = [instantOf(was), instantOf(is)]
  const isLater = from !== undefined && to !== undefined && to > from
  const breach = { pointer: `${now.pointer}/NextPaymentDateTime`, expected: `after ${show(was)}`, received: show(is) }
  return observed([list.seq], isLater ? [] : [breach])
}

/** The details have entries that those of step `before` had not. */
export const detailsGrow: Matcher = (record, settings) => {
  const before = select(bodyOf(record, stepSetting(settings, 'before')), 'Data.PaymentStatus[]').length
  return checkBody(record, record.step, (body, seq) => {
    const now = select(body, 'Data.PaymentStatus[]').length
    const breach = { pointer: '/Data/PaymentStatus', expected: `more entries than ${before}`, received: String(now) }
    return observed([seq], now > before ? [] : [breach])
  })
}
