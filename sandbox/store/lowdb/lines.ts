/**
 * Reads a file of any size line by line, with the offset of each line.
 *
 * @module
 */
import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 4 * 1024 * 1024

/** A line, without its line feed: a part of a chunk of the file. */
export interface Line {
  readonly chunk: Buffer
  readonly start: number
  readonly end: number
  /** Where it begins in the file. */
  readonly offset: number
  /** False for a last line that has no line feed. */
  readonly isWhole: boolean
}

/** The lines of a file from the start, in groups as they are read. */
export async function* readLines(file: FileHandle): AsyncGenerator<readonly Line[]> {
  const { size } = await file.stat()
  let rest: Buffer = Buffer.alloc(0)
  let start = 0
  while (start + rest.length < size) {
    const wanted = Math.min(chunkBytes, size - start - rest.length)
    const data = Buffer.allocUnsafeSlow(rest.length + wanted)
    rest.copy(data)
    const { bytesRead } = await file.read(data, rest.length, wanted, start + rest.length)
    if (bytesRead === 0) break
    const { lines, end } = split(data.subarray(0, rest.length + bytesRead), start)
    rest = data.subarray(end, rest.length + bytesRead)
    start += end
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [{ chunk: rest, start: 0, end: rest.length, offset: start, isWhole: false }]
}

function split(chunk: Buffer, offset: number): { lines: Line[]; end: number } {
  const lines: Line[] = []
  let start = 0
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
    lines.push({ chunk, start, end, offset: offset + start, isWhole: true })
    start = end + 1
  }
  return { lines, end: start }
}
