/** What one OAuth client from npm has to do: each file beside this one uses one of them as it is installed. */

/** What a TPP's developer knows before the first request: addresses by discovery, credentials, the consent. */
export interface Given {
  readonly issuer: string
  /** The discovery document (RFC 8414). */
  readonly discovered: Readonly<Record<string, string>>
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly scope: string
  readonly consentId: string
  /** Sends the PSU to this address, who approves; answers where the bank sends them back to. */
  readonly sendPsu: (authorizationUrl: string) => Promise<string>
}

export interface Session {
  readonly accessToken: string
  /** Renews the token and answers the new one. */
  readonly refresh: () => Promise<string>
  /** Revokes the refresh token; absent where the client has no revocation. */
  readonly revoke?: () => Promise<unknown>
}

export interface OAuthClient {
  readonly name: string
  /** Code and PKCE, as the client does it, to the tokens. */
  readonly authorise: (given: Given) => Promise<Session>
}

/** For clients that leave PKCE to their user. */
export async function pkce(): Promise<{ verifier: string; challenge: string }> {
  const verifier = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: Buffer.from(hash).toString('base64url') }
}
