/**
 * Links and Meta, which close every answer. Source document, "Links" and "Meta".
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { closed, formatted, withRows } from './types.js'

export const Links = closed(
  {
    Self: withRows(formatted('uri'), 'FMT-REQ-020', 'FMT-REQ-130', 'FMT-REQ-140'),
    First: withRows(Type.Optional(formatted('uri')), 'FMT-REQ-030', 'FMT-REQ-130'),
    Prev: withRows(Type.Optional(formatted('uri')), 'FMT-REQ-040', 'FMT-REQ-130'),
    Next: withRows(Type.Optional(formatted('uri')), 'FMT-REQ-050', 'FMT-REQ-130'),
    Last: withRows(Type.Optional(formatted('uri')), 'FMT-REQ-060', 'FMT-REQ-130'),
  },
  {
    basis: 'stated',
    rows: {
      value: ['AAC-REQ-360', 'FMT-REQ-120', 'FMT-REQ-130'],
      unexpected: ['FMT-REQ-070', 'FMT-REQ-130', 'ACC-REQ-530'],
    },
  },
)

export type Links = Static<typeof Links>

export const Meta = closed(
  {
    TotalPages: withRows(
      Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
      'FMT-REQ-080',
      'FMT-REQ-130',
    ),
    FirstAvailableDateTime: withRows(Type.Optional(formatted('date-time')), 'FMT-REQ-090', 'FMT-REQ-130'),
    LastAvailableDateTime: withRows(Type.Optional(formatted('date-time')), 'FMT-REQ-100', 'FMT-REQ-130'),
  },
  {
    basis: 'stated',
    rows: { value: ['AAC-REQ-370', 'FMT-REQ-120', 'FMT-REQ-130'], unexpected: ['FMT-REQ-110', 'FMT-REQ-130'] },
  },
)

export type Meta = Static<typeof Meta>

/** Links of the two account reads: `null` or a plain string in the samples, the declared object elsewhere. FACTS 14. */
export const LinksOfAccountReads = Type.Union([Links, Type.String(), Type.Null()], {
  basis: 'stated',
  rows: { value: ['ACC-REQ-080', 'ACC-REQ-530'] },
})
