/**
 * Matchers for the account access consent.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { select, valueAt } from '../../cases/paths.js'
import { type Breach, bodyOf, notApplicable, observed, requestOf, unseen } from '../observation.js'
import { headerValue, instantOf, sentAt, show } from '../reading.js'
import { checkBody, type Matcher, stepSetting, textSetting } from './matcher.js'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** `Data.Permissions` has the values of the request of step `request`, in any order; how often does not matter. */
export const permissionsAsRequested: Matcher = (record, settings) => {
  const asked = new Set(texts(valueAt(requestOf(record, stepSetting(settings, 'request')), 'Data.Permissions')))
  if (asked.size === 0) return unseen('the request named no permissions', 'suite')
  return checkBody(record, record.step, (body, seq) => {
    const got = new Set(texts(valueAt(body, 'Data.Permissions')))
    const missing = [...asked].filter((each) => !got.has(each))
    const added = [...got].filter((each) => !asked.has(each))
    const breach = (expected: string, received: string): Breach => ({
      pointer: '/Data/Permissions',
      expected,
      received,
    })
    return observed(
      [seq],
      [
        ...(missing.length > 0 ? [breach(`also ${missing.join(', ')}`, show([...got]))] : []),
        ...(added.length > 0 ? [breach('only what was asked for', `also ${added.join(', ')}`)] : []),
      ],
    )
  })
}

/** No permission stands twice in `Data.Permissions`. */
export const permissionsOnce: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const got = texts(valueAt(body, 'Data.Permissions'))
    if (got.length === 0) return unseen('the answer has no permissions', 'bank', [seq])
    const twice = got.filter((each, index) => got.indexOf(each) !== index)
    const breach = { pointer: '/Data/Permissions', expected: 'each permission once', received: twice.join(', ') }
    return observed([seq], twice.length > 0 ? [breach] : [])
  })

/** The date-time at `path` is the same instant as in the request of step `request`, in any notation. */
export const instantAsRequested: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const asked = valueAt(requestOf(record, stepSetting(settings, 'request')), path)
  const wanted = instantOf(asked)
  if (wanted === undefined) return unseen(`the request has no date-time at ${path}`, 'suite')
  return checkBody(record, record.step, (body, seq) => {
    const place = select(body, path)[0]
    if (valueAt(body, 'Data') === undefined) return unseen('the answer has no Data', 'bank', [seq])
    if (!place?.present) {
      // the member is optional because the request may leave it out: what was asked for has to be there
      return observed([seq], [{ expected: `${path} ${show(asked)}, as it was asked for`, received: 'nothing' }])
    }
    const fits = instantOf(place.value) === wanted
    return observed([seq], fits ? [] : [{ pointer: place.pointer, expected: show(asked), received: show(place.value) }])
  })
}

const statusUpdate = 'Data.StatusUpdateDateTime'

/**
 * `StatusUpdateDateTime` is later than in the answer to step `since`. A value in whole seconds, however written, cannot tell two changes
 * within the same two seconds apart.
 */
export const statusUpdateMoved: Matcher = (record, settings) => {
  const since = stepSetting(settings, 'since')
  const before = valueAt(bodyOf(record, since), statusUpdate)
  const earlier = instantOf(before)
  if (earlier === undefined) return unseen(`the answer to step ${since + 1} has no StatusUpdateDateTime`)
  return checkBody(record, record.step, (body, seq) => {
    const after = valueAt(body, statusUpdate)
    const later = instantOf(after)
    if (later !== undefined && later > earlier) return observed([seq])
    const [first, last] = [since, record.step].map((step) => record.exchanges(step).at(-1))
    const elapsed = first && last ? sentAt(last) - sentAt(first) : Number.NaN
    if (later === earlier && later % 1000 === 0 && elapsed < 2000) {
      return notApplicable('the change came within the second that StatusUpdateDateTime is written in', [seq])
    }
    const pointer = '/Data/StatusUpdateDateTime'
    return observed([seq], [{ pointer, expected: `later than ${show(before)}`, received: show(after) }])
  })
}

/**
 * The date-time at `path` is at most `minutes` away from the Date header of the answer, or from our clock without one. Where
 * the bank's clock was moved, a Date header need not follow it: the moved clock is as good.
 */
export const nearDateHeader: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const minutes = stepSetting(settings, 'minutes')
  return checkBody(record, record.step, (body, seq) => {
    const exchange = record.exchanges(record.step).at(-1)
    const date = headerValue(exchange?.response?.headers ?? [], 'date') ?? exchange?.at ?? ''
    const now = Date.parse(date)
    const moved = exchange?.bankAhead === undefined ? now : sentAt(exchange)
    const place = select(body, path)[0]
    if (Number.isNaN(now)) return unseen(`the Date header is no date: ${show(date)}`, 'bank', [seq])
    const instant = instantOf(place?.value)
    const isNear = (at: number) => instant !== undefined && Math.abs(instant - at) <= minutes * 60_000
    const fits = isNear(now) || isNear(moved)
    const expected = `within ${minutes} minutes of ${date}`
    return observed(
      [seq],
      fits ? [] : [{ ...(place && { pointer: place.pointer }), expected, received: show(place?.value) }],
    )
  })
}

/** `Data` of the answer is that of the answer to step `as`. */
export const sameData: Matcher = (record, settings) => {
  const as = stepSetting(settings, 'as')
  const wanted = valueAt(bodyOf(record, as), 'Data')
  if (typeof wanted !== 'object' || wanted === null) return unseen(`the answer to step ${as + 1} has no Data`)
  return checkBody(record, record.step, (body, seq) => {
    const got = valueAt(body, 'Data')
    if (typeof got !== 'object' || got === null) {
      return observed([seq], [{ pointer: '/Data', expected: show(wanted), received: show(got) }])
    }
    const [before, now] = [wanted as Record<string, unknown>, got as Record<string, unknown>]
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    return observed(
      [seq],
      names
        .filter((name) => !isDeepStrictEqual(before[name], now[name]))
        .map((name) => ({ pointer: `/Data/${name}`, expected: show(before[name]), received: show(now[name]) })),
    )
  })
}

/** The value at `path` is another one than in the answer to step `than`. */
export const valueDiffers: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const than = stepSetting(settings, 'than')
  const before = valueAt(bodyOf(record, than), path)
  if (before === undefined) return unseen(`the answer to step ${than + 1} has nothing at ${path}`)
  return checkBody(record, record.step, (body, seq) => {
    const place = select(body, path)[0]
    const fits = place?.present === true && !isDeepStrictEqual(place.value, before)
    const expected = `another value than ${show(before)}`
    return observed(
      [seq],
      fits ? [] : [{ ...(place && { pointer: place.pointer }), expected, received: show(place?.value) }],
    )
  })
}

/**
 * The status of the consent follows from how the journey of step `decided` ended: Authorised where the TPP got a code, else
 * AwaitingAuthorisation still.
 */
export const statusFollowsRedirect: Matcher = (record, settings) => {
  const journey = record.journeys(stepSetting(settings, 'decided')).at(-1)
  if (!journey) return unseen('there was no journey', 'suite')
  if (!journey.redirect && journey.failure?.kind !== 'refused') {
    return unseen(`the journey ended without an answer of the bank: ${journey.failure?.message ?? ''}`, 'bank', [
      journey.seq,
    ])
  }
  const hasCode = journey.redirect?.parameters.some(([name]) => name === 'code') ?? false
  const status = hasCode ? 'Authorised' : 'AwaitingAuthorisation'
  return checkBody(record, record.step, (body, seq) => {
    const received = valueAt(body, 'Data.Status')
    const expected = `${status}, for the TPP got ${hasCode ? 'a code' : 'an error'}`
    const breach = { pointer: '/Data/Status', expected, received: show(received) }
    return observed([journey.seq, seq], received === status ? [] : [breach])
  })
}
