/**
 * What international payments have alone: rates, charge bearers, accounts of other countries, and the fields of all that.
 *
 * @module
 */
import { chargeBearers } from '#standard/index.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { refusals } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { initiation as at, type FieldFaultRow, type FieldGroup, tooLong } from './field-faults.js'
import type { PaymentCalls } from './payment-calls.js'
import { creditorAccount, type Members } from './payment-parts.js'
import { refusedFields, type TriedBody } from './payment-refusals.js'

const rateAt = (field: string) => at(`ExchangeRateInformation.${field}`)

/** What can be wrong with the fields that payments abroad alone have. */
const fields = {
  transfer: {
    title: 'a transfer in no currency, to no country, for no purpose, or at nobody’s charge',
    ref: 'docs/facts.md section 8.3',
    faults: [
      { path: at('CurrencyOfTransfer'), rule: ['IPC-REQ-150'] },
      { path: at('CurrencyOfTransfer'), to: 'kwd', rule: ['IPC-REQ-150'] },
      { path: at('CurrencyOfTransfer'), to: 414, rule: ['IPC-REQ-150'] },
      { path: at('DestinationCountryCode'), to: 'kw', rule: ['IPC-REQ-160'] },
      { path: at('DestinationCountryCode'), to: 'K', rule: ['IPC-REQ-160'] },
      { path: at('InstructionPriority'), to: 'Soon', rule: ['IPC-REQ-110'] },
      ...tooLong(at('Purpose'), 5, 'IPC-REQ-120'),
      ...tooLong(at('ExtendedPurpose'), 140, 'IPC-REQ-130'),
      { path: at('ChargeBearer'), to: 'BorneByNobody', rule: ['IPC-REQ-140'] },
    ],
  },
  parties: {
    title: 'a creditor or a bank of theirs that is none, and a postal address where domestic payments have it',
    ref: 'docs/facts.md section 8.3; section 6: Agent',
    faults: [
      { path: at('Creditor'), to: 'Somebody', rule: ['IPC-REQ-170'] },
      ...tooLong(at('Creditor.Name'), 140, 'IPC-REQ-170'),
      { path: at('CreditorAgent'), to: 'SAMPKWKW', rule: ['IPC-REQ-190'] },
      ...tooLong(at('CreditorAgent.Identification'), 35, 'IPC-REQ-190'),
      {
        path: at('CreditorAgent.SchemeName'),
        to: 'BH.OBF.SORTCODE',
        errorCode: 'Unsupported.Scheme',
        rule: ['IPC-REQ-190'],
      },
      {
        path: at('CreditorPostalAddress'),
        to: { TownName: 'Manama' },
        errorCode: 'Field.Unexpected',
        rule: ['IPC-REQ-100'],
      },
    ],
  },
  rates: {
    title: 'a rate that is none, per unit of nothing, or of no type',
    ref: 'docs/facts.md section 6: Fx',
    faults: [
      { path: at('ExchangeRateInformation'), to: 'Actual', rule: ['IPC-REQ-210'] },
      { path: rateAt('UnitCurrency'), rule: ['IPC-REQ-220'] },
      { path: rateAt('UnitCurrency'), to: 'kwd', rule: ['IPC-REQ-220'] },
      { path: rateAt('RateType'), rule: ['IPC-REQ-230'] },
      { path: rateAt('RateType'), to: 'Fair', rule: ['IPC-REQ-230'] },
      { path: rateAt('ExchangeRate'), to: true, rule: ['IPC-REQ-240'] },
      { path: rateAt('ExchangeRate'), to: 'much', rule: ['IPC-REQ-240'] },
      ...tooLong(rateAt('ContractIdentification'), 256, 'IPC-REQ-260'),
    ],
  },
} as const satisfies Readonly<Record<string, FieldGroup>>

/** What an agreed rate needs, and another must not have. */
const partsOfRates: FieldGroup = {
  title: 'an agreed rate without its number or its contract, and another rate with one',
  ref: 'docs/facts.md section 6: Fx; section 3.3',
  faults: (
    [
      [rate('Agreed', { ContractIdentification: 'FX-7' }), 'ExchangeRate', 'Field.Expected', 'IPC-REQ-250'],
      [rate('Agreed', { ExchangeRate: 1.25 }), 'ContractIdentification', 'Field.Expected', 'IPC-REQ-270'],
      [rate('Actual', { ContractIdentification: 'FX-7' }), 'ContractIdentification', 'Field.Unexpected', 'IPC-REQ-280'],
      [
        rate('Indicative', { ContractIdentification: 'FX-7' }),
        'ContractIdentification',
        'Field.Unexpected',
        'IPC-REQ-280',
      ],
    ] as const
  ).map(
    ([to, _field, errorCode, row]): FieldFaultRow => ({
      path: at('ExchangeRateInformation'),
      to,
      errorCode,
      rule: [row],
      answer: [row],
    }),
  ),
}

function rate(RateType: string, members: Members = {}) {
  return { UnitCurrency: 'KWD', RateType, ...members } satisfies Value
}

/** IBANs of other countries, whose lengths and check digits are right: examples of the registry. */
const ibans = ['GB29NWBK60161331926819', 'KW81CBKU0000000000001234560101', 'NO9386011117947', 'DE89370400440532013000']

/** IBANs that are none: a wrong check digit, a length of no country, digits that are never issued, no country of IBANs. */
const noIbans = ['GB28NWBK60161331926819', 'GB29NWBK6016133192681', 'GB00HLFX11016111455365', 'XX29NWBK60161331926819']

const payTo = (Identification: string, SchemeName = 'BH.OBF.IBAN'): Members => ({
  CreditorAccount: { ...creditorAccount, SchemeName, Identification },
})

const account = at('CreditorAccount.Identification')

export const paymentsAbroad: FamilyCases = (calls) =>
  calls.family.rails.includes('SWIFT') ? [...fieldCases(calls), ...rateCases(calls), ...partyCases(calls)] : []

function fieldCases({ areas, operations, given, consentBody, submissionBody, initiation, everyField }: PaymentCalls) {
  const whole = initiation(everyField)
  const consent: TriedBody = { operation: operations.createConsent, given: 'nothing', body: consentBody(everyField) }
  const submission: TriedBody = {
    operation: operations.create,
    given: given.approved,
    body: submissionBody({ Initiation: whole }, { PaymentContextCode: 'PartyToParty' }),
  }
  return [
    ...Object.values(fields).flatMap((group, index) => [
      refusedFields(`${areas.consents}-10${index}`, consent, group),
      refusedFields(`${areas.payments}-10${index}`, submission, group),
    ]),
    refusedFields(`${areas.consents}-103`, consent, partsOfRates),
  ]
}

const rateCases: FamilyCases = ({ areas, operations, ask, consentBody }) => {
  const withRate = (ExchangeRateInformation: Value) => ask(consentBody({ ExchangeRateInformation }))
  const shown = 'Data.ExchangeRateInformation'
  return [
    {
      id: `${areas.consents}-110`,
      title: 'quotes a firm rate with its end for an Actual one',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.3: RateType',
      steps: [withRate(rate('Actual'))],
      expect: [
        { status: 201, proves: ['IPC-REQ-310', 'IPC-REQ-230'] },
        { present: [`${shown}.ExchangeRate`], proves: ['IPC-REQ-310', 'IPC-REQ-290'] },
        { body: { [`${shown}.RateType`]: 'Actual', [`${shown}.UnitCurrency`]: 'KWD' }, proves: 'IPC-REQ-310' },
        {
          matches: 'laterThan',
          with: { path: `${shown}.ExpirationDateTime`, than: 'Data.CreationDateTime' },
          proves: ['IPC-REQ-310', 'IPC-REQ-300'],
        },
      ],
    },
    {
      id: `${areas.consents}-111`,
      title: 'repeats rate and contract of an Agreed one',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.3: RateType; section 6: Fx',
      steps: [
        withRate(rate('Indicative')),
        withRate(
          rate('Agreed', {
            ExchangeRate: { from: 'step', step: 0, path: `${shown}.ExchangeRate` },
            ContractIdentification: 'FX-7',
          }),
        ),
      ],
      expect: [
        { status: 201, step: 0, proves: 'IPC-REQ-230' },
        { status: 201, proves: ['IPC-REQ-320', 'IPC-REQ-240', 'IPC-REQ-260'] },
        {
          body: { [`${shown}.RateType`]: 'Agreed', [`${shown}.ContractIdentification`]: 'FX-7' },
          proves: 'IPC-REQ-320',
        },
        { matches: 'sameValue', with: { path: `${shown}.ExchangeRate`, as: 0 }, proves: 'IPC-REQ-320' },
      ],
    },
    {
      id: `${areas.consents}-112`,
      title: 'refuses a transfer in a currency that there is not',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 3.3: Unsupported.Currency',
      steps: [ask(consentBody({ CurrencyOfTransfer: 'XXX' }), { deviates: [at('CurrencyOfTransfer')] })],
      expect: [
        { status: 400, proves: 'ERR-REQ-500' },
        { errorCode: 'Unsupported.Currency', path: at('CurrencyOfTransfer'), proves: 'ERR-REQ-500' },
      ],
    },
  ]
}

const partyCases: FamilyCases = ({ areas, operations, has, ask, consentBody }) => {
  // an order says no local instrument
  const otherRail = has('LocalInstrument') ? ['BH.OBF.GCCNET'] : []
  return [
    {
      id: `${areas.consents}-115`,
      title: 'takes each of the four bearers of charges, and names its charges after the local instrument',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md sections 6 (Charge), 8.3 and 15.21',
      steps: [
        ...chargeBearers.map((ChargeBearer): Call => ask(consentBody({ ChargeBearer, InstructedAmount: enough }))),
        ...otherRail.map((LocalInstrument) => ask(consentBody({ LocalInstrument }))),
      ] as unknown as Case['steps'],
      expect: [
        ...chargeBearers.map((_, step): Expectation => ({ status: 201, step, proves: 'IPC-REQ-140' })),
        ...chargeBearers.map(
          (_, step): Expectation => ({
            matches: 'chargesAre',
            with: { type: 'BH.OBF.SWIFT' },
            step,
            proves: 'PMT-REQ-480',
          }),
        ),
        ...otherRail.map((type): Expectation => ({ matches: 'chargesAre', with: { type }, proves: 'PMT-REQ-480' })),
      ] as unknown as Case['expect'],
    },
    {
      id: `${areas.consents}-116`,
      title: 'takes accounts of other countries, by IBAN and otherwise',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.3: CreditorAccount',
      steps: [
        ...ibans.map((iban): Call => ask(consentBody(payTo(iban)))),
        ask(consentBody(payTo('021000021123456789', 'BH.OBF.BBAN'))),
      ] as unknown as Case['steps'],
      expect: [...ibans, 'BBAN'].map(
        (_, step): Expectation => ({ status: 201, step, proves: 'IPC-REQ-200' }),
      ) as unknown as Case['expect'],
    },
    {
      id: `${areas.consents}-117`,
      title: 'refuses IBANs of other countries that are none',
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 3.3: Unsupported.AccountIdentifier; section 8.3: CreditorAccount',
      steps: noIbans.map(
        (iban): Call => ask(consentBody(payTo(iban)), { deviates: [account] }),
      ) as unknown as Case['steps'],
      expect: noIbans.flatMap((_, step): Expectation[] => [
        { status: refusals, step, proves: 'IPC-REQ-200' },
        { errorCode: 'Unsupported.AccountIdentifier', step, proves: 'ERR-REQ-540' },
      ]) as unknown as Case['expect'],
    },
  ]
}

/** More than what charges take, where the creditor bears them. */
const enough = { Amount: '20.000', Currency: 'BHD' } as const
