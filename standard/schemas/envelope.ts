/**
 * Links and Meta, which close every answer. Source document, "Links" and "Meta".
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { closed, formatted } from './types.js'

export const Links = closed(
  {
    Self: formatted('uri'),
    First: Type.Optional(formatted('uri')),
    Prev: Type.Optional(formatted('uri')),
    Next: Type.Optional(formatted('uri')),
    Last: Type.Optional(formatted('uri')),
  },
  { basis: 'stated' },
)

export type Links = Static<typeof Links>

export const Meta = closed(
  {
    TotalPages: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    FirstAvailableDateTime: Type.Optional(formatted('date-time')),
    LastAvailableDateTime: Type.Optional(formatted('date-time')),
  },
  { basis: 'stated' },
)

export type Meta = Static<typeof Meta>

/** Links of the two account reads: `null` or a plain string in the samples, the declared object elsewhere. FACTS 14. */
export const LinksOfAccountReads = Type.Union([Links, Type.String(), Type.Null()], { basis: 'stated' })
