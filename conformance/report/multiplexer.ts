/**
 * Several reporters as one. One that throws is dropped with a line on stderr and stops nothing.
 *
 * @module
 */
import { clean } from '../text/clean.js'
import type { Reporter, RunInfo, RunResult } from './reporter.js'

/** Several reporters as one, and the names of those that threw. */
export interface Multiplexer extends Required<Reporter> {
  /** Names of the reporters that threw, in order. Their files are missing or of an earlier run. */
  readonly dropped: readonly string[]
}

/**
 * Calls the reporters in the given order, one after the other; the promise of `onEnd` resolves when all have ended and
 * never rejects.
 *
 * @param stderr Receives one line for each reporter that throws.
 * @param onDone Called when all have ended.
 */
export function multiplex(
  reporters: readonly Reporter[],
  stderr: (text: string) => void,
  onDone: (result: RunResult, dropped: readonly string[]) => void = () => {},
): Multiplexer {
  const alive = new Set(reporters)
  const dropped: string[] = []

  function drop(reporter: Reporter, error: unknown) {
    alive.delete(reporter)
    dropped.push(reporter.name)
    const message = error instanceof Error ? error.message : String(error)
    stderr(`The reporter ${reporter.name} failed and is left out: ${clean(message)}\n`)
  }

  function call(hook: (reporter: Reporter) => void) {
    for (const reporter of alive) {
      try {
        hook(reporter)
      } catch (error) {
        drop(reporter, error)
      }
    }
  }

  return {
    name: 'multiplexer',
    dropped,
    onBegin: (info: RunInfo) => call((reporter) => reporter.onBegin?.(info)),
    onCase: (verdict) => call((reporter) => reporter.onCase?.(verdict)),
    async onEnd(result) {
      for (const reporter of alive) {
        try {
          await reporter.onEnd?.(result)
        } catch (error) {
          drop(reporter, error)
        }
      }
      onDone(result, dropped)
    },
  }
}
