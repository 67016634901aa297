/**
 * The redirect address of the sample TPPs: it shows what the bank sent and the line that comes next. And the way there: an address that
 * sends a browser to the bank's pages as the sample TPP would.
 *
 * @module
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Html, html } from '#authorize-ui/html.js'
import { controlPath } from '../control/operations.js'
import { basePathOf, line, renderDeveloperPage } from './developer-page.js'

/** What the address that begins an authorisation puts into `state`: the page that receives it needs no memory. */
export interface Begun {
  readonly clientId: string
  readonly verifier: string
  /** What to read with the token: a whole address. */
  readonly read: string
}

const prefix = 'sandbox.'

/** Where the sample TPPs may have their customers sent back to. */
export const callbackAddress = (publicUrl: string) => `${publicUrl}${controlPath}/callback`

export interface Beginning {
  readonly endpoint: string
  readonly redirectUri: string
  readonly clientId: string
  readonly consentId: string
  readonly scope: string
  readonly read: string
}

/** The address of the authorisation request, with PKCE. */
export function authorisationAddress({ endpoint, redirectUri, clientId, consentId, scope, read }: Beginning): string {
  const verifier = randomBytes(32).toString('base64url')
  const begun: Begun = { clientId, verifier, read }
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: `openid ${scope} offline_access`,
    prompt: 'consent',
    redirect_uri: redirectUri,
    state: prefix + Buffer.from(JSON.stringify(begun)).toString('base64url'),
    consent_id: consentId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${endpoint}?${parameters}`
}

/** What was begun here; `undefined` for the state of somebody else. */
export function begunOf(state: string | undefined): Begun | undefined {
  if (!state?.startsWith(prefix)) return undefined
  try {
    const { clientId, verifier, read } = JSON.parse(
      Buffer.from(state.slice(prefix.length), 'base64url').toString(),
    ) as Record<string, unknown>
    const isSound = [clientId, verifier, read].every(
      (value) => typeof value === 'string' && /^[\w:/.?=&~-]+$/.test(value),
    )
    return isSound ? { clientId: String(clientId), verifier: String(verifier), read: String(read) } : undefined
  } catch {
    return undefined
  }
}

/** Query of the redirect. A repeated parameter is none. */
export type CallbackQuery = Readonly<Record<string, unknown>>

export interface CallbackFacts {
  readonly publicUrl: string
  readonly tokenUrl: string
  readonly redirectUri: string
  readonly query: CallbackQuery
  /** The secret of a TPP, where it may be shown. */
  secretOf(clientId: string): string | undefined
}

export function renderCallbackPage({ publicUrl, tokenUrl, redirectUri, query, secretOf }: CallbackFacts): string {
  const [code, state, error, description] = ['code', 'state', 'error', 'error_description'].map((name) => {
    const value = query[name]
    return typeof value === 'string' ? value : undefined
  })
  const shown = Object.entries(query).filter(([, value]) => typeof value === 'string')
  const received = html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${String(value)}</code></dd></div>`)}</dl>`
  const base = basePathOf(publicUrl)
  if (error !== undefined) {
    return renderDeveloperPage({
      base,
      heading: 'The bank sent an error',
      content: html`<p class="lead">${description ?? error}</p>${received}`,
    })
  }
  if (code === undefined) {
    return renderDeveloperPage({
      base,
      heading: 'Redirect address for trying',
      content: html`<p class="lead">The sample TPPs may name this address as <code>redirect_uri</code>. After the customer has decided, it shows code, state and the line to paste next.</p>
${line(redirectUri, 'The redirect address')}`,
    })
  }
  const begun = begunOf(state)
  return renderDeveloperPage({
    base,
    heading: 'The customer has approved',
    content: html`${nextLine({ publicUrl, tokenUrl, redirectUri, secretOf }, code, begun)}
<h2>What the bank sent</h2>${received}`,
  })
}

/** What a code and a secret are made of: anything else could do more in a shell than be read. */
const harmless = /^[\w.~-]+$/

function nextLine(
  { publicUrl, tokenUrl, redirectUri, secretOf }: Omit<CallbackFacts, 'query'>,
  code: string,
  begun: Begun | undefined,
): Html {
  if (!harmless.test(code)) return html`<p class="lead">This is no code of this bank.</p>`
  const clientId = begun?.clientId ?? 'tpp-demo'
  const secret = secretOf(clientId)
  const isShown = secret !== undefined && harmless.test(secret) && harmless.test(clientId)
  const user = isShown ? `'${clientId}:${secret}'` : '"$TPP"'
  const verifier = begun?.verifier ?? '$VERIFIER'
  const exchange = `curl -s -u ${user} '${tokenUrl}' -d grant_type=authorization_code -d code=${code} -d 'redirect_uri=${redirectUri}' -d "code_verifier=${verifier}"`
  // the token goes to this bank and to nobody else
  const read = begun?.read.startsWith(`${publicUrl}/`) ? begun.read : undefined
  const whole =
    read === undefined
      ? exchange
      : `TOKEN=$(${exchange} | node -pe 'JSON.parse(fs.readFileSync(0)).access_token') && curl -s '${read}' -H "Authorization: Bearer $TOKEN"`
  return html`<p class="lead">Paste this line within a minute: ${read ? 'it exchanges the code for a token and reads with it.' : 'it exchanges the code for a token.'}</p>
${line(whole, 'The next line')}
${begun === undefined && html`<p>The verifier of PKCE is known to whoever made the authorisation request.</p>`}
${!isShown && html`<p>$TPP is the client id and the secret of the TPP, with a colon between.</p>`}`
}
