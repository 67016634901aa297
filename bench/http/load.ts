/**
 * Load from a process of its own: a bounded number of connections for a bounded time, over loopback.
 *
 * A process that sat idle while a bank was filled has given its memory back, and takes twice as long for each answer until it
 * has it again: so a new one is made for each read.
 *
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { ask } from './ask.js'

export const connections = 20

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the body that every answer must have. */
  readonly bytes: number
  readonly seconds: number
}

export class LoadProcess {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ['load'], { execArgv: ['--import', 'tsx'] })

  /** Requests a second. @throws when one answer was not what it should be, or the process ended */
  async requestsPerSecond(load: Load): Promise<number> {
    const answer = (await ask(this.#child, load)) as { rate: number } | { wrong: string }
    if ('wrong' in answer) throw new Error(answer.wrong)
    return answer.rate
  }

  end(): void {
    this.#child.disconnect()
  }
}

/**
 * Requests a second.
 *
 * @throws when one answer was not a 200 of the right length: a rate of errors is no rate
 */
async function requestsPerSecond({ url, headers, bytes, seconds }: Load): Promise<number> {
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

if (process.argv[2] === 'load') {
  process.on('message', (load: Load) =>
    requestsPerSecond(load).then(
      (rate) => process.send?.({ rate }),
      (error: Error) => process.send?.({ wrong: error.message }),
    ),
  )
}
