/**
 * A map of many entries that never stops the event loop.
 *
 * @module
 */

/** Entries of a map that is still in one part, in the order in which they were put. */
const maxUnsplit = 10_000

const partCount = 64

/** Characters of a key that decide on its part: ids differ at their end, in the middle, or at many places. */
const charactersRead = 8

/**
 * A map that may become very large. V8 moves all entries of a `Map` at once when it becomes larger or smaller, which stops
 * the event loop for 40 ms at a quarter of a million entries; here a part is moved at a time.
 */
export class SplitMap<Value> {
  #parts: readonly Map<string, Value>[] = [new Map()]

  get(key: string): Value | undefined {
    return this.#partOf(key).get(key)
  }

  set(key: string, value: Value): void {
    const part = this.#partOf(key)
    part.set(key, value)
    if (this.#parts.length === 1 && part.size > maxUnsplit) this.#split(part)
  }

  delete(key: string): void {
    this.#partOf(key).delete(key)
  }

  /** What is put or deleted meanwhile may be included or not. */
  *values(): Generator<Value> {
    for (const part of this.#parts) yield* part.values()
  }

  #partOf(key: string): Map<string, Value> {
    return this.#parts[this.#parts.length === 1 ? 0 : partNumber(key)] as Map<string, Value>
  }

  #split(all: ReadonlyMap<string, Value>): void {
    this.#parts = Array.from({ length: partCount }, () => new Map<string, Value>())
    for (const [key, value] of all) this.#partOf(key).set(key, value)
  }
}

function partNumber(key: string): number {
  const step = Math.max(1, Math.floor(key.length / charactersRead))
  let hash = 0
  for (let at = key.length - 1; at >= 0; at -= step) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  // the parts are of different sizes, 1 to 127, so that they do not all grow or shrink at the same time
  return Math.floor(Math.sqrt(Math.imul(hash, 0x9e3779b1) >>> 20))
}
