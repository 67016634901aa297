/**
 * The account access consent: request, response and PATCH. Source document, "Account access consent".
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FormatName } from '../formats.js'
import { permissions } from '../permissions.js'
import type { Version } from '../versions.js'
import { Links, Meta } from './envelope.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

export const accountAccessConsentStatuses = ['Authorised', 'AwaitingAuthorisation', 'Rejected', 'Revoked'] as const

export type AccountAccessConsentStatus = (typeof accountAccessConsentStatuses)[number]

const Permissions = Type.Array(oneOf(permissions), { minItems: 1 })

/** Open by omission in the source document; the parent standard closes it. */
const closedByFramework = { basis: 'stated', closedBasis: 'framework' } as const

/** An empty object: no properties are allowed. */
const Risk = closed({}, { basis: 'stated' })

const request = <R extends TSchema>(dateTime: FormatName, risk: R) =>
  closed(
    {
      Data: closed(
        {
          Permissions,
          ExpirationDateTime: Type.Optional(formatted(dateTime)),
          TransactionFromDateTime: Type.Optional(formatted(dateTime)),
          TransactionToDateTime: Type.Optional(formatted(dateTime)),
        },
        closedByFramework,
      ),
      Risk: risk,
    },
    closedByFramework,
  )

/** Public 0.0.1 requests leave `Risk` out and write offsets without a colon; both are taken there (FACTS 1 and 13). */
export const AccountAccessConsentRequest = {
  '0.0.1': request('date-time-v0', Type.Optional(Risk)),
  '1.0.0': request('date-time', Risk),
} as const satisfies Record<Version, TSchema>

export type AccountAccessConsentRequest = Static<(typeof AccountAccessConsentRequest)[Version]>

export const AccountAccessConsentResponse = closed(
  {
    Data: closed(
      {
        ConsentId: withRows(text(1, 128), 'AAC-REQ-230'),
        CreationDateTime: withRows(formatted('date-time'), 'AAC-REQ-250'),
        Status: withRows(oneOf(accountAccessConsentStatuses), 'AAC-REQ-270'),
        StatusUpdateDateTime: withRows(formatted('date-time'), 'AAC-REQ-280'),
        Permissions: withRows(Permissions, 'AAC-REQ-300'),
        ExpirationDateTime: withRows(Type.Optional(formatted('date-time')), 'AAC-REQ-320'),
        TransactionFromDateTime: withRows(Type.Optional(formatted('date-time')), 'AAC-REQ-330'),
        TransactionToDateTime: withRows(Type.Optional(formatted('date-time')), 'AAC-REQ-340'),
      },
      { ...closedByFramework, rows: { value: ['AAC-REQ-220'] } },
    ),
    Risk: closed({}, { basis: 'stated', rows: { value: ['AAC-REQ-350'], unexpected: ['AAC-REQ-350'] } }),
    Links: Type.Optional(Links),
    Meta: Type.Optional(Meta),
  },
  closedByFramework,
)

export type AccountAccessConsentResponse = Static<typeof AccountAccessConsentResponse>

/** The one thing a TPP can change about its consent: to withdraw it. FACTS 7.1. */
export const AccountAccessConsentPatch = closed(
  { Data: closed({ Status: oneOf(['Revoked']) }) },
  { basis: 'framework' },
)

export type AccountAccessConsentPatch = Static<typeof AccountAccessConsentPatch>
