/**
 * The schema of `report.json`. Within one `version` fields are only added.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Blame } from '../judge/verdict.js'
import { blames, outcomeOrder } from './words.js'

const closed = { additionalProperties: false }
const Count = Type.Integer({ minimum: 0 })
const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((each) => Type.Literal(each))))
const list = <T extends TSchema>(items: T) => Type.Array(items)

const OutcomeName = oneOf(outcomeOrder)
const BlameName = oneOf(Object.keys(blames) as Blame[])

const check = {
  check: Type.String({ description: 'The check: status, errorCode, the name of a matcher or wire check.' }),
  outcome: OutcomeName,
  proves: list(Type.String({ description: 'Ledger row.' })),
  evidence: list(Type.Integer({ minimum: 0, description: 'seq of an entry of the transcript.' })),
  pointer: Type.Optional(Type.String({ description: 'JSON pointer or header name.' })),
  expected: Type.Optional(Type.String()),
  received: Type.Optional(Type.String()),
  blame: Type.Optional(BlameName),
  reason: Type.Optional(Type.String()),
}

const waiver = Type.Optional(Type.Object({ reason: Type.String(), until: Type.String() }, closed))

const Counts = Type.Object(
  Object.fromEntries(outcomeOrder.map((outcome) => [outcome, Count])) as Record<
    (typeof outcomeOrder)[number],
    typeof Count
  >,
  closed,
)

const CaseReport = Type.Object(
  {
    case: Type.String(),
    version: Type.String(),
    title: Type.String(),
    operation: Type.String(),
    outcome: OutcomeName,
    blame: Type.Optional(BlameName),
    reason: Type.Optional(Type.String()),
    checks: list(Type.Object(check, closed)),
    millis: Type.Number({ minimum: 0 }),
    waiver,
  },
  closed,
)

const WireReport = Type.Object(
  {
    check: Type.String(),
    title: Type.String(),
    outcome: OutcomeName,
    blame: Type.Optional(BlameName),
    judges: Type.Optional(oneOf(['bank', 'tpp'])),
    waiver,
    looked: Count,
    findings: list(Type.Object({ ...check, operation: Type.Optional(Type.String()), count: Count }, closed)),
  },
  closed,
)

const CauseReport = Type.Object(
  {
    party: BlameName,
    title: Type.String({ description: 'What is wrong, in one line.' }),
    advice: Type.String({ description: 'What to do about it.' }),
    rule: Type.Optional(Type.String({ description: 'The rule of blame that found it.' })),
    outcome: OutcomeName,
    evidence: list(Type.Integer({ minimum: 0, description: 'seq of an entry of the transcript.' })),
    proves: list(Type.String({ description: 'Ledger row.' })),
    pointer: Type.Optional(Type.String()),
    expected: Type.Optional(Type.String()),
    received: Type.Optional(Type.String()),
    cases: list(Type.String({ description: 'What follows: AAC-001@1.0.0.' })),
    checks: list(Type.String({ description: 'Wire checks that follow.' })),
  },
  closed,
)

const StaleWaiver = Type.Object(
  {
    case: Type.String({ description: 'Case or wire check.' }),
    version: Type.Optional(Type.String()),
    why: oneOf(['expired', 'passes', 'unknown']),
    until: Type.String(),
  },
  closed,
)

const WaiverOfProfile = Type.Object(
  { case: Type.String(), version: Type.Optional(Type.String()), reason: Type.String(), until: Type.String() },
  closed,
)

/** Schema of `report.json`, version 1. Texts of the bank in it are printable and at most 500 characters long. */
export const JsonReport = Type.Object(
  {
    version: Type.Literal(1),
    info: Type.Object(
      {
        profileName: Type.String(),
        strictness: Type.String(),
        versions: Type.Record(Type.String(), Type.String({ description: 'Base URL.' })),
        planned: Count,
        startedAt: Type.String(),
        suiteVersion: Type.String(),
        waivers: list(WaiverOfProfile),
        judgedOn: Type.String({ description: 'The day by which waivers were judged.' }),
      },
      closed,
    ),
    millis: Type.Number({ minimum: 0 }),
    exitCode: Type.Integer({ minimum: 0, maximum: 5 }),
    exitReason: Type.String(),
    complete: Type.Boolean(),
    partial: Type.Boolean(),
    shard: Type.Optional(Type.Object({ index: Count, of: Count }, closed)),
    counts: Type.Object({ cases: Counts, wire: Counts }, closed),
    causes: Type.Optional(list(CauseReport)),
    cases: list(CaseReport),
    wire: list(WireReport),
    unclaimed: list(Type.Object({ operation: Type.String(), version: Type.String() }, closed)),
    staleWaivers: list(StaleWaiver),
    transcript: Type.Object(
      {
        file: Type.String({ description: 'Beside this file.' }),
        entries: Count,
        head: Type.Union([Type.String(), Type.Null()], {
          description: 'Hash of the last entry: ties report to evidence.',
        }),
      },
      closed,
    ),
  },
  { ...closed, $id: 'open-banking-testbed/report-1', title: 'Report of a conformance run' },
)

export type JsonReport = Static<typeof JsonReport>
