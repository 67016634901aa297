/**
 * Matchers for headers, methods, URLs and error bodies rather than for one resource.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { headers, isUri, isUuid, type Version } from '#standard/index.js'
import { select, valueAt } from '../../cases/paths.js'
import { answerTo, type Breach, notApplicable, observed, unseen } from '../observation.js'
import { headerValue, isAnswered, jsonOf, mediaType, saysSomething, show } from '../reading.js'
import { checkBody, listSetting, type Matcher, stepSetting, textSetting } from './matcher.js'

/** The answer carries an interaction id of the bank's own making: a UUID other than what was sent. */
export const interactionIdMade: Matcher = (record) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const sent = headerValue(answer.request.headers, headers.interactionId)
  const received = headerValue(answer.response.headers, headers.interactionId)
  const fits = received !== undefined && isUuid(received) && received.toLowerCase() !== sent?.toLowerCase()
  const breach = { pointer: headers.interactionId, expected: 'a UUID made by the bank', received: show(received) }
  return observed([answer.seq], fits ? [] : [breach])
}

/** The answer has the status and media type of the answer to step `get`, and no body. */
export const likeGetWithoutBody: Matcher = (record, settings) => {
  const [answer, get] = [answerTo(record), answerTo(record, stepSetting(settings, 'get'))]
  if (answer.kind !== 'exchange') return answer
  if (get.kind !== 'exchange') return get
  const breaches: Breach[] = []
  if (answer.response.status !== get.response.status) {
    const [expected, received] = [String(get.response.status), String(answer.response.status)]
    breaches.push({ expected: `the status of the GET, ${expected}`, received })
  }
  const [type, wanted] = [mediaType(answer.response.headers), mediaType(get.response.headers)]
  if (type !== wanted) breaches.push({ pointer: 'content-type', expected: show(wanted), received: show(type) })
  if (answer.response.body !== '') breaches.push({ expected: 'no body', received: show(answer.response.body) })
  return observed([answer.seq, get.seq], breaches)
}

/** The answer has no body. */
export const noBody: Matcher = (record) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const { body } = answer.response
  return observed([answer.seq], body === '' ? [] : [{ expected: 'no body', received: show(body) }])
}

/** The body of the answer is that of the request of step `request`, letter by letter. */
export const fileAsSent: Matcher = (record, settings) => {
  const [answer, sent] = [answerTo(record), answerTo(record, stepSetting(settings, 'request'))]
  if (answer.kind !== 'exchange') return answer
  if (sent.kind !== 'exchange') return sent
  const { body: expected = '' } = sent.request
  const { body: received } = answer.response
  return observed(
    [answer.seq, sent.seq],
    received === expected ? [] : [{ expected: `the file that was sent: ${show(expected)}`, received: show(received) }],
  )
}

/** The answer is 401, or the connection itself was refused: a server may demand a certificate at the handshake. */
export const refusedOnConnection: Matcher = (record) => {
  const last = record.exchanges(record.step).at(-1)
  const { kind, idle } = last?.failure ?? {}
  if (last && (kind === 'tls' || (kind === 'reset' && !idle))) return observed([last.seq])
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const { status } = answer.response
  return observed([answer.seq], status === 401 ? [] : [{ expected: '401', received: String(status) }])
}

/** The body of the answer is like the expression `like`. */
export const bodyLike: Matcher = (record, settings) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const like = textSetting(settings, 'like')
  const { body } = answer.response
  return observed(
    [answer.seq],
    new RegExp(like).test(body) ? [] : [{ expected: `a body like ${like}`, received: show(body) }],
  )
}

/** The answer has the status and `Data` of the answer to step `as`: links may differ. */
export const sameAnswer: Matcher = (record, settings) => {
  const [answer, other] = [answerTo(record), answerTo(record, stepSetting(settings, 'as'))]
  if (answer.kind !== 'exchange') return answer
  if (other.kind !== 'exchange') return other
  const [data, wanted] = [answer, other].map(({ response }) => valueAt(jsonOf(response.body), 'Data'))
  if (!saysSomething(wanted)) return unseen('the answer to compare with has no Data', 'bank', [other.seq])
  const breaches: Breach[] = []
  if (answer.response.status !== other.response.status) {
    breaches.push({ expected: String(other.response.status), received: String(answer.response.status) })
  } else if (!isDeepStrictEqual(data, wanted)) {
    breaches.push({ pointer: '/Data', expected: show(wanted), received: show(data) })
  }
  return observed([answer.seq, other.seq], breaches)
}

const publishedBases: Readonly<Record<Version, RegExp>> = {
  '0.0.1': /\/api\/account-access-consents\/?$/,
  '1.0.0': /\/api\/[^/]+\/release1\.0\.0\/account-access-consents\/?$/,
}

/** The URL that was called begins with the base path that the standard gives for the version. For consent creation. */
export const underPublishedBase: Matcher = (record) => {
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const address = answer.request.url.split(/[?#]/, 1)[0] ?? ''
  const expected = record.version === '0.0.1' ? '/api' : '/api/{framework}/release1.0.0'
  const served = answer.response.status === 201
  if (!served)
    return observed([answer.seq], [{ expected: `a 201 under ${expected}`, received: String(answer.response.status) }])
  return observed([answer.seq], publishedBases[record.version].test(address) ? [] : [{ expected, received: address }])
}

/** The error bodies of all steps have an Id each, no two the same. */
export const errorIdsDiffer: Matcher = (record) => {
  const answers = record.test.steps.flatMap((_, step) => record.exchanges(step).filter(isAnswered))
  const ids = answers.flatMap(({ seq, response }) => {
    const id = valueAt(jsonOf(response.body), 'Id')
    return typeof id === 'string' ? [{ seq, id }] : []
  })
  const evidence = answers.map(({ seq }) => seq)
  const areErrors = answers.every(({ response }) => Array.isArray(valueAt(jsonOf(response.body), 'Errors')))
  if (ids.length === 0 && areErrors)
    return notApplicable('the bank gives its errors no Id, which is optional', evidence)
  if (ids.length < 2) return unseen('fewer than two answers have an Id', 'bank', evidence)
  const twice = ids.filter(({ id }, index) => ids.findIndex((each) => each.id === id) !== index)
  return observed(
    ids.map(({ seq }) => seq),
    twice.map(({ id }) => ({ pointer: '/Id', expected: 'an Id no other error has', received: show(id) })),
  )
}

/** The list at `path` has at least one of `values`. */
export const listsOneOf: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const values = listSetting(settings, 'values', record) ?? []
  return checkBody(record, record.step, (body, seq) => {
    const got = select(body, `${path}[]`).map(({ value }) => String(value))
    const fits = got.some((each) => values.includes(each))
    return observed([seq], fits ? [] : [{ pointer: `/${path}`, expected: values.join(' or '), received: show(got) }])
  })
}

/** The value at `path` is a number above zero. */
export const positiveNumber: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  return checkBody(record, record.step, (body, seq) => {
    const value = valueAt(body, path)
    const fits = typeof value === 'number' && value > 0
    return observed([seq], fits ? [] : [{ pointer: `/${path}`, expected: 'a number above 0', received: show(value) }])
  })
}

/** The text at `path` is `value`, in letters of either case. */
export const textInAnyCase: Matcher = (record, settings) => {
  const [path, wanted] = [textSetting(settings, 'path'), textSetting(settings, 'value')]
  return checkBody(record, record.step, (body, seq) => {
    const value = valueAt(body, path)
    const fits = typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase()
    return observed([seq], fits ? [] : [{ pointer: `/${path}`, expected: show(wanted), received: show(value) }])
  })
}

/** The text at `path` is an absolute URI. */
export const absoluteUri: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  return checkBody(record, record.step, (body, seq) => {
    const place = select(body, path)[0]
    const fits = typeof place?.value === 'string' && isUri(place.value)
    const expected = 'an absolute URI'
    return observed(
      [seq],
      fits ? [] : [{ ...(place && { pointer: place.pointer }), expected, received: show(place?.value) }],
    )
  })
}
