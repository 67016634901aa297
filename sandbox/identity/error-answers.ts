/**
 * Puts the description of an error into the answers of the authorisation server: body, `WWW-Authenticate`, and the
 * redirect to the TPP.
 *
 * @module
 */
import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { noteRefusal } from '../http/refusal-notes.js'
import { describeEnded, describeError, type LibraryError } from './error-descriptions.js'
import type { Fates } from './fates.js'

/** The error of each request that ended in one. */
const errors = new WeakMap<object, LibraryError>()

const events = [
  'grant.error',
  'revocation.error',
  'introspection.error',
  'userinfo.error',
  'pushed_authorization_request.error',
  'authorization.error',
] as const

/** Remembers the errors of a provider until their answers are sent. */
export function rememberErrors(provider: Provider): void {
  const emitter: EventEmitter = provider
  for (const event of events) {
    emitter.on(event, (ctx: KoaContextWithOIDC, error: LibraryError) => errors.set(ctx, error))
  }
}

/** The parameters that go back to the TPP, with the description of the error where there is one. */
export function withDescription(ctx: KoaContextWithOIDC, payload: object): object {
  const error = errors.get(ctx)
  const text = error && 'error' in payload ? describeError(ctx, error) : undefined
  return text === undefined ? payload : { ...payload, error_description: text }
}

/** Puts the description of an error into a JSON answer and its challenge. */
export async function describeAnswer(ctx: KoaContextWithOIDC, fates: Fates): Promise<void> {
  const error = errors.get(ctx)
  const body = ctx.body as unknown
  if (!error || typeof body !== 'object' || body === null || !('error' in body)) return
  const text = (await describeEnded(fates, ctx, error)) ?? describeError(ctx, error)
  noteRefusal(ctx.req, () => `${String(body.error)}: ${text ?? 'no reason given'}`)
  if (text === undefined) return
  ctx.body = { ...body, error_description: text }
  const challenge = ctx.response.get('www-authenticate')
  if (challenge) {
    ctx.set(
      'www-authenticate',
      challenge.replace(/error_description="[^"]*"/, () => `error_description="${text}"`),
    )
  }
}
