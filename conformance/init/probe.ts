/**
 * What can be found out about a bank without a token: what its discovery document says, and which paths there are.
 *
 * @module
 */
import { type OperationId, operation, type Version } from '#standard/index.js'
import { HttpClient } from '../http/http-client.js'
import { type ClientAuthentication, clientAuthentications } from '../profile/profile.js'
import { defaultOperations } from '../profile/read-profile.js'
import { defaultLimits } from '../profile/schema.js'
import type { Answers } from './profile-text.js'

/** What was found. */
export interface Found {
  readonly hasDiscovery: boolean
  readonly clientAuthentication: ClientAuthentication
  /** Optional parts that the bank does not have. */
  readonly without: readonly ('refreshTokens' | 'revocation' | 'hybrid')[]
  readonly pushed: boolean
  readonly endpoints: readonly ('introspection' | 'userinfo')[]
  readonly operations: readonly OperationId[]
  /** In words. */
  readonly seen: readonly string[]
}

/** No request carries a token, and nothing is created: a path that asks for a token is there. */
export async function probe(answers: Answers, signal: AbortSignal): Promise<Found> {
  const http = new HttpClient(defaultLimits)
  try {
    return await look(http, answers, signal)
  } finally {
    await http.close()
  }
}

async function look(http: HttpClient, answers: Answers, signal: AbortSignal): Promise<Found> {
  const get = async (url: string) => {
    const outcome = await http.send({ method: 'GET', url, headers: [['accept', 'application/json']] }, signal)
    return 'response' in outcome ? outcome.response : undefined
  }
  const address = `${answers.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await get(address)
  const document = answer?.status === 200 ? parse(answer.body) : undefined
  const list = (name: string) => (Array.isArray(document?.[name]) ? (document[name] as unknown[]) : undefined)
  const methods = list('token_endpoint_auth_methods_supported') ?? ['client_secret_basic']
  const clientAuthentication = clientAuthentications.find((each) => methods.includes(each)) ?? 'client_secret_basic'
  const grants = list('grant_types_supported')
  const types = list('response_types_supported') ?? []
  const isHybrid = types.some((each) => /\bcode\b/.test(String(each)) && /\bid_token\b/.test(String(each)))
  const without = [
    ...(document && grants && !grants.includes('refresh_token') ? (['refreshTokens'] as const) : []),
    ...(document && document.revocation_endpoint === undefined ? (['revocation'] as const) : []),
    ...(document && !isHybrid ? (['hybrid'] as const) : []),
  ]
  const { there, absent } = await operationsAt(answers, async (url) => (await get(url))?.status)
  return {
    hasDiscovery: document !== undefined,
    clientAuthentication,
    without,
    pushed: document?.require_pushed_authorization_requests === true,
    endpoints: (['introspection', 'userinfo'] as const).filter((name) => document?.[`${name}_endpoint`] !== undefined),
    operations: there,
    seen: [
      document
        ? `discovery was read at ${address}`
        : `no discovery document at ${address}: name the endpoints in authorisation.addresses`,
      ...(document && document.issuer !== answers.issuer
        ? [`discovery says issuer ${JSON.stringify(document.issuer)}: write it so`]
        : []),
      `TPPs authenticate with ${clientAuthentication}`,
      ...without.map((part) => `no ${part}`),
      ...(absent.length > 0 ? [`not there: ${absent.join(', ')}`] : []),
    ],
  }
}

/** An operation whose path answers 404 before it asks for a token is left out; of one that cannot be tried nothing is known. */
async function operationsAt(
  { base, payments, version }: Answers,
  statusOf: (url: string) => Promise<number | undefined>,
) {
  const there: OperationId[] = []
  const absent: OperationId[] = []
  for (const id of defaultOperations.filter((each) => operation(each).versions.includes(version as Version))) {
    const { method, path, scopes } = operation(id)
    const below = payments !== '' && !scopes.includes('accounts') && scopes.includes('payments') ? payments : base
    const url = below.replace(/\/+$/, '') + path.replace(/\{\w+\}/g, 'none')
    const status = method === 'GET' ? await statusOf(url) : undefined
    if (status === 404) absent.push(id)
    else there.push(id)
  }
  const gone = new Set(absent.map(resourceOf))
  // what is created is read at the same path: where the read is not there, its POST is not either
  return { there: there.filter((id) => operation(id).method === 'GET' || !gone.has(resourceOf(id))), absent }
}

const resourceOf = (id: OperationId) => operation(id).path.split('/')[1] ?? ''

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
