/**
 * Origins in options and configuration files.
 *
 * @module
 */
import { anyOrigin } from '../http/cross-origin.js'

/** What is wrong with an origin of the options, if anything. */
export function originMistake(origin: string): string | undefined {
  const isOrigin = /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  if (origin === anyOrigin || isOrigin) return undefined
  return `a CORS origin is ${JSON.stringify(origin)}, expected http(s)://host[:port] without a path, in lower case, or ${anyOrigin} for any`
}
