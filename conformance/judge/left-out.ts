/**
 * Expectations on optional fields that the bank says it never sends (`withoutFields`). What is sent after all is judged.
 *
 * @module
 */
import type { Expectation } from '../cases/case.js'
import { fieldsOf, leftOutBy, neverSent } from '../cases/fields.js'
import { select } from '../cases/paths.js'
import { checkExpectation } from './expectations.js'
import { bodyOf, type CaseRecord, notApplicable, type Observation } from './observation.js'

/** Checks an expectation as far as it is about fields that the bank sends. */
export function checkSent(expectation: Expectation, record: CaseRecord, leftOut: readonly string[]): Observation {
  const observation = checkExpectation(expectation, record)
  const isFound = observation.kind === 'met' || observation.kind === 'not-applicable'
  if (leftOut.length === 0 || isFound || (observation.kind === 'unseen' && observation.blame !== 'bank'))
    return observation
  const isAbsent = (field: string) => {
    const left = leftOutBy(field, leftOut)
    return left !== undefined && !select(bodyOf(record), left).some(({ present }) => present)
  }
  const fields = fieldsOf(expectation)
  const absent = fields.filter(isAbsent)
  const [first] = absent
  if (first === undefined || bodyOf(record) === undefined) return observation
  const others = without(expectation, absent)
  if (others) return checkExpectation(others, record)
  if (absent.length < fields.length) return observation
  return notApplicable(neverSent(leftOutBy(first, leftOut) as string), observation.evidence)
}

/** What an expectation says of other fields; `undefined` where it says nothing of them, or cannot be divided. */
function without(expectation: Expectation, fields: readonly string[]): Expectation | undefined {
  if ('present' in expectation) {
    const present = expectation.present.filter((field) => !fields.includes(field))
    return present.length > 0 ? { ...expectation, present } : undefined
  }
  if (!('body' in expectation)) return undefined
  const body = Object.entries(expectation.body).filter(([field]) => !fields.includes(field))
  return body.length > 0 ? { ...expectation, body: Object.fromEntries(body) } : undefined
}
