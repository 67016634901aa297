/**
 * A small TPP: a page that shows the accounts and transactions that a customer of the bank shares.
 *
 *   npx --no ob-sandbox start
 *   BANK=http://127.0.0.1:8080 CLIENT_ID=tpp-demo CLIENT_SECRET=... node examples/tpp/app.mjs
 *
 * One dependency, for OAuth: openid-client. Everything else is Node.
 */
import { createServer } from 'node:http'
import * as oauth from 'openid-client'

const { BANK = 'http://127.0.0.1:8080', CLIENT_ID = 'tpp-demo', CLIENT_SECRET = '', PORT = '3000' } = process.env
const api = `${BANK}/api/bobf/release1.0.0`
const permissions = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
]

/** The bank speaks plain HTTP on this machine; elsewhere it must not. */
const local = BANK.startsWith('http://') ? { execute: [oauth.allowInsecureRequests] } : {}
const config = await oauth.discovery(new URL(BANK), CLIENT_ID, CLIENT_SECRET, undefined, local)

/** What is known of each visitor, by the cookie of the visit. A real TPP keeps it in a database. */
const visits = new Map()

/** Asks the bank for JSON. @throws with the status and what the bank says */
async function call(path, token, init = {}) {
  const url = path.startsWith('http') ? path : api + path
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', ...init.headers }
  const answer = await fetch(url, { ...init, headers })
  if (answer.ok) return answer.json()
  const { Errors = [] } = await answer.json().catch(() => ({}))
  const why = Errors.map(({ ErrorCode, Message }) => `${ErrorCode}: ${Message}`).join('; ')
  throw Object.assign(new Error(`the bank answered ${answer.status} ${why}`), { status: answer.status })
}

/** Asks for a consent and says where the customer decides. */
async function connect(visit) {
  const { access_token: own } = await oauth.clientCredentialsGrant(config, { scope: 'accounts' })
  const { Data } = await call('/account-access-consents', own, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Data: { Permissions: permissions }, Risk: {} }),
  })
  visit.verifier = oauth.randomPKCECodeVerifier()
  visit.state = oauth.randomState()
  return oauth.buildAuthorizationUrl(config, {
    scope: 'openid accounts offline_access',
    prompt: 'consent',
    redirect_uri: visit.redirectUri,
    state: visit.state,
    consent_id: Data.ConsentId,
    code_challenge: await oauth.calculatePKCECodeChallenge(visit.verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Exchanges the code that the customer came back with. */
async function exchange(visit, url) {
  const checks = { pkceCodeVerifier: visit.verifier, expectedState: visit.state, idTokenExpected: true }
  visit.tokens = await oauth.authorizationCodeGrant(config, url, checks)
}

/** Reads with the token of the consent, which is renewed once where it has ended. */
async function read(visit, path) {
  try {
    return await call(path, visit.tokens.access_token)
  } catch (error) {
    if (error.status !== 401 || !visit.tokens.refresh_token) throw error
    visit.tokens = { ...visit.tokens, ...(await oauth.refreshTokenGrant(config, visit.tokens.refresh_token)) }
    return call(path, visit.tokens.access_token)
  }
}

/** All pages of a list. */
async function readAll(visit, path, name) {
  const rows = []
  for (let next = path; next; ) {
    const { Data, Links } = await read(visit, next)
    rows.push(...Data[name])
    next = Links?.Next
  }
  return rows
}

const escaped = (text) =>
  String(text ?? '').replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])

const page = (title, content) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body{font:1rem/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}td{padding:.2rem 1rem .2rem 0}</style>
<h1>${title}</h1>${content}`

async function overview(visit) {
  if (!visit.tokens) return page('My money', '<p><a href="/connect">Connect my bank</a></p>')
  const [{ Data }, transactions] = await Promise.all([
    read(visit, '/accounts'),
    readAll(visit, '/transactions?pageSize=100', 'Transaction'),
  ])
  const accounts = Data.Account.map(
    ({ Nickname, Description, AccountId, Currency }) =>
      `<li>${escaped(Nickname ?? Description ?? AccountId)} (${escaped(Currency)})</li>`,
  )
  const rows = transactions
    .slice(0, 50)
    .map(({ BookingDateTime, TransactionInformation, Amount, CreditDebitIndicator }) => {
      const sign = CreditDebitIndicator === 'Debit' ? '−' : ''
      return `<tr><td>${escaped(BookingDateTime.slice(0, 10))}<td>${escaped(TransactionInformation)}<td>${sign}${escaped(Amount.Amount)} ${escaped(Amount.Currency)}</tr>`
    })
  return page(
    'My money',
    `<h2>Accounts</h2><ul>${accounts.join('')}</ul><h2>The newest of ${transactions.length} transactions</h2><table>${rows.join('')}</table>`,
  )
}

/** The visit of a request, and the cookie that names it. */
function visitOf(request) {
  const sent = /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const id = sent && visits.has(sent) ? sent : oauth.randomState()
  if (!visits.has(id)) visits.set(id, { redirectUri: `http://${request.headers.host}/callback` })
  return { visit: visits.get(id), cookie: `visit=${id}; HttpOnly; SameSite=Lax; Path=/` }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://${request.headers.host}`)
  const { visit, cookie } = visitOf(request)
  const goTo = (location) => response.writeHead(303, { location, 'set-cookie': cookie }).end()
  const show = (status, html) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': cookie }).end(html)
  try {
    if (url.pathname === '/connect') return goTo(await connect(visit))
    if (url.pathname === '/callback') {
      await exchange(visit, url)
      return goTo('/')
    }
    if (url.pathname === '/') return show(200, await overview(visit))
    show(404, page('Not found', ''))
  } catch (error) {
    const reason = error.error_description ?? error.message
    show(502, page('That did not work', `<p>${escaped(reason)}</p><p><a href="/connect">Try again</a></p>`))
  }
})

server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`)
})
