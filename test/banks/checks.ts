/**
 * What the hand-made bank looks at in a request, all problems at once. docs/facts.md sections 2, 3.3, 5 and 7.1.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

export interface Problem {
  readonly ErrorCode: string
  readonly Message: string
  readonly Path?: string
}

export const problem = (ErrorCode: string, Message: string, Path?: string): Problem => ({
  ErrorCode,
  Message,
  ...(Path !== undefined && { Path }),
})

/** In Bahrain's time. */
export const iso = (at: number): string => `${new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/

const rules: Readonly<Record<string, (value: string) => boolean>> = {
  'x-fapi-interaction-id': (value) => uuid.test(value),
  'x-fapi-auth-date': (value) => httpDate.test(value) && !Number.isNaN(Date.parse(value)),
  'x-fapi-customer-ip-address': (value) => isIP(value) !== 0,
}

export function checkHeaders(headers: IncomingHttpHeaders): Problem[] {
  return Object.entries(rules).flatMap(([name, isRight]) => {
    const value = headers[name]
    return value === undefined || isRight(String(value)) ? [] : [problem('Header.Invalid', 'Not of its form', name)]
  })
}

const permissions =
  'ReadAccountsBasic ReadAccountsDetail ReadBalances ReadBeneficiariesBasic ReadBeneficiariesDetail ReadDirectDebits ReadOffers ReadPAN ReadParty ReadPartyPSU ReadProducts ReadScheduledPaymentsBasic ReadScheduledPaymentsDetail ReadStandingOrdersBasic ReadStandingOrdersDetail ReadStatementsBasic ReadStatementsDetail ReadTransactionsBasic ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail'.split(
    ' ',
  )

const dateTime = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** A date of the calendar; with an offset where the time has to be known. */
function instantOf(value: unknown, needsOffset: boolean): number | undefined {
  const parts = typeof value === 'string' ? dateTime.exec(value) : null
  if (!parts || (needsOffset && parts[6] === undefined)) return undefined
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1) return undefined
  const at = Date.parse(String(value).replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) ? undefined : at
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unexpected = (value: Record<string, unknown>, known: readonly string[], at: string): Problem[] =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => problem('Field.Unexpected', 'Not a field of this request', at === '' ? name : `${at}.${name}`))

export function checkConsent(body: Record<string, unknown>, now: number): Problem[] {
  const { Data: data, Risk: risk } = body
  return [
    ...unexpected(body, ['Data', 'Risk'], ''),
    ...section('Risk', risk, (value) => unexpected(value, [], 'Risk')),
    ...section('Data', data, (value) => [
      ...unexpected(
        value,
        ['Permissions', 'ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime'],
        'Data',
      ),
      ...checkPermissions(value.Permissions),
      ...checkDates(value, now),
    ]),
  ]
}

function section(path: string, value: unknown, check: (value: Record<string, unknown>) => Problem[]): Problem[] {
  if (value === undefined) return [problem('Field.Missing', 'Has to be there', path)]
  return isRecord(value) ? check(value) : [problem('Field.Invalid', 'Has to be an object', path)]
}

function checkPermissions(asked: unknown): Problem[] {
  const path = 'Data.Permissions'
  if (asked === undefined) return [problem('Field.Missing', 'Has to be there', path)]
  if (!Array.isArray(asked) || asked.length === 0) return [problem('Field.Invalid', 'At least one', path)]
  const unknown = asked.flatMap((each, index) =>
    permissions.includes(each) ? [] : [problem('Field.Invalid', 'Not a permission', `${path}[${index}]`)],
  )
  if (unknown.length > 0) return unknown
  const has = (...names: string[]) => names.some((name) => asked.includes(name))
  const rows = has('ReadTransactionsBasic', 'ReadTransactionsDetail')
  return [
    ...(has('ReadAccountsBasic', 'ReadAccountsDetail') ? [] : [problem('Field.Expected', 'Accounts as well', path)]),
    ...(rows === has('ReadTransactionsCredits', 'ReadTransactionsDebits')
      ? []
      : [problem('Field.Expected', 'Rows and directions go together', path)]),
  ]
}

function checkDates(data: Record<string, unknown>, now: number): Problem[] {
  const names = ['ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime'] as const
  const problems: Problem[] = []
  const at: Partial<Record<(typeof names)[number], number>> = {}
  for (const name of names) {
    const value = data[name]
    if (value === undefined) continue
    const instant = instantOf(value, true)
    if (instant !== undefined) at[name] = instant
    else
      problems.push(
        problem(typeof value === 'string' ? 'Field.InvalidDate' : 'Field.Invalid', 'No date-time', `Data.${name}`),
      )
  }
  const { ExpirationDateTime: end, TransactionFromDateTime: from, TransactionToDateTime: to } = at
  if (end !== undefined && end <= now) {
    problems.push(problem('Field.InvalidDate', 'Has passed', 'Data.ExpirationDateTime'))
  }
  if (from !== undefined && to !== undefined && from > to) {
    problems.push(problem('Field.InvalidDate', 'Ends before it begins', 'Data.TransactionFromDateTime'))
  }
  return problems
}

export function checkRevocation(body: Record<string, unknown>): Problem[] {
  return [
    ...unexpected(body, ['Data'], ''),
    ...section('Data', body.Data, (data) => [
      ...unexpected(data, ['Status'], 'Data'),
      ...(data.Status === 'Revoked'
        ? []
        : [problem(data.Status === undefined ? 'Field.Missing' : 'Field.Invalid', 'Revoked', 'Data.Status')]),
    ]),
  ]
}

export interface Query {
  readonly problems: readonly Problem[]
  readonly from: number
  readonly to: number
  readonly page: number
}

/** An offset in the query is passed over: the times of a query are the bank's. docs/facts.md section 1. */
export function checkQuery(query: URLSearchParams, ignoresFilter: boolean): Query {
  const problems: Problem[] = []
  const instant = (name: string, otherwise: number, endOfDay: boolean) => {
    const value = query.get(name)
    if (value === null || ignoresFilter) return otherwise
    const local = value.replace(/(Z|[+ -]\d{2}:?\d{2})$/, '')
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
    const text = isDay ? `${value}T${endOfDay ? '23:59:59.999' : '00:00:00'}` : local
    const at = instantOf(`${text}+03:00`, true)
    if (at !== undefined) return at
    problems.push(problem('Field.InvalidDate', 'No date', name))
    return otherwise
  }
  const from = instant('fromBookingDateTime', Number.NEGATIVE_INFINITY, false)
  const to = instant('toBookingDateTime', Number.POSITIVE_INFINITY, true)
  if (problems.length === 0 && from > to) {
    problems.push(problem('Field.InvalidDate', 'Ends before it begins', 'fromBookingDateTime'))
  }
  const page = query.get('page')
  if (page !== null && !/^[1-9]\d{0,5}$/.test(page)) problems.push(problem('Field.Invalid', 'No page', 'page'))
  return { problems, from, to, page: page === null ? 1 : Number(page) }
}
