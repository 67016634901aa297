/**
 * The terminal of this process, for the commands of the judge.
 *
 * @module
 */
import type { Terminal } from '#conformance/index.js'

/** @param signal ends a run early; default never */
export function processTerminal(signal: AbortSignal = new AbortController().signal): Terminal {
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true && process.stderr.isTTY === true,
    env: process.env,
    now: Date.now,
    signal,
  }
}
