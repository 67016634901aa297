/**
 * Bills: a domestic payment over the rail BIL. The profile names one that is open.
 *
 * @module
 */
import { exchangeCode } from './calls.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { askToPay, createdPaymentId, final, initiation, readPayment, submit } from './domestic-calls.js'
import { refusals } from './expect.js'
import { approve } from './payment-calls.js'
import { creditorAccount, ibanScheme, risk } from './payment-parts.js'
import { withField } from './payment-refusals.js'

/** Asks for the payment of the bill of the profile. */
const bill = {
  Data: {
    Initiation: initiation({
      LocalInstrument: 'BH.OBF.BIL',
      InstructedAmount: { Amount: { from: 'payments', name: 'bill.amount' }, Currency: 'BHD' },
      CreditorAccount: {
        SchemeName: ibanScheme,
        Identification: { from: 'payments', name: 'bill.iban' },
        Name: { from: 'payments', name: 'bill.name' },
      },
      RemittanceInformation: { Reference: { from: 'payments', name: 'bill.number' } },
    }),
  },
  Risk: risk,
}

/** What makes a bill one that cannot be paid, and where that shows. */
const wrong: readonly (readonly [path: string, to: Value])[] = [
  ['Data.Initiation.RemittanceInformation.Reference', { from: 'fresh', name: 'no bill', length: 20 }],
  ['Data.Initiation.InstructedAmount.Amount', '0.001'],
  ['Data.Initiation.CreditorAccount', creditorAccount],
]

const refused = (step: number): Expectation => ({ status: refusals, step, proves: 'DPC-REQ-190' })

export const bills = [
  {
    id: 'DPY-053',
    title: 'pays a bill at once, and once',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.bill'],
    ref: 'docs/facts.md section 8.2: rails',
    steps: [
      askToPay(bill),
      approve(0),
      exchangeCode,
      submit(bill, 0),
      readPayment(createdPaymentId(3), { poll: { path: 'Data.Status', until: final } }),
      askToPay(bill, { deviates: ['Data.Initiation.RemittanceInformation.Reference'] }),
    ],
    expect: [
      { status: 201, step: 0, proves: ['DPC-REQ-160', 'DPC-REQ-030'] },
      { status: 201, step: 3, proves: 'DPC-REQ-160' },
      { body: { 'Data.Status': 'AcceptedCreditSettlementCompleted' }, step: 4, proves: 'DPY-REQ-060' },
      {
        matches: 'nearInstant',
        with: { path: 'Data.StatusUpdateDateTime', of: 'Data.CreationDateTime', as: 3, minutes: 1 },
        step: 4,
        proves: 'DPY-REQ-060',
      },
      refused(5),
    ],
  },
  {
    id: 'DPY-054',
    title: 'refuses a bill that there is not, one of another amount, and one of nobody who sends bills',
    operation: 'createDomesticPaymentConsent',
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.bill'],
    ref: 'docs/facts.md section 8.2: rails',
    steps: wrong.map(
      ([path, to]): Call => askToPay(withField(bill, path, to), { deviates: [path] }),
    ) as unknown as Case['steps'],
    expect: wrong.map((_, step) => refused(step)) as unknown as Case['expect'],
  },
] as const satisfies readonly Case[]
