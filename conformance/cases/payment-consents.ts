/**
 * Payment consents: what the bank makes of a request.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import type { Call, Case, Expectation, Value } from './case.js'
import type { FamilyCases } from './family-cases.js'
import type { PaymentCalls } from './payment-calls.js'
import { everyRisk, unchanged } from './payment-full-request.js'
import { creditorAccount, debtorAccount, risk, without } from './payment-parts.js'

const both = ['0.0.1', '1.0.0'] as const

const amountOf = (Amount: string): Value => ({ Amount, Currency: 'BHD' })

export const paymentConsents: FamilyCases = ({
  areas,
  operations,
  rows,
  instruments,
  data,
  everyField,
  optional,
  ask,
  consentBody,
  initiation,
  paying,
  has,
}) => [
  {
    id: `${areas.consents}-001`,
    title: 'starts a payment consent in AwaitingAuthorisation, dated now',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'Source document, payment flow 1 and 2; docs/facts.md sections 8.1 and 11',
    steps: [ask()],
    expect: [
      {
        status: 201,
        proves: [
          rows.asked,
          'PMT-REQ-010',
          'PMT-REQ-080',
          'AUT-REQ-070',
          'AUT-REQ-250',
          'AUT-REQ-290',
          'PMT-REQ-740',
          'VER-REQ-170',
        ],
      },
      { present: ['Data.ConsentId'], proves: ['PMT-REQ-020', 'PMT-REQ-360'] },
      { body: { 'Data.Status': 'AwaitingAuthorisation' }, proves: ['PMT-REQ-840', 'PMT-REQ-380'] },
      { matches: 'nearDateHeader', with: { path: 'Data.CreationDateTime', minutes: 5 }, proves: 'PMT-REQ-370' },
      { matches: 'absoluteUri', with: { path: 'Links.Self' }, proves: ['PMT-REQ-030', 'AUT-REQ-620', 'FMT-REQ-140'] },
    ],
  },
  {
    id: `${areas.consents}-002`,
    title: 'repeats every field of the request and of Risk unchanged',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 8.1: consent response; sections 6 and 8.2',
    steps: [ask(consentBody(everyField, {}, everyRisk))],
    expect: [
      {
        status: 201,
        proves: [
          'DPC-REQ-130',
          'DPC-REQ-140',
          'IPC-REQ-090',
          'IPC-REQ-110',
          'IPC-REQ-120',
          'IPC-REQ-130',
          'IPC-REQ-140',
          'IPC-REQ-160',
          'IPC-REQ-170',
          'IPC-REQ-180',
          'IPC-REQ-190',
          'IPC-REQ-210',
          'FMT-REQ-490',
          'FMT-REQ-500',
          'FMT-REQ-510',
          'FMT-REQ-520',
          'FMT-REQ-530',
          'FMT-REQ-540',
          'FMT-REQ-550',
          'FMT-REQ-560',
          'FMT-REQ-570',
          'FMT-REQ-580',
          'FMT-REQ-590',
          'FMT-REQ-600',
          'FMT-REQ-620',
          'FMT-REQ-630',
          'PMT-REQ-240',
          'PMT-REQ-250',
          'PMT-REQ-270',
          'PMT-REQ-280',
          'PMT-REQ-290',
          'PMT-REQ-300',
          'PMT-REQ-310',
          'PMT-REQ-320',
          'PMT-REQ-330',
          'PMT-REQ-340',
          ...(rows.optional ?? []),
        ],
      },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: unchanged },
      { matches: 'asSent', with: { request: 0, path: 'Risk' }, proves: 'PMT-REQ-410' },
    ],
  },
  {
    id: `${areas.consents}-003`,
    title: 'accepts a request without any optional field',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md sections 6 and 8.2; adorsys/XS2A-Sandbox #13',
    steps: [
      ask({
        Data: {
          ...data,
          Initiation: without(initiation(), ...optional),
        },
        Risk: {},
      }),
    ],
    expect: [
      {
        status: 201,
        proves: [
          ...rows.instruments,
          'DPC-REQ-140',
          'DPC-REQ-110',
          'DSO-REQ-190',
          'IPC-REQ-080',
          'IPC-REQ-090',
          'PMT-REQ-220',
          rows.leftOut,
        ],
      },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: unchanged },
    ],
  },
  ...(rows.rails === undefined
    ? []
    : [railsOf(rows.rails, instruments, rows.instruments, { areas, operations, ask, consentBody })]),
  {
    id: `${areas.consents}-005`,
    title: 'accepts amounts of BHD with up to three digits of fraction',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 1: BHD',
    steps: ['1', '1.5', '1.25', '0.001'].map((each) =>
      ask(consentBody(paying(amountOf(each)))),
    ) as unknown as Case['steps'],
    expect: [0, 1, 2, 3].map((step) => ({ status: 201, step, proves: 'FMT-REQ-240' })) as unknown as Case['expect'],
  },
  {
    id: `${areas.consents}-006`,
    title: 'takes authorisation, support data and the wish for a refund account, and repeats them',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.1; section 6: Auth, Sca',
    steps: [
      ask(
        consentBody(
          {},
          {
            ReadRefundAccount: 'Yes',
            Authorisation: {
              AuthorisationType: 'Single',
              CompletionDateTime: { from: 'clock', offsetMillis: 86_400_000 },
            },
            SCASupportData: {
              RequestedSCAExemptionType: 'PartyToParty',
              AppliedAuthenticationApproach: 'SCA',
              ReferencePaymentOrderId: 'po-9',
            },
          },
        ),
      ),
      ask(
        consentBody(
          {},
          {
            ReadRefundAccount: 'No',
            Authorisation: { AuthorisationType: 'Any' },
            SCASupportData: { RequestedSCAExemptionType: '' },
          },
        ),
      ),
    ],
    expect: [
      {
        status: 201,
        step: 0,
        proves: [
          'PMT-REQ-110',
          'PMT-REQ-140',
          'PMT-REQ-150',
          'PMT-REQ-160',
          'PMT-REQ-170',
          'PMT-REQ-180',
          'PMT-REQ-200',
          'PMT-REQ-210',
        ],
      },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, step: 0, proves: unchanged },
      { status: 201, step: 1, proves: ['PMT-REQ-110', 'PMT-REQ-150', 'PMT-REQ-190'] },
    ],
  },
  {
    id: `${areas.consents}-007`,
    title:
      'takes what samples write otherwise: a long category code, a subdivision as text, the old name of the free text',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 6: Risk, Remit',
    steps: [
      ask(
        consentBody(
          has('RemittanceInformation') ? { RemittanceInformation: { Unstructured: 'Shared dinner' } } : {},
          {},
          {
            ...everyRisk,
            MerchantCategoryCode: '002345',
            DeliveryAddress: { ...everyRisk.DeliveryAddress, CountrySubDivision: 'Capital' },
          },
        ),
      ),
    ],
    expect: [
      { status: 201, proves: ['PMT-REQ-260', 'PMT-REQ-330', 'FMT-REQ-610'] },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: 'FMT-REQ-610' },
      { matches: 'asSent', with: { request: 0, path: 'Risk' }, proves: 'PMT-REQ-330' },
    ],
  },
  {
    id: `${areas.consents}-008`,
    title: 'takes the account that pays from the TPP, and repeats it',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    needs: ['payments.debtor'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [ask(consentBody({ DebtorAccount: debtorAccount }))],
    expect: [
      { status: 201, proves: ['DPC-REQ-110', 'IPC-REQ-080'] },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: unchanged },
    ],
  },
  {
    id: `${areas.consents}-009`,
    title: 'names every consent anew, and none after the identifications of the TPP',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 1: ids',
    steps: [ask(), ask()],
    expect: [
      { matches: 'valueDiffers', with: { path: 'Data.ConsentId', than: 0 }, proves: 'FMT-REQ-280' },
      { matches: 'idIsNot', with: { path: 'Data.ConsentId', request: 1 }, proves: 'FMT-REQ-300' },
    ],
  },
  {
    id: `${areas.consents}-010`,
    title: 'says what it charges in amounts of three digits, and when it pays',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.1: consent response; section 6: Charge',
    steps: [ask()],
    expect: [
      { matches: 'paymentAmounts', proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
      { matches: 'datesInOrder', proves: ['PMT-REQ-430', 'PMT-REQ-440'] },
    ],
  },
  {
    id: `${areas.consents}-011`,
    title: 'takes the creditor by an IBAN of another bank',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 14: registered beneficiary; section 1: Bahrain IBAN',
    steps: [ask(consentBody({ CreditorAccount: { ...creditorAccount, Identification: 'BH67BMAG00001299123456' } }))],
    expect: [{ status: 201, proves: ['DPC-REQ-120', 'IPC-REQ-200', 'FMT-REQ-310', 'FMT-REQ-400'] }],
  },
  {
    id: `${areas.consents}-012`,
    title: 'chooses a rail where the request names none',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8: local instrument',
    steps: [ask({ Data: { ...data, Initiation: without(initiation(), 'LocalInstrument') }, Risk: risk })],
    expect: [
      { status: 201, proves: 'PMT-REQ-780' },
      { matches: 'chargesAre', with: { type: 'BH.OBF.NRT' }, proves: 'PMT-REQ-780' },
    ],
  },
]

/** Every rail of a family is taken. */
function railsOf(
  rails: RequirementId,
  instruments: readonly Value[],
  rows: readonly RequirementId[],
  { areas, operations, ask, consentBody }: Pick<PaymentCalls, 'areas' | 'operations' | 'ask' | 'consentBody'>,
): Case {
  return {
    id: `${areas.consents}-004`,
    title: 'accepts the rails of its family',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'Source document, payment types; docs/facts.md section 8.2: LocalInstrument',
    steps: instruments.map(
      (LocalInstrument): Call => ask(consentBody({ LocalInstrument })),
    ) as unknown as Case['steps'],
    expect: instruments.map(
      (_, step): Expectation => ({ status: 201, step, proves: [rails, ...rows] }),
    ) as unknown as Case['expect'],
  }
}
