/**
 * Matchers for payments and their consents.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { type StateMachine, stateMachines, type Version } from '#standard/index.js'
import { select, valueAt } from '../../cases/paths.js'
import {
  answerTo,
  type Breach,
  bodyOf,
  type CaseRecord,
  notApplicable,
  type Observation,
  observed,
  requestOf,
  resolve,
  unseen,
} from '../observation.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { checkBody, itemsOf, listSetting, type Matcher, stepSetting, textSetting } from './matcher.js'

const members = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** Where two values differ, place by place; members that only the answer has may be passed over. */
function differences(sent: unknown, got: unknown, pointer: string, passesOver: boolean): Breach[] {
  const [asked, shown] = [members(sent), members(got)]
  if (!asked || !shown) {
    return isDeepStrictEqual(sent, got) ? [] : [{ pointer, expected: show(sent), received: show(got) }]
  }
  const names = new Set([...Object.keys(asked), ...(passesOver ? [] : Object.keys(shown))])
  return [...names].flatMap((name) => differences(asked[name], shown[name], `${pointer}/${name}`, false))
}

/** The object at `path` has every member that the request of step `request` has there, with the same value. */
export const asSent: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const sent = valueAt(requestOf(record, stepSetting(settings, 'request')), path)
  if (sent === undefined) return unseen(`the request has nothing at ${path}`, 'suite')
  return checkBody(record, record.step, (body, seq) =>
    observed([seq], differences(sent, valueAt(body, path), `/${path.replaceAll('.', '/')}`, path === 'Data')),
  )
}

/** The request of step `record.step` was a success with what it has at `path`. It may have nothing there. */
export const takenWith: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  if (valueAt(requestOf(record, record.step), path) === undefined) return notApplicable(`the request has no ${path}`)
  const answer = answerTo(record)
  if (answer.kind !== 'exchange') return answer
  const { seq, response } = answer
  return observed([seq], response.status < 300 ? [] : [{ expected: 'a success', received: String(response.status) }])
}

/** The value at `path` is that of the answer to step `as`. */
export const sameValue: Matcher = (record, settings) => {
  const [path, as] = [textSetting(settings, 'path'), stepSetting(settings, 'as')]
  const wanted = valueAt(bodyOf(record, as), path)
  if (wanted === undefined) return unseen(`the answer to step ${as + 1} has nothing at ${path}`)
  return checkBody(record, record.step, (body, seq) =>
    observed([seq], differences(wanted, valueAt(body, path), `/${path.replaceAll('.', '/')}`, false)),
  )
}

/** The identifier at `path` is none of the identifications in the request of step `request`. */
export const idIsNot: Matcher = (record, settings) => {
  const sent = valueAt(requestOf(record, stepSetting(settings, 'request')), 'Data.Initiation')
  const own: unknown[] = ['InstructionIdentification', 'EndToEndIdentification', 'Reference'].flatMap((name) => {
    const value = members(sent)?.[name]
    return value === undefined ? [] : [value]
  })
  if (own.length === 0) return unseen('the request has no identifications', 'suite')
  return checkBody(record, record.step, (body, seq) => {
    const [place] = select(body, textSetting(settings, 'path'))
    const isOwn = place?.present !== true || own.includes(place.value)
    const breach = { expected: 'an identifier of the bank', received: show(place?.value) }
    return observed([seq], isOwn ? [breach] : [])
  })
}

/** What is paid: once, or by an order. */
const paidAmounts = ['InstructedAmount', 'FirstPaymentAmount', 'RecurringPaymentAmount', 'FinalPaymentAmount']

/** Every amount of BHD, of charges and of what is paid, has three digits of fraction; it was sent with as many. */
export const paymentAmounts: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const paid = paidAmounts.flatMap((name) => itemsOf(body, `Data.Initiation.${name}`))
    const amounts = [...paid, ...itemsOf(body, 'Data.Charges[].Amount')]
    if (amounts.length === 0) {
      const why = 'the answer has no amount'
      // lawful of a file alone: its request names none, and charges are optional
      const isFile = valueAt(body, 'Data.Initiation.FileHash') !== undefined
      return isFile ? notApplicable(why, [seq]) : unseen(why, 'bank', [seq])
    }
    const wrong = amounts.filter(({ value }) => !/^\d+\.\d{3}$/.test(String(value.Amount)))
    return observed(
      [seq],
      wrong.map(({ pointer, value }) => ({
        pointer: `${pointer}/Amount`,
        expected: 'three digits after the point',
        received: show(value.Amount),
      })),
    )
  })

/** The expected execution is not before the creation, and the expected settlement not before the execution. */
export const datesInOrder: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const names = ['CreationDateTime', 'ExpectedExecutionDateTime', 'ExpectedSettlementDateTime']
    const dates = names.flatMap((name) => {
      const value = valueAt(body, `Data.${name}`)
      return value === undefined ? [] : [{ name, value, at: instantOf(value) ?? Number.NaN }]
    })
    if (dates.length < 2) return notApplicable('the answer expects no dates, which are optional', [seq])
    const wrong = dates.flatMap((date, index): Breach[] => {
      const before = dates[index - 1]
      // dates may be written in whole seconds
      if (!before || date.at >= before.at - 1000) return []
      return [
        { pointer: `/Data/${date.name}`, expected: `not before ${show(before.value)}`, received: show(date.value) },
      ]
    })
    return observed([seq], wrong)
  })

/** Every charge is of this type. */
export const chargesAre: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const charges = itemsOf(body, 'Data.Charges[]')
    if (charges.length === 0) return notApplicable('the answer has no charges, which are optional', [seq])
    const wrong = charges.filter(({ value }) => value.Type !== textSetting(settings, 'type'))
    return observed(
      [seq],
      wrong.map(({ pointer, value }) => ({
        pointer: `${pointer}/Type`,
        expected: textSetting(settings, 'type'),
        received: show(value.Type),
      })),
    )
  })

/** The date-time at `path` is not before the one at `than`. */
export const laterThan: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const [path, than] = [textSetting(settings, 'path'), textSetting(settings, 'than')]
    const [later, earlier] = [valueAt(body, path), valueAt(body, than)]
    const [at, before] = [instantOf(later), instantOf(earlier)]
    if (before === undefined) return unseen(`the answer has no ${than}`, 'bank', [seq])
    // a value in whole seconds cannot tell two changes within a second apart
    const isWhole = before % 1000 === 0
    const fits = at !== undefined && (at > before || (at === before && isWhole))
    const pointer = `/${path.replaceAll('.', '/')}`
    return observed([seq], fits ? [] : [{ pointer, expected: `later than ${show(earlier)}`, received: show(later) }])
  })

/** Of steps that call the same thing under each base, only the one under the base of the case is a success. */
export const servedInOwnVersion: Matcher = (record) => {
  const answers = record.test.steps.map((step, index) => ({ step, answer: answerTo(record, index) }))
  const evidence: number[] = []
  const breaches: Breach[] = []
  for (const { step, answer } of answers) {
    if (answer.kind !== 'exchange') return answer
    evidence.push(answer.seq)
    const base: Version = ('call' in step ? step.base : undefined) ?? record.version
    const isServed = answer.response.status < 300
    if (isServed === (base === record.version)) continue
    const expected = base === record.version ? `a success under ${base}` : `a refusal under ${base}`
    breaches.push({ expected, received: String(answer.response.status) })
  }
  return observed(evidence, breaches)
}

/** Each of the requests that step `record.step` sent at once was answered with the same success. */
export const oneResource: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const exchanges = record.exchanges(record.step)
  const answers = exchanges.map(({ seq, response }) => ({
    seq,
    status: response?.status,
    id: idIn(response?.body, path),
  }))
  const evidence = answers.map(({ seq }) => seq)
  if (answers.length < 2) return unseen('only one request was sent', 'suite', evidence)
  const ids = new Set(answers.map(({ id }) => id))
  const failed = answers.filter(({ status }) => status !== 201)
  return observed(evidence, [
    ...failed.map(({ status }) => ({ expected: '201', received: String(status) })),
    ...(ids.size > 1 ? [{ expected: `one ${path}`, received: show([...ids]) }] : []),
  ])
}

const idIn = (body: string | undefined, path: string) => valueAt(jsonOf(body), path)

/** Of the requests that step `record.step` sent at once, exactly one was a success. */
export const oneSuccess: Matcher = (record) => successes(record, 'one success', (count) => count === 1)

/** Of the requests that step `record.step` sent at once, one at least was a success: what they all carry was taken. */
export const someSuccess: Matcher = (record) => successes(record, 'a success', (count) => count > 0)

function successes(record: CaseRecord, expected: string, isRight: (count: number) => boolean): Observation {
  const answers = record.exchanges(record.step).map(({ seq, response }) => ({ seq, status: response?.status ?? 0 }))
  const evidence = answers.map(({ seq }) => seq)
  if (answers.length < 2) return unseen('only one request was sent', 'suite', evidence)
  const count = answers.filter(({ status }) => status >= 200 && status < 300).length
  return observed(evidence, isRight(count) ? [] : [{ expected, received: `${count} successes` }])
}

/** The value at `path` is one of `values`. */
export const valueIsOneOf: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const values = listSetting(settings, 'values', record) ?? []
    const [place] = select(body, textSetting(settings, 'path'))
    const fits = values.includes(String(place?.value))
    const pointer = place?.pointer ?? ''
    return observed([seq], fits ? [] : [{ pointer, expected: values.join(' or '), received: show(place?.value) }])
  })

/** The value at `path` is `value`, where the answer has one there: for what a bank may leave out. */
export const valueIfShown: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const [path, value] = [textSetting(settings, 'path'), textSetting(settings, 'value')]
    const shown = valueAt(body, path)
    if (shown === undefined) return notApplicable(`the answer has no ${path}, which is optional`, [seq])
    const pointer = `/${path.replaceAll('.', '/')}`
    return observed([seq], shown === value ? [] : [{ pointer, expected: value, received: show(shown) }])
  })

type Machine = keyof typeof stateMachines

/**
 * Every status that the case saw of a payment follows from the one before by moves of its state machine. `first` is one that
 * was seen before the steps of the case.
 */
export const statesJoined: Matcher = (record, settings) => {
  const first = settings.first === undefined ? undefined : String(resolve(settings.first, record))
  const { moves, states } = stateMachines[textSetting(settings, 'machine') as Machine] as StateMachine
  const seen = record.test.steps.flatMap((_, step) =>
    record.exchanges(step).flatMap(({ seq, response }) => {
      const status = idIn(response?.body, 'Data.Status')
      return typeof status === 'string' && states.includes(status) ? [{ seq, status }] : []
    }),
  )
  if (seen.length + (first === undefined ? 0 : 1) < 2) return unseen('fewer than two statuses were seen', 'bank')
  const breaches = seen.flatMap(({ status }, index): Breach[] => {
    const before = index === 0 ? first : seen[index - 1]?.status
    if (before === undefined || reaches(moves, before, status)) return []
    return [{ pointer: '/Data/Status', expected: `what follows from ${before}`, received: status }]
  })
  const evidence = seen.map(({ seq }) => seq)
  return observed(evidence, breaches)
}

/** True where some moves lead from one state to the other, or none are needed. */
function reaches(moves: StateMachine['moves'], from: string, to: string): boolean {
  const reached = new Set([from])
  for (const state of reached) for (const [start, , end] of moves) if (start === state) reached.add(end)
  return reached.has(to)
}

/** The date-times at `path` are in order; equal ones may stand next to each other. */
export const oldestFirst: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const dates = select(body, textSetting(settings, 'path'))
    if (dates.length === 0) return unseen('the answer has no dates', 'bank', [seq])
    const breaches = dates.flatMap(({ pointer, value }, index): Breach[] => {
      const before = dates[index - 1]?.value
      if (before === undefined || (instantOf(value) ?? Number.NaN) >= (instantOf(before) ?? Number.NaN)) return []
      return [{ pointer, expected: `not before ${show(before)}`, received: show(value) }]
    })
    return observed([seq], breaches)
  })

/** The last entry of the payment details is Rejected, with a reason. */
export const hasReason: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const entries = itemsOf(body, 'Data.PaymentStatus[]')
    const last = entries.at(-1)
    if (!last) return unseen('the payment has no details', 'bank', [seq])
    if (last.value.Status !== 'Rejected') {
      return observed(
        [seq],
        [{ pointer: `${last.pointer}/Status`, expected: 'Rejected', received: show(last.value.Status) }],
      )
    }
    const reason = valueAt(last.value, 'StatusDetail.StatusReason')
    if (reason === undefined) return notApplicable('the details give no reason, which is optional', [seq])
    return observed([seq])
  })

/** The last entries of the payment details have these statuses, the oldest first. */
export const detailsEndWith: Matcher = (record, settings) =>
  checkBody(record, record.step, (body, seq) => {
    const statuses = listSetting(settings, 'statuses', record) ?? []
    const seen = select(body, 'Data.PaymentStatus[].Status').map(({ value }) => String(value))
    const last = seen.slice(-statuses.length)
    const fits = last.join() === statuses.join()
    const breach = { pointer: '/Data/PaymentStatus', expected: statuses.join(', then '), received: show(last) }
    return observed([seq], fits ? [] : [breach])
  })
