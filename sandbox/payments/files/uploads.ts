/**
 * The upload of a file to its consent, and its download. FACTS 8.5; decision 0131.
 *
 * A file that is refused turns its consent into Rejected. One that is taken is stored first, a part at a time; then the
 * consent learns of it, in one transaction with its next state: of two files, one is first.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import {
  type FileInitiation,
  type FileMediaType,
  fileMediaTypes,
  localInstruments,
  type PainVersion,
  painVersionOf,
} from '#standard/index.js'
import { dueJobs } from '../../clock/due-work.js'
import {
  asOf,
  type ConsentCharge,
  consentRecords,
  isPaymentConsent,
  move,
  type PaymentConsent,
} from '../../consents/consent.js'
import type { UploadedFile } from '../../consents/uploaded-file.js'
import { success } from '../../http/answer.js'
import { badRequest, problem, problemsLeftOut, type Reason, refusal } from '../../http/api-error.js'
import { onConsentOfPath } from '../../http/consent-of-path.js'
import { type Exchange, fileOf, type OperationHandler } from '../../http/exchange.js'
import { answerOnce } from '../../http/idempotency.js'
import type { ProblemName } from '../../http/refusals/conditions.js'
import { acceptedOf } from '../../http/request-headers.js'
import type { SentFile } from '../../http/sent-file.js'
import type { Transaction } from '../../store/store.js'
import type { Tenant } from '../../tenants/tenant.js'
import { plansOf } from '../rails.js'
import { acceptedItems } from './accepted-order.js'
import { descriptionOf } from './description.js'
import type { Mistake, Mistakes } from './mistake.js'
import { readOrder } from './read-order.js'
import { type FileItem, fileIdOf, forgetJobId, keepFile, storedBytes } from './stored-files.js'
import { Turns } from './turns.js'

const conditionOf = {
  unreadable: 'fileUnreadable',
  missing: 'fileElementMissing',
  unexpected: 'fileElementUnexpected',
  invalid: 'fileElementInvalid',
  date: 'fileDateInvalid',
  currency: 'fileCurrencyUnsupported',
  identifier: 'fileIdentifierUnsupported',
  instrument: 'fileInstrumentUnsupported',
} as const satisfies Readonly<Record<Mistake['kind'], ProblemName>>

const reasonsOf = ({ listed, more }: Mistakes): Reason[] => [
  ...listed.map(({ kind, path, expected, received }) => problem(conditionOf[kind], { path, expected, received })),
  ...(more > 0 ? [problemsLeftOut(more)] : []),
]

/** A file that the bank takes. */
interface Taken {
  readonly items: readonly FileItem[]
  readonly file: Omit<UploadedFile, 'parts' | 'blocks'>
  /** Until when its payment has to be submitted: the end of the first day that it asks for. */
  readonly submitBy: number
  readonly expectedExecutionAt: number
  readonly charges: readonly ConsentCharge[]
}

/** Reads a file and compares it with its consent. */
async function check(
  { rules, paymentSettings: settings, clock }: Tenant,
  { consentId, request }: PaymentConsent,
  { bytes, digest, mediaType = fileMediaTypes[0] }: SentFile,
): Promise<{ readonly problems: readonly Reason[] } | Taken> {
  const now = clock.now()
  const turns = new Turns()
  const initiation = request.Data.Initiation as unknown as FileInitiation
  const description = descriptionOf(initiation)
  const order = await readOrder(bytes, painVersionOf(initiation.FileContextFormat) as PainVersion, turns)
  const { header, batches, totals, mistakes } = order
  const items = header ? await acceptedItems(order, { rules, settings, now, description }, turns) : []
  const facts = { digest, batches, items, ...(header && { totals }) }
  const problems = [
    ...rules.fileDifferences(description, facts).map((each) => problem('fileDiffers', each)),
    ...reasonsOf(mistakes),
  ]
  if (problems.length > 0 || !header) return { problems }
  const [debtorIban] = batches.flatMap(({ debtor }) => debtor.iban ?? [])
  const file = {
    fileId: fileIdOf(consentId, digest),
    mediaType,
    messageId: header.messageId,
    ...(header.initiator !== undefined && { initiator: header.initiator }),
    count: items.length,
    amountMinor: items.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    currency: 'BHD',
    ...(debtorIban !== undefined && { debtorIban }),
    first: items.slice(0, 3).map(({ creditor, amountMinor }) => ({ ...creditor, amountMinor })),
  }
  const firstAt = Math.min(...batches.map(({ requestedAt = now }) => requestedAt))
  const planOf = plansOf(now, settings)
  return {
    items,
    file,
    submitBy:
      firstAt > now && firstAt !== startOfBankDay(bankDayOf(firstAt))
        ? firstAt
        : startOfBankDay(bankDayOf(firstAt) + 1),
    expectedExecutionAt: items.reduce(
      (first, item) => Math.min(first, planOf(item).executionAt),
      Number.POSITIVE_INFINITY,
    ),
    charges: chargesOfItems(items),
  }
}

/** What all payments of a file cost together, a line for each rail. */
function chargesOfItems(items: readonly FileItem[]): readonly ConsentCharge[] {
  const sums = new Map<FileItem['rail'], number>()
  for (const { rail, chargeMinor } of items) sums.set(rail, (sums.get(rail) ?? 0) + chargeMinor)
  return [...sums].flatMap(([rail, minor]) =>
    minor === 0
      ? []
      : [{ chargeBearer: 'BorneByDebtor', type: localInstruments['1.0.0'][rail], minor, currency: 'BHD' }],
  )
}

/** The consent of the path as it is now. @throws {ApiError} 400 unless it waits for its file */
async function waitingConsent(
  transaction: Transaction,
  { rules, clock }: Tenant,
  consentId: string,
): Promise<PaymentConsent> {
  const stored = await transaction.get(consentRecords, consentId)
  const consent = isPaymentConsent(stored) ? asOf(stored, clock.now()) : undefined
  if (!consent || !rules.takesFile(consent)) {
    throw refusal('consentNotAwaitingUpload', { status: consent?.status ?? 'deleted' })
  }
  return consent
}

/** Turns the consent of a file that was refused into Rejected, unless another file was first. */
async function reject({ store, clock, rules, ...rest }: Tenant, consentId: string): Promise<void> {
  await store.transact(
    async (transaction) => {
      const consent = await waitingConsent(transaction, { store, clock, rules, ...rest }, consentId)
      if (!rules.rejectsWithFile()) return
      transaction.put(consentRecords, consentId, move(consent, 'Rejected', clock.now()))
    },
    { on: `consent ${consentId}` },
  )
}

async function upload(exchange: Exchange) {
  const { tenant } = exchange
  const { consentId, ...facts } = exchange.resource as PaymentConsent
  const sent = fileOf(exchange)
  const checked = await check(tenant, { consentId, ...facts }, sent)
  if ('problems' in checked) {
    await reject(tenant, consentId)
    throw badRequest(checked.problems)
  }
  const { items, file, submitBy, ...known } = checked
  const now = tenant.clock.now()
  const stored = await keepFile(tenant.store, { consentId, fileId: file.fileId, now }, sent.bytes, items)
  return answerOnce(exchange, [`consent ${consentId}`], async (transaction) => {
    const consent = await waitingConsent(transaction, tenant, consentId)
    const until = Math.min(submitBy, consent.submitBy ?? submitBy)
    const approveBy = Math.min(until, consent.approveBy ?? until)
    const uploaded: PaymentConsent = { ...consent, ...known, submitBy: until, approveBy, file: { ...file, ...stored } }
    transaction.put(consentRecords, consentId, move(uploaded, 'AwaitingAuthorisation', tenant.clock.now()))
    transaction.delete(dueJobs, forgetJobId(file.fileId))
    return success(200)
  })
}

/** What is answered to `Accept`: the type with which the file came, where that is taken. */
export const mediaTypeFor = ({ request }: Exchange, first: FileMediaType): FileMediaType =>
  acceptedOf(request.headers, [first, ...fileMediaTypes.filter((type) => type !== first)]) ?? first

export function uploadHandlers() {
  const shared = onConsentOfPath(({ kind }) => kind === 'file-payment')
  return {
    uploadFile: {
      ...shared,
      checkState: ({ tenant, resource }) => {
        const consent = resource as PaymentConsent
        if (!tenant.rules.takesFile(consent)) throw refusal('consentNotAwaitingUpload', { status: consent.status })
      },
      handle: upload,
    },

    getFile: {
      ...shared,
      handle: async (exchange) => {
        const { file, status } = exchange.resource as PaymentConsent
        if (!file) throw refusal('fileNotThere', { status })
        const body = await storedBytes(exchange.tenant.store, file)
        return { status: 200, headers: { 'content-type': mediaTypeFor(exchange, file.mediaType) }, body }
      },
    },
  } satisfies Readonly<Record<string, OperationHandler>>
}
