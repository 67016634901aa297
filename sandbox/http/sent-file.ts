/**
 * The file in the body of a request: its bytes, their digest and their media type. Nothing is parsed here.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { FileMediaType } from '#standard/index.js'
import { sentFileType } from './request-headers.js'

export interface SentFile {
  readonly bytes: Buffer
  /** SHA-256. */
  readonly digest: Buffer
  /** Absent where there is no body. */
  readonly mediaType?: FileMediaType
}

/** How many bytes are looked at in one turn of the event loop. A multiple of three: parts of base64url can be put together. */
export const turnBytes = 3 * 256 * 1024

/** The parts of bytes, one for each turn of the event loop. */
export async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += turnBytes) {
    if (at > 0) await nextTurn()
    yield bytes.subarray(at, at + turnBytes)
  }
}

/** The file that a request has sent; empty where it has no body. */
export async function sentFile({ body, headers }: FastifyRequest): Promise<SentFile> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const hash = createHash('sha256')
  for await (const part of inTurns(bytes)) hash.update(part)
  const mediaType = sentFileType(headers)
  return { bytes, digest: hash.digest(), ...(mediaType && { mediaType }) }
}
