/**
 * Which rows of the ledger a field of an answer stands in, so that a schema problem names the statement it breaks.
 *
 * @module
 */
import type { Problem, RequirementId, Version } from '#standard/index.js'
import {
  balanceFields,
  beneficiaryFields,
  type FieldRows,
  productFields,
  standingOrderFields,
  transactionFields,
} from './read-rows.js'

const consentFields: FieldRows = {
  Data: ['AAC-REQ-220'],
  'Data.ConsentId': ['AAC-REQ-230'],
  'Data.CreationDateTime': ['AAC-REQ-250'],
  'Data.Status': ['AAC-REQ-270'],
  'Data.StatusUpdateDateTime': ['AAC-REQ-280'],
  'Data.Permissions': ['AAC-REQ-300'],
  'Data.Permissions[]': ['AAC-REQ-300'],
  'Data.ExpirationDateTime': ['AAC-REQ-320'],
  'Data.TransactionFromDateTime': ['AAC-REQ-330'],
  'Data.TransactionToDateTime': ['AAC-REQ-340'],
  Risk: ['AAC-REQ-350'],
  Links: ['AAC-REQ-360'],
  'Links.Self': ['FMT-REQ-020'],
  'Links.First': ['FMT-REQ-030'],
  'Links.Prev': ['FMT-REQ-040'],
  'Links.Next': ['FMT-REQ-050'],
  'Links.Last': ['FMT-REQ-060'],
  Meta: ['AAC-REQ-370'],
  'Meta.TotalPages': ['FMT-REQ-080'],
  'Meta.FirstAvailableDateTime': ['FMT-REQ-090'],
  'Meta.LastAvailableDateTime': ['FMT-REQ-100'],
}

/** Rows about a property that should not be there, by the object it stands in. */
const consentClosed: FieldRows = { Risk: ['AAC-REQ-350'], Links: ['FMT-REQ-070'], Meta: ['FMT-REQ-110'] }

const accountFields: FieldRows = {
  Data: ['ACC-REQ-070'],
  'Data.Account': ['ACC-REQ-070'],
  'Data.Account[].AccountId': ['ACC-REQ-330', 'ACC-REQ-120'],
  'Data.Account[].Status': ['ACC-REQ-340', 'ACC-REQ-130'],
  'Data.Account[].StatusUpdateDateTime': ['ACC-REQ-350'],
  'Data.Account[].Currency': ['ACC-REQ-360', 'ACC-REQ-140'],
  'Data.Account[].AccountType': ['ACC-REQ-370', 'ACC-REQ-150'],
  'Data.Account[].AccountSubType': ['ACC-REQ-380', 'ACC-REQ-160'],
  'Data.Account[].Description': ['ACC-REQ-390'],
  'Data.Account[].Nickname': ['ACC-REQ-400', 'ACC-REQ-170'],
  'Data.Account[].OpeningDate': ['ACC-REQ-410'],
  'Data.Account[].MaturityDate': ['ACC-REQ-420'],
  'Data.Account[].Account': ['ACC-REQ-190'],
  'Data.Account[].Account[]': ['ACC-REQ-190'],
  'Data.Account[].Account[].SchemeName': ['ACC-REQ-200'],
  'Data.Account[].Account[].Identification': ['ACC-REQ-210'],
  'Data.Account[].Account[].Name': ['ACC-REQ-440'],
  'Data.Account[].Servicer': ['ACC-REQ-260'],
  'Data.Account[].Servicer.SchemeName': ['ACC-REQ-270', 'ACC-REQ-460'],
  'Data.Account[].Servicer.Identification': ['ACC-REQ-280', 'ACC-REQ-460'],
  Links: ['ACC-REQ-080', 'ACC-REQ-530'],
  'Links.Self': ['FMT-REQ-140'],
}

const accountClosed: FieldRows = { Links: ['ACC-REQ-530'] }

const errorFields: FieldRows = {
  Code: ['ERR-REQ-150'],
  Id: ['ERR-REQ-170'],
  Message: ['ERR-REQ-190'],
  Errors: ['ERR-REQ-200'],
  'Errors[]': ['ERR-REQ-220'],
  'Errors[].ErrorCode': ['ERR-REQ-230', 'ERR-REQ-240'],
  'Errors[].Message': ['ERR-REQ-250'],
  'Errors[].Path': ['ERR-REQ-260'],
  'Errors[].Url': ['ERR-REQ-280'],
}

const errorClosed: FieldRows = { 'Errors[]': ['ERR-REQ-210'] }

const fields = {
  consent: consentFields,
  accounts: accountFields,
  balances: balanceFields,
  transactions: transactionFields,
  beneficiaries: beneficiaryFields,
  standingOrders: standingOrderFields,
  products: productFields,
  error: errorFields,
} as const satisfies Record<string, FieldRows>

/** What an answer holds. */
export type AnswerKind = keyof typeof fields

export const answerKinds = Object.keys(fields) as AnswerKind[]

const readClosed: FieldRows = { Links: ['FMT-REQ-130'], Meta: ['FMT-REQ-130'] }

const closed: Readonly<Record<AnswerKind, FieldRows>> = {
  consent: consentClosed,
  accounts: accountClosed,
  balances: readClosed,
  transactions: readClosed,
  beneficiaries: readClosed,
  standingOrders: readClosed,
  products: readClosed,
  error: errorClosed,
}

const general: Readonly<Record<Version, readonly RequirementId[]>> = {
  '0.0.1': ['FMT-REQ-010', 'FMT-REQ-150', 'FMT-REQ-180'],
  '1.0.0': ['FMT-REQ-010', 'FMT-REQ-150'],
}

/** The rows a problem breaks; empty when no row is about that place. */
export function rowsOfProblem(answer: AnswerKind, problem: Problem, version: Version): readonly RequirementId[] {
  const path = problem.path.replace(/\[\d+\]/g, '[]')
  if (problem.kind === 'unexpected') {
    if (/\.SecondaryIdentification$/.test(path)) return ['FMT-REQ-430']
    return closed[answer][path.slice(0, Math.max(0, path.lastIndexOf('.')))] ?? []
  }
  if (answer === 'accounts' && path === 'Data.Account' && problem.kind === 'count') return ['ACC-REQ-090']
  const rows = (fields[answer] as FieldRows)[path] ?? []
  return problem.format?.startsWith('date-time') ? [...rows, ...general[version]] : rows
}

/** Every row a schema problem of an answer can break. */
export function rowsOfAnswer(answer: AnswerKind): readonly RequirementId[] {
  const extra = answer === 'accounts' ? (['ACC-REQ-090', 'FMT-REQ-430'] as const) : []
  const dates = answer === 'error' ? [] : general['0.0.1']
  return [...new Set([...Object.values(fields[answer]), ...Object.values(closed[answer])].flat().concat(extra, dates))]
}
