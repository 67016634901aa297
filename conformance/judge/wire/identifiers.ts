/**
 * Identifiers that an answer shows of accounts.
 *
 * @module
 */
import { isIban } from '#standard/index.js'
import { select } from '../../cases/paths.js'
import { show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, speaksOf, type WireCheck } from './check.js'

interface Identifier {
  readonly pointer: string
  readonly value: { readonly SchemeName: string; readonly Identification: string }
}

/** Identifiers under the scheme IBAN, with whatever prefix. */
function ibansOf({ body }: ApiExchange): readonly Identifier[] {
  if (body.kind !== 'json') return []
  return select(body.value, 'Data.Account[].Account[]').filter((found): found is typeof found & Identifier => {
    const { SchemeName, Identification } = (found.value ?? {}) as Readonly<Record<string, unknown>>
    return typeof SchemeName === 'string' && /(^|\.)IBAN$/.test(SchemeName) && typeof Identification === 'string'
  })
}

function wrongDigits(seen: ApiExchange): readonly OneBreach[] {
  return ibansOf(seen)
    .filter(({ value }) => !isIban(value.Identification))
    .map(({ pointer, value }) => ({
      pointer: `${pointer}/Identification`,
      expected: 'an IBAN of its country that passes the modulo 97 check',
      received: show(value.Identification),
    }))
}

export const identifierChecks = [
  {
    on: 'api',
    id: 'WIR-iban',
    title: 'An IBAN of an account passes the modulo 97 check',
    proves: ['FMT-REQ-320'],
    applies: (seen) => seen.status === 200 && speaksOf(seen)('FMT-REQ-320') && ibansOf(seen).length > 0,
    check: each(['FMT-REQ-320'], wrongDigits),
  },
] as const satisfies readonly WireCheck[]
