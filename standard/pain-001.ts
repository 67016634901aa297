/**
 * The message pain.001.001, an order to a bank to make credit transfers, as a table: which element has which members, in
 * which order, how often, and what a text may be. ISO 20022, versions 03, 08 and 09.
 *
 * What no bank of this standard looks at is `open`: it may hold anything.
 *
 * @module
 */
import type { PainVersion } from './payment-files.js'

/** How a text has to be written. */
export type TextKind = 'text' | 'digits' | 'decimal' | 'amount' | 'boolean' | 'date' | 'dateTime' | 'iban' | 'uuid'

export interface TextContent {
  readonly kind: TextKind
  /** The most characters; of digits too. */
  readonly longest?: number
  /** The values it may have. */
  readonly values?: readonly string[]
}

/** Members in this order. */
export interface SequenceContent {
  readonly kind: 'sequence'
  readonly members: Readonly<Record<string, Member>>
}

/** One of these members. */
export interface ChoiceContent {
  readonly kind: 'choice'
  readonly members: Readonly<Record<string, Member>>
}

export type Content = TextContent | SequenceContent | ChoiceContent | { readonly kind: 'open' }

export interface Member {
  readonly content: Content
  readonly least: 0 | 1
  /** Above 1, its path has the number of the element among its like. */
  readonly most: number
}

const text = (longest: number): Content => ({ kind: 'text', longest })
const oneOf = (...values: string[]): Content => ({ kind: 'text', values })
const a = (kind: TextKind): Content => ({ kind })
const open: Content = { kind: 'open' }
const sequence = (members: SequenceContent['members']): SequenceContent => ({ kind: 'sequence', members })
const choice = (members: ChoiceContent['members']): ChoiceContent => ({ kind: 'choice', members })

const one = (content: Content): Member => ({ content, least: 1, most: 1 })
const optional = (content: Content, most = 1): Member => ({ content, least: 0, most })
const unbounded = Number.MAX_SAFE_INTEGER
const many = (content: Content): Member => ({ content, least: 1, most: unbounded })

const codeOr = (longest: number) => choice({ Cd: one(text(longest)), Prtry: one(text(35)) })

const party = sequence({
  Nm: optional(text(140)),
  PstlAdr: optional(open),
  Id: optional(open),
  CtryOfRes: optional(text(2)),
  CtctDtls: optional(open),
})

const agent = sequence({ FinInstnId: one(open), BrnchId: optional(open) })

const accountId = choice({
  IBAN: one(a('iban')),
  Othr: one(sequence({ Id: one(text(34)), SchmeNm: optional(open), Issr: optional(text(35)) })),
})

const account = sequence({
  Id: one(accountId),
  Tp: optional(codeOr(4)),
  Ccy: optional(text(3)),
  Nm: optional(text(70)),
  Prxy: optional(open),
})

const paymentType = sequence({
  InstrPrty: optional(oneOf('HIGH', 'NORM')),
  SvcLvl: optional(codeOr(4), unbounded),
  LclInstrm: optional(codeOr(35)),
  CtgyPurp: optional(codeOr(4)),
})

const chargeBearer = oneOf('DEBT', 'CRED', 'SHAR', 'SLEV')

const remittance = sequence({
  Ustrd: optional(text(140), unbounded),
  Strd: optional(
    sequence({
      RfrdDocInf: optional(open, unbounded),
      RfrdDocAmt: optional(open),
      CdtrRefInf: optional(sequence({ Tp: optional(open), Ref: optional(text(35)) })),
      Invcr: optional(open),
      Invcee: optional(open),
      TaxRmt: optional(open),
      GrnshmtRmt: optional(open),
      AddtlRmtInf: optional(text(140), 3),
    }),
    unbounded,
  ),
})

/** One transfer. */
export const itemContent = (version: PainVersion): SequenceContent =>
  sequence({
    PmtId: one(
      sequence({
        InstrId: optional(text(35)),
        EndToEndId: one(text(35)),
        ...(version === '09' && { UETR: optional(a('uuid')) }),
      }),
    ),
    PmtTpInf: optional(paymentType),
    Amt: one(choice({ InstdAmt: one(a('amount')), EqvtAmt: one(open) })),
    XchgRateInf: optional(open),
    ChrgBr: optional(chargeBearer),
    ChqInstr: optional(open),
    UltmtDbtr: optional(party),
    IntrmyAgt1: optional(agent),
    IntrmyAgt1Acct: optional(account),
    IntrmyAgt2: optional(agent),
    IntrmyAgt2Acct: optional(account),
    IntrmyAgt3: optional(agent),
    IntrmyAgt3Acct: optional(account),
    CdtrAgt: optional(agent),
    CdtrAgtAcct: optional(account),
    Cdtr: optional(party),
    CdtrAcct: optional(account),
    UltmtCdtr: optional(party),
    InstrForCdtrAgt: optional(open, unbounded),
    InstrForDbtrAgt: optional(text(140)),
    Purp: optional(codeOr(4)),
    RgltryRptg: optional(open, 10),
    Tax: optional(open),
    RltdRmtInf: optional(open, 10),
    RmtInf: optional(remittance),
    ...(version !== '03' && { SplmtryData: optional(open, unbounded) }),
  })

/** Transfers from one account on one day. Its items are checked one by one, by {@link itemContent}. */
export const batchContent = (version: PainVersion): SequenceContent =>
  sequence({
    PmtInfId: one(text(35)),
    PmtMtd: one(oneOf('CHK', 'TRF', 'TRA')),
    BtchBookg: optional(a('boolean')),
    NbOfTxs: optional(a('digits')),
    CtrlSum: optional(a('decimal')),
    PmtTpInf: optional(paymentType),
    ReqdExctnDt: one(version === '03' ? a('date') : choice({ Dt: one(a('date')), DtTm: one(a('dateTime')) })),
    PoolgAdjstmntDt: optional(a('date')),
    Dbtr: one(party),
    DbtrAcct: one(account),
    DbtrAgt: one(agent),
    DbtrAgtAcct: optional(account),
    ...(version !== '03' && { InstrForDbtrAgt: optional(text(140)) }),
    UltmtDbtr: optional(party),
    ChrgBr: optional(chargeBearer),
    ChrgsAcct: optional(account),
    ChrgsAcctAgt: optional(agent),
    CdtTrfTxInf: many(open),
  })

/** The document. Its batches are checked one by one, by {@link batchContent}. */
export const documentContent = (version: PainVersion): SequenceContent =>
  sequence({
    CstmrCdtTrfInitn: one(
      sequence({
        GrpHdr: one(
          sequence({
            MsgId: one(text(35)),
            CreDtTm: one(a('dateTime')),
            Authstn: optional(codeOr(4), 2),
            NbOfTxs: one(a('digits')),
            CtrlSum: optional(a('decimal')),
            InitgPty: one(party),
            FwdgAgt: optional(agent),
            ...(version === '09' && { InitnSrc: optional(open) }),
          }),
        ),
        PmtInf: many(open),
        ...(version !== '03' && { SplmtryData: optional(open, unbounded) }),
      }),
    ),
  })
