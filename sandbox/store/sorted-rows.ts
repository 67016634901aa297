/**
 * Rows in order, in blocks, so that adding, finding, counting and summing cost about the same among a thousand rows
 * and a million.
 *
 * @module
 */
import { BlockTotals } from './block-totals.js'
import type { Position } from './store.js'

/** Small enough that moving half a block is cheap, though it is rarely in the processor's cache. */
const blockSize = 128

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

/** Rows in order. Instants and summed numbers are in separate arrays, close together in memory. */
interface Block<Row> {
  readonly rows: Row[]
  readonly ats: number[]
  /** The summed numbers: one array for each sum, with a value for each row. */
  readonly numbers: readonly number[][]
  readonly totals: number[]
}

function emptyBlock<Row>(numbers: number): Block<Row> {
  const lists = Array.from({ length: numbers }, () => [])
  return { rows: [], ats: [], numbers: lists, totals: lists.map(() => 0) }
}

/** Moves the second half of a block into a new one. */
function split<Row>(block: Block<Row>): Block<Row> {
  const numbers = block.numbers.map((list) => list.splice(blockSize))
  const totals = numbers.map((list) => list.reduce((total, number) => total + number, 0))
  for (const [index, total] of totals.entries()) block.totals[index] = (block.totals[index] as number) - total
  return { rows: block.rows.splice(blockSize), ats: block.ats.splice(blockSize), numbers, totals }
}

export class SortedRows<Row extends Position = Position> {
  readonly #numbers: number
  readonly #blocks: Block<Row>[] = []
  /** The instant of the last row of each block. */
  readonly #lasts: number[] = []
  #size = 0
  /** Totals over the blocks: row counts, then each sum. Built on request, and again after a split. */
  #before: BlockTotals[] | undefined

  /** @param numbers how many numbers of each row are summed */
  constructor(numbers = 0) {
    this.#numbers = numbers
  }

  get size(): number {
    return this.#size
  }

  /** @param numbers the summed numbers of the row */
  add(row: Row, numbers: readonly number[] = []): void {
    const place = this.#blockAt(row)
    // rows mostly come in order: then blocks fill up one after another, and none is split
    if (place === this.#blocks.length && (this.#blocks.at(-1)?.rows.length ?? blockSize) >= blockSize) this.#append()
    const index = Math.min(place, this.#blocks.length - 1)
    const block = this.#blocks[index] as Block<Row>
    const at = lowerBound(block, row)
    block.rows.splice(at, 0, row)
    block.ats.splice(at, 0, row.at)
    for (const [number, list] of block.numbers.entries()) list.splice(at, 0, numbers[number] as number)
    this.#size += 1
    this.#changed(index, numbers, 1)
    if (block.rows.length <= blockSize * 2) return
    this.#blocks.splice(index + 1, 0, split(block))
    this.#lasts.splice(index, 0, lastOf(block))
    this.#before = undefined
  }

  #append(): void {
    this.#blocks.push(emptyBlock(this.#numbers))
    this.#lasts.push(Number.POSITIVE_INFINITY)
    for (const totals of this.#before ?? []) totals.append()
  }

  remove(row: Position): void {
    const index = this.#blockAt(row)
    const block = this.#blocks[index]
    if (!block) return
    const at = lowerBound(block, row)
    const found = block.rows[at]
    if (!found || compare(found, row) !== 0) return
    block.rows.splice(at, 1)
    block.ats.splice(at, 1)
    const numbers = block.numbers.map((list) => list.splice(at, 1)[0] as number)
    this.#size -= 1
    if (block.rows.length > 0) {
      this.#changed(index, numbers, -1)
      return
    }
    this.#blocks.splice(index, 1)
    this.#lasts.splice(index, 1)
    this.#before = undefined
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
      const block = this.#blocks[index] as Block<Row>
      let low = index === first ? lowerBound(block, start) : 0
      if (start === after && low < block.rows.length && compare(block.rows[low] as Row, after) === 0) low += 1
      const isLast = compare(block.rows.at(-1) as Row, end) >= 0
      const high = Math.min(isLast ? lowerBound(block, end) : block.rows.length, low + limit - found.length)
      for (let at = low; at < high; at += 1) found.push(block.rows[at] as Row)
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
      const block = this.#blocks[index] as Block<Row>
      const high = index === first ? lowerBound(block, start) : block.rows.length
      const isLast = compare(block.rows[0] as Row, end) < 0
      const low = Math.max(isLast ? lowerBound(block, end) : 0, high - (limit - found.length))
      for (let at = high - 1; at >= low; at -= 1) found.push(block.rows[at] as Row)
      if (isLast) return found
    }
    return found
  }

  /** How many rows are before a place. */
  #rank(place: Place): number {
    const index = this.#blockAt(place)
    const block = this.#blocks[index]
    return block ? (this.#totals()[0] as BlockTotals).before(index) + lowerBound(block, place) : this.#size
  }

  /** The total of one of the numbers of all rows before a place. */
  #totalBefore(number: number, place: Place): number {
    const index = this.#blockAt(place)
    let total = this.#totals()[number + 1]?.before(index) ?? 0
    const block = this.#blocks[index]
    if (!block) return total
    const list = block.numbers[number] as number[]
    const end = lowerBound(block, place)
    for (let at = 0; at < end; at += 1) total += list[at] as number
    return total
  }

  #totals(): readonly BlockTotals[] {
    this.#before ??= [
      new BlockTotals(this.#blocks.map(({ rows }) => rows.length)),
      ...Array.from(
        { length: this.#numbers },
        (_, number) => new BlockTotals(this.#blocks.map(({ totals }) => totals[number] as number)),
      ),
    ]
    return this.#before
  }

  /** A row was added to a block (1) or removed (-1). */
  #changed(index: number, numbers: readonly number[], sign: 1 | -1): void {
    const block = this.#blocks[index] as Block<Row>
    this.#lasts[index] = lastOf(block)
    this.#before?.[0]?.add(index, sign)
    for (let number = 0; number < this.#numbers; number += 1) {
      const amount = sign * (numbers[number] as number)
      if (amount === 0) continue
      block.totals[number] = (block.totals[number] as number) + amount
      this.#before?.[number + 1]?.add(index, amount)
    }
  }

  /** The first block whose last row is not before the place. */
  #blockAt(place: Place): number {
    let [low, high] = [0, this.#blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#lasts[middle] as number
      const isBefore = at === place.at ? compare(this.#lastRow(middle), place) < 0 : at < place.at
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  #lastRow(index: number): Row {
    return (this.#blocks[index] as Block<Row>).rows.at(-1) as Row
  }
}

const lastOf = ({ ats }: Block<unknown>): number => ats[ats.length - 1] as number

/** The first place in a block that is not before the row. */
function lowerBound({ rows, ats }: Block<Position>, place: Place): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = ats[middle] as number
    const isBefore = at === place.at ? compare(rows[middle] as Position, place) < 0 : at < place.at
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}
