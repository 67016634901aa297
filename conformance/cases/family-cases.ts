/**
 * Makes the cases of each family of payments out of those that all families share.
 *
 * @module
 */
import { concerns, operation, paymentFamily, type RequirementId, requirement } from '#standard/index.js'
import type { Case, Expectation } from './case.js'
import { type JudgedFamily, type JudgedFamilyId, judgedFamilies } from './families.js'
import { callsOf, type PaymentCalls } from './payment-calls.js'
import { calledBy } from './tried.js'

/** Cases, given a family and its requests. */
export type FamilyCases = (calls: PaymentCalls) => readonly Case[]

/**
 * The cases of a family. A case that all share may name rows that are about some families alone, and versions that some do
 * not have: those are left out, and so is what then proves nothing.
 */
export function casesOf(id: JudgedFamilyId, shared: readonly FamilyCases[]): readonly Case[] {
  const calls = callsOf(id)
  return shared.flatMap((make) => make(calls)).flatMap((one) => ofFamily(id, one))
}

function ofFamily(id: JudgedFamilyId, one: Case): readonly Case[] {
  const { titled }: JudgedFamily = judgedFamilies[id]
  const called = calledBy(one)
  const isAbout = (row: RequirementId) => called.some((each) => concerns(requirement(row), each))
  const versions = one.versions.filter((version) => (paymentFamily(id).versions as readonly string[]).includes(version))
  const [first, ...others] = one.expect.flatMap((each): Expectation[] => {
    const proves = ([each.proves].flat() as RequirementId[]).filter(isAbout)
    return proves.length === 0 ? [] : [{ ...each, proves }]
  })
  if (versions.length === 0 || !first) return []
  const isTitled = titled === undefined || one.title.endsWith(operation(one.operation).summary)
  const title = isTitled ? one.title : `${one.title}: ${titled}`
  return [{ ...one, title, versions, expect: [first, ...others] }]
}
