/**
 * The API of the hand-made bank: the checks in the order of docs/facts.md 3.3, then the answer. Account information is below
 * `/aisp/v1`, products are below `/shop/v1`.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Consent } from './authorisation.js'
import { checkConsent, checkHeaders, checkQuery, checkRevocation, iso, type Problem, problem } from './checks.js'
import type { Visit } from './hand-made-bank.js'
import { type Account, balanceOf, type Entry, entriesOf } from './people.js'

const aisp = '/aisp/v1'

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly token: 'public' | 'consent'
  /** One of these has to be permitted. */
  readonly needs?: readonly string[]
  readonly answer: (call: Call) => Answer
}

interface Call extends Visit {
  readonly tpp: string
  readonly consent: Consent
  readonly id: string
  readonly json: Record<string, never>
}

interface Answer {
  readonly status: number
  readonly body?: unknown
}

const accountReads = ['ReadAccountsBasic', 'ReadAccountsDetail']
const transactionReads = ['ReadTransactionsBasic', 'ReadTransactionsDetail']

const routes: readonly Route[] = [
  { method: 'POST', path: /^\/aisp\/v1\/account-access-consents\/?$/, token: 'public', answer: createConsent },
  { method: 'GET', path: /^\/aisp\/v1\/account-access-consents\/([^/]+)\/?$/, token: 'public', answer: readConsent },
  { method: 'PATCH', path: /^\/aisp\/v1\/account-access-consents\/([^/]+)\/?$/, token: 'public', answer: revoke },
  { method: 'GET', path: /^\/aisp\/v1\/accounts\/?$/, token: 'consent', needs: accountReads, answer: accounts },
  {
    method: 'GET',
    path: /^\/aisp\/v1\/accounts\/([^/]+)\/?$/,
    token: 'consent',
    needs: accountReads,
    answer: accounts,
  },
  {
    method: 'GET',
    path: /^\/aisp\/v1\/accounts\/([^/]+)\/balances\/?$/,
    token: 'consent',
    needs: ['ReadBalances'],
    answer: balances,
  },
  {
    method: 'GET',
    path: /^\/aisp\/v1\/accounts\/([^/]+)\/transactions\/?$/,
    token: 'consent',
    needs: transactionReads,
    answer: transactions,
  },
  { method: 'GET', path: /^\/shop\/v1\/sharing-product-details\/?$/, token: 'public', answer: products },
]

export function answerApi(visit: Visit): void {
  const { status, body } = withFaults(visit, checked(visit))
  const sent = visit.request.headers['x-fapi-interaction-id']
  const interactionId = typeof sent === 'string' && isUuid(sent) ? sent : randomUUID()
  const allow = routes.filter(({ path }) => path.test(visit.url.pathname)).map(({ method }) => method)
  visit.response.writeHead(status, {
    ...(!visit.has('interaction-id-lost') && { 'x-fapi-interaction-id': interactionId }),
    ...(status === 405 && { allow: allow.join(', ') }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'cache-control': 'no-store',
  })
  visit.response.end(body === undefined ? undefined : JSON.stringify(body))
}

function withFaults(visit: Visit, answer: Answer): Answer {
  if (!visit.has('errors-without-code') || answer.status < 400 || answer.body === undefined) return answer
  const { Code: _, ...body } = answer.body as Record<string, unknown>
  return { status: answer.status, body }
}

const isUuid = (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)

function checked(visit: Visit): Answer {
  const { request, url, as, body } = visit
  const there = routes.filter(({ path }) => path.test(url.pathname))
  if (there.length === 0) return { status: 404 }
  const route = there.find(({ method }) => method === request.method)
  if (!route) return { status: 405 }
  const token = as.tokenOf(request.headers.authorization)
  const isOpen = visit.has('accounts-without-token') && route.answer === accounts
  if (!token && !isOpen) return { status: 401 }
  if (!accepts(request.headers.accept) || !acceptsUtf8(request.headers['accept-charset'])) return { status: 406 }
  const hasBody = route.method === 'POST' || route.method === 'PATCH'
  if (hasBody && !/^application\/json *(;.*)?$/i.test(request.headers['content-type'] ?? '')) return { status: 415 }
  const consent = token?.consent ?? ([...as.consents.values()].at(-1) as Consent)
  if (token && (token.consent ? 'consent' : 'public') !== route.token) return refused(403, [])
  const permitted = route.needs?.some((need) => consent.data.Permissions.includes(need)) ?? true
  if (!permitted && !visit.has('permissions-ignored')) return refused(403, [])
  const problems = checkHeaders(request.headers)
  if (problems.length > 0) return refused(400, problems)
  const json = hasBody ? parse(body) : {}
  if (json === undefined) return refused(400, [problem('Resource.InvalidFormat', 'The body is no JSON object')])
  const id = decoded(route.path.exec(url.pathname)?.[1] ?? '')
  return route.answer({ ...visit, tpp: token?.tpp ?? '', consent, id, json: json as Call['json'] })
}

/** RFC 9110 section 12.5.1, as far as it matters here. */
function accepts(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '') return true
  const weights = new Map<string, number>()
  for (const each of header.toLowerCase().split(',')) {
    const [type = '', ...parameters] = each.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)))
  }
  const weight = ['application/json', 'application/*', '*/*']
    .map((type) => weights.get(type))
    .find((q) => q !== undefined)
  return (weight ?? 0) > 0
}

const acceptsUtf8 = (header: string | string[] | undefined) => header === undefined || /utf-?8|\*/i.test(String(header))

/** An id that cannot be decoded is one that there is not. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function parse(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Of the faults that are known, at least one (docs/facts.md 3.2). Which code says "forbidden" no source tells. */
function refused(status: 400 | 403, problems: readonly Problem[], id?: string): Answer {
  const found = problems.length > 0 ? problems : [problem('Resource.ConsentMismatch', 'This is not allowed')]
  const body = {
    Code: status === 400 ? '400 BadRequest' : '403 Forbidden',
    Id: id ?? randomUUID(),
    Message: 'Refused',
    Errors: found,
  }
  return { status, body }
}

const notFound = (path: string): Answer => refused(400, [problem('Resource.NotFound', 'There is none', path)])

const success = (call: Visit, Data: unknown, status = 200, more: Record<string, unknown> = {}): Answer => ({
  status,
  body: {
    Data,
    Links: {
      Self: call.has('links-relative') ? call.url.pathname : `${call.base}${call.url.pathname}${call.url.search}`,
    },
    Meta: {},
    ...more,
  },
})

function consentBody(call: Call, consent: Consent, status = 200): Answer {
  const { ExpirationDateTime: _, ...withoutEnd } = consent.data
  const Data = {
    ConsentId: consent.id,
    CreationDateTime: iso(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: iso(consent.changedAt),
    ...(call.has('expiry-dropped') ? withoutEnd : consent.data),
  }
  const self = `${call.base}${aisp}/account-access-consents/${consent.id}`
  return { status, body: { Data, Risk: {}, Links: { Self: self }, Meta: {} } }
}

function createConsent(call: Call): Answer {
  const problems = checkConsent(call.json, call.now)
  if (problems.length > 0) return refused(400, problems)
  const { Permissions, ...data } = (call.json as unknown as { Data: { Permissions: string[] } }).Data
  return consentBody(call, call.as.create(call.tpp, { ...data, Permissions: [...new Set(Permissions)] }), 201)
}

function ownConsent(call: Call): Consent | Answer {
  const consent = call.as.consents.get(call.id)
  if (!consent) return notFound('ConsentId')
  if (consent.tpp !== call.tpp && !call.has('other-tpp-reads-consent')) return refused(403, [])
  return consent
}

function readConsent(call: Call): Answer {
  const found = ownConsent(call)
  return 'tpp' in found ? consentBody(call, found) : found
}

function revoke(call: Call): Answer {
  const problems = checkRevocation(call.json)
  if (problems.length > 0) return refused(400, problems)
  const found = ownConsent(call)
  if (!('tpp' in found)) return found
  if (found.status === 'Rejected' || found.status === 'Revoked') {
    return refused(400, [problem('Resource.InvalidConsentStatus', 'The consent has ended')])
  }
  call.as.move(found, 'Revoked')
  return consentBody(call, found)
}

/** The accounts that the customer chose, of the one that the path names or of all. */
function chosen(call: Call, faulty = false): readonly Account[] | Answer {
  const all = call.consent.owner?.accounts ?? []
  if (call.id === '') return all.filter(({ id }) => call.consent.accountIds.includes(id))
  const account = all.find(({ id }) => id === call.id)
  if (!account) return call.has('unknown-id-accepted') ? [] : notFound('AccountId')
  return faulty || call.consent.accountIds.includes(call.id) ? [account] : refused(403, [])
}

const isAnswer = (value: readonly Account[] | Answer): value is Answer => 'status' in value

function accounts(call: Call): Answer {
  const found = chosen(call)
  if (isAnswer(found)) return found
  const hasDetail = call.consent.data.Permissions.includes('ReadAccountsDetail') || call.has('basic-shows-detail')
  const Account = found.map(({ id, subType, scheme, number }) => ({
    AccountId: id,
    Currency: 'BHD',
    AccountType: 'Personal',
    AccountSubType: subType,
    ...(hasDetail && { Account: [{ SchemeName: scheme, Identification: number, Name: call.consent.owner?.name }] }),
  }))
  return success(call, { Account })
}

const amount = (call: Visit, fils: number) => {
  const text = (Math.abs(fils) / 1000).toFixed(3)
  return { Amount: call.has('amounts-as-numbers') ? Number(text) : text, Currency: 'BHD' }
}

const side = (fils: number) => (fils < 0 ? 'Debit' : 'Credit')

function balances(call: Call): Answer {
  const found = chosen(call, call.has('balances-of-unselected'))
  if (isAnswer(found)) return found
  const rows = found.map((account) => {
    const fils = balanceOf(account, call.openedAt)
    const at = call.has('dates-without-offset') ? iso(call.now).slice(0, 19) : iso(call.now)
    const common = { AccountId: account.id, CreditDebitIndicator: side(fils), DateTime: at, Amount: amount(call, fils) }
    return ['InterimAvailable', 'InterimBooked'].map((Type) => ({ ...common, Type }))
  })
  return success(call, { Balance: rows.flat() })
}

const pageSize = 25

function transactions(call: Call): Answer {
  const { problems, from, to, page } = checkQuery(call.url.searchParams, call.has('filter-ignored'))
  if (problems.length > 0) return refused(400, problems)
  const found = chosen(call)
  if (isAnswer(found)) return found
  const { Permissions, TransactionFromDateTime: first, TransactionToDateTime: last } = call.consent.data
  const after = Math.max(from, typeof first === 'string' ? Date.parse(first) : Number.NEGATIVE_INFINITY)
  const before = Math.min(to, typeof last === 'string' ? Date.parse(last) : Number.POSITIVE_INFINITY)
  const isShown = ({ fils, at }: Entry) =>
    Permissions.includes(fils < 0 ? 'ReadTransactionsDebits' : 'ReadTransactionsCredits') && at >= after && at <= before
  const rows = found.flatMap((account) => entriesOf(account, call.openedAt).filter(isShown))
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  if (page > pages) return refused(400, [problem('Field.Invalid', 'There is no such page', 'page')])
  const link = (number: number) => {
    const url = new URL(call.url)
    url.searchParams.set('page', String(number))
    return url.href
  }
  const Links = {
    Self: call.url.href,
    First: link(1),
    Last: link(pages),
    ...(page > 1 && { Prev: link(page - 1) }),
    ...(page < pages && { Next: link(call.has('next-page-repeats') ? page : page + 1) }),
  }
  const hasDetail = Permissions.includes('ReadTransactionsDetail')
  const shown = rows.slice((page - 1) * pageSize, page * pageSize).map((entry) => row(call, entry, hasDetail))
  return success(call, { Transaction: shown }, 200, { Links, Meta: { TotalPages: pages } })
}

function row(call: Call, { id, at, fils, text, other }: Entry, hasDetail: boolean) {
  const counterparty = { SchemeName: 'BH.OBF.IBAN', Identification: other, Name: text }
  return {
    AccountId: call.id,
    TransactionId: id,
    CreditDebitIndicator: side(fils),
    Status: 'Booked',
    BookingDateTime: iso(at),
    Amount: amount(call, fils),
    ...(hasDetail && {
      TransactionInformation: text,
      ...(fils < 0 ? { CreditorAccount: counterparty } : { DebtorAccount: counterparty }),
    }),
  }
}

function products(call: Call): Answer {
  const saver = { ProductDetails: { ProductId: 'PRL-SAVE', ProductName: 'Pearl Saver' } }
  return success(call, { CASA: [saver], CreditCards: [], Loans: [], Investment: [], FundTransferServices: [] })
}
