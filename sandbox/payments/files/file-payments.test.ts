import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileHash, type PaymentFileFacts, paymentFile } from '#fixtures/requests/payment-file.js'
import { ErrorResponse, findProblems, operation, reportNamespace } from '#standard/index.js'
import { consentRecords, type PaymentConsent } from '../../consents/consent.js'
import { availableMinorAt } from '../../ledger/entries.js'
import { totalMinor } from '../../ledger/internal-accounts.js'
import { errorsOf, openTestBank, type TestBank } from '../../testing/test-bank.js'
import { billers } from '../billers.js'
import { type Payer, payee, payerAt } from '../testing/payer.js'
import { fileBlocks, fileParts } from './stored-files.js'

let bank: TestBank
let tpp: Payer
beforeEach(async () => {
  bank = await openTestBank()
  tpp = payerAt(bank)
})
afterEach(() => bank.close())

const family = 'file-payment'

/** Asks for the consent to a file, and gives its id. */
async function ask(file: string, initiation: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = {
    Data: { Initiation: { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file), ...initiation } },
  }
  const answer = await tpp.createConsent(body, { family })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().Data.ConsentId
}

const consentOf = async (consentId: string) =>
  (await bank.tenant.store.get(consentRecords, consentId)) as PaymentConsent
const statusOf = async (consentId: string) =>
  (await tpp.call('GET', `/file-payment-consents/${consentId}`)).json().Data.Status

const available = () => {
  const account = bank.tenant.bank.accounts.get(bank.tenant.bank.psus[0]?.accountIds[0] ?? '')
  if (!account) throw new Error('the first PSU has no account')
  return availableMinorAt(bank.tenant, account, bank.tenant.clock.now())
}

/** A file with these payments. */
const fileWith = (items: PaymentFileFacts['batches'][number]['items'], batch: object = {}) =>
  tpp.fileOf({ batches: [{ items, ...batch }] })

describe('a consent to a file', () => {
  test('waits for its file, and shows what was asked for, without Risk', async () => {
    const answer = await tpp.createConsent(tpp.fileRequest(), { family })

    expect(answer.json().Data).toMatchObject({ Status: 'AwaitingUpload', Charges: [] })
    expect(findProblems(operation('createFilePaymentConsent').response as never, answer.json())).toEqual([])
    expect(answer.json()).not.toHaveProperty('Risk')
  })

  test('is Rejected when no file comes for a day, and takes none then', async () => {
    const file = tpp.fileOf()
    const consentId = await ask(file)
    await bank.advance(86_400_000)

    expect(errorsOf(await tpp.upload(consentId, file))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
    expect(await statusOf(consentId)).toBe('Rejected')
  })

  test('is refused in a format that the bank does not take, and taken where a setting says so', async () => {
    const body = tpp.fileRequest({ version: '09' }, { initiation: { FileContextFormat: 'BH.OBF.pain.001.001.09' } })
    expect(errorsOf(await tpp.createConsent(body, { family }))).toEqual([
      ['Field.Invalid', 'Data.Initiation.FileContextFormat'],
    ])
    Object.assign(bank.tenant.paymentSettings, { fileVersions: ['08', '09'] })
    const answer = await tpp.createConsent(body, { family })
    Object.assign(bank.tenant.paymentSettings, { fileVersions: ['08'] })

    expect((await tpp.upload(answer.json().Data.ConsentId)).statusCode).toBe(200)
  })
})

describe('a file', () => {
  test('that is taken is answered 200 without a body, moves its consent on, and says what it costs', async () => {
    const file = fileWith([{ creditor: payee, amount: '1.5' }, { creditor: payee }])
    const consentId = await ask(file, { NumberOfTransactions: '2', ControlSum: 2.5, FileReference: 'R' })
    const answer = await tpp.upload(consentId, file)
    const read = (await tpp.call('GET', `/file-payment-consents/${consentId}`)).json()

    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(read.Data).toMatchObject({
      Status: 'AwaitingAuthorisation',
      Charges: [{ ChargeBearer: 'BorneByDebtor', Type: 'BH.OBF.DNS', Amount: { Amount: '0.200', Currency: 'BHD' } }],
    })
    expect(findProblems(operation('getFilePaymentConsent').response as never, read)).toEqual([])
  })

  test.each(['digest', 'text'] as const)('is taken with its hash as %s', async (form) => {
    const file = tpp.fileOf()

    expect((await tpp.upload(await ask(file, { FileHash: fileHash(file, form) }), file)).statusCode).toBe(200)
  })

  const twoOf3 = { NumberOfTransactions: '2', ControlSum: 3 }
  const differing: readonly (readonly [name: string, initiation: Readonly<Record<string, unknown>>, field: string])[] =
    [
      ['another hash', { FileHash: fileHash('other') }, 'FileHash'],
      ['another hash, in the longer form', { FileHash: fileHash('other', 'text') }, 'FileHash'],
      ['another count', { ...twoOf3, NumberOfTransactions: '3' }, 'NumberOfTransactions'],
      ['a fils more', { ...twoOf3, ControlSum: 3.001 }, 'ControlSum'],
      ['a fils less', { ...twoOf3, ControlSum: 2.999 }, 'ControlSum'],
      ['another rail', { LocalInstrument: 'BH.OBF.NRT' }, 'LocalInstrument'],
      ['another day', { RequestedExecutionDateTime: '2030-01-17T09:00:00+03:00' }, 'RequestedExecutionDateTime'],
      [
        'another debtor',
        { DebtorAccount: { SchemeName: 'BH.OBF.IBAN', Identification: payee.iban, Name: 'P' } },
        'DebtorAccount',
      ],
    ]

  test.each(differing)(
    'with %s than its consent says is refused with the path, and the consent is Rejected',
    async (_, initiation, field) => {
      const file = fileWith(
        [
          { creditor: payee, amount: '1' },
          { creditor: payee, amount: '2' },
        ],
        { instrument: 'BH.OBF.DNS' },
      )
      const consentId = await ask(file, initiation)
      const answer = await tpp.upload(consentId, file)

      expect([answer.statusCode, errorsOf(answer)]).toEqual([400, [['Field.Invalid', `Data.Initiation.${field}`]]])
      expect(findProblems(ErrorResponse, answer.json())).toEqual([])
      expect(await statusOf(consentId)).toBe('Rejected')
      expect(errorsOf(await tpp.upload(consentId, file))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
    },
  )

  const item = 'Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]'
  const batch = 'Document/CstmrCdtTrfInitn/PmtInf[1]'
  const wrong: readonly (readonly [string, (file: string) => string, code: string, path: string])[] = [
    ['an amount of nothing', (file) => file.replaceAll('1.000<', '0.000<'), 'Field.Invalid', `${item}/Amt/InstdAmt`],
    ['a tenth of a fils', (file) => file.replaceAll('1.000<', '1.0001<'), 'Field.Invalid', `${item}/Amt/InstdAmt`],
    ['dollars', (file) => file.replace('"BHD"', '"USD"'), 'Unsupported.Currency', `${item}/Amt/InstdAmt/@Ccy`],
    [
      'an IBAN whose check digits are wrong',
      (file) => file.replace(payee.iban, payee.iban.replace('BH06', 'BH07')),
      'Unsupported.AccountIdentifier',
      `${item}/CdtrAcct/Id/IBAN`,
    ],
    [
      'nobody who is paid',
      (file) => file.replace(/<CdtrAcct>.*?<\/CdtrAcct>/, ''),
      'Field.Missing',
      `${item}/CdtrAcct/Id/IBAN`,
    ],
    [
      'yesterday',
      (file) => file.replace('<Dt>2030-01-15', '<Dt>2030-01-14'),
      'Field.InvalidDate',
      `${batch}/ReqdExctnDt`,
    ],
    ['a day in two years', (file) => file.replace('<Dt>2030', '<Dt>2032'), 'Field.InvalidDate', `${batch}/ReqdExctnDt`],
    ['cheques', (file) => file.replace('>TRF<', '>CHK<'), 'Field.Invalid', `${batch}/PmtMtd`],
    [
      'a rail to another country',
      (file) =>
        file.replace(
          '<ReqdExctnDt>',
          '<PmtTpInf><LclInstrm><Prtry>BH.OBF.SWIFT</Prtry></LclInstrm></PmtTpInf><ReqdExctnDt>',
        ),
      'Unsupported.LocalInstrument',
      `${batch}/PmtTpInf/LclInstrm`,
    ],
    [
      'a bill of nobody',
      (file) =>
        file.replace('<ReqdExctnDt>', '<PmtTpInf><LclInstrm><Prtry>BIL</Prtry></LclInstrm></PmtTpInf><ReqdExctnDt>'),
      'Field.Invalid',
      `${item}/CdtrAcct/Id/IBAN`,
    ],
    ['an unknown element', (file) => file.replace('<Cdtr>', '<Foo/><Cdtr>'), 'Field.Unexpected', `${item}/Foo`],
    ['no XML', () => 'Amount;Payee\n1.000;x', 'Resource.InvalidFormat', 'Document'],
    ['nothing at all', () => '', 'Resource.InvalidFormat', 'Document'],
  ]

  test.each(wrong)('with %s is refused where it stands', async (_, change, code, path) => {
    const file = change(tpp.fileOf())
    const consentId = await ask(file)
    const answer = await tpp.upload(consentId, file)

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer).map(([found, at = '']) => `${found} ${at}`)).toContain(`${code} ${path}`)
    expect(findProblems(ErrorResponse, answer.json())).toEqual([])
    expect(await statusOf(consentId)).toBe('Rejected')
  })

  test('with everything wrong is told all of it at once', async () => {
    const file = fileWith([
      { creditor: payee, amount: '0' },
      { creditor: payee, currency: 'USD' },
      { creditor: { ...payee, iban: 'BH00PEER77000000412268' } },
    ]).replace('>TRF<', '>CHK<')
    const answer = await tpp.upload(await ask(file, { NumberOfTransactions: '9', FileHash: fileHash('x') }), file)

    expect(errorsOf(answer).map(([code]) => code)).toEqual([
      'Field.Invalid',
      'Field.Invalid',
      'Field.Invalid',
      'Field.Invalid',
      'Unsupported.Currency',
      'Unsupported.AccountIdentifier',
    ])
  })

  test('of which 150 payments are wrong is told a hundred, and how many more there are', async () => {
    const file = fileWith(Array.from({ length: 150 }, () => ({ creditor: payee, amount: '0' })))
    const answer = await tpp.upload(await ask(file), file)

    expect(answer.json().Errors).toHaveLength(101)
    expect(answer.json().Errors.at(-1).Message).toBe('and 50 more')
  })

  test('is read back byte for byte, as what it came, by its TPP alone', async () => {
    const text = tpp.fileOf().replace('UTF-8', 'UTF-16')
    const file = Buffer.from(`\ufeff${text}`, 'utf16le')
    const consentId = await ask(file as never)
    const path = `/file-payment-consents/${consentId}/file`
    expect(errorsOf(await tpp.call('GET', path))).toEqual([['Resource.NotFound', 'ConsentId']])
    const sent = await tpp.upload(consentId, file, { headers: { 'content-type': 'application/xml' } })
    const read = await tpp.call('GET', path)

    expect(sent.statusCode).toBe(200)
    expect([read.headers['content-type'], read.rawPayload.equals(file)]).toEqual(['application/xml', true])
    expect((await tpp.call('GET', path, { headers: { accept: 'text/xml' } })).headers['content-type']).toBe('text/xml')
    expect((await tpp.call('GET', path, { clientId: 'tpp-other' })).statusCode).toBe(403)
  })

  test('that two uploads bring at once is taken once; whatever the other has stored is deleted', async () => {
    const files = ['1', '2'].map((amount) => fileWith(Array.from({ length: 60 }, () => ({ creditor: payee, amount }))))
    const [first = '', second = ''] = files
    const consentId = await ask(first)
    // the bank does not compare the hash: both could be taken
    Object.assign(bank.tenant, { rules: { ...bank.tenant.rules, fileDifferences: () => [] } })
    const answers = await Promise.all(files.map((file) => tpp.upload(consentId, file)))

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const winner = answers[0]?.statusCode === 200 ? first : second
    const read = () => tpp.call('GET', `/file-payment-consents/${consentId}/file`)
    expect((await read()).body).toBe(winner)
    await bank.advance(86_400_000)
    expect((await read()).body).toBe(winner)
    expect(await bank.tenant.store.all(fileParts)).toHaveLength(1)
    expect(await bank.tenant.store.all(fileBlocks)).toHaveLength(2)
  })

  test('that is sent again with its key is answered again; without one it comes too late', async () => {
    const file = tpp.fileOf()
    const consentId = await ask(file)
    const key = { headers: { 'x-idempotency-key': 'k' } }
    const answers = [
      await tpp.upload(consentId, file, key),
      await tpp.upload(consentId, file, key),
      await tpp.upload(consentId, file),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400])
  })
})

describe('the payments of a file', () => {
  const elsewhere = { creditor: payee }

  /** A file that was approved and submitted; gives the id of the payment. */
  const submitted = async (facts: Partial<PaymentFileFacts>): Promise<string> =>
    (await submit(facts)).Data.FilePaymentId

  /** Approves a file and submits it; gives the answer. */
  async function submit(facts: Partial<PaymentFileFacts>) {
    const asked = await tpp.createConsent(tpp.fileRequest(facts), { family })
    const { ConsentId } = asked.json().Data
    const uploaded = await tpp.upload(ConsentId)
    if (uploaded.statusCode !== 200) throw new Error(uploaded.body)
    const answer = await tpp.submit(await tpp.authorise<PaymentConsent>(ConsentId))
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const read = async (paymentId: string) => (await tpp.read(paymentId, { family })).json()
  const detailsOf = async (paymentId: string) =>
    (await tpp.call('GET', `/file-payments/${paymentId}/payment-details`)).json()
  const reportOf = async (paymentId: string) => (await tpp.call('GET', `/file-payments/${paymentId}/report-file`)).body

  test('are made on their day, each an entry of its own, and the file is complete after the last', async () => {
    const before = await available()
    const items = Array.from({ length: 120 }, (_, index) => ({
      creditor: payee,
      amount: '0.100',
      reference: `R-${index}`,
    }))
    // its payments are made at once, and may be before it is read
    const answer = await submit({ batches: [{ items }] })
    const paymentId = answer.Data.FilePaymentId
    await bank.advance(1000)
    const after = await read(paymentId)

    expect(answer.Data.Status).toBe('InitiationPending')
    expect(findProblems(operation('createFilePayment').response as never, answer)).toEqual([])
    expect(after.Data).toMatchObject({
      Status: 'InitiationCompleted',
      StatusUpdateDateTime: '2030-01-15T09:00:00.000+03:00',
    })
    expect(before - (await available())).toBe(120 * 200)
    const details = await detailsOf(paymentId)
    expect(findProblems(operation('getFilePaymentDetails').response as never, details)).toEqual([])
    const settled = details.Data.PaymentStatus.filter(
      ({ Status }: { Status: string }) => Status === 'AcceptedCreditSettlementCompleted',
    )
    expect(new Set(settled.map((each: { PaymentTransactionId: string }) => each.PaymentTransactionId)).size).toBe(120)
    for (const currency of ['BHD', 'USD']) {
      expect(await totalMinor(bank.tenant, currency, bank.tenant.clock.now())).toBe(0)
    }
  })

  test('that cannot be paid are rejected one by one, and the others go on', async () => {
    const money = await available()
    const [power] = billers
    const paymentId = await submitted({
      batches: [
        {
          items: [
            elsewhere,
            { creditor: payee, amount: `${Math.floor(money / 1000)}.000` },
            {
              creditor: { iban: power?.iban ?? '', name: 'Power' },
              amount: '12.625',
              reference: 'NPW-1001',
              instrument: 'BIL',
            },
            {
              creditor: { iban: power?.iban ?? '', name: 'Power' },
              amount: '12.625',
              reference: 'NPW-1001',
              instrument: 'BIL',
            },
            elsewhere,
          ],
        },
      ],
    })
    await bank.advance(4 * 3_600_000)
    const { Data } = await detailsOf(paymentId)
    const rejected = Data.PaymentStatus.filter(({ Status }: { Status: string }) => Status === 'Rejected')

    expect((await read(paymentId)).Data.Status).toBe('InitiationCompleted')
    expect(rejected.map((each: { StatusDetail: { Status: string } }) => each.StatusDetail.Status).sort()).toEqual([
      'bill-not-payable',
      'insufficient-funds',
    ])
    const report = await reportOf(paymentId)
    expect(report).toContain(`<Document xmlns="${reportNamespace('08')}">`)
    expect(report).toContain('<GrpSts>PART</GrpSts>')
    expect(report.match(/<TxSts>\w+/g)).toEqual(
      ['ACCC', 'RJCT', 'ACCC', 'RJCT', 'ACCC'].map((code) => `<TxSts>${code}`),
    )
  })

  test('of which none can be paid have failed', async () => {
    const paymentId = await submitted({ batches: [{ items: [{ creditor: payee, amount: '900000000.000' }] }] })
    await bank.advance(4 * 3_600_000)

    expect((await read(paymentId)).Data.Status).toBe('InitiationFailed')
    expect(await reportOf(paymentId)).toContain('<GrpSts>RJCT</GrpSts>')
  })

  test('of several days are made on each, and reported as pending until then', async () => {
    const paymentId = await submitted({
      batches: [
        { items: [elsewhere], day: '2030-01-20' },
        { items: [elsewhere], day: '2030-01-16', instrument: 'NRT' },
      ],
    })
    await bank.advance(3 * 86_400_000)
    const report = await reportOf(paymentId)

    expect((await read(paymentId)).Data.Status).toBe('InitiationPending')
    expect(report.match(/<(?:OrgnlPmtInfId|TxSts)>[\w-]+/g)).toEqual([
      '<OrgnlPmtInfId>BATCH-1',
      '<TxSts>PDNG',
      '<OrgnlPmtInfId>BATCH-2',
      '<TxSts>ACCC',
    ])
    await bank.advance(3 * 86_400_000)
    expect((await read(paymentId)).Data.Status).toBe('InitiationCompleted')
  })

  test('are not made once their day has passed unused: the consent is Rejected', async () => {
    const asked = await tpp.createConsent(tpp.fileRequest(), { family })
    const { ConsentId } = asked.json().Data
    await tpp.upload(ConsentId)
    const consent = await tpp.authorise<PaymentConsent>(ConsentId)
    await bank.advance(16 * 3_600_000)

    expect((await tpp.submit(consent)).statusCode).toBe(401)
    expect(await statusOf(ConsentId)).toBe('Rejected')
  })

  test('are read with the texts of the file as they are', async () => {
    const file = paymentFile({
      debtor: tpp.debtor(),
      now: bank.tenant.clock.now(),
      batches: [{ items: [{ creditor: payee, endToEndId: 'A & <B>' }], batchId: '"B" & C' }],
      messageId: '<M>',
    })
    const consentId = await ask(file)
    await tpp.upload(consentId, file)
    const answer = await tpp.submit(await tpp.authorise<PaymentConsent>(consentId))
    const report = await reportOf(answer.json().Data.FilePaymentId)

    for (const text of ['A &amp; &lt;B&gt;', '&quot;B&quot; &amp; C', '&lt;M&gt;']) expect(report).toContain(text)
    expect((await consentOf(consentId)).status).toBe('Consumed')
  })
})
