/**
 * What can be wrong with the fields of a request for the consent to a file. One row a fault.
 *
 * @module
 */
import type { ErrorCode, RequirementId } from '#standard/index.js'
import type { Value } from './case.js'
import { fileInitiation } from './file-calls.js'

export interface FieldFaultRow {
  /** The field. */
  readonly deviates: string
  readonly body: Value
  readonly codes: ErrorCode | readonly ErrorCode[]
  readonly rule: RequirementId
  readonly answer: RequirementId
}

const answers = {
  'Field.Missing': 'ERR-REQ-400',
  'Field.Unexpected': 'ERR-REQ-410',
  'Field.Invalid': 'ERR-REQ-420',
  // ERR-REQ-430 names no dates of files
  'Field.InvalidDate': 'FPC-REQ-140',
  'Unsupported.LocalInstrument': 'ERR-REQ-520',
  'Unsupported.Scheme': 'ERR-REQ-530',
  'Unsupported.AccountIdentifier': 'ERR-REQ-540',
} as const satisfies Partial<Record<ErrorCode, RequirementId>>

type Answered = keyof typeof answers

const row = (deviates: string, body: Value, code: Answered, rule: RequirementId): FieldFaultRow => ({
  deviates,
  body,
  codes: code,
  rule,
  answer: answers[code],
})

/** A field of Initiation with another value; one that is `undefined` is left out. */
function inInitiation(field: string, to: Value | undefined, code: Answered, rule: RequirementId): FieldFaultRow {
  const [name = ''] = field.split('.')
  const { [name]: _, ...rest } = fileInitiation()
  const Initiation = to === undefined ? rest : { ...rest, [name]: to }
  return row(`Data.Initiation.${field}`, { Data: { Initiation } }, code, rule)
}

export const fileFieldFaults: readonly FieldFaultRow[] = [
  inInitiation('FileContextFormat', undefined, 'Field.Missing', 'FPC-REQ-080'),
  inInitiation('FileContextFormat', 'UK.OBIE.pain.001.001.08', 'Field.Invalid', 'FPC-REQ-080'),
  inInitiation('FileHash', undefined, 'Field.Missing', 'FPC-REQ-090'),
  inInitiation('FileHash', 'abc', 'Field.Invalid', 'FPC-REQ-090'),
  inInitiation('FileReference', '', 'Field.Invalid', 'FPC-REQ-110'),
  inInitiation('FileReference', 'x'.repeat(41), 'Field.Invalid', 'FPC-REQ-110'),
  inInitiation('NumberOfTransactions', 2, 'Field.Invalid', 'FPC-REQ-120'),
  inInitiation('NumberOfTransactions', '1'.repeat(16), 'Field.Invalid', 'FPC-REQ-120'),
  inInitiation('ControlSum', '2.000', 'Field.Invalid', 'FPC-REQ-130'),
  inInitiation('RequestedExecutionDateTime', '2031-02-30T09:00:00Z', 'Field.InvalidDate', 'FPC-REQ-140'),
  inInitiation('LocalInstrument', 'BH.OBF.SWIFT', 'Unsupported.LocalInstrument', 'FPC-REQ-150'),
  inInitiation('DebtorAccount', [], 'Field.Invalid', 'FPC-REQ-160'),
  inInitiation('RemittanceInformation', 'x', 'Field.Invalid', 'FPC-REQ-170'),
  inInitiation('Colour', 'red', 'Field.Unexpected', 'ERR-REQ-410'),
  row('Risk', { Data: { Initiation: fileInitiation() }, Risk: {} }, 'Field.Unexpected', 'PMT-REQ-230'),
  inInitiation(
    'DebtorAccount.SchemeName',
    { SchemeName: 'IBAN', Identification: 'BH67BMAG00001299123456' },
    'Unsupported.Scheme',
    'FMT-REQ-350',
  ),
  inInitiation(
    'DebtorAccount.Identification',
    { SchemeName: 'BH.OBF.IBAN', Identification: 'BH67BMAG0000129912345' },
    'Unsupported.AccountIdentifier',
    'FMT-REQ-310',
  ),
  row(
    'Data.Debtor',
    { Data: { Debtor: { Name: 'D' }, Initiation: fileInitiation() } },
    'Field.Unexpected',
    'PMT-REQ-510',
  ),
  row(
    'Data.Permission',
    { Data: { Permission: 'Create', Initiation: fileInitiation() } },
    'Field.Unexpected',
    'PMT-REQ-100',
  ),
  row(
    'Data.ReadRefundAccount',
    { Data: { ReadRefundAccount: 'Yes', Initiation: fileInitiation() } },
    'Field.Unexpected',
    'PMT-REQ-120',
  ),
  row('Data.Initiation', { Data: {} }, 'Field.Missing', 'PMT-REQ-130'),
]
