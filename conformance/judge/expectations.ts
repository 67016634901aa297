/**
 * Checks one expectation of a case against the entries of that case. Pure; the result names the entries it looked at.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { type ErrorStatus, statusesWithErrorBody } from '#standard/index.js'
import type { Expectation, Value } from '../cases/case.js'
import { isAtOrBelow, type Place, pathSteps, select } from '../cases/paths.js'
import { matchers } from './matchers.js'
import {
  answerTo,
  type Breach,
  type CaseRecord,
  notApplicable,
  type Observation,
  observed,
  resolve,
  unseen,
} from './observation.js'
import { type Answered, headerValues, jsonOf, readJson, saysSomething, show, shownInstead } from './reading.js'
import { checkNoCode, checkRedirect } from './redirects.js'

/** The name of the check an expectation makes: its kind, or the matcher it names. */
export function checkName(expectation: Expectation): string {
  if ('matches' in expectation) return expectation.matches
  const kinds = ['status', 'errorCode', 'allErrors', 'body', 'absent', 'present', 'header', 'redirect', 'noCode']
  return kinds.find((kind) => kind in expectation) ?? 'unknown'
}

/** Checks the expectation on the answer to `record.step`. */
export function checkExpectation(expectation: Expectation, record: CaseRecord): Observation {
  if ('redirect' in expectation) return checkRedirect(expectation, record)
  if ('noCode' in expectation) return checkNoCode(record)
  if ('matches' in expectation) return matchers[expectation.matches](record, expectation.with ?? {})

  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  if ('status' in expectation) return status(expectation, answer)
  if ('errorCode' in expectation) return errorCode(expectation, answer)
  if ('allErrors' in expectation) return allErrors(expectation, answer)
  if ('body' in expectation) return values(expectation.body, answer, record)
  if ('absent' in expectation) return absent(expectation.absent, answer)
  if ('present' in expectation) return present(expectation.present, answer)
  return header(expectation, answer)
}

type Kind<K extends string> = Extract<Expectation, { readonly [key in K]: unknown }>

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

function status({ status: wanted, tolerates = [] }: Kind<'status'>, { seq, response }: Answered): Observation {
  if (list(wanted).includes(response.status)) return observed([seq])
  return observed(
    [seq],
    [
      {
        expected: list(wanted).join(' or '),
        received: String(response.status),
        ...(tolerates.includes(response.status) && { tolerated: true as const }),
      },
    ],
  )
}

interface ErrorDetail {
  readonly ErrorCode: string
  readonly Path: string
}

/** The error details of a body, as far as they can be read. */
function detailsOf(answer: Answered): ErrorDetail[] {
  return select(jsonOf(answer.response.body), 'Errors[]').map(({ value }) => {
    const { ErrorCode, Path } = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>
    return { ErrorCode: typeof ErrorCode === 'string' ? ErrorCode : '', Path: typeof Path === 'string' ? Path : '' }
  })
}

const named = ({ ErrorCode, Path }: ErrorDetail) => (Path === '' ? ErrorCode : `${ErrorCode} at ${Path}`)

function describeErrors(answer: Answered): string {
  const details = detailsOf(answer).slice(0, 5).map(named).join(', ')
  return details === '' ? `${answer.response.status} without error details` : details
}

function hasNoErrorBody({ response: { status: code } }: Answered): boolean {
  return code >= 400 && code < 500 && !statusesWithErrorBody.includes(code as ErrorStatus)
}

function errorCode({ errorCode: wanted, path }: Kind<'errorCode'>, answer: Answered): Observation {
  if (hasNoErrorBody(answer)) return notApplicable(`a ${answer.response.status} has no error body`, [answer.seq])
  const found = detailsOf(answer).some(
    (detail) =>
      list(wanted).includes(detail.ErrorCode as never) && (path === undefined || isAtOrBelow(detail.Path, path)),
  )
  const expected = `${list(wanted).join(' or ')}${path === undefined ? '' : ` at ${path}`}`
  return observed([answer.seq], found ? [] : [{ pointer: '/Errors', expected, received: describeErrors(answer) }])
}

function allErrors({ allErrors: wanted }: Kind<'allErrors'>, answer: Answered): Observation {
  if (hasNoErrorBody(answer)) return notApplicable(`a ${answer.response.status} has no error body`, [answer.seq])
  const details = detailsOf(answer)
  const missing = wanted.filter(
    (each) => !details.some((detail) => detail.ErrorCode === each.errorCode && isAtOrBelow(detail.Path, each.path)),
  )
  return observed(
    [answer.seq],
    missing.map((each) => ({
      pointer: '/Errors',
      expected: `${each.errorCode} at ${each.path}`,
      received: describeErrors(answer),
    })),
  )
}

/** The JSON of an answer, or the observation that there is none. */
function jsonBody({ seq, response }: Answered): { value: unknown } | Observation {
  const reading = readJson(response.body)
  if (reading.kind === 'json') return { value: reading.value }
  return observed([seq], [{ expected: 'a JSON body', received: shownInstead(response) }])
}

function values(wanted: Readonly<Record<string, Value>>, answer: Answered, record: CaseRecord): Observation {
  const body = jsonBody(answer)
  if ('kind' in body) return body
  const breaches: Breach[] = []
  for (const [path, value] of Object.entries(wanted)) {
    const expected = resolve(value, record)
    if (expected === undefined) return unseen(`nothing to compare ${path} with`, 'bank', [answer.seq])
    const places = select(body.value, path)
    if (places.length === 0) return unseen(`no item at ${path}`, 'bank', [answer.seq])
    for (const place of places.filter((each) => !isDeepStrictEqual(each.value, expected))) {
      breaches.push({ pointer: place.pointer, expected: show(expected), received: show(place.value) })
    }
  }
  return observed([answer.seq], breaches)
}

function present(paths: readonly string[], answer: Answered): Observation {
  const body = jsonBody(answer)
  if ('kind' in body) return body
  const breaches: Breach[] = []
  for (const path of paths) {
    const places = select(body.value, path)
    if (places.length === 0) return unseen(`no item at ${path}`, 'bank', [answer.seq])
    for (const place of places.filter(({ value }) => value === undefined || value === null)) {
      breaches.push({ pointer: place.pointer, expected: 'present', received: show(place.value) })
    }
  }
  return observed([answer.seq], breaches)
}

/** Absence counts only where the object that the member belongs to is there. */
function absent(paths: readonly string[], answer: Answered): Observation {
  const reading = readJson(answer.response.body)
  if (reading.kind === 'empty') return notApplicable('the answer has no body', [answer.seq])
  if (reading.kind === 'text')
    return observed([answer.seq], [{ expected: 'a JSON body', received: show(reading.text) }])
  const breaches: Breach[] = []
  for (const path of paths) {
    const holders = holdersOf(reading.value, path)
    if (!holders.some(({ value }) => saysSomething(value))) {
      return unseen(`nothing that could hold ${path}`, 'bank', [answer.seq])
    }
    for (const place of select(reading.value, path).filter((each) => each.present)) {
      breaches.push({ pointer: place.pointer, expected: 'absent', received: show(place.value) })
    }
  }
  return observed([answer.seq], breaches)
}

function holdersOf(body: unknown, path: string): Place[] {
  const steps = pathSteps(path).slice(0, -1)
  return select(body, steps.map((step) => (step === '*' ? '[]' : step)).join('.'))
}

function header({ header: name, like }: Kind<'header'>, { seq, response }: Answered): Observation {
  const values = headerValues(response.headers, name)
  const received = values.length === 0 ? 'nothing' : values.map(show).join(' and ')
  if (like === null)
    return observed([seq], values.length === 0 ? [] : [{ pointer: name, expected: 'absent', received }])
  const matches = values.length > 0 && values.every((value) => new RegExp(like, 'i').test(value))
  return observed([seq], matches ? [] : [{ pointer: name, expected: `like ${like}`, received }])
}
