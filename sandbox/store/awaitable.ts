/**
 * Values that may be there already: a store in memory answers at once, a database later. Going on at once spares a promise
 * for each step of a request, which together cost more than the request itself.
 *
 * @module
 */

export type Awaitable<T> = T | Promise<T>

/** Goes on with a value: now when it is there, later when it is not. */
export function goOn<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** All values: now when all are there. */
export function all<T>(values: readonly Awaitable<T>[]): Awaitable<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[])
}
