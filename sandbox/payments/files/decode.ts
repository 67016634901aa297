/**
 * The text of an XML file, from its bytes. UTF-8 and UTF-16, with or without a byte order mark (XML 1.0 section 4.3.3 and
 * appendix F).
 *
 * @module
 */
import { Unreadable } from './mistake.js'
import type { Turns } from './turns.js'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** How many bytes are decoded in one turn. */
const sliceLength = 256 * 1024

/** What the first bytes say, and how many of them are a mark that is not part of the text. */
function markOf(bytes: Buffer): { readonly encoding: Encoding; readonly isMarked: boolean } {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', isMarked: true }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isMarked: true }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isMarked: true }
  if (first === 0x3c && second === 0) return { encoding: 'utf-16le', isMarked: false }
  if (first === 0 && second === 0x3c) return { encoding: 'utf-16be', isMarked: false }
  return { encoding: 'utf-8', isMarked: false }
}

const declaration = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/

/** Names of encodings that a declaration may give, for what the bytes are. */
const names: Readonly<Record<Encoding, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8', 'us-ascii', 'ascii'],
  'utf-16le': ['utf-16', 'utf-16le'],
  'utf-16be': ['utf-16', 'utf-16be'],
}

/**
 * The text of a file.
 *
 * @throws {Unreadable} when its bytes are not in the encoding that they begin with, or the file declares another
 */
export async function decodeFile(bytes: Buffer, turns: Turns): Promise<string> {
  const { encoding } = markOf(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  const parts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += sliceLength) {
      const isLast = at + sliceLength >= bytes.length
      parts.push(decoder.decode(bytes.subarray(at, at + sliceLength), { stream: !isLast }))
      await turns.pass()
    }
  } catch {
    throw new Unreadable(`the bytes of the file are not ${encoding}`)
  }
  const text = parts.join('')
  const declared = declaration.exec(text.slice(0, 300))?.[1]?.toLowerCase()
  if (declared !== undefined && !names[encoding].includes(declared)) {
    throw new Unreadable(`the file declares the encoding ${declared} and is in ${encoding}; UTF-8 and UTF-16 are read`)
  }
  return text
}
