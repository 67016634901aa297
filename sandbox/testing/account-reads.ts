/**
 * Reads of account information, as a TPP with a consent sends them.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import { type OperationId, operation, operationsOf, permissions, type Version } from '#standard/index.js'
import type { AccountConsent } from '../consents/consent.js'
import { pathOf, type TestBank, testUrl } from './test-bank.js'

export type Row = Readonly<Record<string, unknown>>

type LinkName = 'Self' | 'First' | 'Prev' | 'Next' | 'Last'

export interface ReadBody {
  readonly Data: Readonly<Record<string, readonly Row[]>>
  /** `null` and a text in the account reads. */
  readonly Links: Readonly<Partial<Record<LinkName, string>>> | null
  readonly Meta: Readonly<Record<string, unknown>> & { readonly TotalPages: number }
}

export interface Reader {
  readonly consent: AccountConsent
  readonly authorization: string
  /** Reads a path below the base of the consent's version, or an address that a link gave. */
  get(path: string): Promise<LightMyRequestResponse>
  /** As {@link get}, of an answer that is a success. */
  read(path: string): Promise<ReadBody>
  /** Every page from a path on, by Links.Next. */
  pages(path: string): Promise<ReadBody[]>
}

/** @param facts of the consent; default all permissions, and the first PSU with all accounts */
export async function openReader(bank: TestBank, facts: Partial<AccountConsent> = {}): Promise<Reader> {
  const consent = await bank.consent({ permissions, ...facts })
  const authorization = `Bearer ${await bank.token({ consent })}`
  const get = (path: string) => {
    const url = path.startsWith(testUrl) ? path.slice(testUrl.length) : pathOf(consent.version, path)
    return bank.send({ url, headers: { authorization } })
  }
  async function read(path: string): Promise<ReadBody> {
    const response = await get(path)
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode} ${response.body}`)
    return response.json()
  }
  async function pages(path: string): Promise<ReadBody[]> {
    const all: ReadBody[] = []
    for (let next: string | undefined = path; next !== undefined; next = all.at(-1)?.Links?.Next) {
      all.push(await read(next))
      if (all.length > 5000) throw new Error(`${path} leads to more than 5000 pages`)
    }
    return all
  }
  return { consent, authorization, get, read, pages }
}

/** The rows of pages, one after the other. */
export const rowsOf = (pages: readonly ReadBody[]): Row[] => pages.flatMap(({ Data }) => Object.values(Data).flat())

/** The reads that a consent unlocks. */
export function accountReads(version: Version): OperationId[] {
  return operationsOf(version).filter((id) => {
    const { token, scopes, method, extended } = operation(id)
    return token === 'consent' && scopes.includes('accounts') && method === 'GET' && !extended
  })
}

/** The path of a read, of one account where it is of one. */
export const readPath = (id: OperationId, accountId: string) => operation(id).path.replace('{AccountId}', accountId)
