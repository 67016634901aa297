/**
 * Everything a newcomer looks for: addresses, credentials, test people, clock, faults and levers, each with a line to paste. The page
 * and the JSON are made from the same view.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import { basePaths, type Version, versions } from '#standard/index.js'
import { type ControlOperationId, controlOperation, controlOperationIds, controlPath } from '../control/operations.js'
import { openApiPath } from './addresses.js'
import { callbackAddress } from './callback.js'

/** A TPP, as it is shown. */
export interface ShownTpp {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly requestsPerMinute: number
}

export interface HomeFacts {
  readonly publicUrl: string
  /** Whether credentials and levers are shown; without, only what every caller may know. */
  readonly isWhole: boolean
  /** Whether the control API asks for a token. */
  readonly needsToken: boolean
  readonly tpps: readonly ShownTpp[]
  readonly psus: readonly Psu[]
  readonly clock: { readonly now: string; readonly frozen: boolean }
  readonly faults: { readonly active: readonly { readonly id: string }[]; readonly available: number }
}

export type HomeView = ReturnType<typeof homeView>

export function homeView({ publicUrl, isWhole, needsToken, tpps, psus, clock, faults }: HomeFacts) {
  const bases = Object.fromEntries(versions.map((version) => [version, publicUrl + basePaths[version]])) as Record<
    Version,
    string
  >
  const control = publicUrl + controlPath
  const openapi = Object.fromEntries(
    [...versions, 'control' as const].map((name) => [name, publicUrl + openApiPath(name)]),
  )
  const open = {
    url: publicUrl,
    issuer: publicUrl,
    bases,
    documentation: { page: `${publicUrl}/docs`, openapi },
    pages: { myConsents: `${publicUrl}/my-consents`, callback: callbackAddress(publicUrl) },
    control: { url: control, needsToken },
  }
  if (!isWhole) return open
  return {
    ...open,
    tpps: tpps.map(({ clientId, clientSecret, name, redirectUris, requestsPerMinute }) => ({
      clientId,
      clientSecret,
      name,
      redirectUris,
      requestsPerMinute,
      try: `curl -s -u '${clientId}:${clientSecret}' ${publicUrl}/oauth2/token -d grant_type=client_credentials -d scope=accounts`,
    })),
    psus: psus.map(({ username, password, otp, name, locale, persona, purpose, accountIds }) => ({
      username,
      password,
      otp,
      name,
      locale,
      persona,
      purpose,
      accountIds,
      try: `npx --no ob-sandbox token --bank ${publicUrl} --psu ${username}`,
    })),
    clock: { ...clock, try: `npx --no ob-sandbox clock advance P1D --bank ${publicUrl}` },
    faults: { ...faults, try: `npx --no ob-sandbox faults --bank ${publicUrl}` },
    levers: controlOperationIds.map((id) => leverOf(id, control, needsToken)),
  }
}

function leverOf(id: ControlOperationId, control: string, needsToken: boolean) {
  const { method, path, group, summary, body, example } = controlOperation(id)
  const token = needsToken ? [`-H "Authorization: Bearer $OB_CONTROL_TOKEN"`] : []
  const sent = body
    ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example ?? exampleOf(body as never))}'`]
    : []
  const words = ['curl -s', ...(method === 'GET' ? [] : [`-X ${method}`]), `'${control}${path}'`, ...token, ...sent]
  return { id, group, method, url: control + path, summary, try: words.join(' ') }
}

interface BodyShape {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>
  readonly required?: readonly string[]
}

/** What belongs into a body that names what only the caller knows. */
function exampleOf({ properties = {}, required = [] }: BodyShape): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    required.map((name) => {
      const { type, enum: values } = properties[name] ?? {}
      return [name, type === 'array' ? [`…`] : (values?.[0] ?? '…')]
    }),
  )
}
