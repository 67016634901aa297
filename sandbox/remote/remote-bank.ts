/**
 * A bank that runs elsewhere, called over HTTP: what the commands `token`, `consents`, `clock` and `faults` do.
 *
 * @module
 */
import { createHash, randomBytes } from 'node:crypto'
import { accountAccessConsentRequest } from '#fixtures/requests/account-access-consent.js'
import { basePaths, type Permission, parseDateTime, type Version } from '#standard/index.js'

/** A call that failed, in words for whoever typed the command. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
}

export interface RemoteOptions {
  /** The public URL of the bank. */
  readonly url: string
  /** The token of the control API. */
  readonly controlToken?: string | undefined
}

export interface TokenOptions {
  readonly psu: string
  readonly permissions?: readonly string[] | undefined
  readonly version: Version
  /** Default the first TPP of the bank. */
  readonly clientId?: string | undefined
}

interface Tpp {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
}

interface Setting {
  readonly id: string
  readonly [limit: string]: unknown
}

export interface ShownConsent {
  readonly ConsentId: string
  readonly kind: string
  readonly Status: string
  readonly tpp: string
  readonly psu?: string
  readonly CreationDateTime: string
}

export type RemoteBank = ReturnType<typeof remoteBank>

/** A bank at a URL. Every call throws a {@link RemoteError} that says what to do. */
export function remoteBank({ url, controlToken }: RemoteOptions) {
  const root = url.replace(/\/+$/, '')

  async function call<Answer>(method: string, path: string, headers: Record<string, string>, body?: string) {
    const answer = await fetch(root + path, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
    }).catch((cause: unknown) => {
      throw new RemoteError(
        `no bank answers at ${root}: start one with \`npx --no ob-sandbox start\`, or say where it is with --bank`,
        { cause },
      )
    })
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text) as Answer
    if (answer.status === 401 && path.startsWith('/_sandbox')) {
      throw new RemoteError(
        'the control API of this bank asks for its token: set OB_CONTROL_TOKEN to what was printed at its start',
      )
    }
    throw new RemoteError(`${method} ${path} answered ${answer.status}: ${reasonOf(text)}`)
  }

  const control = <Answer>(method: string, path: string, body?: unknown) =>
    call<Answer>(
      method,
      `/_sandbox${path}`,
      {
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body === undefined ? undefined : JSON.stringify(body),
    )

  const token = (tpp: Tpp, form: Record<string, string>) =>
    call<{ readonly access_token: string }>(
      'POST',
      '/oauth2/token',
      {
        authorization: `Basic ${Buffer.from(`${tpp.clientId}:${tpp.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      new URLSearchParams(form).toString(),
    )

  /** The token of a new consent that the PSU has approved, and a line that reads with it. */
  async function consentToken({ psu, permissions, version, clientId }: TokenOptions) {
    const { tpps } = await control<{ readonly tpps: readonly Tpp[] }>('GET', '')
    const tpp = clientId === undefined ? tpps[0] : tpps.find((each) => each.clientId === clientId)
    if (!tpp)
      throw new RemoteError(`the bank knows no TPP ${clientId}: ${tpps.map((each) => each.clientId).join(', ')}`)
    const { now } = await control<{ readonly now: string }>('GET', '/clock')
    const asked = permissions ? { Permissions: permissions as Permission[] } : {}
    const request = accountAccessConsentRequest(version, parseDateTime(now), asked)
    const { access_token: own } = await token(tpp, { grant_type: 'client_credentials', scope: 'accounts' })
    const { Data } = await call<{ readonly Data: { readonly ConsentId: string } }>(
      'POST',
      `${basePaths[version]}/account-access-consents`,
      { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
      JSON.stringify(request),
    )
    const verifier = randomBytes(32).toString('base64url')
    const redirectUri = tpp.redirectUris[0] as string
    const parameters = new URLSearchParams({
      client_id: tpp.clientId,
      response_type: 'code',
      scope: 'openid accounts',
      redirect_uri: redirectUri,
      state: randomBytes(16).toString('base64url'),
      consent_id: Data.ConsentId,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { redirectTo } = await control<{ readonly redirectTo: string }>('POST', '/authorisations', {
      authorizationUrl: `${root}/oauth2/authorize?${parameters}`,
      psu,
      decision: 'approve',
    })
    const sent = new URL(redirectTo).searchParams
    const code = sent.get('code')
    if (code === null)
      throw new RemoteError(`the bank sent no code: ${sent.get('error_description') ?? sent.get('error')}`)
    const { access_token: accessToken } = await token(tpp, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    const line = `curl -s ${root}${basePaths[version]}/accounts -H 'Authorization: Bearer ${accessToken}'`
    return { consentId: Data.ConsentId, accessToken, line }
  }

  const faults = () =>
    control<{ readonly available: readonly { id: string; title: string }[]; readonly active: readonly Setting[] }>(
      'GET',
      '/faults',
    )
  const setFaults = (settings: readonly Setting[]) =>
    control<{ readonly active: readonly Setting[] }>('PUT', '/faults', settings)

  return {
    consentToken,
    consents: () => control<readonly ShownConsent[]>('GET', '/consents'),
    revoke: (consentId: string, psu: string) =>
      control<ShownConsent>('POST', `/consents/${encodeURIComponent(consentId)}/revoke`, { psu }),
    clock: () => control<ClockState>('GET', '/clock'),
    setClock: (state: { readonly now?: string; readonly frozen?: boolean }) =>
      control<ClockState>('PUT', '/clock', state),
    advance: (by: string) => control<ClockState>('POST', '/clock/advance', { by }),
    faults,
    /** Switches a fault on, beside those that are. */
    faultOn: async (setting: Setting) => {
      const { active } = await faults()
      return setFaults([...active.filter(({ id }) => id !== setting.id), setting])
    },
    /** Switches faults off: those named, or all. */
    faultsOff: async (ids: readonly string[]) => {
      const { active } = await faults()
      return setFaults(ids.length === 0 ? [] : active.filter(({ id }) => !ids.includes(id)))
    },
  }
}

export interface ClockState {
  readonly now: string
  readonly frozen: boolean
}

/** What a refusal says: each problem of the body, or the body as it is. */
function reasonOf(text: string): string {
  try {
    const { Errors, error_description: description } = JSON.parse(text) as {
      Errors?: readonly { readonly Path?: string; readonly Message: string }[]
      error_description?: string
    }
    const problems = Errors?.map(({ Path, Message }) => (Path === undefined ? Message : `${Path}: ${Message}`))
    return problems?.join('; ') ?? description ?? text.slice(0, 300)
  } catch {
    return text.slice(0, 300) || 'no reason given'
  }
}
