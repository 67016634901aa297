/**
 * What a figure was measured on.
 *
 * @module
 */
import { cpus, totalmem } from 'node:os'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
}

export function machine(): Machine {
  const all = cpus()
  return {
    processor: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}
