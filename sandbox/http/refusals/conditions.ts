/**
 * Everything the bank refuses, by name: one table of statuses, codes, messages and their sources.
 *
 * @module
 */
import { accountInformationConditions } from './account-information.js'
import type { Condition, FactsOf } from './condition.js'
import { controlConditions } from './control.js'
import { eventConditions } from './events.js'
import { fileConditions } from './files.js'
import { paymentConditions } from './payments.js'
import { requestConditions } from './requests.js'

export const conditions = {
  ...requestConditions,
  ...accountInformationConditions,
  ...paymentConditions,
  ...fileConditions,
  ...eventConditions,
  ...controlConditions,
} as const satisfies Readonly<Record<string, Condition>>

type Conditions = typeof conditions

export type ConditionName = keyof Conditions

/** Conditions that are collected, so that one answer reports all problems of a request. */
export type ProblemName = {
  [Name in ConditionName]: Conditions[Name]['status'] extends 400 ? Name : never
}[ConditionName]

/**
 * The facts of a request that a condition's texts need. `cause` is the original error, for the log and never the
 * answer.
 */
export type FactsFor<Name extends ConditionName> =
  unknown extends FactsOf<Conditions[Name]>
    ? [facts?: { readonly cause?: unknown }]
    : [facts: FactsOf<Conditions[Name]> & { readonly cause?: unknown }]
