/**
 * Matchers for when a payment is carried out, and for the instants of the states it has had.
 *
 * @module
 */
import { select, valueAt } from '../../cases/paths.js'
import { answerTo, type Breach, bodyOf, notApplicable, observed, unseen } from '../observation.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { checkBody, itemsOf, type Matcher, stepSetting, textSetting } from './matcher.js'

/** The date-time at `path` is at most `minutes` away from the one at `of` in the answer to step `as`, where that has one. */
export const nearInstant: Matcher = (record, settings) => {
  const [path, of, as] = [textSetting(settings, 'path'), textSetting(settings, 'of'), stepSetting(settings, 'as')]
  const wanted = valueAt(bodyOf(record, as), of)
  if (wanted === undefined) return notApplicable(`the answer to step ${as + 1} has no ${of}, which is optional`)
  return checkBody(record, record.step, (body, seq) => {
    const [place] = select(body, path)
    const [at, near] = [instantOf(place?.value), instantOf(wanted)]
    const fits =
      at !== undefined && near !== undefined && Math.abs(at - near) <= stepSetting(settings, 'minutes') * 60_000
    const breach = { expected: `near ${show(wanted)}`, received: show(place?.value) }
    return observed([seq], fits ? [] : [{ ...(place && { pointer: place.pointer }), ...breach }])
  })
}

const bahrainMillis = 3 * 3_600_000

const dayOf = (at: number) => Math.floor((at + bahrainMillis) / 86_400_000)

/**
 * An order that comes after the cut-off which the answer to step `order` names is refused with Rules.AfterCutOffDateTime, or
 * expects to be executed on a later day.
 */
export const lateOrder: Matcher = (record, settings) => {
  const order = bodyOf(record, stepSetting(settings, 'order'))
  const cutOff = valueAt(order, 'Data.CutOffDateTime')
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  if (cutOff === undefined) return notApplicable('the consent names no cut-off, which is optional', [answer.seq])
  const body = jsonOf(answer.response.body)
  if (answer.response.status >= 400) {
    const codes = select(body, 'Errors[].ErrorCode').map(({ value }) => value)
    const expected = 'Rules.AfterCutOffDateTime, or a later day of execution'
    const isSaid = codes.includes('Rules.AfterCutOffDateTime')
    return observed([answer.seq], isSaid ? [] : [{ pointer: '/Errors', expected, received: show(codes) }])
  }
  const [place] = select(body, 'Data.ExpectedExecutionDateTime')
  if (!place?.present) return notApplicable('the answer expects no date of execution, which is optional', [answer.seq])
  const [at, limit] = [instantOf(place.value), instantOf(cutOff)]
  if (limit === undefined) return unseen(`the cut-off is no date-time: ${show(cutOff)}`, 'bank', [answer.seq])
  const expected = `a later day than the cut-off at ${show(cutOff)}`
  const breach = { pointer: place.pointer, expected, received: show(place.value) }
  return observed([answer.seq], at !== undefined && dayOf(at) > dayOf(limit) ? [] : [breach])
}

/**
 * A cancellation is refused for the hour, where the answer to step `submitted` names the instant of execution that the bank's clock was
 * moved towards. Where it names none, the payment was made before it was to be cancelled.
 */
export const afterLimit: Matcher = (record, settings) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const execution = valueAt(bodyOf(record, stepSetting(settings, 'submitted')), 'Data.ExpectedExecutionDateTime')
  if (execution === undefined)
    return notApplicable('the bank names no date of execution, which is optional', [answer.seq])
  // that it is not refused is a breach of its own
  if (answer.response.status < 400) return notApplicable('the cancellation was not refused', [answer.seq])
  const codes = select(jsonOf(answer.response.body), 'Errors[].ErrorCode').map(({ value }) => value)
  const breach = { pointer: '/Errors', expected: 'Rules.AfterCutOffDateTime', received: show(codes) }
  return observed([answer.seq], codes.includes('Rules.AfterCutOffDateTime') ? [] : [breach])
}

/**
 * The entries of the payment details have instants of their own: none is before the one above it, and the last has the status
 * and the time of the payment that step `payment` read.
 */
export const detailsHaveInstants: Matcher = (record, settings) => {
  const payment = bodyOf(record, stepSetting(settings, 'payment'))
  const [status, since] = ['Status', 'StatusUpdateDateTime'].map((name) => valueAt(payment, `Data.${name}`))
  const created = instantOf(valueAt(payment, 'Data.CreationDateTime'))
  const changed = instantOf(since)
  if (created === undefined || changed === undefined) return unseen('the payment has no times')
  return checkBody(record, record.step, (body, seq) => {
    const entries = itemsOf(body, 'Data.PaymentStatus[]')
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last) return notApplicable('the payment has no details, which are optional', [seq])
    const ends: readonly (readonly [typeof first, number, string])[] = [
      [first, created, 'the time the payment came in'],
      [last, changed, `${show(since)}, as the payment says`],
    ]
    const wrong = ends.flatMap(([{ pointer, value }, at, expected]): Breach[] => {
      const instant = instantOf(value.StatusUpdateDateTime)
      if (instant !== undefined && Math.abs(instant - at) <= 1000) return []
      return [{ pointer: `${pointer}/StatusUpdateDateTime`, expected, received: show(value.StatusUpdateDateTime) }]
    })
    const isSame = last.value.Status === status
    const breach = { pointer: `${last.pointer}/Status`, expected: show(status), received: show(last.value.Status) }
    return observed([seq], [...wrong, ...(isSame ? [] : [breach])])
  })
}
