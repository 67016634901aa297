/**
 * Steps of a case in words.
 *
 * @module
 */
import { operation } from '#standard/index.js'
import type {
  Advance,
  Authorise,
  Call,
  Fetch,
  Notified,
  Step,
  TokenName,
  TokenRequest,
  UserName,
  Value,
} from '../cases/case.js'
import { spanText, valueText } from './explain-values.js'

/** One line for the step, then one for each member that changes it. */
export function stepLines(step: Step): string[] {
  if ('call' in step) return callLines(step)
  if ('authorise' in step) return authoriseLines(step)
  if ('token' in step) return tokenLines(step)
  if ('advance' in step) return [advanceLine(step)]
  if ('show' in step) return [`${step.show} of the authorisation server, with the token of the consent`]
  if ('notified' in step) return notifiedLines(step)
  return fetchLines(step)
}

const tokens: Readonly<Record<TokenName, string>> = {
  public: 'the public token (client credentials, the scope of the operation)',
  'public-payments': 'the public token with scope payments',
  'public-accounts': 'the public token with scope accounts',
  'public-other': 'the public token of TPP other',
  'public-limited': 'the public token of TPP limited',
  consent: 'the token of the consent',
  latest: 'the access token that the case got last',
  'latest-renewed': 'the access token that the case got last, renewed where it is about to end',
  revoked: 'a revoked token',
  none: 'no token',
}

const users: Readonly<Record<UserName, string>> = {
  main: 'with the user token of the usual user',
  second: 'with the user token of another user of the TPP',
  ofOtherTpp: 'with the user token of TPP other',
  unknown: 'with a user token that the bank did not issue',
  none: 'without a user token',
}

function callLines(call: Call): string[] {
  const row = operation(call.call)
  const method = call.method ?? row.method
  const path = call.path ?? row.path
  const authorization = call.authorization === undefined ? undefined : `Authorization: ${call.authorization}`
  return [
    `${method} ${path}   (${call.call})`,
    ...(call.base ? [`at the base of version ${call.base}`] : []),
    ...entries('path parameter', call.params),
    ...entries('query parameter', call.query),
    `with ${authorization ?? tokens[call.token ?? (row.token === 'consent' ? 'consent' : 'public')]}`,
    ...(call.tpp === undefined ? [] : [`sent by TPP ${call.tpp}`]),
    ...(call.user === undefined ? [] : [users[call.user]]),
    ...(call.userHeader === undefined ? [] : [`the user token in the header ${call.userHeader}`]),
    ...(call.idempotencyKey === undefined
      ? []
      : [
          call.idempotencyKey === null
            ? 'without idempotency key'
            : `idempotency key ${valueText(call.idempotencyKey)}`,
        ]),
    ...(call.signature === undefined ? [] : [`signature: ${call.signature}`]),
    ...headerLines(call.headers),
    ...(call.body === undefined ? [] : [`body ${valueText(call.body)}`]),
    ...(call.file ? [`body: a file of payments, ${call.file.form}`] : []),
    ...(call.textBody === undefined ? [] : [`body, verbatim: ${valueText(call.textBody)}`]),
    ...(call.rawBody === undefined ? [] : [`body, verbatim: ${JSON.stringify(call.rawBody)}`]),
    ...repeatLines(call.repeat),
    ...(call.atOnce === undefined ? [] : [`sent ${call.atOnce} times at once`]),
    ...(call.poll ? [`repeated until ${call.poll.path} is ${call.poll.until.map(valueText).join(' or ')}`] : []),
    ...(call.pages ? ['followed by every page that Links.Next leads to'] : []),
    ...(call.deviates?.length ? [`wrong on purpose: ${call.deviates.join(', ')}`] : []),
  ]
}

function entries(what: string, values: Readonly<Record<string, Value | null>> = {}): string[] {
  return Object.entries(values).map(([name, value]) =>
    value === null ? `without ${what} ${name}` : `${what} ${name} ${valueText(value)}`,
  )
}

function headerLines(headers: Call['headers'] = {}): string[] {
  return Object.entries(headers).map(([name, value]) =>
    value === null ? `without the header ${name}` : `header ${name}: ${value}`,
  )
}

function repeatLines(repeat: Call['repeat']): string[] {
  if (!repeat) return []
  const stop = repeat.until === undefined ? '' : `, or until status ${repeat.until}`
  return [`repeated up to ${repeat.times} times${stop}`]
}

const decisions = { approve: 'approves', reject: 'rejects', cancel: 'cancels' } as const

function authoriseLines(step: Authorise): string[] {
  const accounts = step.accounts === 'first' ? 'the first account' : 'every account'
  const choice = step.authorise === 'approve' ? `, choosing ${accounts}` : ''
  return [
    `PSU ${step.psu ?? 'main'} ${decisions[step.authorise]} consent ${valueText(step.consentId)} on the bank's page${choice}`,
    ...(step.tpp ? [`sent there by TPP ${step.tpp}`] : []),
    ...(step.binding ? ['the consent named by the parameter consent_id'] : []),
    ...(step.state === undefined ? [] : [`state ${JSON.stringify(step.state)}`]),
    ...entries('parameter', step.parameters),
  ]
}

function tokenLines(step: TokenRequest): string[] {
  return [
    `POST to the token endpoint, grant ${step.token}`,
    ...(step.tpp ? [`as TPP ${step.tpp}`] : []),
    ...entries('form field', step.form),
    ...(step.wrongSecret ? ['wrong on purpose: the secret of the TPP'] : []),
  ]
}

function notifiedLines({ notified, calls = 1, overRetries }: Notified): string[] {
  const moved = { 'until there are': 'as far as it takes', all: 'over all of them and beyond' } as const
  return [
    `${calls === 1 ? 'a notification' : `${calls} notifications`} about ${valueText(notified)} awaited`,
    ...(overRetries ? [`the bank's clock is moved on over the pauses of the bank, ${moved[overRetries]}`] : []),
  ]
}

function fetchLines({ fetch }: Fetch): string[] {
  return [fetch === 'discovery' ? 'GET the discovery document of the issuer' : 'GET the keys of the issuer']
}

function advanceLine({ advance, beyond = 0, otherwise }: Advance): string {
  const more = beyond === 0 ? '' : ` ${beyond > 0 ? 'and' : 'less'} ${spanText(Math.abs(beyond))}`
  const without = otherwise === undefined ? '' : `; by ${spanText(otherwise)} where the answer has none`
  if (typeof advance === 'number') return `the bank's clock is moved on by ${spanText(advance)}${more}`
  if ('to' in advance) return `the bank's clock is moved on to ${valueText(advance.to)}${more}${without}`
  return `the bank's clock is moved on by ${valueText(advance.seconds)} seconds${more}${without}`
}
