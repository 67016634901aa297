/**
 * How a caller gets a token, as the documents say it: one scheme for each kind of token, and one to paste a token.
 *
 * @module
 */
import type { Operation, Scope } from '#standard/index.js'
import type { ConsentKind } from '../consents/consent.js'
import { kindFor, kinds } from '../consents/kinds.js'

export interface OauthAddresses {
  readonly tokenUrl: string
  readonly authorizationUrl: string
}

const scopeNames: Readonly<Record<Scope, string>> = {
  accounts: 'account information',
  payments: 'payment initiation',
}

/** The scheme of the token that an operation takes. */
export function schemeOf(row: Operation): string {
  return row.token === 'public' ? 'tppToken' : schemeOfKind(kindFor(row))
}

/** The scheme of a consent's token. */
export const schemeOfKind = (kind: ConsentKind) =>
  `${kind === 'accounts' ? 'account' : kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}ConsentToken`

/** What an operation asks for: its token, or one that was pasted. */
export const securityOf = (row: Operation) => [
  { [schemeOf(row)]: row.token === 'public' ? [...row.scopes] : ['openid', ...row.scopes] },
  { pastedToken: [] },
]

/** The schemes of these operations. */
export function securitySchemes(rows: readonly Operation[], oauth: OauthAddresses): Readonly<Record<string, unknown>> {
  const schemes: Record<string, unknown> = {
    tppToken: {
      type: 'oauth2',
      description: 'The token of a TPP alone (client credentials). It creates consents and reads what became of them.',
      flows: { clientCredentials: { tokenUrl: oauth.tokenUrl, scopes: scopeNames } },
    },
  }
  for (const row of rows) {
    if (row.token !== 'consent') continue
    const kind = kindFor(row)
    const { scope } = kinds[kind]
    schemes[schemeOf(row)] ??= {
      type: 'oauth2',
      description:
        `The token of one consent (${kind === 'accounts' ? 'account access' : kind.replaceAll('-', ' ')}) that a customer has approved. ` +
        'The authorisation request names the consent in `consent_id` and uses PKCE.',
      flows: {
        authorizationCode: {
          ...oauth,
          refreshUrl: oauth.tokenUrl,
          scopes: { openid: 'who approved', [scope]: scopeNames[scope] },
        },
      },
    }
  }
  return {
    ...schemes,
    pastedToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'Any token that was got elsewhere, such as by `ob-sandbox token`.',
    },
  }
}
