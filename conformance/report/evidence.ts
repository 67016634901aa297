/**
 * Finds the transcript entries that belong to a verdict.
 *
 * @module
 */
import type { CaseVerdict } from '../judge/verdict.js'
import type { ChainedEntry, ExchangeEntry, JourneyEntry, NotificationEntry } from '../transcript/entry.js'
import { caseKey, groupBy } from './summary.js'

export type ChainedExchange = ChainedEntry & ExchangeEntry
export type ChainedJourney = ChainedEntry & JourneyEntry

/** An HTTP exchange, a journey, or a notification that came. */
export type Traffic = ChainedExchange | ChainedJourney | (ChainedEntry & NotificationEntry)

const trafficKinds: readonly ChainedEntry['kind'][] = ['exchange', 'journey', 'notification']

export interface Evidence {
  /** The exchange, journey or notification with this number, if it is one. */
  at(seq: number): Traffic | undefined
  /** Everything a case sent, and everything its checks looked at, in order. */
  of(verdict: CaseVerdict): Traffic[]
  /** The values a case started from (`consentId`), and the shared starting point that made them, if one did. */
  startOf(verdict: CaseVerdict): { readonly values: Readonly<Record<string, string>>; readonly shared?: string }
  /** Entries of no single case: the set-up under an empty name, shared starting points under their names. */
  readonly shared: ReadonlyMap<string, Traffic[]>
}

/** Reads the transcript once; look-ups are cheap afterwards. */
export function readEvidence(transcript: readonly ChainedEntry[]): Evidence {
  const traffic = transcript.filter((entry): entry is Traffic => trafficKinds.includes(entry.kind))
  const bySeq = new Map(traffic.map((entry) => [entry.seq, entry]))
  const byCase = groupBy(traffic, ({ case: id, version }) => (id ? `${id}@${version}` : ''))
  const shared = groupBy(byCase.get('') ?? [], ({ given }) => given ?? '')
  const closed = new Map(
    transcript.flatMap((entry) => (entry.kind === 'case' ? [[caseKey(entry), entry.given] as const] : [])),
  )

  return {
    shared,
    at: (seq) => bySeq.get(seq),
    startOf(verdict) {
      const values = closed.get(caseKey(verdict)) ?? {}
      const name = [...shared].find(([key, entries]) => key !== '' && made(entries, values.consentId))?.[0]
      return { values, ...(name !== undefined && { shared: name }) }
    },
    of(verdict) {
      const looked = verdict.checks.flatMap(({ evidence }) => evidence.flatMap((seq) => bySeq.get(seq) ?? []))
      const own = byCase.get(caseKey(verdict)) ?? []
      return [...new Set([...own, ...looked])].sort((a, b) => a.seq - b.seq)
    },
  }
}

/** True when one of the answers contains the consent id. */
function made(entries: readonly Traffic[], consentId: string | undefined): boolean {
  if (!consentId) return false
  return entries.some((entry) => entry.kind === 'exchange' && entry.response?.body.includes(`"${consentId}"`))
}

/** The id under which a bank finds the call in its own logs: that of the answer, or else that of the request. */
export function interactionId(exchange: ExchangeEntry): string | undefined {
  const headers = [...(exchange.response?.headers ?? []), ...exchange.request.headers]
  return headers.find(([name]) => name === 'x-fapi-interaction-id')?.[1]
}

/** Path and query of a URL; the whole text when it is none. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
