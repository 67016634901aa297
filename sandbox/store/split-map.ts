/**
 * A map of many entries that never stops the event loop, and finds a key among a million as it does among a thousand.
 *
 * @module
 */
import { randomInt } from 'node:crypto'

/** Entries of a map that is still in one part, in the order in which they were put. */
const maxUnsplit = 10_000

const partCount = 64

/**
 * A map that may become very large. V8 moves all entries of a `Map` at once when it becomes larger or smaller, which stops
 * the event loop for 40 ms at a quarter of a million entries; here a part is moved at a time.
 */
export class SplitMap<Value> {
  /** All entries, until they are many. */
  #few: Map<string, Value> | undefined = new Map()
  #parts: readonly Part<Value>[] = []

  get(key: string): Value | undefined {
    if (this.#few) return this.#few.get(key)
    const hash = hashOf(key)
    return this.#partOf(hash).get(hash, key)
  }

  set(key: string, value: Value): void {
    if (this.#few) {
      this.#few.set(key, value)
      if (this.#few.size > maxUnsplit) this.#split(this.#few)
      return
    }
    const hash = hashOf(key)
    this.#partOf(hash).set(hash, key, value)
  }

  delete(key: string): void {
    if (this.#few) {
      this.#few.delete(key)
      return
    }
    const hash = hashOf(key)
    this.#partOf(hash).delete(hash, key)
  }

  /** What is put or deleted meanwhile may be included or not. */
  *values(): Generator<Value> {
    if (this.#few) yield* this.#few.values()
    for (const part of this.#parts) yield* part.values()
  }

  #partOf(hash: number): Part<Value> {
    // the parts are of different sizes, 1 to 127, so that they do not all grow or shrink at the same time
    return this.#parts[Math.floor(Math.sqrt(hash >>> 20))] as Part<Value>
  }

  #split(all: ReadonlyMap<string, Value>): void {
    this.#few = undefined
    this.#parts = Array.from({ length: partCount }, () => new Part<Value>())
    for (const [key, value] of all) this.set(key, value)
  }
}

/** A power of two. */
const fewestSlots = 64

/**
 * Entries that are found by a hash. To find a key, a `Map` looks at the keys themselves, which are strings all over the memory:
 * among a million each is a miss of the processor's cache. Here the hashes are close together, and one miss finds that a
 * key is new.
 */
class Part<Value> {
  /** For each slot a hash, and the place of its entry plus 1; 0 where it is free, as half of all slots are. */
  #slots = new Int32Array(2 * fewestSlots)
  /** In the order in which they were put; what was deleted leaves a gap until the part is made anew. */
  #keys: (string | undefined)[] = []
  #values: (Value | undefined)[] = []
  #size = 0

  get(hash: number, key: string): Value | undefined {
    const place = this.#slots[this.#slotOf(hash, key) + 1] as number
    return place === 0 ? undefined : this.#values[place - 1]
  }

  set(hash: number, key: string, value: Value): void {
    const slot = this.#slotOf(hash, key)
    const place = this.#slots[slot + 1] as number
    if (place === 0) this.#add(slot, hash, key, value)
    else this.#values[place - 1] = value
  }

  delete(hash: number, key: string): void {
    const place = this.#slots[this.#slotOf(hash, key) + 1] as number
    if (place === 0) return
    this.#keys[place - 1] = undefined
    this.#values[place - 1] = undefined
    this.#size -= 1
    if (this.#keys.length > fewestSlots && this.#size < this.#keys.length / 4) this.#makeAnew()
  }

  /** Those there are now. */
  values(): readonly Value[] {
    return this.#values.filter((_, place) => this.#keys[place] !== undefined) as Value[]
  }

  /** Where in the slots a key is, or the free slot that says that it is not there. */
  #slotOf(hash: number, key: string): number {
    const slots = this.#slots
    const last = slots.length - 2
    for (let slot = (2 * hash) & last; ; slot = (slot + 2) & last) {
      const place = slots[slot + 1] as number
      if (place === 0 || (slots[slot] === hash && this.#keys[place - 1] === key)) return slot
    }
  }

  #add(slot: number, hash: number, key: string, value: Value): void {
    this.#keys.push(key)
    this.#values.push(value)
    this.#size += 1
    this.#slots[slot] = hash
    this.#slots[slot + 1] = this.#keys.length
    if (4 * this.#keys.length >= this.#slots.length) this.#makeAnew()
  }

  /** Leaves out the gaps, with as many slots as the entries need until there are twice as many. */
  #makeAnew(): void {
    const [slots, keys, values] = [this.#slots, this.#keys, this.#values]
    let count = fewestSlots
    while (count < 4 * this.#size) count *= 2
    this.#slots = new Int32Array(2 * count)
    this.#keys = []
    this.#values = []
    const hashes = new Int32Array(keys.length)
    for (let slot = 0; slot < slots.length; slot += 2) {
      const place = slots[slot + 1] as number
      if (place > 0) hashes[place - 1] = slots[slot] as number
    }
    this.#size = 0
    for (const [place, key] of keys.entries()) {
      if (key !== undefined) this.set(hashes[place] as number, key, values[place] as Value)
    }
  }
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
