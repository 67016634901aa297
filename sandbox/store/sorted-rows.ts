/**
 * Places in order, in blocks, so that putting, finding and counting cost the same among a thousand and a million.
 *
 * @module
 */
import type { Position } from './store.js'

const blockSize = 512

/** A place between rows may be the end of an instant, after every id there could be. */
interface Place extends Position {
  readonly isEnd?: true
}

function compare(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.isEnd || b.isEnd) return a.isEnd === b.isEnd ? 0 : a.isEnd ? 1 : -1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Bounds before and after every id of an instant. */
const firstOf = (at: number): Place => ({ at, id: '' })
const lastOf = (at: number): Place => ({ at, id: '', isEnd: true })

export class SortedRows<Row extends Position = Position> {
  #blocks: Row[][] = []
  #size = 0
  /** How many rows stand before each block; made anew when it is asked for after a change. */
  #before: number[] | undefined

  get size(): number {
    return this.#size
  }

  add(row: Row): void {
    const index = Math.min(this.#blockOf(row), this.#blocks.length - 1)
    const block = this.#blocks[index]
    if (!block) {
      this.#blocks = [[row]]
    } else {
      block.splice(lowerBound(block, row), 0, row)
      if (block.length > blockSize * 2) this.#blocks.splice(index, 1, block.slice(0, blockSize), block.slice(blockSize))
    }
    this.#size += 1
    this.#before = undefined
  }

  remove(row: Position): void {
    const index = this.#blockOf(row)
    const block = this.#blocks[index]
    if (!block) return
    const at = lowerBound(block, row)
    const found = block[at]
    if (!found || compare(found, row) !== 0) return
    block.splice(at, 1)
    if (block.length === 0) this.#blocks.splice(index, 1)
    this.#size -= 1
    this.#before = undefined
  }

  /** How many rows stand between two instants, both inclusive. */
  count(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): number {
    return Math.max(0, this.#rank(lastOf(to)) - this.#rank(firstOf(from)))
  }

  /** Up to `limit` rows between two instants, from one end, beginning after a place. */
  slice(
    order: 'newest' | 'oldest',
    limit: number,
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
    after?: Position,
  ): Row[] {
    return order === 'oldest' ? this.#upwards(limit, from, to, after) : this.#downwards(limit, from, to, after)
  }

  #upwards(limit: number, from: number, to: number, after: Position | undefined): Row[] {
    const start = after && compare(after, firstOf(from)) >= 0 ? after : firstOf(from)
    const end = lastOf(to)
    const rows: Row[] = []
    for (let index = this.#blockOf(start); index < this.#blocks.length; index += 1) {
      const block = this.#blocks[index] as Row[]
      for (let at = rows.length === 0 ? lowerBound(block, start) : 0; at < block.length; at += 1) {
        const row = block[at] as Row
        if (after && compare(row, after) <= 0) continue
        if (compare(row, end) > 0 || rows.length === limit) return rows
        rows.push(row)
      }
    }
    return rows
  }

  #downwards(limit: number, from: number, to: number, after: Position | undefined): Row[] {
    const start = after && compare(after, lastOf(to)) <= 0 ? after : lastOf(to)
    const end = firstOf(from)
    const rows: Row[] = []
    const first = Math.min(this.#blockOf(start), this.#blocks.length - 1)
    for (let index = first; index >= 0; index -= 1) {
      const block = this.#blocks[index] as Row[]
      for (let at = (index === first ? lowerBound(block, start) : block.length) - 1; at >= 0; at -= 1) {
        const row = block[at] as Row
        if (compare(row, end) < 0 || rows.length === limit) return rows
        rows.push(row)
      }
    }
    return rows
  }

  /** How many rows stand before a place. */
  #rank(place: Place): number {
    const index = this.#blockOf(place)
    if (index === this.#blocks.length) return this.#size
    this.#before ??= this.#countBefore()
    return (this.#before[index] as number) + lowerBound(this.#blocks[index] as Position[], place)
  }

  #countBefore(): number[] {
    let sum = 0
    return this.#blocks.map((block) => {
      sum += block.length
      return sum - block.length
    })
  }

  /** The first block whose last row is not before the place. */
  #blockOf(place: Place): number {
    let [low, high] = [0, this.#blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const block = this.#blocks[middle] as Position[]
      if (compare(block[block.length - 1] as Position, place) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The first place in a block that is not before the row. */
function lowerBound(block: readonly Position[], row: Place): number {
  let [low, high] = [0, block.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(block[middle] as Position, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
