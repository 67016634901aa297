/**
 * The ledger: one row for each statement about the bank interface that can be true or false. Cases name the rows they
 * prove and take basis and strength from them.
 *
 * @module
 */
import { type OperationId, operation, operationIds } from './operations.js'
import { aac } from './requirements/aac.js'
import { acc } from './requirements/acc.js'
import { aut } from './requirements/aut.js'
import { bal } from './requirements/bal.js'
import { ben } from './requirements/ben.js'
import { dpc } from './requirements/dpc.js'
import { dpy } from './requirements/dpy.js'
import { dso } from './requirements/dso.js'
import { err } from './requirements/err.js'
import { evt } from './requirements/evt.js'
import { fdc } from './requirements/fdc.js'
import { fdp } from './requirements/fdp.js'
import { fdx } from './requirements/fdx.js'
import { fmt } from './requirements/fmt.js'
import { fnd } from './requirements/fnd.js'
import { fpc } from './requirements/fpc.js'
import { fpy } from './requirements/fpy.js'
import { hdr } from './requirements/hdr.js'
import { idm } from './requirements/idm.js'
import { ifc } from './requirements/ifc.js'
import { ifp } from './requirements/ifp.js'
import { ipc } from './requirements/ipc.js'
import { ipy } from './requirements/ipy.js'
import { iso } from './requirements/iso.js'
import { pag } from './requirements/pag.js'
import { pdt } from './requirements/pdt.js'
import { pmt } from './requirements/pmt.js'
import { prd } from './requirements/prd.js'
import { sec } from './requirements/sec.js'
import { sig } from './requirements/sig.js'
import { sto } from './requirements/sto.js'
import { txn } from './requirements/txn.js'
import { ver } from './requirements/ver.js'
import { type Version, versions } from './versions.js'

/** Where a statement comes from: the source document, the public framework or its parent, or our own decision. */
export type Basis = 'stated' | 'framework' | 'inferred'

/** How binding a statement is. A row about an optional field is `must`: the form of the field is binding when it is there. */
export type Strength = 'must' | 'should' | 'may'

export interface Requirement {
  /** Area and number, such as `AAC-REQ-010`. For ever: never renumbered, never used again. */
  readonly id: string
  /** A section of the source document, or `FACTS` with its section for what was filled in (docs/facts.md). */
  readonly place: string
  /** One sentence. */
  readonly text: string
  readonly basis: Basis
  readonly strength: Strength
  /** The versions whose base path is called to prove the row. */
  readonly versions: readonly Version[]
  /** Who has to comply. `tpp` rows judge the caller. */
  readonly actor: 'bank' | 'tpp' | 'psu-page'
  /** `['*']` stands for every operation the bank hosts. */
  readonly operations: readonly string[]
  readonly testable: boolean
  readonly whyNot?: string
  /** The row that wins over this one where the sources differ. */
  readonly conflictsWith?: string
  readonly note?: string
}

/**
 * A row as it is written, without what is the same for most rows. Where it is left out:
 *
 * - `basis`: `stated`, or `framework` where `place` is in the FACTS.
 * - `strength`: `must`. `actor`: `bank`.
 * - `operations`: all that the bank hosts. A group of `operation-groups.ts`, ids, or both together, in any order.
 * - `versions`: those that serve one of the operations.
 * - A row that cannot be tested says `whyNot`.
 */
export type LedgerRow = Pick<Requirement, 'place' | 'text' | 'whyNot' | 'conflictsWith' | 'note'> &
  Partial<Pick<Requirement, 'basis' | 'strength' | 'versions' | 'actor'>> & {
    readonly operations?: readonly (string | readonly string[])[]
  }

/** The rows of one area by id. */
export type LedgerRows<Area extends string> = Readonly<Record<`${Area}-REQ-${string}`, LedgerRow>>

/** What each area of the ledger covers. */
export const requirementAreas = {
  VER: 'versions and what each offers',
  SEC: 'transport and quotas',
  AUT: 'tokens, scopes, authorisation page',
  HDR: 'headers',
  SIG: 'message signatures',
  IDM: 'idempotency',
  ERR: 'status codes and error bodies',
  FMT: 'formats and shared objects',
  PAG: 'filters and paging',
  AAC: 'account access consents',
  ACC: 'accounts',
  BAL: 'balances',
  TXN: 'transactions',
  BEN: 'beneficiaries',
  STO: 'standing orders, reading',
  PRD: 'product sharing',
  PMT: 'rules and fields common to payments',
  DPC: 'domestic payment consents',
  DPY: 'domestic payments',
  FDC: 'future dated payment consents',
  FDX: 'cancellation consents',
  FDP: 'future dated payments',
  IPC: 'international payment consents',
  IPY: 'international payments',
  IFC: 'international future dated consents',
  IFP: 'international future dated payments',
  DSO: 'domestic standing orders',
  ISO: 'international standing orders',
  FPC: 'file payment consents and upload',
  FPY: 'file payments',
  FND: 'funds confirmation',
  PDT: 'payment details',
  EVT: 'subscriptions, notifications, polling',
} as const

const rows = {
  ...ver,
  ...sec,
  ...aut,
  ...hdr,
  ...sig,
  ...idm,
  ...err,
  ...fmt,
  ...pag,
  ...aac,
  ...acc,
  ...bal,
  ...txn,
  ...ben,
  ...sto,
  ...prd,
  ...pmt,
  ...dpc,
  ...dpy,
  ...fdc,
  ...fdx,
  ...fdp,
  ...ipc,
  ...ipy,
  ...ifc,
  ...ifp,
  ...dso,
  ...iso,
  ...fpc,
  ...fpy,
  ...fnd,
  ...pdt,
  ...evt,
} satisfies LedgerRows<string>

export type RequirementId = keyof typeof rows

/** Every row with nothing left out, in the order of the areas. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = Object.entries<LedgerRow>(
  rows,
).map(([id, row]) => expand(id as RequirementId, row))

function expand(id: RequirementId, row: LedgerRow): Requirement & { readonly id: RequirementId } {
  const { place, text, whyNot, conflictsWith, note } = row
  const named = new Set(row.operations?.flat())
  const served = row.operations ? operationIds.filter((operationId) => named.delete(operationId)) : operationIds
  return {
    id,
    place,
    text,
    basis: row.basis ?? (place.startsWith('FACTS ') ? 'framework' : 'stated'),
    strength: row.strength ?? 'must',
    versions:
      row.versions ?? versions.filter((version) => served.some((each) => operation(each).versions.includes(version))),
    actor: row.actor ?? 'bank',
    // a name that is not an operation is kept, so that a test finds it
    operations: row.operations ? [...served, ...named] : ['*'],
    testable: whyNot === undefined,
    ...(whyNot !== undefined && { whyNot }),
    ...(conflictsWith !== undefined && { conflictsWith }),
    ...(note !== undefined && { note }),
  }
}

const byId = new Map<string, Requirement>(requirements.map((row) => [row.id, row]))

/** The ledger row with this id, or `undefined`. */
export function requirement(id: RequirementId): Requirement
export function requirement(id: string): Requirement | undefined
export function requirement(id: string): Requirement | undefined {
  return byId.get(id)
}

/** True when a row is about the operation. */
export function concerns(row: Requirement, id: OperationId): boolean {
  return row.operations.includes(id) || (row.operations[0] === '*' && id !== 'notifyEvent')
}

/** True when a row is about the operation, in this version. */
export function concernsIn(row: Requirement, id: OperationId, version: Version): boolean {
  return row.versions.includes(version) && concerns(row, id)
}
