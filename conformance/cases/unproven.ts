/**
 * What no case and no wire check tries yet, and why: rows of the ledger, or some operations of a row. What is tried may not
 * stand here.
 *
 * @module
 */
import {
  type FamilyOperations,
  type OperationId,
  operation,
  type PaymentFamily,
  paymentFamily,
  type RequirementId,
} from '#standard/index.js'
import { judgedFamilyIds } from './families.js'

export interface Unproven {
  readonly rows: readonly RequirementId[]
  /** Default: all that the rows speak of. */
  readonly operations?: readonly OperationId[]
  /** All that the rows speak of but these. */
  readonly except?: readonly OperationId[]
  readonly why: string
}

/** The steps of the families of payments that are judged. */
const stepsOf = (...steps: readonly (keyof FamilyOperations)[]): readonly OperationId[] =>
  judgedFamilyIds.flatMap((id) => {
    const { operations }: PaymentFamily = paymentFamily(id)
    return steps.flatMap((step) => operations[step] ?? [])
  })

const consentPosts = stepsOf('createConsent')
const submissions = stepsOf('create')

const eventOperations = [
  'createEventSubscription',
  'getEventSubscriptions',
  'replaceEventSubscription',
  'deleteEventSubscription',
  'pollEvents',
] as const

const ofEvents: readonly Unproven[] = [
  { rows: ['SEC-REQ-040'], why: 'stands below HTTP; the receiver of the suite has no certificate' },
  { rows: ['EVT-REQ-350', 'EVT-REQ-360'], why: 'happens at the bank, where the suite has no lever' },
  { rows: ['EVT-REQ-440'], why: 'says what a bank may do: a bank keeps to it whatever it does' },
  { rows: ['EVT-REQ-720'], why: 'needs more than a hundred events that nobody takes in' },
  { rows: ['EVT-REQ-730'], why: 'a poll that is held to its end would hold the run for half a minute' },
  {
    rows: ['VER-REQ-130'],
    operations: ['replaceEventSubscription', 'deleteEventSubscription'],
    why: 'there is no subscription in 0.0.1 to name: that none can be made or listed is tried',
  },
  {
    rows: ['IDM-REQ-130', 'IDM-REQ-140'],
    operations: ['createEventSubscription', 'pollEvents'],
    why: 'keys are passed over alike by every operation that takes none; tried with consents to read accounts',
  },
  {
    rows: [
      'SIG-REQ-010',
      'SIG-REQ-020',
      'SIG-REQ-040',
      'SIG-REQ-080',
      'SIG-REQ-090',
      'SIG-REQ-100',
      'SIG-REQ-110',
      'SIG-REQ-120',
      'SIG-REQ-130',
      'SIG-REQ-140',
      'SIG-REQ-150',
      'SIG-REQ-160',
      'SIG-REQ-170',
      'SIG-REQ-190',
      'SIG-REQ-200',
      'SIG-REQ-210',
      'SIG-REQ-220',
      'SIG-REQ-230',
    ],
    operations: ['createEventSubscription', 'replaceEventSubscription'],
    why: 'signatures of requests are judged alike for every operation that takes them; tried with payments',
  },
]

const fileOperations = Object.values(paymentFamily('file-payment').operations)

/** File payments: what cannot be tried of them, or is tried on another of their operations. */
const ofFiles: readonly Unproven[] = [
  {
    rows: ['VER-REQ-230'],
    operations: fileOperations,
    why: 'a bank that offers the family does not show it, and one that does not has no such operation',
  },
  {
    rows: ['PMT-REQ-080'],
    operations: ['createFilePaymentConsent', 'createFilePayment'],
    why: 'says what a bank may do',
  },
  { rows: ['FPY-REQ-070'], why: 'says what a bank may do' },
  {
    rows: ['HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260', 'SIG-REQ-120', 'SIG-REQ-130'],
    operations: ['createFilePayment'],
    why: 'an approval of a file is not spent on it; tried on the consent and the upload',
  },
  { rows: ['AUT-REQ-350'], operations: ['createFilePayment'], why: 'needs a consent that ends after it was approved' },
  {
    rows: ['IDM-REQ-050'],
    operations: ['createFilePaymentConsent', 'createFilePayment', 'uploadFilePaymentFile'],
    why: 'a key counts as long for every family; tried where domestic consents are created',
  },
  {
    rows: ['IDM-REQ-120'],
    operations: ['createFilePayment', 'uploadFilePaymentFile'],
    why: 'no other TPP can send the same; tried where consents are created',
  },
  {
    rows: ['ERR-REQ-480'],
    operations: ['createFilePaymentConsent', 'createFilePayment'],
    why: 'seen only as the bank reaches the cut-off of a day; tried where payments are made at once',
  },
  {
    rows: ['FMT-REQ-010', 'FMT-REQ-150', 'FMT-REQ-180'],
    operations: ['uploadFilePaymentFile', 'getFilePaymentFile', 'getFilePaymentReportFile'],
    why: 'the answer has no JSON',
  },
  {
    rows: ['FMT-REQ-240', 'FMT-REQ-250', 'PMT-REQ-770'],
    operations: ['createFilePaymentConsent'],
    why: 'amounts stand in the file and not in the request',
  },
  {
    rows: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'],
    operations: ['createFilePaymentConsent'],
    why: 'what a file costs is known once it is uploaded; tried on the consent that is read then',
  },
  {
    rows: ['FMT-REQ-300'],
    operations: ['createFilePaymentConsent', 'createFilePayment'],
    why: 'a request about a file has no identifications of a payment',
  },
  {
    rows: ['FMT-REQ-310'],
    operations: ['getFilePaymentConsent', 'createFilePayment', 'getFilePayment'],
    why: 'the IBAN is repeated as it was sent; that another is refused is tried where consents are created',
  },
  { rows: ['FMT-REQ-280'], operations: ['createFilePayment'], why: 'an approval is good for one payment' },
  { rows: ['FPY-REQ-060'], operations: ['createFilePayment'], why: 'tried on the payment that is read afterwards' },
]

export const unproven: readonly Unproven[] = [
  ...ofEvents,
  ...ofFiles,
  {
    rows: ['AUT-REQ-710'],
    except: ['getAccountAccessConsent', 'getAccounts'],
    why: 'the status of a consent does not depend on the read that its token was shown to; tried with the account list',
  },
  {
    rows: [
      'AAC-REQ-540',
      'ACC-REQ-180',
      'ACC-REQ-320',
      'ACC-REQ-500',
      'ACC-REQ-520',
      'AUT-REQ-430',
      'AUT-REQ-590',
      'FMT-REQ-160',
      'FMT-REQ-170',
      'PAG-REQ-030',
      'PAG-REQ-150',
      'PRD-REQ-110',
      'PRD-REQ-120',
      'PRD-REQ-130',
      'SIG-REQ-240',
      'VER-REQ-350',
    ],
    why: 'says what a bank may do: a bank keeps to it whatever it does',
  },
  { rows: ['AAC-REQ-620'], why: 'happens at the bank, where the suite has no lever' },
  {
    rows: ['ACC-REQ-100', 'ACC-REQ-110'],
    why: 'a form seen in a sample; null, a string and the Links object are all accepted',
  },
  { rows: ['ACC-REQ-540'], why: 'needs a PSU with a Disabled account, whom a profile does not name' },
  {
    rows: ['AUT-REQ-110', 'AUT-REQ-140'],
    why: 'stands on the pages of the bank; the transcript has the way through them and not what they say',
  },
  {
    rows: ['AUT-REQ-370'],
    why: 'the suite authenticates with client_secret_basic; private_key_jwt and tls_client_auth need keys of the TPP',
  },
  {
    rows: ['AUT-REQ-380'],
    why: 'the suite authenticates with client_secret_basic and makes no client assertion yet',
  },
  {
    rows: ['AUT-REQ-490'],
    why: 'stands in a claim of the ID token that has no published name',
  },
  {
    rows: ['AUT-REQ-510', 'AUT-REQ-520'],
    why: 'the suite starts its journeys with plain parameters; it signs no request object yet',
  },
  { rows: ['AUT-REQ-720'], why: 'seen only where a scenario of the bank demands that the PSU authenticate again' },
  { rows: ['ERR-REQ-130'], why: 'at odds with HDR-REQ-290, which wants 415: both 415 and 400 are accepted' },
  { rows: ['VER-REQ-330'], why: 'names operations of later parts as well; those that exist are called by the cases' },
  {
    rows: ['VER-REQ-010', 'VER-REQ-020', 'VER-REQ-030'],
    except: ['createAccountAccessConsent'],
    why: 'a profile names one base for all operations of a version; every case calls its operation under it',
  },
  {
    rows: ['VER-REQ-240'],
    except: ['getAccounts', ...consentPosts, ...submissions],
    why: 'the shapes of the versions differ in scheme names alone, which the schema of each version holds (VER-REQ-180)',
  },
  {
    rows: ['VER-REQ-270'],
    except: ['getAccount'],
    why: 'speaks of paths that are no operation: those below accounts and beside them are tried once',
  },
  {
    rows: ['ERR-REQ-040'],
    except: ['getAccounts'],
    why: 'speaks of paths that are no operation; for an id that does not exist the document has 400',
  },
  {
    rows: ['SEC-REQ-010', 'SEC-REQ-020'],
    why: 'stands below HTTP; the transcript has no handshake, and a bank on loopback has none',
  },
  { rows: ['SEC-REQ-060'], why: 'a default, which a bank may set otherwise' },
  {
    rows: ['SEC-REQ-050', 'ERR-REQ-080', 'ERR-REQ-140'],
    except: ['getAccountAccessConsent'],
    why: 'the quota counts all calls of a TPP; using it up once is enough, and all that a bank should be burdened with',
  },
  {
    rows: ['ERR-REQ-030', 'ERR-REQ-570'],
    operations: ['getSharingProductDetails', ...eventOperations],
    why: 'takes a token of either scope, and asks no PSU',
  },
  {
    rows: ['ERR-REQ-070'],
    operations: ['createAccountAccessConsent'],
    why: 'may answer 400 as well, which HDR-REQ-290 says and the description of the operation does not',
  },
  {
    rows: ['ERR-REQ-070'],
    except: [
      'createAccountAccessConsent',
      'patchAccountAccessConsent',
      ...stepsOf('createConsent', 'create', 'createCancellationConsent', 'cancel'),
      'createEventSubscription',
      'replaceEventSubscription',
      'pollEvents',
      'createFilePaymentConsent',
      'createFilePayment',
      'uploadFilePaymentFile',
    ],
    why: 'the request has no body',
  },
  {
    rows: ['ERR-REQ-640'],
    except: [
      'createAccountAccessConsent',
      'getAccountAccessConsent',
      'patchAccountAccessConsent',
      'getAccounts',
      'getAccount',
      ...stepsOf('createConsent', 'getConsent', 'confirmFunds', 'create', 'get', 'getDetails'),
      ...stepsOf('createCancellationConsent', 'getCancellationConsent', 'cancel'),
      ...eventOperations,
      ...fileOperations.filter((id) => id !== 'uploadFilePaymentFile'),
    ],
    why: 'one order for all operations; its pairs are tried where a request can have both faults',
  },
  {
    rows: ['FMT-REQ-010', 'FMT-REQ-150', 'FMT-REQ-180'],
    operations: ['deleteAccountAccessConsent', 'deleteEventSubscription'],
    why: 'the answer has no body',
  },
  {
    rows: [
      'ACC-REQ-220',
      'ACC-REQ-230',
      'ACC-REQ-240',
      'ACC-REQ-250',
      'ACC-REQ-310',
      'ACC-REQ-510',
      'FMT-REQ-310',
      'AAC-REQ-720',
    ],
    operations: ['getAccount'],
    why: 'tried on every account of the list; ACC-004 holds the account on its own to be the one of the list',
  },
  {
    rows: ['AAC-REQ-720'],
    operations: ['getAccountTransactions', 'getBeneficiaries', 'getStandingOrders'],
    why: 'tried on the other read of the same rows; the cases 003 hold the two to be alike',
  },
  {
    rows: ['AAC-REQ-720'],
    operations: ['getAccountBalances', 'getBalances'],
    why: 'there is no permission for details of balances',
  },
  {
    rows: ['FMT-REQ-400'],
    except: consentPosts,
    why: 'the account of the other side may be at a bank of any country, in any form',
  },
  {
    rows: ['FMT-REQ-420'],
    except: ['createDomesticPaymentConsent'],
    why: 'an optional member that the schema of accounts passes over in 0.0.1',
  },
  {
    rows: ['FMT-REQ-640'],
    why: 'needs an account without rows of the kind, which a profile does not name',
  },
  {
    rows: ['PAG-REQ-090', 'PAG-REQ-100', 'PAG-REQ-110', 'PAG-REQ-140', 'PAG-REQ-170', 'PAG-REQ-180'],
    operations: ['getAccounts'],
    why: 'Links of the account list may be null or a plain string: there is nothing to follow',
  },
  {
    rows: ['PAG-REQ-140'],
    operations: ['getBalances', 'getBeneficiaries', 'getStandingOrders'],
    why: 'takes no filter',
  },
  {
    rows: ['PAG-REQ-170', 'PAG-REQ-180'],
    operations: ['getBalances', 'getBeneficiaries', 'getStandingOrders'],
    why: 'seen only in a list of more than 25 rows, which few PSUs have; transactions are read page by page',
  },
  {
    rows: ['AAC-REQ-160'],
    except: ['createAccountAccessConsent'],
    why: 'that there is no end cannot be seen; that the answer names none is tried',
  },
  {
    rows: ['AAC-REQ-260'],
    operations: ['getAccountAccessConsent'],
    why: 'tried where the consent is created; later reads are held to be the same',
  },
  {
    rows: ['AUT-REQ-150', 'AUT-REQ-220', 'ERR-REQ-490', 'FMT-REQ-330', 'PMT-REQ-830', 'DPC-REQ-170'],
    why: 'says what a bank or a PSU may do: a bank keeps to it whatever it does',
  },
  { rows: ['FND-REQ-040', 'FND-REQ-050'], why: 'says what a TPP may leave out, or a bank offer' },
  {
    rows: ['AUT-REQ-210'],
    except: ['createDomesticPaymentConsent'],
    why: 'the profile says which header takes the user token; that of 0.0.1 is tried where a payment is asked for',
  },
  {
    rows: ['AUT-REQ-350'],
    operations: stepsOf('confirmFunds', 'create'),
    why: 'needs a payment consent that ends after it was approved, which only its payment does',
  },
  {
    rows: ['IDM-REQ-020'],
    why: 'HTTP takes the blanks around a header value off before a bank sees it (RFC 9110 section 5.5)',
  },
  {
    rows: ['IDM-REQ-050'],
    operations: ['createDomesticPayment'],
    why: 'the token of a payment does not live as long as a key counts; tried where consents are created',
  },
  {
    rows: ['IDM-REQ-120'],
    operations: [
      'createDomesticFutureDatedPayment',
      'createDomesticFutureDatedPaymentCancellationConsent',
      'createDomesticStandingOrder',
      'createInternationalPayment',
      'createInternationalFutureDatedPayment',
      'createInternationalStandingOrder',
    ],
    why: 'no other TPP can submit the same payment, or cancel it; tried where consents are created',
  },
  {
    rows: ['FMT-REQ-310'],
    operations: stepsOf('getConsent', 'create', 'get'),
    why: 'the IBAN is repeated as it was sent; that another is refused is tried where consents are created',
  },
  {
    rows: ['DPY-REQ-040'],
    operations: ['createDomesticPayment'],
    why: 'tried on the payment that is read afterwards',
  },
  {
    rows: ['PMT-REQ-930', 'PMT-REQ-940'],
    operations: [
      'createDomesticFutureDatedPayment',
      'createDomesticStandingOrder',
      'createInternationalFutureDatedPayment',
      'createInternationalStandingOrder',
    ],
    why: 'tried on the payment that is read afterwards',
  },
  {
    rows: ['ERR-REQ-480'],
    operations: [
      'createDomesticFutureDatedPaymentConsent',
      'createDomesticFutureDatedPayment',
      'createDomesticStandingOrderConsent',
      'createDomesticStandingOrder',
      'createInternationalPaymentConsent',
      'createInternationalPayment',
      'createInternationalFutureDatedPaymentConsent',
      'createInternationalFutureDatedPayment',
      'createInternationalStandingOrderConsent',
      'createInternationalStandingOrder',
    ],
    why: 'seen only as the bank reaches the cut-off of a day; tried where payments are made at once',
  },
  {
    rows: ['IDM-REQ-050'],
    operations: [
      'createDomesticFutureDatedPaymentConsent',
      'createDomesticFutureDatedPayment',
      'createDomesticFutureDatedPaymentCancellationConsent',
      'createDomesticStandingOrderConsent',
      'createDomesticStandingOrder',
      'createInternationalPaymentConsent',
      'createInternationalPayment',
      'createInternationalFutureDatedPaymentConsent',
      'createInternationalFutureDatedPayment',
      'createInternationalStandingOrderConsent',
      'createInternationalStandingOrder',
    ],
    why: 'a key counts as long for every family; tried where domestic consents are created',
  },
  {
    rows: ['VER-REQ-230'],
    operations: stepsOf('createConsent', 'getConsent', 'confirmFunds', 'create', 'get', 'getDetails').filter(
      (id) => operation(id).extended,
    ),
    why: 'holds of a bank that does not offer the family, whose operations a plan leaves out',
  },
  {
    rows: ['DSO-REQ-130'],
    operations: ['createDomesticStandingOrderConsent', 'createInternationalStandingOrderConsent'],
    why: 'says what a bank may do: a bank keeps to it whatever it does',
  },
  {
    rows: ['PMT-REQ-940'],
    operations: ['getDomesticStandingOrder', 'getInternationalStandingOrder'],
    why: 'a standing order has no cancellation that a TPP can ask for',
  },
  {
    rows: ['PMT-REQ-940'],
    operations: ['getInternationalFutureDatedPayment'],
    why: 'no lever lets an order of the family fail, and it has no cancellation; tried where payments are cancelled',
  },
  {
    rows: ['FND-REQ-130'],
    operations: [
      'getInternationalPaymentConsentFundsConfirmation',
      'getInternationalFutureDatedPaymentConsentFundsConfirmation',
    ],
    why: 'what an account has is known in its own currency; that charges count is tried where all is paid in one',
  },
]
