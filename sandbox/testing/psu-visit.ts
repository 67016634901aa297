/**
 * A PSU's browser on the bank's pages: keeps cookies, sends forms.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import type { Psu } from '#fixtures/types.js'
import { browser } from './oauth-requests.js'
import { openTestBank, type TestBank, testUrl } from './test-bank.js'

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** Addresses of the pages where a PSU manages consents. */
export const list = '/my-consents'
export const accountsOf = (consentId: string) => `${list}/${consentId}/accounts`
export const revokeOf = (consentId: string) => `${list}/${consentId}/revoke`

export const headingOf = ({ body }: { body: string }) => /<h1>(.*)<\/h1>/.exec(body)?.[1]

/** A bank with two PSUs, and a browser that one of them uses. */
export async function openPsuBank() {
  const bank = await openTestBank()
  const [layla, omar] = bank.tenant.bank.psus as [Psu, Psu, ...Psu[]]
  return { bank, layla, omar, visit: psuVisit(bank) }
}

const isPage = (path: string) => /^\/(authorise|my-consents)\b/.test(path)

export function psuVisit(bank: TestBank) {
  const cookies = new Map<string, string>()

  /** Cookies as a browser sends them, and the answer's kept. */
  async function send(request: Parameters<TestBank['send']>[0] & { headers?: Record<string, string> }) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await bank.send({ ...request, headers: { ...browser, cookie, ...request.headers } })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Opens a page, by way of the redirects between pages. */
  async function get(url = list): Promise<LightMyRequestResponse> {
    const response = await send({ method: 'GET', url })
    return isPage(url) ? landed(response) : response
  }

  /** Goes where an answer sends, as long as that is a page of the PSU's. */
  async function landed(response: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    const to = new URL(String(response.headers.location ?? '/'), testUrl)
    return response.statusCode === 303 && isPage(to.pathname) ? get(to.pathname + to.search) : response
  }

  /** Sends a form as it is, to the address given. */
  const submit = (url: string, fields: Fields, type = 'application/x-www-form-urlencoded') =>
    send({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
      ).toString(),
    })

  /** Opens a page, sends its form and goes where the answer sends. */
  async function post(url: string, fields: Fields): Promise<LightMyRequestResponse> {
    const csrf = csrfOf(await get(url))
    return landed(await submit(url, { csrf, ...fields }))
  }

  async function logIn({ username, password, otp }: Psu): Promise<LightMyRequestResponse> {
    await post(list, { decision: 'login', username, password })
    return post(list, { decision: 'confirm', otp })
  }

  return { cookies, get, submit, landed, post, logIn }
}

/** What the form on a page carries. */
export const csrfOf = ({ body }: LightMyRequestResponse) => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
