/**
 * Numbers of a linear congruence: the same each time.
 *
 * @returns a whole number from 0 to one below a limit, drawn
 */
export function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
