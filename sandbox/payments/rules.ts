/**
 * What the bank decides about payments, as named rules that a fault may replace. Sources are with each.
 *
 * @module
 */
import { getCountrySpecifications } from 'ibantools'
import { isIban, type PaymentFamily, type PaymentRequest } from '#standard/index.js'
import type { CancellationConsent, PaymentConsent } from '../consents/consent.js'
import { exchangeRules } from '../exchange/rates.js'
import type { DebitRefusal } from './books.js'
import { differences } from './differences.js'
import { type AgreedRateProblem, agreedRateProblems, carries } from './fields-abroad.js'
import { type FileDescription, type FileDifference, type FileFacts, fileDifferences } from './files/description.js'
import { isWaiting, type PaymentRecord } from './payment.js'
import type { PaymentSettings } from './settings.js'

/** How an account is named in a request, without the prefix of the version. */
export interface Identified {
  readonly scheme: 'IBAN' | 'PAN' | 'BBAN'
  readonly identification: string
}

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a family takes a currency (PMT-REQ-760). */
    takesCurrency(family: PaymentFamily, currency: string): boolean
    /** Whether a rail goes to the countries of a payment, in its currency (decision 0113). */
    carries(rail: string, to: { readonly countries: readonly string[]; readonly currency: string | undefined }): boolean
    /** What is wrong with the parts of a rate, by its type (IPC-REQ-250, IPC-REQ-270, IPC-REQ-280). */
    agreedRateProblems(asked: object): readonly AgreedRateProblem[]
    /** Whether so much may be paid, in minor units (PMT-REQ-770). */
    takesAmount(minor: number): boolean
    /** Whether an identifier is one of its scheme (ERR-REQ-540). */
    takesIdentifier(account: Identified, settings: PaymentSettings): boolean
    /** Whether a payment may be asked for at an instant (FDC-REQ-080). */
    takesExecution(requestedAt: number, now: number): boolean
    /** Whether a bill needs its number (DPC-REQ-150). */
    needsBillNumber(rail: string): boolean
    /** Whether the user of a request is the user of the consent (AUT, user token). */
    isUserOf(consent: Pick<PaymentConsent | CancellationConsent, 'userId'>, userId: string | undefined): boolean
    /** Whether the token of one consent may submit the consent that the body names (PMT-REQ-700). */
    isConsentOfToken(ofToken: string, inBody: string): boolean
    /** Whether a payment may be made under a consent (ERR-REQ-470, PMT-REQ-690). */
    canSubmit(consent: PaymentConsent): boolean
    /** Where a submission differs from its consent (PMT-REQ-670, PMT-REQ-680). */
    submissionDifferences(consent: PaymentConsent, submitted: PaymentRequest): readonly string[]
    /** Whether a consent is used up by its payment (PMT-REQ-860). */
    usesUp(consent: PaymentConsent): boolean
    /** The charges that a funds check counts (FND-REQ-130). */
    chargesTested<Charges>(charges: readonly Charges[]): readonly Charges[]
    /** Whether a funds check says yes, given why the debit would be refused (FND-REQ-140). */
    confirmsFunds(refused: DebitRefusal | undefined): boolean
    /** Whether a TPP may see a payment and cancel it (ERR-REQ-560, FDX-REQ-160). */
    isPaymentOf(payment: PaymentRecord, tppId: string): boolean
    /** Whether the answer says where money can be sent back to (PMT-REQ-620). */
    showsRefund(payment: PaymentRecord): boolean
    /** Whether a payment can still be cancelled as far as its state goes (FDP-REQ-130). */
    isCancellable(payment: PaymentRecord): boolean
    /** Whether it is early enough for a cancellation (FDX-REQ-170). */
    isInTimeToCancel(payment: PaymentRecord, now: number, settings: PaymentSettings): boolean
    /** Whether a cancellation may be carried out under a consent (FDP-REQ-120). */
    canCancelWith(consent: CancellationConsent): boolean
    /** Whether a cancellation consent is one of the payment (FDP-REQ-140). */
    isCancellationOf(consent: CancellationConsent, paymentId: string): boolean
    /** The state that a new consent begins in, given that of its kind (FPC-REQ-260). */
    firstStatus(status: PaymentConsent['status']): PaymentConsent['status']
    /** Whether a file may be uploaded to a consent (FPC-REQ-250). */
    takesFile(consent: PaymentConsent): boolean
    /** Where a file differs from what its consent says of it (FPC-REQ-200 to 220). */
    fileDifferences(said: FileDescription, facts: FileFacts): readonly FileDifference[]
    /** Whether a file that is refused turns its consent into Rejected (FPC-REQ-230). */
    rejectsWithFile(): boolean
  }
}

const hourMillis = 3_600_000

export const paymentRules = {
  takesCurrency: ({ currency }: PaymentFamily, asked: string) =>
    currency === undefined ? exchangeRules.exchanges(asked) : asked === currency,
  carries,
  agreedRateProblems,
  takesAmount: (minor: number) => minor > 0,
  takesIdentifier,
  takesExecution: (requestedAt: number, now: number) => requestedAt > now,
  needsBillNumber: (rail: string) => rail === 'BIL',
  isUserOf: ({ userId }: Pick<PaymentConsent, 'userId'>, asking: string | undefined) => userId === asking,
  isConsentOfToken: (ofToken: string, inBody: string) => ofToken === inBody,
  canSubmit: ({ status }: PaymentConsent) => status === 'Authorised',
  submissionDifferences: ({ request }: PaymentConsent, { Data, Risk }: PaymentRequest) => [
    ...differences(request.Data.Initiation, Data.Initiation, 'Data.Initiation'),
    ...differences(request.Risk, Risk, 'Risk'),
  ],
  usesUp: () => true,
  chargesTested: <Charges>(charges: readonly Charges[]) => charges,
  confirmsFunds: (refused: DebitRefusal | undefined) => refused === undefined,
  isPaymentOf: (payment: PaymentRecord, tppId: string) => payment.tppId === tppId,
  showsRefund: ({ asksRefund }: PaymentRecord) => asksRefund,
  isCancellable: isWaiting,
  isInTimeToCancel: (payment: PaymentRecord, now: number, { cancellationHours }: PaymentSettings) =>
    now <= payment.expectedExecutionAt - cancellationHours * hourMillis,
  canCancelWith: ({ status }: CancellationConsent) => status === 'Authorised',
  isCancellationOf: (consent: CancellationConsent, paymentId: string) => consent.paymentId === paymentId,
  firstStatus: (status: PaymentConsent['status']) => status,
  takesFile: ({ status }: PaymentConsent) => status === 'AwaitingUpload',
  fileDifferences,
  rejectsWithFile: () => true,
}

const shapes: Readonly<Record<Identified['scheme'], RegExp>> = {
  IBAN: /^(BH\d{2}[A-Z]{4}[A-Z0-9]{14}|(?!BH)[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/,
  PAN: /^\d{12,19}$/,
  BBAN: /^[A-Z0-9]{1,30}$/,
}

/** How long the IBANs of each country are. */
const ibanLengths = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars, IBANRegistry }]) =>
    chars && IBANRegistry ? [[country, chars] as const] : [],
  ),
)

/** The shape of its scheme; of an IBAN the length of its country, and the check digits too, unless the bank does not look at them. */
function takesIdentifier({ scheme, identification }: Identified, { ibanChecksum }: PaymentSettings): boolean {
  if (!shapes[scheme].test(identification)) return false
  if (scheme !== 'IBAN') return true
  return ibanChecksum ? isIban(identification) : ibanLengths.get(identification.slice(0, 2)) === identification.length
}
