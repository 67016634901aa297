/**
 * Rules about the account access consent.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { type Breach, bodyOf, held, notApplicable, requestOf, unseen } from '../look.js'
import { select, valueAt } from '../paths.js'
import { headerValue, instantOf, show } from '../reading.js'
import { lookAtBody, type Matcher, stepSetting, textSetting } from './matcher.js'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** `Data.Permissions` has the values of the request of step `request`, in any order; how often does not matter. */
export const permissionsAsRequested: Matcher = (sight, settings) => {
  const asked = new Set(texts(valueAt(requestOf(sight, stepSetting(settings, 'request')), 'Data.Permissions')))
  if (asked.size === 0) return unseen('the request named no permissions', 'suite')
  return lookAtBody(sight, sight.step, (body, seq) => {
    const got = new Set(texts(valueAt(body, 'Data.Permissions')))
    const missing = [...asked].filter((each) => !got.has(each))
    const added = [...got].filter((each) => !asked.has(each))
    const breach = (expected: string, received: string): Breach => ({
      pointer: '/Data/Permissions',
      expected,
      received,
    })
    return held(
      [seq],
      [
        ...(missing.length > 0 ? [breach(`also ${missing.join(', ')}`, show([...got]))] : []),
        ...(added.length > 0 ? [breach('only what was asked for', `also ${added.join(', ')}`)] : []),
      ],
    )
  })
}

/** No permission stands twice in `Data.Permissions`. */
export const permissionsOnce: Matcher = (sight) =>
  lookAtBody(sight, sight.step, (body, seq) => {
    const got = texts(valueAt(body, 'Data.Permissions'))
    if (got.length === 0) return unseen('the answer has no permissions', 'bank', [seq])
    const twice = got.filter((each, index) => got.indexOf(each) !== index)
    const breach = { pointer: '/Data/Permissions', expected: 'each permission once', received: twice.join(', ') }
    return held([seq], twice.length > 0 ? [breach] : [])
  })

/** The date-time at `path` is the instant that the request of step `request` has there, however it is written. */
export const instantAsRequested: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  const asked = valueAt(requestOf(sight, stepSetting(settings, 'request')), path)
  const wanted = instantOf(asked)
  if (wanted === undefined) return unseen(`the request has no date-time at ${path}`, 'suite')
  return lookAtBody(sight, sight.step, (body, seq) => {
    const place = select(body, path)[0]
    if (valueAt(body, 'Data') === undefined) return unseen('the answer has no Data', 'bank', [seq])
    if (!place?.present) return notApplicable(`the answer leaves out ${path}, which is optional`, [seq])
    const fits = instantOf(place.value) === wanted
    return held([seq], fits ? [] : [{ pointer: place.pointer, expected: show(asked), received: show(place.value) }])
  })
}

const statusUpdate = 'Data.StatusUpdateDateTime'

/**
 * `StatusUpdateDateTime` is later than in the answer to step `since`. A value in whole seconds cannot tell two changes
 * within the same two seconds apart.
 */
export const statusUpdateMoved: Matcher = (sight, settings) => {
  const since = stepSetting(settings, 'since')
  const before = valueAt(bodyOf(sight, since), statusUpdate)
  const earlier = instantOf(before)
  if (earlier === undefined) return unseen(`the answer to step ${since + 1} has no StatusUpdateDateTime`)
  return lookAtBody(sight, sight.step, (body, seq) => {
    const after = valueAt(body, statusUpdate)
    const later = instantOf(after)
    if (later !== undefined && later > earlier) return held([seq])
    const elapsed =
      Date.parse(sight.exchanges(sight.step).at(-1)?.at ?? '') - Date.parse(sight.exchanges(since).at(-1)?.at ?? '')
    if (later === earlier && !String(after).includes('.') && elapsed < 2000) {
      return notApplicable('the change came within the second that StatusUpdateDateTime is written in', [seq])
    }
    const pointer = '/Data/StatusUpdateDateTime'
    return held([seq], [{ pointer, expected: `later than ${show(before)}`, received: show(after) }])
  })
}

/** The date-time at `path` is at most `minutes` away from the Date header of the answer, or from our clock without one. */
export const nearDateHeader: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  const minutes = stepSetting(settings, 'minutes')
  return lookAtBody(sight, sight.step, (body, seq) => {
    const exchange = sight.exchanges(sight.step).at(-1)
    const date = headerValue(exchange?.response?.headers ?? [], 'date') ?? exchange?.at ?? ''
    const now = Date.parse(date)
    const place = select(body, path)[0]
    if (Number.isNaN(now)) return unseen(`the Date header is no date: ${show(date)}`, 'bank', [seq])
    const instant = instantOf(place?.value)
    const fits = instant !== undefined && Math.abs(instant - now) <= minutes * 60_000
    const expected = `within ${minutes} minutes of ${date}`
    return held(
      [seq],
      fits ? [] : [{ ...(place && { pointer: place.pointer }), expected, received: show(place?.value) }],
    )
  })
}

/** `Data` of the answer is that of the answer to step `as`. */
export const sameData: Matcher = (sight, settings) => {
  const as = stepSetting(settings, 'as')
  const wanted = valueAt(bodyOf(sight, as), 'Data')
  if (typeof wanted !== 'object' || wanted === null) return unseen(`the answer to step ${as + 1} has no Data`)
  return lookAtBody(sight, sight.step, (body, seq) => {
    const got = valueAt(body, 'Data')
    if (typeof got !== 'object' || got === null) {
      return held([seq], [{ pointer: '/Data', expected: show(wanted), received: show(got) }])
    }
    const [before, now] = [wanted as Record<string, unknown>, got as Record<string, unknown>]
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    return held(
      [seq],
      names
        .filter((name) => !isDeepStrictEqual(before[name], now[name]))
        .map((name) => ({ pointer: `/Data/${name}`, expected: show(before[name]), received: show(now[name]) })),
    )
  })
}

/** The value at `path` is another one than in the answer to step `than`. */
export const valueDiffers: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  const than = stepSetting(settings, 'than')
  const before = valueAt(bodyOf(sight, than), path)
  if (before === undefined) return unseen(`the answer to step ${than + 1} has nothing at ${path}`)
  return lookAtBody(sight, sight.step, (body, seq) => {
    const place = select(body, path)[0]
    const fits = place?.present === true && !isDeepStrictEqual(place.value, before)
    const expected = `another value than ${show(before)}`
    return held(
      [seq],
      fits ? [] : [{ ...(place && { pointer: place.pointer }), expected, received: show(place?.value) }],
    )
  })
}
