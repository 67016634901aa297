/**
 * A second bank for the judge: written by hand over `node:http` from docs/facts.md alone, with its own addresses, pages, way of
 * client authentication and call for decisions. It imports nothing of the project, so that the judge cannot lean on the sandbox.
 *
 * Account information of version 1.0.0 and products; no refresh tokens, no revocation, no discovery document.
 *
 * @module
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerApi } from './api.js'
import { Authorisation } from './authorisation.js'
import { answerOtherPages, type PageSet } from './other-pages.js'
import { answerPages } from './pages.js'

/** How the bank is wrong on purpose, each in one way. */
export type BankFault =
  | 'accounts-without-token'
  | 'balances-of-unselected'
  | 'interaction-id-lost'
  | 'amounts-as-numbers'
  | 'dates-without-offset'
  | 'errors-without-code'
  | 'unknown-id-accepted'
  | 'revoked-token-lives'
  | 'state-lost'
  | 'code-elsewhere'
  | 'code-twice'
  | 'pkce-ignored'
  | 'any-secret'
  | 'rejected-is-authorised'
  | 'expiry-dropped'
  | 'permissions-ignored'
  | 'links-relative'
  | 'next-page-repeats'
  | 'filter-ignored'
  | 'basic-shows-detail'
  | 'other-tpp-reads-consent'

export interface BankOptions {
  /** What the pages are like. Default the bank's own, in `pages.ts`. */
  readonly pages?: PageSet
  readonly port?: number
  readonly fault?: BankFault
  readonly now?: () => number
  /** Does something else with a request: true where it has answered it, or leaves it unanswered. */
  readonly sabotage?: (visit: Visit) => boolean
}

export interface HandMadeBank {
  readonly url: string
  close(): Promise<void>
}

/** What a request is answered from. */
export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly body: string
  readonly base: string
  readonly now: number
  readonly openedAt: number
  readonly as: Authorisation
  readonly has: (fault: BankFault) => boolean
  readonly pages: PageSet | undefined
}

export async function startHandMadeBank(options: BankOptions = {}): Promise<HandMadeBank> {
  const now = options.now ?? Date.now
  const openedAt = now()
  const has = (fault: BankFault) => options.fault === fault
  const as = new Authorisation(now, has)
  const server = createServer(async (request, response) => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const url = new URL(request.url ?? '/', base)
    const visit: Visit = {
      request,
      response,
      url,
      body: await read(request),
      base,
      now: now(),
      openedAt,
      as,
      has,
      pages: options.pages,
    }
    if (options.sabotage?.(visit)) return
    if (/^\/as\/(two-languages|step-by-step|framed)\//.test(url.pathname)) await answerOtherPages(visit)
    else if (url.pathname.startsWith('/as/')) answerPages(visit)
    else answerApi(visit)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => close(server) }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
