/**
 * The pages of the hand-made bank, in two steps with its own labels, its token endpoint, and the call that decides without them.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { customerBy, type Request } from './authorisation.js'
import type { Visit } from './hand-made-bank.js'
import { beginAt } from './other-pages.js'
import type { Customer } from './people.js'

/** What a browser is in the middle of, by the key in its address. */
const visits = new WeakMap<object, Map<string, { readonly request: Request; customer?: Customer }>>()

const html = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)

export function answerPages(visit: Visit): ServerResponse {
  const { request, url, body, as } = visit
  const route = `${request.method} ${url.pathname}`
  if (route === 'POST /as/token') {
    const [status, answer] = as.token(new URLSearchParams(body))
    return json(visit, status, answer)
  }
  if (route === 'GET /as/authorize') return begin(visit)
  if (route === 'POST /as/who') return who(visit)
  if (route === 'GET /as/share') return share(visit)
  if (route === 'POST /as/share') return decide(visit)
  if (route === 'POST /as/test/decide') return decideAtOnce(visit)
  return page(visit, 404, 'There is nothing here')
}

function begin(visit: Visit): ServerResponse {
  const started = visit.as.start(visit.url.searchParams)
  if ('refused' in started) return page(visit, 400, started.refused)
  if ('redirectTo' in started) return to(visit, started.redirectTo)
  if (visit.pages) return to(visit, beginAt(visit.pages, visit, started.request))
  const key = randomBytes(12).toString('base64url')
  const open = visits.get(visit.as) ?? new Map()
  visits.set(visit.as, open)
  open.set(key, { request: started.request })
  return signIn(visit, key)
}

function signIn(visit: Visit, key: string, problem = ''): ServerResponse {
  return page(
    visit,
    200,
    'Welcome to Pearl Bank',
    `${problem && `<p role="alert">${problem}</p>`}<form method="post" action="/as/who?visit=${key}">
    <label>Customer number <input name="number" autocomplete="off"></label>
    <label>Secret word <input name="secret" type="password"></label>
    <button name="do" value="in">Sign in</button> <button name="do" value="out">Back to the app</button></form>`,
  )
}

const opened = ({ as, url }: Visit) => visits.get(as)?.get(url.searchParams.get('visit') ?? '')

function who(visit: Visit): ServerResponse {
  const open = opened(visit)
  if (!open) return page(visit, 400, 'This visit is over')
  const key = visit.url.searchParams.get('visit') ?? ''
  const form = new URLSearchParams(visit.body)
  if (form.get('do') === 'out') return to(visit, visit.as.refuse(open.request))
  const customer = customerBy(form.get('number') ?? '')
  if (customer?.secret !== form.get('secret')) return signIn(visit, key, 'That is not right')
  if (!visit.as.isOwn(open.request, customer)) {
    return to(visit, visit.as.back(open.request, { error: 'access_denied' }))
  }
  open.customer = customer
  return to(visit, `/as/share?visit=${key}`)
}

function share(visit: Visit, problem = ''): ServerResponse {
  const open = opened(visit)
  if (!open?.customer) return page(visit, 400, 'This visit is over')
  const boxes = open.customer.accounts.map(
    ({ id, subType }) =>
      `<label><input type="checkbox" name="account" value="${id}"> ${html(subType)} ${id.slice(-4)}</label>`,
  )
  return page(
    visit,
    200,
    `${open.customer.name}, an app asks to see your accounts`,
    `${problem && `<p role="alert">${problem}</p>`}<form method="post" action="/as/share?visit=${visit.url.searchParams.get('visit')}">
    ${boxes.join('\n')}<label>Number in your Pearl app <input name="code" inputmode="numeric"></label>
    <button name="do" value="yes">Allow</button> <button name="do" value="no">Do not allow</button></form>`,
  )
}

function decide(visit: Visit): ServerResponse {
  const open = opened(visit)
  if (!open?.customer) return page(visit, 400, 'This visit is over')
  const form = new URLSearchParams(visit.body)
  if (form.get('do') === 'no') return to(visit, visit.as.refuse(open.request))
  const accounts = form.getAll('account').filter((id) => open.customer?.accounts.some((each) => each.id === id))
  if (form.get('code') !== open.customer.appCode) return share(visit, 'That is not the number in your app')
  if (accounts.length === 0) return share(visit, 'Choose an account')
  return to(visit, visit.as.approve(open.request, open.customer, accounts))
}

/** The bank's own call for tests: who decides what, and where the pages would have led. */
function decideAtOnce(visit: Visit): ServerResponse {
  const { authorizationUrl, psu, decision, accounts } = JSON.parse(visit.body) as {
    authorizationUrl: string
    psu: string
    decision: string
    accounts?: string[]
  }
  const started = visit.as.start(new URL(authorizationUrl).searchParams)
  if ('refused' in started) return json(visit, 400, { Message: started.refused })
  if ('redirectTo' in started) return json(visit, 200, started)
  const customer = customerBy(psu)
  if (!customer) return json(visit, 400, { Message: 'no such customer' })
  const { request } = started
  if (!visit.as.isOwn(request, customer)) {
    return json(visit, 200, { redirectTo: visit.as.back(request, { error: 'access_denied' }) })
  }
  const all = customer.accounts.map(({ id }) => id)
  const redirectTo =
    decision === 'approve' ? visit.as.approve(request, customer, accounts ?? all) : visit.as.refuse(request)
  return json(visit, 200, { redirectTo })
}

function to({ response }: Visit, location: string): ServerResponse {
  return response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

function json({ response }: Visit, status: number, body: unknown): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' })
    .end(JSON.stringify(body))
}

function page({ response }: Visit, status: number, title: string, content = ''): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(
      `<!doctype html><html lang="en"><title>Pearl Bank</title><main><h1>${html(title)}</h1>${content}</main></html>`,
    )
}
