/**
 * What the members of an OAuth error may be made of, wherever they stand: in a body, a redirect or a challenge. RFC 6749 sections 4.1.2.1
 * and 5.2, RFC 6750 section 3.
 *
 * @module
 */
import { show } from '../reading.js'
import type { OneBreach } from './check.js'

const printable = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/
const reference = /^[\x21\x23-\x5b\x5d-\x7e]*$/

const rules: Readonly<Record<string, readonly [form: RegExp, expected: string]>> = {
  error: [printable, 'printable ASCII without quotes and backslashes'],
  error_description: [printable, 'printable ASCII without quotes and backslashes'],
  error_uri: [reference, 'a URI reference'],
}

/** @param prefix stands before the names in a finding: `/` where they are members of a body */
export function textProblems(members: Iterable<readonly [string, unknown]>, prefix = ''): OneBreach[] {
  return [...members].flatMap(([name, value]) => {
    const [form, expected = ''] = rules[name] ?? []
    if (form === undefined || (typeof value === 'string' && form.test(value))) return []
    return [{ pointer: `${prefix}${name}`, expected, received: show(value) }]
  })
}
