/**
 * Running totals over blocks, updated as rows are added and removed: a Fenwick tree, in which an update and a query
 * each take O(log n) steps. It is built when it is first asked for, and anew after a block came between others, from the totals of
 * the blocks, which are side by side for that.
 *
 * @see P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994
 * @module
 */
export class BlockTotals {
  /** Of each block. */
  readonly #totals: number[] = []
  /** Cell `i` has the total of the `i & -i` blocks up to block `i - 1`. */
  #cells: number[] | undefined

  /** Adds to the total of a block. */
  add(block: number, amount: number): void {
    this.#totals[block] = (this.#totals[block] as number) + amount
    const cells = this.#cells
    if (!cells) return
    for (let cell = block + 1; cell < cells.length; cell += cell & -cell) cells[cell] = (cells[cell] as number) + amount
  }

  /** Adds a block without rows after the last one. */
  append(): void {
    this.#totals.push(0)
    if (!this.#cells) return
    const cell = this.#cells.length
    this.#cells.push(this.before(cell - 1) - this.before(cell - (cell & -cell)))
  }

  /** Some of a block becomes a block of its own, behind it. */
  split(block: number, total: number): void {
    this.#totals[block] = (this.#totals[block] as number) - total
    this.#totals.splice(block + 1, 0, total)
    this.#cells = undefined
  }

  /** Removes a block without rows. */
  remove(block: number): void {
    this.#totals.splice(block, 1)
    this.#cells = undefined
  }

  /** The total of all blocks before a block. */
  before(block: number): number {
    this.#cells ??= cellsOf(this.#totals)
    let total = 0
    for (let cell = block; cell > 0; cell -= cell & -cell) total += this.#cells[cell] as number
    return total
  }
}

function cellsOf(totals: readonly number[]): number[] {
  const cells = [0, ...totals.map(() => 0)]
  for (const [index, total] of totals.entries()) {
    const cell = index + 1
    cells[cell] = (cells[cell] as number) + total
    const above = cell + (cell & -cell)
    if (above < cells.length) cells[above] = (cells[above] as number) + (cells[cell] as number)
  }
  return cells
}
