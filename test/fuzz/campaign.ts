/**
 * Sends requests, a number of them at a time, and notes what is wrong with the answers.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemsOf } from './answers.js'
import { type Credentials, fetchCredentials } from './credentials.js'
import { randomOf, seedOf } from './random.js'
import { makeRequest, type Sent } from './requests.js'
import { readTargets } from './targets.js'
import { Connection } from './wire.js'

export interface CampaignOptions {
  readonly url: string
  readonly seed: number
  readonly requests: number
  /** Number of the first request. Default 0. */
  readonly from?: number
  readonly connections?: number
  /** Called after every tenth of the requests. */
  readonly afterTenth?: (tenth: number, soFar: Campaign) => Promise<void> | void
}

export interface Failure {
  readonly index: number
  readonly problems: readonly string[]
  /** A line that sends it again. */
  readonly again: string
}

export interface Campaign {
  /** Number of answers by status; `none` where none was owed and none came. */
  readonly byStatus: Readonly<Record<string, number>>
  readonly failures: readonly Failure[]
}

/** The header by which a request is found again in what the bank's process reports. */
export const markName = 'x-fuzz'

/** Requests after which tokens are fetched anew: some of those that were sent move the clock or end a consent. */
const renewEvery = 500
/** Failures that are kept. */
const mostFailures = 50

export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { url, seed, requests, from = 0, connections = 8, afterTenth } = options
  const targets = await readTargets(url)
  const { host } = new URL(url)
  const byStatus: Record<string, number> = {}
  const failures: Failure[] = []
  const perTenth = Math.ceil(requests / 10)

  const make = (index: number, credentials: Credentials) =>
    makeRequest(randomOf(seedOf(seed, index)), { host, targets, credentials, mark: [markName, String(index)] })

  async function sendRange(first: number, last: number, credentials: Credentials): Promise<void> {
    let next = first
    const worker = async () => {
      const connection = new Connection(url)
      while (next < last) {
        const index = next++
        const sent = make(index, credentials)
        const outcome = await connection.send(sent)
        const status = 'answer' in outcome ? String(outcome.answer.status) : 'none'
        byStatus[status] = (byStatus[status] ?? 0) + 1
        const problems = problemsOf(sent, outcome)
        if (problems.length > 0 && failures.length < mostFailures)
          failures.push({ index, problems, again: asCommand(sent, url, seed, index) })
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: connections }, worker))
  }

  const end = from + requests
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const [first, last] = [from + tenth * perTenth, Math.min(end, from + (tenth + 1) * perTenth)]
    for (let at = first; at < last; at += renewEvery) {
      await sendRange(at, Math.min(last, at + renewEvery), await fetchCredentials(url))
    }
    if (first < last) await afterTenth?.(tenth, { byStatus, failures })
  }
  return { byStatus, failures }
}

/** A line for a shell: curl where it can send the request, else the bytes themselves. */
export function asCommand(sent: Sent, url: string, seed: number, index: number): string {
  const file = join(tmpdir(), `fuzz-${seed}-${index}.bin`)
  const { host, hostname, port } = new URL(url)
  if (
    sent.isRaw ||
    !sent.isFramed ||
    sent.parts.length > 2 ||
    !sent.path.startsWith('/') ||
    !/^[A-Z]+$/.test(sent.method)
  ) {
    writeFileSync(file, Buffer.concat(sent.parts))
    return `nc -q 2 ${hostname} ${port} < ${file}`
  }
  if (sent.body.length > 0) writeFileSync(file, sent.body)
  const headers = sent.headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  const body = sent.body.length > 0 ? ` --data-binary @${file}` : ''
  const address = quoted(`http://${host}${sent.path}`)
  return `curl -i -g --path-as-is -X ${sent.method} ${headers.join(' ')}${body} ${address}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
