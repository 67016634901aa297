/**
 * A request of the transcript as a line that can be pasted into a shell, with variables in place of secrets.
 *
 * @module
 */
import { clean } from '../text/clean.js'
import type { ExchangeEntry } from '../transcript/entry.js'

/** Longest body that is written into the line; a longer one is read from a file. */
const longestBody = 600

const longestValue = 2_000

/** Set by curl itself, or by the connection. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'accept-encoding'])

/** What stands in a transcript where a secret was. */
const placeholder = /«secret:[0-9a-f]+»/g

/** The request as a `curl` command on one line: `$TOKEN` for the token, `$SECRET` for any other secret. */
export function curlOf({ request: { method, url, headers, body } }: ExchangeEntry): string {
  const parts = ['curl -i', ...(method === 'GET' && body === undefined ? [] : [`-X ${quote(method)}`]), quote(url)]
  for (const [name, value] of headers) {
    if (ownHeaders.has(name.toLowerCase())) continue
    parts.push(`-H ${quote(`${name}: ${value}`, /^authorization$/i.test(name) ? '$TOKEN' : '$SECRET')}`)
  }
  if (body !== undefined) parts.push(body.length > longestBody ? '--data-binary @body' : `--data-binary ${quote(body)}`)
  return parts.join(' ')
}

/**
 * One word of a shell, in which nothing is expanded but the variables of secrets. What the bank sent cannot get out of it: a quote
 * ends the quoted text, is written by itself and begins it again.
 */
function quote(text: string, variable = '$SECRET'): string {
  const parts = clean(text, longestValue).split(placeholder)
  const quoted = parts.map((part) => (part === '' ? '' : `'${part.replaceAll("'", "'\\''")}'`))
  return quoted.join(`"${variable}"`) || "''"
}
