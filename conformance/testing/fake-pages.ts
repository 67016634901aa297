/**
 * The pages of a small bank, plain enough to break one thing at a time.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Served } from './serve.js'
import { serve } from './serve.js'

/** How the pages deviate. */
export interface PageHabits {
  /** Where the last page goes. Default: `redirect_uri` with a code and the state in the query. */
  readonly redirect?: (redirectUri: string, state: string) => string
  /** How it gets there. Default: by the status 303. */
  readonly by?: 'status' | 'script' | 'twice'
  /** The first page sends along what an earlier visit left in the browser: in cookies, storage of the origin or of the tab. */
  readonly keeps?: 'cookie' | 'localStorage' | 'sessionStorage' | 'in a frame'
  /** Answers in place of a step. */
  readonly instead?: { readonly step: string; readonly status: number; readonly html: string }
}

export interface FakePages extends Served {
  /** What was posted, in order. */
  readonly posted: string[]
}

const field = (label: string, type = 'text') => `<label>${label}<input name="${label}" type="${type}"></label>`
const button = (label: string) => `<button name="decision" value="${label}">${label}</button>`

const steps: Readonly<Record<string, string>> = {
  login: `${field('Username')}${field('Password', 'password')}${button('Log in')}${button('Cancel')}`,
  consent: `<label><input type="checkbox" name="account" value="1">One</label><label><input type="checkbox" name="account" value="2" checked>Two</label>${button('Continue')}${button('Reject')}${button('Cancel')}`,
  code: `${field('One-time code')}${button('Approve')}${button('Cancel')}`,
}

/** A hidden field with what is kept, and a script that keeps something. */
const keeping = (keeps: PageHabits['keeps']): string => {
  if (keeps === undefined) return ''
  const store = keeps === 'in a frame' ? 'frames[0].sessionStorage' : keeps
  const [read, write] =
    keeps === 'cookie'
      ? ['document.cookie', 'document.cookie = "seen=1"']
      : [`${store}.seen ?? ''`, `${store}.seen = "1"`]
  const frame = keeps === 'in a frame' ? '<iframe src="/frame"></iframe>' : ''
  return `${frame}<input type="hidden" name="kept"><script>document.currentScript.previousSibling.value = ${read}; ${write}</script>`
}

const after: Readonly<Record<string, string>> = { 'Log in': 'consent', Continue: 'code' }

export async function serveFakePages(habits: PageHabits = {}): Promise<FakePages> {
  const posted: string[] = []
  const pages = await serve(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bank')
    const body = await read(request)
    if (request.method === 'POST') posted.push(body)
    const decision = new URLSearchParams(body).get('decision')
    const step = decision === null ? 'login' : after[decision]
    if (habits.instead && habits.instead.step === (step ?? 'end')) {
      html(response, habits.instead.status, habits.instead.html)
    } else if (step) {
      html(
        response,
        200,
        `<h1>${step}</h1><form method="post" action="/?${url.searchParams}">${step === 'login' ? keeping(habits.keeps) : ''}${steps[step]}</form>`,
      )
    } else {
      leave(response, url, decision === 'Approve', habits)
    }
  })
  return { ...pages, posted }
}

function leave(
  response: ServerResponse,
  { searchParams }: URL,
  approved: boolean,
  { redirect, by = 'status' }: PageHabits,
): void {
  const [redirectUri = '', state = ''] = [searchParams.get('redirect_uri') ?? '', searchParams.get('state') ?? '']
  const usual = `${redirectUri}?${new URLSearchParams({ ...(approved ? { code: 'c0de' } : { error: 'access_denied' }), state })}`
  const target = redirect?.(redirectUri, state) ?? usual
  if (by === 'status') response.writeHead(303, { location: target }).end()
  else if (by === 'script') html(response, 200, `<script>location.href = ${JSON.stringify(target)}</script>`)
  else
    html(
      response,
      200,
      `<script>fetch(${JSON.stringify(target)}, { mode: 'no-cors' }).then(() => { location.href = ${JSON.stringify(target)} })</script>`,
    )
}

function html(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Bank</title>${body}`)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
