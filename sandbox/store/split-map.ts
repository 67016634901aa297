/**
 * A map of many entries that never stops the event loop, and finds a key among a million as it does among a thousand.
 *
 * @module
 */
import { randomInt } from 'node:crypto'

/** Entries of a map that is still one `Map`, in the order in which they were put. */
const mostOfMap = 10_000

/** With so few left, it is one again. */
const fewestOfTable = 2_500

/**
 * A map that may become very large. V8 moves all entries of a `Map` at once when it becomes larger or smaller, which stops
 * the event loop for 40 ms at a quarter of a million entries. And to find a key it looks at the keys there are, which are strings
 * all over the memory: among a million, each is a miss of the processor's cache (decision 0139).
 */
export class SplitMap<Value> {
  #entries: Map<string, Value> | Table<Value> = new Map()

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size <= mostOfMap || !(this.#entries instanceof Map)) return
    const table = new Table<Value>()
    for (const [each, ofEach] of this.#entries) table.set(each, ofEach)
    this.#entries = table
  }

  delete(key: string): void {
    this.#entries.delete(key)
    if (this.#entries.size >= fewestOfTable || this.#entries instanceof Map) return
    this.#entries = new Map(this.#entries.entries())
  }

  /** What is put or deleted meanwhile may be included or not. */
  *values(): Generator<Value> {
    for (const [, value] of this.#entries.entries()) yield value
  }
}

const partCount = 64

/** Entries of a chunk: one long list would have to be moved when it becomes longer. */
const chunkSize = 1024

/** A power of two. */
const fewestSlots = 64

const deleted = -1

/**
 * Entries that are found by the hashes of their keys, which are close together in memory: one look there says that a key is new.
 * The hashes are in parts, of which one is moved at a time.
 */
class Table<Value> {
  /** Each key with its value behind it: in the order in which they were put, but that the places of deleted ones are taken again. */
  readonly #chunks: (string | Value | undefined)[][] = []
  #places = 0
  /** Places of deleted entries. */
  readonly #free: number[] = []
  readonly #parts = Array.from({ length: partCount }, () => newPart(fewestSlots))

  get size(): number {
    return this.#places - this.#free.length
  }

  get(key: string): Value | undefined {
    const hash = hashOf(key)
    const { slots } = this.#partOf(hash)
    const place = slots[this.#slotOf(slots, hash, key) + 1] as number
    return place === 0 ? undefined : (this.#chunkOf(place)[indexOf(place) + 1] as Value)
  }

  set(key: string, value: Value): void {
    const hash = hashOf(key)
    const part = this.#partOf(hash)
    const slot = this.#slotOf(part.slots, hash, key)
    const known = part.slots[slot + 1] as number
    const place = known || this.#newPlace()
    if (place > chunkSize * this.#chunks.length) this.#chunks.push([])
    const chunk = this.#chunkOf(place)
    chunk[indexOf(place)] = key
    chunk[indexOf(place) + 1] = value
    if (known) return
    part.slots[slot] = hash
    part.slots[slot + 1] = place
    part.size += 1
    part.used += 1
    if (4 * part.used >= part.slots.length) makeAnew(part)
  }

  delete(key: string): void {
    const hash = hashOf(key)
    const part = this.#partOf(hash)
    const slot = this.#slotOf(part.slots, hash, key)
    const place = part.slots[slot + 1] as number
    if (place === 0) return
    this.#chunkOf(place).fill(undefined, indexOf(place), indexOf(place) + 2)
    this.#free.push(place)
    part.slots[slot + 1] = deleted
    part.size -= 1
    if (part.used > fewestSlots && 4 * part.size < part.used) makeAnew(part)
  }

  *entries(): Generator<[string, Value]> {
    for (const chunk of this.#chunks) {
      for (let index = 0; index < chunk.length; index += 2) {
        if (chunk[index] !== undefined) yield [chunk[index] as string, chunk[index + 1] as Value]
      }
    }
  }

  #newPlace(): number {
    const free = this.#free.pop()
    if (free !== undefined) return free
    this.#places += 1
    return this.#places
  }

  #chunkOf(place: number): (string | Value | undefined)[] {
    return this.#chunks[Math.floor((place - 1) / chunkSize)] as (string | Value | undefined)[]
  }

  #partOf(hash: number): Part {
    // the parts are of different sizes, 1 to 127, so that they do not all grow or shrink at the same time
    return this.#parts[Math.floor(Math.sqrt(hash >>> 20))] as Part
  }

  /** Where a key is, or the free slot that says that it is not there. */
  #slotOf(slots: Int32Array, hash: number, key: string): number {
    const last = slots.length - 2
    for (let slot = (2 * hash) & last; ; slot = (slot + 2) & last) {
      const place = slots[slot + 1] as number
      if (place === 0) return slot
      if (place !== deleted && slots[slot] === hash && this.#chunkOf(place)[indexOf(place)] === key) return slot
    }
  }
}

/** Where in its chunk the key of a place is. */
const indexOf = (place: number) => 2 * ((place - 1) % chunkSize)

interface Part {
  /** For each slot a hash, and the place of its entry plus 1; 0 where it is free, as half of all are, and -1 where it was deleted. */
  slots: Int32Array
  /** How many entries it has; with the deleted ones. */
  size: number
  used: number
}

const newPart = (slots: number): Part => ({ slots: new Int32Array(2 * slots), size: 0, used: 0 })

/** Leaves out what was deleted, and has as many slots as the entries need until they are twice as many. */
function makeAnew(part: Part): void {
  const before = part.slots
  let count = fewestSlots
  while (count < 4 * part.size) count *= 2
  const slots = new Int32Array(2 * count)
  const last = slots.length - 2
  for (let from = 0; from < before.length; from += 2) {
    const [hash, place] = [before[from] as number, before[from + 1] as number]
    if (place <= 0) continue
    let slot = (2 * hash) & last
    while (slots[slot + 1] !== 0) slot = (slot + 2) & last
    slots[slot] = hash
    slots[slot + 1] = place
  }
  part.slots = slots
  part.used = part.size
}

/** Another one in each process, so that nobody can make up keys of one hash. */
const seed = randomInt(2 ** 32)

/** A 32-bit hash: each character as in FNV-1a, and all bits mixed at the end. */
function hashOf(key: string): number {
  let hash = seed
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
