/**
 * Takes the content codings off a body: RFC 9110 section 8.4. The suite asks for none, and a bank may send one all the same.
 *
 * @module
 */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, type InputType, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

type Decode = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>

const promised = (each: typeof gunzip): Decode => promisify<InputType, ZlibOptions, Buffer>(each)

/** `deflate` is the zlib format; some servers send the bare stream in its place (section 8.4.1.2). */
const undeflate: Decode = (bytes, options) =>
  promised((((bytes as Buffer)[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options)

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promised(gunzip),
  'x-gzip': promised(gunzip),
  deflate: undeflate,
  br: promised(brotliDecompress as typeof gunzip),
}

/** What came out: the body, what is wrong with it, or that it is larger than it may be. */
export type Decoded = { readonly bytes: Buffer } | { readonly undecodable: string } | { readonly tooLarge: true }

/**
 * The body as it was before it was coded. Where a coding is none that the suite knows, the body is taken as it stands.
 *
 * @param contentEncoding the values of the header, in order
 * @param most the size of what comes out, in bytes
 */
export async function decode(coded: Buffer, contentEncoding: readonly string[], most: number): Promise<Decoded> {
  const codings = contentEncoding.flatMap((value) => value.split(',')).map((each) => each.trim().toLowerCase())
  let bytes = coded
  for (const coding of codings.reverse()) {
    const undo = decoders[coding]
    if (bytes.length === 0 || coding === '' || coding === 'identity') continue
    if (!undo) return isText(bytes) ? { bytes } : { undecodable: `a body of the coding ${coding}` }
    try {
      bytes = await undo(bytes, { maxOutputLength: most })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') return { tooLarge: true }
      return { undecodable: `a body that is not ${coding}, which Content-Encoding says (${message.toLowerCase()})` }
    }
  }
  return { bytes }
}

const isText = (bytes: Buffer) => /^\s*[[{<"\w]/.test(bytes.subarray(0, 64).toString('latin1'))
