/**
 * Matchers for what came to the callback of a case.
 *
 * @module
 */
import { isAbout, kindsOf, type ReadToken, readToken } from '../../transcript/event-tokens.js'
import { type Breach, type CaseRecord, type Observation, observed, requestOf, resolve, unseen } from '../observation.js'
import { type ChainedNotification, sentAt, show } from '../reading.js'
import { type Matcher, type Settings, stepSetting, textSetting } from './matcher.js'

/** A call, and what its token says. */
interface Heard {
  readonly call: ChainedNotification
  readonly token: ReadToken
  readonly jti: unknown
}

const heardBy = ({ notifications }: CaseRecord): readonly Heard[] =>
  notifications.map((call) => {
    const token = readToken('', call.request.body ?? '')
    return { call, token, jti: token.claims?.jti }
  })

/** What came of the subscription: the calls, or where there are none the request that asked for them. */
function evidenceOf(record: CaseRecord, heard: readonly Heard[]): readonly number[] {
  return (heard.length > 0 ? heard.map(({ call }) => call) : record.exchanges(0)).map(({ seq }) => seq)
}

/** Whether the case went on after a step: where it broke off before, nobody has waited for what should have come. */
const wentOn = ({ test: { steps }, step, exchanges }: CaseRecord) =>
  steps.some((_, index) => index > step && exchanges(index).length > 0)

/** Looks at the calls about the resource `of`. */
function checkCalls(
  record: CaseRecord,
  settings: Settings,
  check: (about: readonly Heard[]) => readonly Breach[],
): Observation {
  const id = resolve(settings.of ?? null, record)
  if (!wentOn(record)) return unseen('the case broke off before it had waited', 'suite')
  if (typeof id !== 'string') return unseen('the resource to look for is not known')
  const about = heardBy(record).filter(({ token }) => isAbout(token, id))
  if (about.length === 0) {
    const received = `${record.notifications.length} about others`
    return observed(evidenceOf(record, heardBy(record)), [{ expected: 'a notification about the resource', received }])
  }
  return observed(evidenceOf(record, about), check(about))
}

const isTaken = ({ call }: Heard) => call.response?.status === 202

/** A call is about the resource `of`, with an event whose type ends in `event` and a subject of the kind `kind`. */
export const notifiedOf: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) => {
    const [event, kind] = [textSetting(settings, 'event'), textSetting(settings, 'kind')]
    const isMeant = ({ token }: Heard) =>
      Object.keys((token.claims?.events as object | undefined) ?? {}).some((name) => name.endsWith(`:${event}`)) &&
      kindsOf(token).includes(kind)
    if (about.some(isMeant)) return []
    return [{ expected: `${event} about a ${kind}`, received: show(about.map(({ token }) => token.claims?.events)) }]
  })

const ending = '/event-notifications'

/** Every call came to the callback of the request of step `asked`: as it is where it ends in the name of the resource, else with that. */
export const calledAsNamed: Matcher = (record, settings) => {
  const body = requestOf(record, stepSetting(settings, 'asked')) as { Data?: { CallbackUrl?: string } } | undefined
  const asked = body?.Data?.CallbackUrl
  const calls = heardBy(record)
  if (!wentOn(record)) return unseen('the case broke off before it had waited', 'suite')
  if (asked === undefined || !URL.canParse(asked)) return unseen('no callback was asked for', 'suite')
  if (calls.length === 0) return observed(evidenceOf(record, calls), [{ expected: 'a notification', received: 'none' }])
  const { pathname, search } = new URL(asked)
  const bare = pathname.replace(/\/$/, '')
  const expected = (bare.endsWith(ending) ? pathname : `${bare}${ending}`) + search
  const wrong = calls.filter(({ call }) => !pathOf(call).endsWith(expected))
  return observed(
    evidenceOf(record, calls),
    wrong.map(({ call }) => ({ expected: `a call of ${expected}`, received: show(pathOf(call)) })),
  )
}

function pathOf({ request: { url } }: ChainedNotification): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** All calls about the resource `of` tell of one event: they have one `jti`. */
export const notifiedOnce: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) => {
    const ids = [...new Set(about.map(({ jti }) => jti))]
    return ids.length === 1 ? [] : [{ expected: 'one jti', received: show(ids) }]
  })

/** What was answered 202 is not sent again. */
export const notSentAgain: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) =>
    about
      .filter(({ jti }, index) => about.slice(0, index).some((earlier) => earlier.jti === jti && isTaken(earlier)))
      .map(({ jti }) => ({ expected: 'no call after 202', received: `${show(jti)} again` })),
  )

/** The first event about the resource `of` is sent so many `times`, under one `jti`. */
export const sentAgain: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) => {
    const times = stepSetting(settings, 'times')
    const same = about.filter(({ jti }) => jti === about[0]?.jti)
    return same.length >= times
      ? []
      : [
          {
            expected: `${times} calls with the jti ${show(about[0]?.jti)}`,
            received: show(about.map(({ jti }) => jti)),
          },
        ]
  })

/** Between the first call about the resource `of` and the one that is answered 202, none comes with another `jti`. */
export const noneOvertakes: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) => {
    const first = about[0]?.jti
    const taken = about.findIndex((each) => each.jti === first && isTaken(each))
    const others = about.slice(0, taken === -1 ? about.length : taken).filter(({ jti }) => jti !== first)
    return others.map(({ jti }) => ({ expected: `${show(first)} to be taken in first`, received: show(jti) }))
  })

/** How much longer one pause may be than the next, as clocks and networks are, and the least that counts, in milliseconds. */
const [likeness, leastMillis] = [1.15, 1500] as const

/** The pauses between the calls of the first event about the resource `of` never become shorter, and grow in all. */
export const pausesGrow: Matcher = (record, settings) => {
  let tooFew = false
  const seen = checkCalls(record, settings, (about) => {
    const instants = about.filter(({ jti }) => jti === about[0]?.jti).map(({ call }) => sentAt(call))
    const pauses = instants.slice(1).map((at, index) => at - (instants[index] as number))
    tooFew = pauses.length < 2
    const shrinks = pauses.filter(
      (pause, index) => index > 0 && (pauses[index - 1] as number) > pause * likeness + leastMillis,
    )
    const grows = (pauses.at(-1) ?? 0) > (pauses[0] ?? 0)
    if (tooFew || (shrinks.length === 0 && grows)) return []
    return [{ expected: 'pauses that grow', received: show(pauses.map((pause) => Math.round(pause / 1000))) }]
  })
  return seen.kind === 'met' && tooFew ? unseen('there were no two pauses', 'bank', seen.evidence) : seen
}

/** No call about the resource `of` comes in the steps after that of the expectation. */
export const noneLater: Matcher = (record, settings) =>
  checkCalls(record, settings, (about) =>
    about
      .filter(({ call }) => (call.step ?? 0) > record.step)
      .map(({ jti }) => ({ expected: 'no call any more', received: show(jti) })),
  )
