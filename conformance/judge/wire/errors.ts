/**
 * What the members of an error body say, beyond their shape.
 *
 * @module
 */
import { type ErrorStatus, isUuid, operation, type RequirementId, statusesWithErrorBody } from '#standard/index.js'
import { select, valueAt } from '../../cases/paths.js'
import { show } from '../reading.js'
import { type ApiExchange, each, type Finding, type OneBreach, type WireCheck } from './check.js'

const hasErrorBody = ({ status, body, method }: ApiExchange) =>
  method !== 'HEAD' && body.kind === 'json' && statusesWithErrorBody.includes(status as ErrorStatus)

const member = ({ body }: ApiExchange, path: string) => (body.kind === 'json' ? valueAt(body.value, path) : undefined)

const texts = ({ body }: ApiExchange, path: string) =>
  body.kind === 'json' ? select(body.value, path).filter(({ value }) => typeof value === 'string') : []

const step = String.raw`[A-Za-z][\w-]*(\[\d+\])*`
const dotted = new RegExp(String.raw`^(\$\.)?${step}(\.(${step}|\d+))*$`)

const signatureClaim = /^http:\/\/openbanking\.org\.(bh|uk)\/(iat|iss|tan)$/

/** An element or attribute of an XML file, from its root on: there is no JSON field to name. */
const element = /^\/?[\w:.-]+(\[\d+\])?(\/@?[\w:.-]+(\[\d+\])?)*$/

const isElement = ({ operation: id }: ApiExchange, path: string) =>
  id !== undefined && operation(id).sends !== undefined && element.test(path)

function pathForm(seen: ApiExchange): OneBreach[] {
  return (
    texts(seen, 'Errors[].Path')
      // a claim of a signature is named as it stands in its header (SIG-REQ-210)
      .filter(
        ({ value }) =>
          !dotted.test(String(value)) && !signatureClaim.test(String(value)) && !isElement(seen, String(value)),
      )
      .map(({ pointer, value }) => {
        const isPointer = /^#?\/\S+$/.test(String(value)) || /^\$\[/.test(String(value))
        const proves: RequirementId[] = isPointer ? ['ERR-REQ-370'] : ['ERR-REQ-270', 'ERR-REQ-370']
        const expected = 'a dotted path (Data.Permissions[0]), a header or a query parameter'
        return { pointer, expected, received: show(value), proves }
      })
  )
}

function sharedIds(all: readonly ApiExchange[]): readonly Finding[] {
  const first = new Map<string, number>()
  return all.flatMap((seen): Finding[] => {
    const id = String(member(seen, 'Id'))
    const { seq } = seen.exchange
    const before = first.get(id)
    if (before === undefined) {
      first.set(id, seq)
      return []
    }
    const [expected, received] = ['an Id no other error has', `${show(id)} a second time`]
    return [{ pointer: '/Id', expected, received, evidence: [before, seq], proves: ['ERR-REQ-180'] }]
  })
}

export const errorChecks = [
  {
    on: 'api',
    id: 'WIR-error-code-label',
    title: 'Code of an error body is the status and its reason',
    proves: ['ERR-REQ-340'],
    applies: (seen) => hasErrorBody(seen) && typeof member(seen, 'Code') === 'string',
    check: each(['ERR-REQ-340'], (seen: ApiExchange) => {
      const code = member(seen, 'Code')
      const fits = new RegExp(`^${seen.status} \\S`).test(String(code))
      return fits ? [] : [{ pointer: '/Code', expected: `${seen.status} and its reason`, received: show(code) }]
    }),
  },
  {
    on: 'api',
    id: 'WIR-error-id-uuid',
    title: 'Id of an error body is a UUID',
    proves: ['ERR-REQ-350'],
    applies: (seen) => hasErrorBody(seen) && member(seen, 'Id') !== undefined,
    check: each(['ERR-REQ-350'], (seen: ApiExchange) => {
      const id = member(seen, 'Id')
      const fits = typeof id === 'string' && isUuid(id)
      return fits ? [] : [{ pointer: '/Id', expected: 'a UUID', received: show(id) }]
    }),
  },
  {
    on: 'api',
    id: 'WIR-error-id-unique',
    title: 'No two errors share an Id',
    proves: ['ERR-REQ-180'],
    applies: (seen) => hasErrorBody(seen) && typeof member(seen, 'Id') === 'string',
    check: sharedIds,
  },
  {
    on: 'api',
    id: 'WIR-error-path',
    title: 'Path of an error detail names a field, a header or a query parameter',
    proves: ['ERR-REQ-270', 'ERR-REQ-370'],
    applies: (seen) => hasErrorBody(seen) && texts(seen, 'Errors[].Path').length > 0,
    check: each(['ERR-REQ-370'], pathForm),
  },
  {
    on: 'api',
    id: 'WIR-forbidden-code',
    title: 'A 403 names Resource.ConsentMismatch, or Reauthenticate',
    proves: ['ERR-REQ-570'],
    applies: (seen) => seen.status === 403 && hasErrorBody(seen) && texts(seen, 'Errors[].ErrorCode').length > 0,
    check: each(['ERR-REQ-570'], (seen: ApiExchange) => {
      const codes = texts(seen, 'Errors[].ErrorCode').map(({ value }) => String(value))
      const fits = codes.some((code) => code === 'Resource.ConsentMismatch' || code === 'Reauthenticate')
      return fits ? [] : [{ pointer: '/Errors', expected: 'Resource.ConsentMismatch', received: show(codes) }]
    }),
  },
] as const satisfies readonly WireCheck[]
