/**
 * Bodies about payments that are refused: the fields of each operation, and what no field has alone.
 *
 * @module
 */
import { givenConsentId } from './calls.js'
import type { Value } from './case.js'
import type { FamilyCases } from './family-cases.js'
import { orderGroups } from './order-fields.js'
import type { PaymentCalls } from './payment-calls.js'
import { addressFields, transferFields } from './payment-fields.js'
import {
  amountsOf,
  consentFields,
  executionFields,
  executionOfConsents,
  instrumentsOf,
  submissionFields,
} from './payment-message-fields.js'
import { creditorAccount, ibanScheme, type Members, risk, without } from './payment-parts.js'
import { refusedFields, type TriedBody, withField } from './payment-refusals.js'

/** Objects that faults are put into. Nobody is paid at the account that pays (decision 0148): it is no account of a profile. */
const objects = {
  DebtorAccount: { SchemeName: ibanScheme, Identification: 'BH15DEMO00010020030040' },
  RemittanceInformation: { Reference: 'INV-77' },
} as const satisfies Readonly<Record<string, Value>>

const delivered = { ...risk, DeliveryAddress: { TownName: 'Manama', Country: 'BH' } }

/** The bodies that are tried, each with every object that a fault is put into. */
function triedBodies({ operations, given, has, address, everyField, consentBody, initiation }: PaymentCalls) {
  const known = Object.entries(objects).filter(([name]) => name === 'DebtorAccount' || has(name) || name in everyField)
  const found: Members = Object.fromEntries(known)
  const members = address === undefined ? found : (withField(found, address, { TownName: 'Manama' }) as Members)
  const consent: TriedBody = {
    operation: operations.createConsent,
    given: 'nothing',
    body: consentBody(members, {}, delivered),
  }
  const options = {
    Authorisation: { AuthorisationType: 'Single' },
    SCASupportData: { AppliedAuthenticationApproach: 'SCA' },
  }
  const withOptions: TriedBody = { ...consent, body: consentBody(members, options, delivered) }
  const submission: TriedBody = {
    operation: operations.create,
    given: given.approved,
    body: { Data: { ConsentId: givenConsentId, Initiation: initiation(members) }, Risk: delivered },
  }
  return { consent, withOptions, submission }
}

const both = ['0.0.1', '1.0.0'] as const

/** The groups that are tried in consents and in submissions alike, by the number of their cases. */
const groups = [
  ['020', transferFields.shape],
  ['021', transferFields.identifications],
  ['022', transferFields.amounts],
  ['023', transferFields.creditor],
  ['024', transferFields.debtor],
  ['025', transferFields.schemes],
  ['027', transferFields.remittance],
  ['028', transferFields.remittanceText],
  ['029', transferFields.supplementary],
  ['030', transferFields.risk],
  ['031', transferFields.unexpected],
  ['032', transferFields.unexpectedNow],
] as const

export const paymentBodies: FamilyCases = (calls) => {
  const { areas, family, address, rows } = calls
  const { consent, withOptions, submission } = triedBodies(calls)
  const { executionField: field } = family
  const execution = field === undefined || !rows.execution ? undefined : { field, ...rows.execution }
  const addresses = address === undefined ? [] : ([['026', addressFields(address)]] as const)
  const tried = [...groups, ...addresses, ...(family.repeats ? orderGroups : [])] as const
  const all = [
    ...tried.map(([number, group]) => refusedFields(`${areas.consents}-${number}`, consent, group)),
    refusedFields(`${areas.consents}-033`, withOptions, consentFields.options),
    refusedFields(`${areas.consents}-034`, consent, amountsOf(calls)),
    refusedFields(`${areas.consents}-035`, consent, consentFields.identifiers),
    refusedFields(`${areas.consents}-036`, consent, instrumentsOf(calls)),
    ...(execution ? [refusedFields(`${areas.consents}-047`, consent, executionOfConsents(execution))] : []),
    ...tried.map(([number, group]) => refusedFields(`${areas.payments}-${number}`, submission, group)),
    refusedFields(`${areas.payments}-033`, submission, submissionFields),
    ...(execution ? [refusedFields(`${areas.payments}-036`, submission, executionFields(execution))] : []),
    ...wholeConsents(calls),
    ...wholeSubmissions(calls),
  ]
  // a group of which nothing is a fault here is no case
  return all.filter(({ steps }) => steps.length > 0)
}

const wholeConsents: FamilyCases = ({
  areas,
  operations,
  family,
  named,
  data,
  ask,
  consentBody,
  initiation,
  paying,
}) => [
  {
    id: `${areas.consents}-037`,
    title: 'refuses to pay a bill without its number',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 8.2 and 15.9',
    steps: [
      ask(
        {
          Data: {
            ...data,
            Initiation: { ...initiation(), RemittanceInformation: {}, LocalInstrument: 'BH.OBF.BIL' },
          },
          Risk: risk,
        },
        { deviates: ['Data.Initiation.RemittanceInformation'] },
      ),
    ],
    expect: [
      { status: 400, proves: 'DPC-REQ-150' },
      { errorCode: 'Field.Expected', path: 'Data.Initiation.RemittanceInformation', proves: 'DPC-REQ-150' },
    ],
  },
  {
    id: `${areas.consents}-038`,
    title: 'names every fault of a body at once',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 3.2',
    steps: [
      ask(
        {
          Data: {
            ...data,
            Initiation: {
              ...initiation(),
              [named]: '',
              ...paying({ Amount: 'much', Currency: 'BHD' }),
              CreditorAccount: without(creditorAccount, 'Name'),
              Note: 'x',
            },
          },
        },
        {
          deviates: [
            `Data.Initiation.${named}`,
            `Data.Initiation.${family.amountField}.Amount`,
            'Data.Initiation.CreditorAccount.Name',
            'Data.Initiation.Note',
            'Risk',
          ],
        },
      ),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: `Data.Initiation.${named}` },
          { errorCode: 'Field.Invalid', path: `Data.Initiation.${family.amountField}.Amount` },
          { errorCode: 'Field.Missing', path: 'Data.Initiation.CreditorAccount.Name' },
          { errorCode: 'Field.Unexpected', path: 'Data.Initiation.Note' },
          { errorCode: 'Field.Missing', path: 'Risk' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
  {
    id: `${areas.consents}-039`,
    title: 'refuses a body that is not JSON, or not sent as JSON',
    operation: operations.createConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: operations.createConsent, rawBody: '{"Data":', deviates: ['body'] },
      { call: operations.createConsent, rawBody: '[]', deviates: ['body'] },
      ask(consentBody(), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 400, step: 1, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
  {
    id: `${areas.consents}-045`,
    title: 'refuses a secondary identification with signs that are in none',
    operation: operations.createConsent,
    given: 'nothing',
    versions: ['0.0.1'],
    ref: 'docs/facts.md section 6: SecondaryIdentification',
    steps: [
      ask(consentBody({ CreditorAccount: { ...creditorAccount, SecondaryIdentification: '0007' } })),
      ask(consentBody({ CreditorAccount: { ...creditorAccount, SecondaryIdentification: '<0007>' } }), {
        deviates: ['Data.Initiation.CreditorAccount.SecondaryIdentification'],
      }),
    ],
    expect: [
      { status: 201, step: 0, proves: 'FMT-REQ-420' },
      { status: 400, proves: 'ERR-REQ-550' },
      { errorCode: 'Unsupported.AccountSecondaryIdentifier', proves: 'ERR-REQ-550' },
    ],
  },
]

const wholeSubmissions: FamilyCases = ({ areas, operations, given, named, pay, initiation, submissionBody }) => [
  {
    id: `${areas.payments}-034`,
    title: 'refuses a submission that is not JSON, or not sent as JSON',
    operation: operations.create,
    given: given.approved,
    versions: both,
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: operations.create, rawBody: '{"Data":', deviates: ['body'] },
      pay(submissionBody(), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
  {
    id: `${areas.payments}-035`,
    title: 'names every fault of a submission at once',
    operation: operations.create,
    given: given.approved,
    versions: both,
    ref: 'docs/facts.md section 3.2',
    steps: [
      pay(
        { Data: { Initiation: { ...initiation(), [named]: '', Note: 'x' } } },
        { deviates: ['Data.ConsentId', `Data.Initiation.${named}`, 'Data.Initiation.Note', 'Risk'] },
      ),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Missing', path: 'Data.ConsentId' },
          { errorCode: 'Field.Invalid', path: `Data.Initiation.${named}` },
          { errorCode: 'Field.Unexpected', path: 'Data.Initiation.Note' },
          { errorCode: 'Field.Missing', path: 'Risk' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
]
