/**
 * Running totals over blocks, updated as rows are added and removed: a Fenwick tree, in which an update and a query
 * each take O(log n) steps.
 *
 * @see P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994
 * @module
 */
export class BlockTotals {
  /** Cell `i` has the total of the `i & -i` blocks up to block `i - 1`. */
  readonly #cells: number[]

  constructor(totals: readonly number[]) {
    const cells = [0, ...totals.map(() => 0)]
    for (const [index, total] of totals.entries()) {
      const cell = index + 1
      cells[cell] = (cells[cell] as number) + total
      const above = cell + (cell & -cell)
      if (above < cells.length) cells[above] = (cells[above] as number) + (cells[cell] as number)
    }
    this.#cells = cells
  }

  /** Adds to the total of a block. */
  add(block: number, amount: number): void {
    for (let cell = block + 1; cell < this.#cells.length; cell += cell & -cell) {
      this.#cells[cell] = (this.#cells[cell] as number) + amount
    }
  }

  /** Adds a block without rows after the last one. */
  append(): void {
    const cell = this.#cells.length
    this.#cells.push(this.before(cell - 1) - this.before(cell - (cell & -cell)))
  }

  /** The total of all blocks before a block. */
  before(block: number): number {
    let total = 0
    for (let cell = block; cell > 0; cell -= cell & -cell) total += this.#cells[cell] as number
    return total
  }
}
