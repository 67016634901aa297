/**
 * What every page of the bank has in common.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

/** Expects a page of the bank: marked as a sandbox, not to be framed, without script. */
export function expectOurPage({ body, headers }: LightMyRequestResponse): void {
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<p class="sandbox-sign">')
  expect(body).not.toMatch(/<script/)
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-fapi-interaction-id': expect.any(String),
  })
}
