/** The parts that we use of clients that bring no types. */

declare module 'simple-oauth2' {
  interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>
    refresh(): Promise<AccessToken>
    revoke(type: 'access_token' | 'refresh_token'): Promise<void>
  }
  export class AuthorizationCode {
    constructor(options: { client: { id: string; secret: string }; auth: Record<string, string> })
    authorizeURL(parameters: Record<string, string>): string
    getToken(parameters: Record<string, string>): Promise<AccessToken>
  }
}

declare module 'passport-oauth2' {
  type Done = (error: unknown, user: object) => void
  export class Strategy {
    constructor(
      options: Record<string, string | boolean>,
      verify: (accessToken: string, refreshToken: string, profile: unknown, done: Done) => void,
    )
    readonly _oauth2: {
      getOAuthAccessToken(
        token: string,
        parameters: Record<string, string>,
        done: (error: unknown, accessToken: string) => void,
      ): void
    }
    authenticate(request: { query: object; session: object }): void
  }
}

declare module 'express' {
  interface Request {
    readonly oidc: {
      readonly accessToken?: {
        readonly access_token: string
        refresh(): Promise<{ readonly access_token: string }>
      }
    }
  }
  interface Response {
    json(value: unknown): void
  }
  type Handler = (request: Request, response: Response) => unknown
  interface Application {
    use(handler: Handler): void
    get(path: string, ...handlers: Handler[]): void
    listen(port: number, host: string): { close(): void }
  }
  const express: () => Application

  export = express
}
