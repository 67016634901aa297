/**
 * Load by `wrk`: a bounded number of connections for a bounded time, over loopback. It is light enough to leave a core to the
 * server that is measured.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./wrk.lua', import.meta.url))
const connections = 20

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the body that every answer must have. */
  readonly bytes: number
  /** A whole number. */
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  /** Requests a second. */
  readonly rate: number
}

/**
 * Asks for one address over and over.
 *
 * @throws when one answer was not a 200 of the right length: errors must not count as a rate
 */
export async function load({ url, headers, bytes, seconds }: Load): Promise<LoadResult> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const output = await wrk(['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, ...fields, url])
  const found = /^found (.*)$/m.exec(output)?.[1]
  if (found === undefined) throw new Error(`wrk printed no result: ${output}`)
  const result = JSON.parse(found) as Record<'requests' | 'micros' | 'bytes' | 'refused' | 'broken', number>
  const isShort = result.bytes < result.requests * bytes
  if (result.requests === 0 || isShort || result.refused + result.broken > 0) {
    throw new Error(`${url}: answers are not what they should be, wrk found ${found}`)
  }
  return { requests: result.requests, rate: result.requests / (result.micros / 1e6) }
}

/** What wrk prints. @throws with what to install when it is missing */
async function wrk(options: readonly string[]): Promise<string> {
  try {
    return (await run('wrk', options)).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('the load of this bench is wrk, which is missing: install it with `apt-get install wrk`', {
      cause: error,
    })
  }
}

/** @throws with what to install when there is nothing to make load with */
export async function requireLoad(): Promise<void> {
  // it ends with an exit code of its own after `--version`
  await wrk(['--version']).catch((error: Error & { code?: unknown }) => {
    if (typeof error.code !== 'number') throw error
  })
}
