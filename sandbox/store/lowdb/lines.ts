/**
 * Reads a file line by line, however large, and says where each line begins.
 *
 * @module
 */
import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 4 * 1024 * 1024

export interface Line {
  /** Without its line feed. Valid until the next group of lines is asked for. */
  readonly bytes: Buffer
  /** Where it begins in the file. */
  readonly offset: number
  /** False for a last line that has no line feed. */
  readonly isWhole: boolean
}

/** The lines of a file from the start, in groups as they are read. */
export async function* readLines(file: FileHandle): AsyncGenerator<readonly Line[]> {
  let rest: Buffer = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    const data: Buffer =
      rest.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([rest, chunk.subarray(0, bytesRead)])
    const start = position - rest.length
    position += bytesRead
    const { lines, end } = split(data, start)
    rest = data.subarray(end)
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [{ bytes: rest, offset: position - rest.length, isWhole: false }]
}

function split(data: Buffer, start: number): { lines: Line[]; end: number } {
  const lines: Line[] = []
  let at = 0
  for (let feed = data.indexOf(10); feed !== -1; feed = data.indexOf(10, at)) {
    lines.push({ bytes: data.subarray(at, feed), offset: start + at, isWhole: true })
    at = feed + 1
  }
  return { lines, end: at }
}
