/**
 * What went wrong with payments, their cancellation and their repetition at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { type Asking, type Payer, payerAt } from '#sandbox/payments/testing/payer.js'
import { errorsOf, openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import type { PaymentFamilyId } from '#standard/index.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

interface PayingBank {
  readonly bank: TestBank
  readonly payer: Payer
  close(): Promise<void>
}

type Context = ReportContext<PayingBank>

const minute = 60_000
const day = 24 * 60 * minute
const futureDated = { family: 'domestic-future-dated-payment' } as const
const abroad = { family: 'international-payment' } as const

const shows = (
  report: string | undefined,
  title: string,
  shown: (context: Context) => Promise<void>,
  versions: FieldReport<PayingBank>['versions'] = ['1.0.0'],
): FieldReport<PayingBank> => ({ ...(report !== undefined && { report }), title, versions, shows: shown })

/** What the InterimBooked balance of the first account is, in minor units. */
async function bookedMinor({ bank }: Context['bank'], account: string): Promise<number> {
  const token = await bank.token({ consent: await bank.consent({ permissions: ['ReadBalances'] }) })
  const answer = await bank.send({
    url: `/api/bobf/release1.0.0/accounts/${account}/balances`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { Balance } = answer.json().Data as {
    Balance: { Type: string; CreditDebitIndicator: string; Amount: { Amount: string } }[]
  }
  const booked = Balance.find(({ Type }) => Type === 'InterimBooked')
  const minor = Number(booked?.Amount.Amount.replace('.', ''))
  return booked?.CreditDebitIndicator === 'Debit' ? -minor : minor
}

/** What the TPP reads of a payment in the transactions of its account: status and amount of each row. */
async function rowsOf({ bank, payer }: Context['bank'], paymentId: string): Promise<string[]> {
  const details = await payer.call('GET', `/domestic-future-dated-payments/${paymentId}/payment-details`)
  const [step] = details.json().Data.PaymentStatus as { PaymentTransactionId: string }[]
  const token = await bank.token({
    consent: await bank.consent({ permissions: ['ReadTransactionsDetail', 'ReadTransactionsDebits'] }),
  })
  const answer = await bank.send({
    url: '/api/bobf/release1.0.0/transactions?pageSize=1000',
    headers: { authorization: `Bearer ${token}` },
  })
  const { Transaction } = answer.json().Data as {
    Transaction: { TransactionId: string; Status: string; Amount: { Amount: string } }[]
  }
  return Transaction.filter(({ TransactionId }) => TransactionId === step?.PaymentTransactionId).map(
    ({ Status, Amount }) => `${Status} ${Amount.Amount}`,
  )
}

const payingAccount = ({ bank }: Context['bank']) => {
  const [psu] = bank.tenant.bank.psus
  const [accountId] = psu?.accountIds ?? []
  if (accountId === undefined) throw new Error('the first PSU has no account')
  return accountId
}

const bhd = (Amount: string) => ({ Amount, Currency: 'BHD' })

/** What a request of each family may have besides what it needs. */
const optionalFields: readonly (readonly [family: PaymentFamilyId, fields: Readonly<Record<string, unknown>>])[] = [
  [
    'domestic-future-dated-payment',
    { EndToEndIdentification: 'E', LocalInstrument: 'BH.OBF.DNS', RemittanceInformation: { Reference: 'R' } },
  ],
  [
    'international-future-dated-payment',
    { EndToEndIdentification: 'E', LocalInstrument: 'BH.OBF.SWIFT', RemittanceInformation: { Reference: 'R' } },
  ],
  ['domestic-standing-order', { Reference: 'R', NumberOfPayments: '5', RecurringPaymentAmount: bhd('2.000') }],
  ['international-standing-order', { Reference: 'R', NumberOfPayments: '5', ChargeBearer: 'Shared' }],
  ['file-payment', { FileReference: 'R', NumberOfTransactions: '1', ControlSum: 1, LocalInstrument: 'BH.OBF.NRT' }],
]

/** Refused for exactly these errors, at the creation of a consent. */
const refusedInitiation = (
  report: string | undefined,
  title: string,
  initiation: Readonly<Record<string, unknown>>,
  ...errors: readonly (readonly [string, string])[]
) => refusedIn({}, report, title, initiation, ...errors)

/** The same in another family. */
const refusedIn = (
  asking: Asking,
  report: string | undefined,
  title: string,
  initiation: Readonly<Record<string, unknown>>,
  ...errors: readonly (readonly [string, string])[]
) =>
  shows(report, title, async ({ bank: { payer } }) => {
    const answer = await payer.createConsent(payer.request(asking, { initiation }), asking)

    expect(answer.statusCode, answer.body).toBe(400)
    expect(errorsOf(answer)).toEqual(errors)
  })

const iban = (identification: string) => ({
  CreditorAccount: { SchemeName: 'BH.OBF.IBAN', Identification: identification, Name: 'PEER DEMO' },
})
const badIban = ['Unsupported.AccountIdentifier', 'Data.Initiation.CreditorAccount.Identification'] as const

const executedAt = (written: string, title: string, isTaken: boolean) =>
  shows(
    'ajv-validators/ajv-formats #117, json-schema-org/JSON-Schema-Test-Suite #1148',
    title,
    async ({ bank: { payer } }) => {
      const body = payer.request(futureDated, { initiation: { RequestedExecutionDateTime: written } })

      const answer = await payer.createConsent(body, futureDated)

      expect(answer.statusCode, answer.body).toBe(isTaken ? 201 : 400)
      if (!isTaken) {
        expect(errorsOf(answer)).toEqual([['Field.InvalidDate', 'Data.Initiation.RequestedExecutionDateTime']])
      }
    },
  )

const requests: readonly FieldReport<PayingBank>[] = [
  shows(
    'adorsys/XS2A-Sandbox #13',
    'each optional field can be left out',
    async ({ bank: { payer }, version }) => {
      const optional = ['EndToEndIdentification', 'LocalInstrument', 'RemittanceInformation', 'DebtorAccount']
      const answers = await Promise.all(
        optional.map((name) =>
          payer.createConsent(payer.request({ version }, { initiation: { [name]: undefined } }), { version }),
        ),
      )

      expect(answers.map(({ statusCode }) => statusCode)).toEqual(optional.map(() => 201))
    },
    ['0.0.1', '1.0.0'],
  ),
  executedAt('2030-01-22t09:00:00z', 'lower-case letters of a date-time are taken', true),
  executedAt('2030-01-22T09:00:00+0530', 'an offset without a colon is no date-time of 1.0.0', false),
  executedAt('2030-01-22T24:00:00+03:00', 'there is no hour 24', false),
  executedAt('2030-01-22T09:00:00', 'a date-time has an offset', false),
  executedAt('2030-02-30T09:00:00+03:00', 'there is no 30 February', false),
  executedAt('2030-01-22', 'a date is no date-time', false),
  shows(
    'wso2/docs-open-banking #486',
    'a day that is too far ahead is refused, and the limit said',
    async ({ bank: { bank, payer } }) => {
      const { longestAheadDays } = bank.tenant.paymentSettings
      const at = new Date(bank.tenant.clock.now() + (longestAheadDays + 1) * day).toISOString()

      const answer = await payer.createConsent(
        payer.request(futureDated, { initiation: { RequestedExecutionDateTime: at } }),
        futureDated,
      )

      expect(errorsOf(answer)).toEqual([['Field.InvalidDate', 'Data.Initiation.RequestedExecutionDateTime']])
      expect(answer.json().Errors[0].Message).toContain(String(longestAheadDays))
    },
  ),
  refusedInitiation(
    'globalcitizen/php-iban #106',
    'an IBAN of 21 characters is none',
    iban('BH06PEER7700000041226'),
    badIban,
  ),
  refusedInitiation(
    'globalcitizen/php-iban #106',
    'an IBAN of 23 characters is none',
    iban('BH06PEER770000004122680'),
    badIban,
  ),
  ...['00', '01', '99'].map((digits) =>
    refusedInitiation(
      'Simplify/ibantools #16, marcwrobel/jbanking #83',
      `check digits ${digits} are those of no IBAN`,
      iban(`BH${digits}PEER77000000412268`),
      badIban,
    ),
  ),
  ...['GB00HLFX11016111455365', 'GB01BARC20714583608387', 'GB99HLFX11016111455365'].map((identification) =>
    refusedIn(
      abroad,
      'Simplify/ibantools #16, marcwrobel/jbanking #83',
      `${identification} has check digits of no IBAN`,
      iban(identification),
      badIban,
    ),
  ),
  ...['QA58DOHB00001234567890ABCDEFG', 'QA58DOHB00001234567890ABCDEF'].map((identification, isShort) =>
    shows(
      'globalcitizen/php-iban #106',
      `an IBAN of Qatar has 29 characters: ${identification.length} are ${isShort ? 'refused' : 'taken'}`,
      async ({ bank: { payer } }) => {
        const answer = await payer.createConsent(payer.request(abroad, { initiation: iban(identification) }), abroad)

        expect(answer.statusCode, answer.body).toBe(isShort ? 400 : 201)
      },
    ),
  ),
  shows('adorsys/XS2A-Sandbox #13', 'each optional field of a payment abroad can be left out', async ({ bank }) => {
    const { payer } = bank
    const optional = ['EndToEndIdentification', 'LocalInstrument', 'RemittanceInformation']
    const answers = await Promise.all(
      optional.map((name) => payer.createConsent(payer.request(abroad, { initiation: { [name]: undefined } }), abroad)),
    )

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(optional.map(() => 201))
  }),
  ...optionalFields.map(([family, fields]) =>
    shows('adorsys/XS2A-Sandbox #13', `each optional field can be left out: ${family}`, async ({ bank: { payer } }) => {
      for (const name of ['none', ...Object.keys(fields)]) {
        const initiation = { ...fields, [name]: undefined }
        const answer = await payer.createConsent(payer.request({ family }, { initiation }), { family })

        expect(answer.statusCode, `without ${name}: ${answer.body}`).toBe(201)
      }
    }),
  ),
  refusedInitiation(undefined, 'an IBAN has no blanks', iban('BH06 PEER 7700 0000 4122 68'), badIban),
  refusedInitiation(undefined, 'an IBAN is in capital letters', iban('bh06peer77000000412268'), badIban),
]

const submissions: readonly FieldReport<PayingBank>[] = [
  shows(
    'OpenBankProject/OBP-API #2884',
    'nothing is paid with a consent that nobody has authorised',
    async ({ bank: { payer }, version }) => {
      const [waiting, approved] = await Promise.all([
        payer.createConsent(payer.request({ version }), { version }),
        payer.approved({}, { version }),
      ])
      const body = { ...payer.submission(approved), Data: { ...(payer.submission(approved).Data as object) } }
      Object.assign(body.Data, { ConsentId: waiting.json().Data.ConsentId })

      const answer = await payer.submit(approved, {}, body)

      expect(answer.statusCode).toBe(403)
      expect((await payer.submit(approved)).statusCode).toBe(201)
    },
    ['0.0.1', '1.0.0'],
  ),
  shows(
    'OpenBankProject/OBP-API #2884',
    'of 50 submissions of a consent at once, each with a key of its own, one is carried out',
    async ({ bank: { payer }, version }) => {
      const consent = await payer.approved({}, { version })

      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          payer.submit(consent, { headers: { 'x-idempotency-key': `parallel-${version}-${index}` } }),
        ),
      )

      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(statuses.filter((status) => status === 400)).toHaveLength(49)
    },
    ['0.0.1', '1.0.0'],
  ),
  shows(
    'OpenBankingUK/conformance-suite PR #198',
    'an amount that differs by a fils is refused, and does not use up the consent',
    async ({ bank: { payer } }) => {
      const consent = await payer.approved({ amount: '1.000' })
      const other = { ...payer.submission(consent), Data: { ...(payer.submission(consent).Data as object) } }
      Object.assign(other.Data, {
        Initiation: { ...consent.request.Data.Initiation, InstructedAmount: { Amount: '1.001', Currency: 'BHD' } },
      })

      expect(errorsOf(await payer.submit(consent, {}, other))).toEqual([
        ['Resource.ConsentMismatch', 'Data.Initiation.InstructedAmount.Amount'],
      ])
      expect((await payer.submit(consent)).statusCode).toBe(201)
    },
  ),
  shows(
    'amzn/selling-partner-api-docs #459',
    'a payment is read at once, with the status that its submission was answered with or a later one',
    async ({ bank: { payer }, version }) => {
      const consent = await payer.approved({}, { version })
      const created = await payer.submit(consent)
      const { DomesticPaymentId, Status } = created.json().Data
      const later = ['AcceptedSettlementCompleted', 'AcceptedCreditSettlementCompleted']

      const read = await payer.read(DomesticPaymentId, { version })

      expect(read.statusCode).toBe(200)
      expect(read.json().Data).toMatchObject({ DomesticPaymentId })
      expect([Status, ...later]).toContain(read.json().Data.Status)
    },
    ['0.0.1', '1.0.0'],
  ),
]

const money: readonly FieldReport<PayingBank>[] = [
  shows(
    'Shopify/money #73, sheltermanager/asm3 #1830',
    'a fils paid a hundred times is exactly 0.100 less, and the charges',
    async ({ bank }) => {
      const { payer } = bank
      const charge = 100
      // what other payments have left pending is booked first
      await bank.bank.advance(minute)
      const before = await bookedMinor(bank, payingAccount(bank))

      for (let times = 0; times < 100; times += 1) await payer.pay({ amount: '0.001' })
      await bank.bank.advance(minute)

      expect(before - (await bookedMinor(bank, payingAccount(bank)))).toBe(100 * (1 + charge))
    },
  ),
  shows(
    'Shopify/money #73, sheltermanager/asm3 #1830',
    'a dinar sent abroad a hundred times is exactly 100 dinars less, and the charges',
    async ({ bank }) => {
      const { payer } = bank
      const charge = 3_500
      await bank.bank.advance(minute)
      const before = await bookedMinor(bank, payingAccount(bank))

      for (let times = 0; times < 100; times += 1)
        await payer.pay({ amount: '1.000', currencyOfTransfer: 'JPY' }, abroad)
      await bank.bank.advance(minute)

      expect(before - (await bookedMinor(bank, payingAccount(bank)))).toBe(100 * (1_000 + charge))
    },
  ),
  shows(
    'pecuniabanking/pecunia-client #71',
    'a payment for a later day moves no money before that day, and then once',
    async ({ bank }) => {
      const { payer } = bank
      const paymentId = await payer.pay({ amount: '2.000' }, futureDated)

      await bank.bank.advance(5 * day)
      const waiting = await rowsOf(bank, paymentId)
      await bank.bank.advance(5 * day)
      const paid = await rowsOf(bank, paymentId)
      await bank.bank.advance(5 * day)

      expect(waiting).toEqual([])
      expect(paid).toEqual(['Booked 2.100'])
      expect(await rowsOf(bank, paymentId)).toEqual(paid)
      expect((await payer.steps(paymentId, futureDated)).map((step) => step.split(' ')[0])).toContain(
        'AcceptedSettlementCompleted',
      )
    },
  ),
  shows(
    undefined,
    'of a cancellation and the execution at the same time one wins, and the books agree',
    async ({ bank }) => {
      const { payer } = bank
      const paymentId = await payer.pay({ amount: '2.000' }, futureDated)
      const consentId = await payer.approvedCancellation(paymentId)

      const [answer] = await Promise.all([payer.cancel(paymentId, consentId), bank.bank.advance(10 * day)])
      await bank.bank.advance(10 * day)

      const { Status } = (await payer.read(paymentId, futureDated)).json().Data
      const paid = await rowsOf(bank, paymentId)
      expect([answer.statusCode, Status, paid]).toEqual(
        answer.statusCode === 200 ? [200, 'Cancelled', []] : [400, 'InitiationCompleted', ['Booked 2.100']],
      )
    },
  ),
]

const keyed = (key: string) => ({ headers: { 'x-idempotency-key': key } })

const repetitions: readonly FieldReport<PayingBank>[] = [
  shows(
    'OpenBankingUK/read-write-api-specs #212, wso2/financial-services-accelerator #685',
    'a key that comes with another body is answered 400, for 422 is no status of the standard',
    async ({ bank: { payer } }) => {
      const [first, other] = [payer.request(), payer.request({}, { amount: '9.000' })]

      expect((await payer.createConsent(first, keyed('other-body'))).statusCode).toBe(201)
      expect(errorsOf(await payer.createConsent(other, keyed('other-body')))).toEqual([
        ['Header.Invalid', 'x-idempotency-key'],
      ])
    },
  ),
  shows(
    'wso2/financial-services-accelerator #685',
    'a key that comes again with its body is answered as the first time',
    async ({ bank: { payer } }) => {
      const body = payer.request()
      const first = await payer.createConsent(body, keyed('same-body'))

      const again = await payer.createConsent(body, keyed('same-body'))

      expect([again.statusCode, again.body]).toEqual([201, first.body])
    },
  ),
  shows(
    'solana-foundation/solana-developer-platform #710',
    'a key of another TPP, or at another operation, is another key',
    async ({ bank: { payer } }) => {
      const body = payer.request()
      const later = payer.request(futureDated)
      const first = await payer.createConsent(body, keyed('one-key'))

      const ofOther = await payer.createConsent(body, { ...keyed('one-key'), clientId: 'tpp-other' })
      const elsewhere = await payer.createConsent(later, { ...keyed('one-key'), ...futureDated })

      const ids = [first, ofOther, elsewhere].map((answer) => answer.json().Data.ConsentId as string)
      expect(new Set(ids).size).toBe(3)
    },
  ),
  shows(undefined, 'a key counts for 24 hours of the bank’s clock', async ({ bank: { bank, payer } }) => {
    const body = payer.request()
    const first = await payer.createConsent(body, keyed('a-day'))

    await bank.advance(day - 1000)
    const justBefore = await payer.createConsent(body, keyed('a-day'))
    await bank.advance(2000)
    const after = await payer.createConsent(body, keyed('a-day'))

    expect(justBefore.body).toBe(first.body)
    expect(after.statusCode).toBe(201)
    expect(after.json().Data.ConsentId).not.toBe(first.json().Data.ConsentId)
  }),
  shows(undefined, '100 requests at once with one key make one consent', async ({ bank: { payer } }) => {
    const body = payer.request()

    const answers = await Promise.all(Array.from({ length: 100 }, () => payer.createConsent(body, keyed('at-once'))))

    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
  }),
]

export const payments: Area<PayingBank> = {
  title: 'payments',
  open: async () => {
    const bank = await openTestBank()
    return { bank, payer: payerAt(bank), close: () => bank.close() }
  },
  send: ({ bank: { bank }, version }, sent) => sendInProcess({ bank, version }, sent),
  reports: [...requests, ...submissions, ...money, ...repetitions],
}
