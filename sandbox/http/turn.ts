/**
 * Work that is put off to the end of a turn of the event loop.
 *
 * Answers of a turn go out one right after the other: a client with several requests under way is woken once, not by each, and
 * waking one costs as much as making an answer (decision 0042).
 *
 * @module
 */

let waiting: (() => void)[] = []

/** Runs `work` when the requests that came in together have been dealt with. It is not to throw. */
export function atEndOfTurn(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(endTurn)
}

function endTurn(): void {
  const all = waiting
  waiting = []
  for (const work of all) work()
}
