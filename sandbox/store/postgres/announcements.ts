/**
 * Tells every process on the database whom changed documents are about: NOTIFY with the commit, LISTEN on a connection of its
 * own, which is made when somebody listens.
 *
 * @module
 */
import { Client } from 'pg'
import type { AnyCollection } from '../collection.js'
import { aboutOf, type Change } from '../draft.js'
import { channel } from './statements.js'

type Listener = (about: string | undefined) => void

/** Pause before a lost connection is made again, in milliseconds. */
const reconnectMillis = 1000

/** The longest payload that PostgreSQL takes, in bytes. Who is not named in it counts as unknown. */
const longestPayload = 7900

type Payload = readonly [tenantId: string, collection: string, about: string | null]

/** What a commit announces, each once. */
export function announcementsOf(tenantId: string, changes: readonly Change[]): readonly string[] {
  const payloads = changes.flatMap(({ collection, document }) => {
    const about = document === undefined ? [] : aboutOf(collection, [document])
    return about.map((each): string => {
      const whole = JSON.stringify([tenantId, collection.name, each] satisfies Payload)
      const isShort = Buffer.byteLength(whole) <= longestPayload
      return isShort ? whole : JSON.stringify([tenantId, collection.name, null] satisfies Payload)
    })
  })
  return [...new Set(payloads)]
}

export class Announcements {
  readonly #url: string
  /** By tenant and collection. */
  readonly #listeners = new Map<string, Listener[]>()
  #client: Client | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /** @param url of the database */
  constructor(url: string) {
    this.#url = url
  }

  listen(tenantId: string, { name }: AnyCollection, listener: Listener): void {
    const key = JSON.stringify([tenantId, name])
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener])
    if (!this.#client) this.#connect()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #connect(): void {
    const client = new Client({ connectionString: this.#url, keepAlive: true, application_name: 'ob-sandbox listens' })
    this.#client = client
    let isLost = false
    const lose = () => {
      if (isLost || this.#isClosed) return
      isLost = true
      void client.end().catch(() => undefined)
      this.#timer = setTimeout(() => this.#connect(), reconnectMillis)
      this.#timer.unref()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => this.#tell(payload))
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      // what was announced before is missed
      .then(() => this.#tellAll(), lose)
  }

  #tellAll(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(undefined)
  }

  #tell(payload = '[]'): void {
    const [tenantId, collection, about] = JSON.parse(payload) as Payload
    for (const listener of this.#listeners.get(JSON.stringify([tenantId, collection])) ?? []) {
      listener(about ?? undefined)
    }
  }
}
