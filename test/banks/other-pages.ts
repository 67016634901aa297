/**
 * Three further sets of pages of the hand-made bank, each built in another way: one page with its own labels in two languages, one step a
 * page between two hosts of which one is slow, and a frame with a confirmation in the bank's app.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { customerBy, type Request } from './authorisation.js'
import type { Visit } from './hand-made-bank.js'
import type { Customer } from './people.js'

export type PageSet = 'two-languages' | 'step-by-step' | 'framed'

/** What a browser is in the middle of. */
interface Open {
  readonly request: Request
  customer?: Customer
  accounts?: readonly string[]
}

const visits = new WeakMap<object, Map<string, Open>>()

/** How long the slow page takes, in milliseconds: longer than the doctor waits for a page that has loaded. */
export const slowMillis = 3500

/** Starts a visit. @returns where its first page is */
export function beginAt(set: PageSet, visit: Visit, request: Request): string {
  const key = randomBytes(12).toString('base64url')
  const open = visits.get(visit.as) ?? new Map<string, Open>()
  visits.set(visit.as, open)
  open.set(key, { request })
  return `${set === 'step-by-step' ? otherHost(visit) : ''}/as/${set}/start?visit=${key}`
}

/** The same server by its other name, which is another origin for a browser. */
const otherHost = ({ base }: Visit) => base.replace('127.0.0.1', 'localhost')

export async function answerOtherPages(visit: Visit): Promise<ServerResponse> {
  const [, , set, step = ''] = visit.url.pathname.split('/')
  const key = visit.url.searchParams.get('visit') ?? ''
  const open = visits.get(visit.as)?.get(key)
  if (!open) return show(visit, 400, 'en', '<h1>This visit is over</h1>')
  const at = { visit, open, key, step, form: new URLSearchParams(visit.body) }
  if (set === 'two-languages') return twoLanguages(at)
  if (set === 'step-by-step') return stepByStep(at)
  return framed(at)
}

interface At {
  readonly visit: Visit
  readonly open: Open
  readonly key: string
  readonly step: string
  readonly form: URLSearchParams
}

const html = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)

function show({ response }: Visit, status: number, language: string, body: string): ServerResponse {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  return response.end(
    `<!doctype html><html lang="${language}" dir="${direction}"><title>Pearl Bank</title><body>${body}</body></html>`,
  )
}

function go({ response }: Visit, location: string): ServerResponse {
  return response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

/** The customer whose words these are, if the request may be theirs; the way back where it may not. */
function signedIn({ visit, open }: At, name: string, secret: string): Customer | string | undefined {
  const customer = customerBy(name)
  if (!customer || customer.secret !== secret) return undefined
  if (!visit.as.isOwn(open.request, customer)) return visit.as.back(open.request, { error: 'access_denied' })
  return customer
}

const chosenOf = (open: Open, form: URLSearchParams) =>
  form.getAll('account').filter((id) => open.customer?.accounts.some((each) => each.id === id))

const approved = ({ visit, open }: At, accounts: readonly string[]) =>
  visit.as.approve(open.request, open.customer as Customer, accounts)

const words = {
  en: {
    title: 'Your accounts in another app',
    name: 'Membership',
    secret: 'Passphrase',
    terms: 'I have read the terms',
    enter: 'Enter',
    leave: 'Leave',
    yes: 'I agree',
    no: 'I refuse',
    code: 'Six digits from your phone',
    done: 'Confirm',
    wrong: 'These words are not known here',
  },
  ar: {
    title: 'حساباتك في تطبيق آخر',
    name: 'رقم العضوية',
    secret: 'كلمة السر',
    terms: 'قرأت الشروط',
    enter: 'دخول',
    leave: 'خروج',
    yes: 'أوافق',
    no: 'أرفض',
    code: 'ستة أرقام من هاتفك',
    done: 'تأكيد',
    wrong: 'هذه البيانات غير معروفة',
  },
} as const

/** One address, its labels in the language that the browser asks for; fields have placeholders and no labels. */
function twoLanguages(at: At): ServerResponse {
  const { visit, open, key, form } = at
  const language = /^ar/.test(visit.request.headers['accept-language'] ?? '') ? 'ar' : 'en'
  const say = words[language]
  const page = (content: string, problem = '') =>
    show(
      visit,
      200,
      language,
      `<h1>${say.title}</h1><div role="status">${problem}</div><form method="post" action="?visit=${key}">${content}</form>`,
    )
  const button = (name: string, label: string) => `<input type="submit" name="do" data-is="${name}" value="${label}">`
  const first = (problem = '') =>
    page(
      `<input name="name" placeholder="${say.name}"><input name="secret" type="password" placeholder="${say.secret}">
      <label><input type="checkbox" name="terms"> ${say.terms}</label> ${button('in', say.enter)} ${button('out', say.leave)}`,
      problem,
    )
  const second = (problem = '') =>
    page(
      `<fieldset>${open.customer?.accounts
        .map(({ id }) => `<label><input type="checkbox" name="account" value="${id}"> ${id.slice(-4)}</label>`)
        .join(
          '',
        )}</fieldset><input name="code" placeholder="${say.code}"> ${button('yes', say.yes)} ${button('no', say.no)}`,
      problem,
    )
  const done = form.get('do')
  if (done === null) return first()
  if (done === say.leave || done === say.no) return go(visit, visit.as.refuse(open.request))
  if (!open.customer) {
    if (!form.has('terms')) return first(say.terms)
    const customer = signedIn(at, form.get('name') ?? '', form.get('secret') ?? '')
    if (typeof customer === 'string') return go(visit, customer)
    if (!customer) return first(say.wrong)
    open.customer = customer
    return second()
  }
  const accounts = chosenOf(open, form)
  if (form.get('code') !== open.customer.appCode || accounts.length === 0) return second(say.wrong)
  return go(visit, approved(at, accounts))
}

/** User, secret, accounts, code and confirmation, each on a page of its own, on two hosts in turn; that of the accounts is slow. */
async function stepByStep(at: At): Promise<ServerResponse> {
  const { visit, open, key, step, form } = at
  const here = visit.request.headers.host?.startsWith('localhost') ? otherHost(visit) : visit.base
  const there = here === visit.base ? otherHost(visit) : visit.base
  const link = (name: string, host = there) => `${host}/as/step-by-step/${name}?visit=${key}`
  const page = (title: string, target: string, content: string, problem = '') =>
    show(
      visit,
      200,
      'en',
      `<h1>${title}</h1>${problem && `<p class="problem">${problem}</p>`}<form method="post" action="${link(target, here)}">${content}</form>
      <a href="${link('stop', here)}">Stop</a>`,
    )
  const next = '<button>Next</button>'
  if (step === 'stop') return go(visit, visit.as.refuse(open.request))
  if (step === 'start') return page('Who are you?', 'user', `<label>User <input name="user"></label>${next}`)
  if (step === 'user') return go(visit, `${link('secret')}&user=${encodeURIComponent(form.get('user') ?? '')}`)
  const user = visit.url.searchParams.get('user') ?? ''
  const secret = (problem = '') =>
    page(
      'Your secret',
      `check`,
      `<label>Secret <input name="secret" type="password"></label><input type="hidden" name="user" value="${html(user || (form.get('user') ?? ''))}">${next}`,
      problem,
    )
  if (step === 'secret') return secret()
  if (step === 'check') {
    const customer = signedIn(at, form.get('user') ?? '', form.get('secret') ?? '')
    if (typeof customer === 'string') return go(visit, customer)
    if (!customer) return secret('Unknown user or secret')
    open.customer = customer
    return go(visit, link('accounts'))
  }
  if (!open.customer) return show(visit, 400, 'en', '<h1>This visit is over</h1>')
  if (step === 'accounts') {
    await setTimeout(slowMillis)
    const boxes = open.customer.accounts.map(
      ({ id }) => `<label><input type="checkbox" name="account" value="${id}"> ${id.slice(-4)}</label>`,
    )
    return page('Which accounts?', 'chosen', boxes.join('') + next)
  }
  const code = (problem = '') =>
    page('Your number', 'number', `<label>Number <input name="code"></label>${next}`, problem)
  if (step === 'chosen') {
    open.accounts = chosenOf(open, form)
    return go(visit, link('code'))
  }
  if (step === 'code') return code()
  if (step === 'number') {
    return form.get('code') === open.customer.appCode ? go(visit, link('sure')) : code('That number is wrong')
  }
  if (step === 'sure') {
    return page(
      'Are you sure?',
      'end',
      '<button name="do" value="yes">Yes, share</button> <button name="do" value="no">No, keep</button>',
    )
  }
  if (step === 'end' && form.get('do') === 'yes') return go(visit, approved(at, open.accounts ?? []))
  return go(visit, visit.as.refuse(open.request))
}

/** Everything is in a frame. After the code the customer confirms in the bank's app, which here is always at hand; the page goes on by itself. */
function framed(at: At): ServerResponse {
  const { visit, open, key, step, form } = at
  const link = (name: string) => `/as/framed/${name}?visit=${key}`
  if (step === 'start') {
    return show(
      visit,
      200,
      'en',
      `<h1>Pearl Bank</h1><iframe title="Secure area" id="secure" src="${link('enter')}" width="600" height="400"></iframe>`,
    )
  }
  const leave = (location: string) =>
    show(visit, 200, 'en', `<script>top.location.replace(${JSON.stringify(location)})</script>`)
  const enter = (problem = '') =>
    show(
      visit,
      200,
      'en',
      `<form method="post" action="${link('choose')}"><p role="alert">${problem}</p><label for="a">Login</label><input id="a" name="user"><label for="b">PIN</label><input id="b" name="secret" type="password">
      <label for="c">Code in the app</label><input id="c" name="code"><button>Continue</button><button name="do" value="out">Cancel</button></form>`,
    )
  if (step === 'enter') return enter()
  if (form.get('do') === 'out' || form.get('do') === 'no') return leave(visit.as.refuse(open.request))
  if (step === 'choose') {
    const customer = signedIn(at, form.get('user') ?? '', form.get('secret') ?? '')
    if (typeof customer === 'string') return leave(customer)
    if (!customer || customer.appCode !== form.get('code')) return enter('Login, PIN or code is wrong')
    open.customer = customer
    const options = customer.accounts.map(
      ({ id }) => `<label><input type="checkbox" name="account" value="${id}">${id.slice(-4)}</label>`,
    )
    return show(
      visit,
      200,
      'en',
      `<form method="post" action="${link('wait')}">${options.join('')}<button name="do" value="yes">Share</button><button name="do" value="no">Decline</button></form>`,
    )
  }
  if (!open.customer) return show(visit, 400, 'en', '<h1>This visit is over</h1>')
  if (step === 'wait') {
    open.accounts = chosenOf(open, form)
    return show(
      visit,
      200,
      'en',
      `<h2>Confirm in your Pearl app</h2><script>setTimeout(() => location.replace(${JSON.stringify(link('done'))}), 700)</script>`,
    )
  }
  return leave(approved(at, open.accounts ?? []))
}
