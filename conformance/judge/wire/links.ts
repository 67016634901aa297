/**
 * Where Links.Self of a read leads.
 *
 * @module
 */
import { valueAt } from '../../cases/paths.js'
import { show } from '../reading.js'
import { type ApiExchange, each, speaksOf, type WireCheck } from './check.js'

const selfOf = ({ body }: ApiExchange) => (body.kind === 'json' ? valueAt(body.value, 'Links.Self') : undefined)

/** The path of an absolute URI, decoded, without a slash at the end. */
function pathOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined
  const { pathname } = new URL(uri)
  try {
    return decodeURIComponent(pathname).replace(/\/$/, '')
  } catch {
    return pathname
  }
}

export const linkChecks = [
  {
    on: 'api',
    id: 'WIR-links-self-resource',
    title: 'Links.Self of a consent that was read leads to that consent',
    proves: ['AUT-REQ-630'],
    applies: (seen) => speaksOf(seen)('AUT-REQ-630') && seen.status === 200 && typeof selfOf(seen) === 'string',
    check: each(['AUT-REQ-630'], (seen: ApiExchange) => {
      const self = String(selfOf(seen))
      const expected = pathOf(seen.exchange.request.url)
      return expected !== undefined && pathOf(self) === expected
        ? []
        : [{ pointer: '/Links/Self', expected: `a URI with the path ${expected}`, received: show(self) }]
    }),
  },
] as const satisfies readonly WireCheck[]
