/**
 * Rows in order, in blocks, so that adding, finding, counting and summing cost about the same among a thousand rows
 * and a million.
 *
 * @module
 */
import { BlockTotals } from './block-totals.js'
import type { Position } from './store.js'

/** Rows that come in order fill a block up to here. */
const filledRows = 128

/** The space of a block: there is some for rows that come between them. It grows when it is used up. */
const roomyRows = 192

/** The space of a first block, for many groups have few rows. */
const firstRows = 3

/** So many rows have no place in one block: it is split. */
const mostRows = 256

/** A place may also be the end of an instant, after every possible id. */
interface Place extends Position {
  readonly isEnd?: true
}

function compare(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.isEnd || b.isEnd) return a.isEnd === b.isEnd ? 0 : a.isEnd ? 1 : -1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Bounds before and after every id of an instant. */
const startOf = (at: number): Place => ({ at, id: '' })
const endOf = (at: number): Place => ({ at, id: '', isEnd: true })

/**
 * Some of the rows in order, as numbers that are close together in memory, so that a change of one among a million touches one
 * place there: first how many rows it has, then for each row its instant, its number in the table of
 * rows and what is summed.
 */
type Block = Float64Array

export class SortedRows<Row extends Position = Position> {
  /** How many numbers of each row are summed. */
  readonly #sums: number
  /** How many numbers a row has in its block. */
  readonly #width: number
  readonly #blocks: Block[] = []
  /** The instant of the last row of each block. */
  readonly #lasts: number[] = []
  /** The rows by number, in no order. */
  readonly #rows: (Row | undefined)[] = []
  /** The numbers of rows that were removed. */
  readonly #free: number[] = []
  #size = 0
  /** Totals over the blocks: row counts, then each sum. */
  readonly #totals: readonly BlockTotals[]

  /** @param sums how many numbers of each row are summed */
  constructor(sums = 0) {
    this.#sums = sums
    this.#width = 2 + sums
    this.#totals = Array.from({ length: 1 + sums }, () => new BlockTotals())
  }

  get size(): number {
    return this.#size
  }

  /**
   * Adds a row, or puts it in the place of the one with its instant and id.
   *
   * @param numbers the summed numbers of the row
   */
  put(row: Row, numbers: readonly number[] = []): void {
    const place = this.#blockAt(row)
    const last = this.#blocks.at(-1)
    // rows mostly come in order: then blocks fill up one after another, and none is split
    if (place === this.#blocks.length && (!last || sizeOf(last) >= filledRows)) this.#append()
    const index = Math.min(place, this.#blocks.length - 1)
    const block = this.#withSpace(index)
    const width = this.#width
    const at = this.#lowerBound(block, row)
    const start = (at + 1) * width
    if (at < sizeOf(block) && block[start] === row.at && this.#rowIn(block, at).id === row.id) {
      this.#rows[block[start + 1] as number] = row
      const differences = this.#numbersIn(block, start).map((number, sum) => (numbers[sum] as number) - number)
      this.#changed(index, differences, 0)
      block.set(numbers, start + 2)
      return
    }
    block.copyWithin(start + width, start, (sizeOf(block) + 1) * width)
    block[start] = row.at
    block[start + 1] = this.#numberOf(row)
    for (let sum = 0; sum < this.#sums; sum += 1) block[start + 2 + sum] = numbers[sum] as number
    this.#changed(index, numbers, 1)
    if (sizeOf(block) === mostRows) this.#split(index)
  }

  #append(): void {
    this.#blocks.push(new Float64Array((1 + (this.#size === 0 ? firstRows : roomyRows)) * this.#width))
    this.#lasts.push(Number.POSITIVE_INFINITY)
    for (const totals of this.#totals) totals.append()
  }

  /** A block with space for one more row. */
  #withSpace(index: number): Block {
    const block = this.#blocks[index] as Block
    if ((sizeOf(block) + 2) * this.#width <= block.length) return block
    const larger = new Float64Array(Math.min(2 * block.length, (1 + mostRows) * this.#width))
    larger.set(block)
    this.#blocks[index] = larger
    return larger
  }

  /** Moves the second half of a block into a new one. */
  #split(index: number): void {
    const block = this.#blocks[index] as Block
    const kept = mostRows / 2
    const second = new Float64Array((1 + mostRows) * this.#width)
    second.set(block.subarray((1 + kept) * this.#width, (1 + mostRows) * this.#width), this.#width)
    second[0] = mostRows - kept
    block[0] = kept
    this.#totalsOf(0).split(index, sizeOf(second))
    for (let sum = 1; sum <= this.#sums; sum += 1) this.#totalsOf(sum).split(index, this.#sumOf(sum, second))
    this.#blocks.splice(index + 1, 0, second)
    this.#lasts.splice(index, 0, this.#lastOf(block))
  }

  /** Takes a row into the table. */
  #numberOf(row: Row): number {
    const number = this.#free.pop() ?? this.#rows.length
    this.#rows[number] = row
    return number
  }

  remove(row: Position): void {
    const index = this.#blockAt(row)
    const block = this.#blocks[index]
    if (!block) return
    const at = this.#lowerBound(block, row)
    if (at === sizeOf(block) || compare(this.#rowIn(block, at), row) !== 0) return
    const width = this.#width
    const start = (at + 1) * width
    const numbers = this.#numbersIn(block, start).map((each) => -each)
    this.#rows[block[start + 1] as number] = undefined
    this.#free.push(block[start + 1] as number)
    block.copyWithin(start, start + width, (sizeOf(block) + 1) * width)
    this.#changed(index, numbers, -1)
    if (sizeOf(block) > 0) return
    this.#blocks.splice(index, 1)
    this.#lasts.splice(index, 1)
    for (const totals of this.#totals) totals.remove(index)
  }

  /** How many rows are between two instants, both inclusive. */
  count(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): number {
    return Math.max(0, this.#rank(endOf(to)) - this.#rank(startOf(from)))
  }

  /** The total of one of the numbers of rows between two instants, both inclusive, and not after a place. */
  sum(number: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, through?: Position): number {
    // right after the row of that place: no id lies between an id and the same id followed by a NUL
    const end = through && through.at <= to ? { at: through.at, id: `${through.id}\0` } : endOf(to)
    const start = startOf(from)
    return compare(start, end) >= 0 ? 0 : this.#totalBefore(number, end) - this.#totalBefore(number, start)
  }

  /** Up to `limit` rows between two instants, from either end, starting after a place. */
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
    const start = after && compare(after, startOf(from)) >= 0 ? after : startOf(from)
    const end = endOf(to)
    const found: Row[] = []
    const first = this.#blockAt(start)
    for (let index = first; index < this.#blocks.length && found.length < limit; index += 1) {
      const block = this.#blocks[index] as Block
      const size = sizeOf(block)
      let low = index === first ? this.#lowerBound(block, start) : 0
      if (start === after && low < size && compare(this.#rowIn(block, low), after) === 0) low += 1
      const isLast = compare(this.#lastIn(block), end) >= 0
      const high = Math.min(isLast ? this.#lowerBound(block, end) : size, low + limit - found.length)
      for (let at = low; at < high; at += 1) found.push(this.#rowIn(block, at))
      if (isLast) return found
    }
    return found
  }

  #downwards(limit: number, from: number, to: number, after: Position | undefined): Row[] {
    const start = after && compare(after, endOf(to)) <= 0 ? after : endOf(to)
    const end = startOf(from)
    const found: Row[] = []
    const first = Math.min(this.#blockAt(start), this.#blocks.length - 1)
    for (let index = first; index >= 0 && found.length < limit; index -= 1) {
      const block = this.#blocks[index] as Block
      const high = index === first ? this.#lowerBound(block, start) : sizeOf(block)
      const isLast = compare(this.#rowIn(block, 0), end) < 0
      const low = Math.max(isLast ? this.#lowerBound(block, end) : 0, high - (limit - found.length))
      for (let at = high - 1; at >= low; at -= 1) found.push(this.#rowIn(block, at))
      if (isLast) return found
    }
    return found
  }

  /** How many rows are before a place. */
  #rank(place: Place): number {
    const index = this.#blockAt(place)
    const block = this.#blocks[index]
    return block ? this.#totalsOf(0).before(index) + this.#lowerBound(block, place) : this.#size
  }

  /** The total of one of the numbers of all rows before a place. */
  #totalBefore(number: number, place: Place): number {
    const index = this.#blockAt(place)
    const block = this.#blocks[index]
    const ofRows = block ? this.#sumOf(number + 1, block, this.#lowerBound(block, place)) : 0
    return this.#totalsOf(number + 1).before(index) + ofRows
  }

  #totalsOf(sum: number): BlockTotals {
    return this.#totals[sum] as BlockTotals
  }

  /** A sum over the first rows of a block. */
  #sumOf(sum: number, block: Block, rows = sizeOf(block)): number {
    let total = 0
    for (let row = 1; row <= rows; row += 1) total += block[row * this.#width + 1 + sum] as number
    return total
  }

  /** A block has so many more rows, and its sums are by so much larger. */
  #changed(index: number, numbers: readonly number[], rows: 1 | 0 | -1): void {
    const block = this.#blocks[index] as Block
    this.#size += rows
    block[0] = sizeOf(block) + rows
    this.#lasts[index] = this.#lastOf(block)
    if (rows !== 0) this.#totalsOf(0).add(index, rows)
    for (let sum = 0; sum < this.#sums; sum += 1) {
      const amount = numbers[sum] as number
      if (amount !== 0) this.#totalsOf(sum + 1).add(index, amount)
    }
  }

  /** The first block whose last row is not before the place. */
  #blockAt(place: Place): number {
    let [low, high] = [0, this.#blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#lasts[middle] as number
      const isBefore = at === place.at ? compare(this.#lastIn(this.#blocks[middle] as Block), place) < 0 : at < place.at
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  /** What is summed of the row that begins there. */
  #numbersIn(block: Block, start: number): readonly number[] {
    return Array.from(block.subarray(start + 2, start + this.#width))
  }

  #lastIn(block: Block): Row {
    return this.#rowIn(block, sizeOf(block) - 1)
  }

  #rowIn(block: Block, at: number): Row {
    return this.#rows[block[(at + 1) * this.#width + 1] as number] as Row
  }

  /** The instant of the last row of a block; of an empty one, which is about to go, how many rows it has. */
  #lastOf(block: Block): number {
    return block[sizeOf(block) * this.#width] as number
  }

  /** The first place in a block that is not before the place. */
  #lowerBound(block: Block, place: Place): number {
    let [low, high] = [0, sizeOf(block)]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = block[(middle + 1) * this.#width] as number
      const isBefore = at === place.at ? compare(this.#rowIn(block, middle), place) < 0 : at < place.at
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }
}

const sizeOf = (block: Block): number => block[0] as number
