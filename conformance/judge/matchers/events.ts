/**
 * Matchers for subscriptions and for events that are polled.
 *
 * @module
 */
import { select } from '../../cases/paths.js'
import { isAbout, kindsOf, type ReadToken, tokensIn } from '../../transcript/event-tokens.js'
import { type CaseRecord, type Observation, observed, resolve, unseen } from '../observation.js'
import { show } from '../reading.js'
import { checkBody, type Matcher, type Settings, stepSetting, textSetting } from './matcher.js'

/** The id `id` is among the values at `path`. */
export const hasId: Matcher = (record, settings) => checkId(record, settings, true)

/** The id `id` is not among the values at `path`. */
export const lacksId: Matcher = (record, settings) => checkId(record, settings, false)

function checkId(record: CaseRecord, settings: Settings, wanted: boolean): Observation {
  const id = resolve(settings.id ?? null, record)
  if (typeof id !== 'string') return unseen('the id to look for is not known')
  return checkBody(record, record.step, (body, seq) => {
    const ids = select(body, textSetting(settings, 'path')).flatMap(({ present, value }) => (present ? [value] : []))
    if (ids.includes(id) === wanted) return observed([seq])
    return observed([seq], [{ expected: `${wanted ? '' : 'not '}the id ${show(id)}`, received: show(ids) }])
  })
}

/** The tokens of the answer to a step, and the resource that is looked for. */
function checkTokens(
  record: CaseRecord,
  settings: Settings,
  check: (about: readonly ReadToken[], all: readonly ReadToken[], seq: number) => Observation,
): Observation {
  const id = resolve(settings.of ?? null, record)
  if (typeof id !== 'string') return unseen('the resource to look for is not known')
  return checkBody(record, record.step, (body, seq) => {
    const all = tokensIn(body)
    return check(
      all.filter((token) => isAbout(token, id)),
      all,
      seq,
    )
  })
}

/** There is an event about the resource `of`. */
export const hasEvent: Matcher = (record, settings) =>
  checkTokens(record, settings, (about, all, seq) =>
    observed(
      [seq],
      about.length > 0 ? [] : [{ expected: 'an event about the resource', received: `${all.length} about others` }],
    ),
  )

/** There is no event about the resource `of`. */
export const lacksEvent: Matcher = (record, settings) =>
  checkTokens(record, settings, (about, _all, seq) =>
    observed(
      [seq],
      about.map(({ jti }) => ({ expected: 'no event about the resource', received: show(jti) })),
    ),
  )

/** Exactly one event is about the resource `of`, of the type that ends in `event`; its subject is of the kind `kind`. */
export const eventSays: Matcher = (record, settings) =>
  checkTokens(record, settings, (about, _all, seq) => {
    const [event, kind] = [textSetting(settings, 'event'), textSetting(settings, 'kind')]
    const fitting = about.filter((token) =>
      Object.keys((token.claims?.events as object | undefined) ?? {}).some((name) => name.endsWith(`:${event}`)),
    )
    if (fitting.length === 0) {
      const received = about.length === 0 ? 'nothing' : show(about.map(({ claims }) => claims?.events))
      return observed([seq], [{ expected: `${event} about the resource`, received }])
    }
    const kinds = fitting.flatMap(kindsOf)
    const isOfKind = kinds.length > 0 && kinds.every((each) => each === kind)
    return observed([seq], isOfKind ? [] : [{ expected: `a subject of kind ${kind}`, received: show(kinds) }])
  })

/** The event about the resource `of` has the id and the bytes that it had in the answer to step `as`. */
export const sameEvent: Matcher = (record, settings) => {
  const before = { ...record, step: stepSetting(settings, 'as') }
  let earlier: readonly ReadToken[] = []
  const seen = checkTokens(before, settings, (about, _all, seq) => {
    earlier = about
    return about.length === 0 ? unseen('there was no event about the resource', 'bank', [seq]) : observed([seq])
  })
  if (seen.kind !== 'met') return seen
  return checkTokens(record, settings, (about, _all, seq) => {
    const changed = earlier.filter(({ jti, token }) => !about.some((each) => each.jti === jti && each.token === token))
    const received = show(about.map(({ jti }) => jti))
    return observed(
      [seq],
      changed.map(({ jti }) => ({ expected: `the event ${show(jti)} as it was`, received })),
    )
  })
}

/** The answer has `least` to `most` events. */
export const eventCount: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const sets = (body as { readonly sets?: unknown } | null)?.sets
    const count = typeof sets === 'object' && sets !== null ? Object.keys(sets).length : -1
    const [least, most] = [stepSetting(settings, 'least'), stepSetting(settings, 'most')]
    const expected = least === most ? `${most} events` : `${least} to ${most} events`
    return observed([seq], count >= least && count <= most ? [] : [{ expected, received: String(count) }])
  })

/**
 * The events of the answer, at least two, are in the order of their times, and those about `first` before those about `second`: times
 * are in seconds, so that they do not tell which of two came first.
 */
export const eventsInOrder: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const tokens = tokensIn(body)
    const times = tokens.map(({ claims }) => claims?.toe)
    if (times.length < 2) return unseen('there are no two events to compare', 'bank', [seq])
    const isOrdered = times.every((time, index) => index === 0 || Number(time) >= Number(times[index - 1]))
    const [first, second] = [settings.first, settings.second].map((ref) => resolve(ref ?? null, record))
    const place = (id: unknown) => tokens.findIndex((token) => typeof id === 'string' && isAbout(token, id))
    const isInTurn = place(first) === -1 || place(second) === -1 || place(first) < place(second)
    return observed([seq], isOrdered && isInTurn ? [] : [{ expected: 'the oldest first', received: show(times) }])
  })
