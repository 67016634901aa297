/**
 * What `ob-sandbox start` prints.
 *
 * @module
 */
import type { Sandbox, SandboxFacts } from '#sandbox/index.js'

/** The facts as one line of JSON. */
export function startLine(bank: Sandbox): string {
  const { url, bases, issuer, control, tpps, psus, tls } = bank
  return JSON.stringify({ url, bases, issuer, control, tpps, psus, ...(tls && { tls }) } satisfies SandboxFacts)
}

/** The facts for a person, and one command that works when pasted. */
export async function startBanner(bank: Sandbox, store: string): Promise<string> {
  const { accessToken } = await bank.authorise(await bank.createConsent())
  const tpps = bank.tpps.map(({ clientId, clientSecret }) => `  ${clientId.padEnd(13)} secret ${clientSecret}`)
  const psus = bank.psus.map(
    ({ username, password, otp }) => `  ${username.padEnd(13)} password ${password}   one-time code ${otp}`,
  )
  return `Sandbox bank is up: invented people, invented money.

  version 1.0.0  ${bank.bases['1.0.0']}
  version 0.0.1  ${bank.bases['0.0.1']}
  docs           ${bank.url}/docs
  issuer         ${bank.issuer}
  my consents    ${bank.url}/my-consents   a PSU's consents: see, change, stop
  home           ${bank.url}/   everything: test people, TPPs, levers, lines to paste
  control        ${bank.control.url}${bank.control.token === null ? '' : `   token ${bank.control.token}`}
  seed ${bank.seed}, store ${store}

TPPs (redirect to ${bank.tpps[0]?.redirectUris[0]} on any port${bank.tls ? '' : `, or to ${bank.control.url}/callback`})
${tpps.join('\n')}

PSUs (all of them: ${bank.url}/)
${psus.join('\n')}
${certificateLines(bank)}
Read the accounts of ${bank.psus[0]?.username}, with a token that lives 30 minutes:

  curl${bank.tls ? ` --cacert ${quoted(bank.tls.ca)}` : ''} -H 'Authorization: Bearer ${accessToken}' ${bank.bases['1.0.0']}/accounts

Judge the bank: npx --no ob-conformance run ${bank.url}${bank.tls ? ` --ca ${quoted(bank.tls.ca)}` : ''}
`
}

/** A path as a shell takes it. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** Where the certificates of a bank on TLS are. */
function certificateLines({ tls, url, tpps }: Sandbox): string {
  const [first] = tpps
  if (!tls || !first) return ''
  const files = Object.entries(tls.clients).map(
    ([clientId, { certificate, key }]) => `  ${clientId.padEnd(13)} ${certificate}\n  ${''.padEnd(13)} ${key}`,
  )
  const { certificate, key } = tls.clients[first.clientId] ?? { certificate: '', key: '' }
  return `
Certificates (tls_client_auth; tokens issued to one are bound to it, RFC 8705)
  ${'CA'.padEnd(13)} ${tls.ca}
${files.join('\n')}

  curl --cacert ${quoted(tls.ca)} --cert ${quoted(certificate)} --key ${quoted(key)} -d grant_type=client_credentials -d client_id=${first.clientId} ${url}/oauth2/token
`
}
