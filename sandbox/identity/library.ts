/**
 * Loads oidc-provider without its warning that Node 20 is no longer tested. Our tests run it on Node 20, and the bank
 * prints only what its reader can act on (docs/decisions/0002).
 *
 * @module
 */
import type * as OidcProvider from 'oidc-provider'

export async function loadOidcProvider(): Promise<typeof OidcProvider> {
  const { warn } = console
  console.warn = (...parts: unknown[]) => {
    if (!String(parts.join(' ')).includes('Unsupported runtime')) warn(...parts)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
