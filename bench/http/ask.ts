/**
 * Requests to a process of the bench by message, one at a time.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Its next message. @throws when the process ends before it answers: `once` would wait for ever */
export async function ask(child: ChildProcess, message: object | string): Promise<unknown> {
  const stop = new AbortController()
  const ended = () => stop.abort(new Error('a process of the bench ended before it answered'))
  child.once('exit', ended)
  child.send(message)
  const [answer] = (await once(child, 'message', { signal: stop.signal })) as [unknown]
  child.off('exit', ended)
  return answer
}
