/**
 * What a TPP does with events, for tests: subscriptions and polls at a test bank.
 *
 * @module
 */
import { decodeJwt } from 'jose'
import type { EventClaims, EventType, PollEventsRequest, PollEventsResponse } from '#standard/index.js'
import { pathOf, type TestBank } from '../../testing/test-bank.js'

export type Subscriber = ReturnType<typeof subscriberAt>

/** @param scope of its tokens */
export function subscriberAt(bank: TestBank, clientId = 'tpp-demo', scope = 'accounts payments') {
  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    const token = await bank.token({ clientId, scope })
    return bank.send({
      method,
      url: pathOf('1.0.0', path),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  }

  const create = (data: object = {}) => call('POST', '/event-subscriptions', { Data: { Version: '1.0.0', ...data } })
  const list = () => call('GET', '/event-subscriptions')
  const replace = (id: string, data: object = {}) =>
    call('PUT', `/event-subscriptions/${id}/`, { Data: { Version: '1.0.0', EventSubscriptionId: id, ...data } })
  const remove = (id: string) => call('DELETE', `/event-subscriptions/${id}/`)

  /** A subscription, and its id. */
  async function subscribe(data: object = {}): Promise<string> {
    const answer = await create(data)
    if (answer.statusCode !== 201) throw new Error(`the subscription was refused: ${answer.body}`)
    return answer.json().Data.EventSubscriptionId
  }

  async function poll(body: PollEventsRequest = {}): Promise<PollEventsResponse> {
    const answer = await call('POST', '/events', body)
    if (answer.statusCode !== 200) throw new Error(`the poll was refused: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  /** The claims of everything that awaits the TPP, acknowledged as it is read. */
  async function takeAll(): Promise<EventClaims[]> {
    const taken: EventClaims[] = []
    let ack: string[] = []
    for (;;) {
      const { sets, moreAvailable } = await poll({ maxEvents: 100, ack })
      taken.push(...Object.values(sets).map(claimsIn))
      ack = Object.keys(sets)
      if (ack.length === 0 && !moreAvailable) return taken
    }
  }

  return { call, create, list, replace, remove, subscribe, poll, takeAll }
}

/** The claims of a token, unverified. */
export const claimsIn = (token: string) => decodeJwt(token) as unknown as EventClaims

/** What an event says, in a line: its types by their last words, and the kind of resource. */
export function lineOf({ events }: EventClaims): string {
  const types = Object.keys(events) as EventType[]
  const [subject] = Object.values(events).map((event) => event?.subject as Record<string, string> | undefined)
  return `${types.map((type) => type.split(':').at(-1)).join('+')} ${subject?.['http://openbanking.org.bh/rty']}`
}
