/**
 * Addresses of the authorisation server.
 *
 * @module
 */

/** Paths of the authorisation server below the public URL. */
export const oauthRoutes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  userinfo: '/oauth2/userinfo',
  pushed_authorization_request: '/oauth2/par',
} as const

/** Path of the PSU's page for one authorisation. */
export const authorisePath = (uid: string) => `/authorise/${uid}`
