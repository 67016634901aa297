/**
 * Load from this process: a bounded number of connections for a bounded time, over loopback.
 *
 * @module
 */
import autocannon from 'autocannon'

export const connections = 20

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the body that every answer must have. */
  readonly bytes: number
  readonly seconds: number
}

/**
 * Requests a second.
 *
 * @throws when one answer was not a 200 of the right length: a rate of errors is no rate
 */
export async function requestsPerSecond({ url, headers, bytes, seconds }: Load): Promise<number> {
  let wrong = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, headers, connections, duration: seconds }, (error, found) =>
      error ? reject(error) : resolve(found),
    )
    run.on('response', (_client, status, size) => {
      if (status !== 200 || size < bytes) wrong += 1
    })
  })
  const { errors, timeouts, non2xx } = result
  if (wrong + errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${wrong} wrong answers, ${errors} errors, ${timeouts} timeouts, ${non2xx} refused`)
  }
  return result.requests.total / result.duration
}
