/**
 * What went wrong with files of payments, and with their repetition and signatures, at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { fileHash, type PaymentFileFacts } from '#fixtures/requests/payment-file.js'
import type { PaymentConsent } from '#sandbox/consents/consent.js'
import { type Payer, payee, payerAt } from '#sandbox/payments/testing/payer.js'
import { errorsOf, openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

interface PayingBank {
  readonly bank: TestBank
  readonly payer: Payer
  close(): Promise<void>
}

type Context = ReportContext<PayingBank>

const family = 'file-payment'

const shows = (
  report: string | undefined,
  title: string,
  shown: (context: Context) => Promise<void>,
): FieldReport<PayingBank> => ({ ...(report !== undefined && { report }), title, versions: ['1.0.0'], shows: shown })

/** Asks for the consent to a file and uploads it. */
async function uploaded(payer: Payer, file: string | Buffer) {
  const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
  const asked = await payer.createConsent({ Data: { Initiation } }, { family })
  const consentId = asked.json().Data.ConsentId as string
  return { consentId, answer: await payer.upload(consentId, file) }
}

const itemsOf = (count: number): PaymentFileFacts['batches'][number]['items'] =>
  Array.from({ length: count }, (_, index) => ({ creditor: payee, amount: '0.001', reference: `R-${index}` }))

const order = 'Document/CstmrCdtTrfInitn'

const messages: readonly FieldReport<PayingBank>[] = [
  shows(
    'moov-io/ach #28',
    'totals of batches and of the group that disagree are refused at the one that is wrong',
    async ({ bank: { payer } }) => {
      const file = payer.fileOf({ batches: [{ items: itemsOf(2) }, { items: itemsOf(1) }] })
      const wrong: readonly (readonly [string, string, string])[] = [
        ['<NbOfTxs>3<', '<NbOfTxs>2<', `${order}/GrpHdr/NbOfTxs`],
        ['<CtrlSum>0.003<', '<CtrlSum>0.004<', `${order}/GrpHdr/CtrlSum`],
        ['<NbOfTxs>1<', '<NbOfTxs>2<', `${order}/PmtInf[2]/NbOfTxs`],
        ['<CtrlSum>0.002<', '<CtrlSum>0.001<', `${order}/PmtInf[1]/CtrlSum`],
      ]
      for (const [what, by, path] of wrong) {
        const { answer } = await uploaded(payer, file.replace(what, by))

        expect([answer.statusCode, errorsOf(answer)]).toEqual([400, [['Field.Invalid', path]]])
      }
    },
  ),
  shows(
    'php-sepa-xml/php-sepa-xml #233',
    'a file whose agents are not provided is taken',
    async ({ bank: { payer } }) => {
      const file = payer.fileOf()
      const bic = '<DbtrAgt><FinInstnId><BICFI>NOTPROVIDED</BICFI></FinInstnId></DbtrAgt>'
      const agent = '<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>'
      const given = file.replace(/<DbtrAgt>.*?<\/DbtrAgt>/, bic).replace('<Cdtr>', `${agent}<Cdtr>`)

      expect(given).not.toBe(file)
      for (const each of [file, given]) expect((await uploaded(payer, each)).answer.statusCode).toBe(200)
    },
  ),
  shows(
    undefined,
    'a file is taken in every encoding and writing of XML, and given back as it came',
    async ({ bank }) => {
      const { payer } = bank
      const file = payer.fileOf()
      const utf16 = `\ufeff${file.replace('UTF-8', 'UTF-16')}`
      const writings: readonly (string | Buffer)[] = [
        `\ufeff${file}`,
        Buffer.from(utf16, 'utf16le'),
        Buffer.from(utf16, 'utf16le').swap16(),
        file.replace('"UTF-8"?', '"UTF-8" standalone="yes"?'),
        file.replace('xmlns=', 'xmlns:ns=').replace(/<(\/?)([A-Z])/g, '<$1ns:$2'),
        file.replaceAll('<PmtMtd>', '<!-- here --><PmtMtd>'),
        file.replace('MSG-0001', '<![CDATA[MSG-0001]]>'),
        file.replaceAll('><', '>\r\n<'),
      ]
      for (const each of writings) {
        const { consentId, answer } = await uploaded(payer, each)
        const read = await payer.call('GET', `/file-payment-consents/${consentId}/file`)

        expect(answer.statusCode).toBe(200)
        expect(read.rawPayload.equals(Buffer.from(each as string))).toBe(true)
      }
    },
  ),
  shows(
    'OpenBankingToolkit/openbanking-toolkit #30',
    'a file of one payment without a remittance is taken, one of none is not',
    async ({ bank }) => {
      const { payer } = bank
      const file = payer.fileOf()
      const none = file.replace(/<CdtTrfTxInf>.*<\/CdtTrfTxInf>/s, '')

      expect(file).not.toContain('RmtInf')
      expect((await uploaded(payer, file)).answer.statusCode).toBe(200)
      expect((await uploaded(payer, none)).answer.statusCode).toBe(400)
    },
  ),
]

const progress: readonly FieldReport<PayingBank>[] = [
  shows(
    'mojaloop/project #2996',
    'files of 50, 500 and 5,000 payments end alike each time',
    async ({ bank: { bank, payer } }) => {
      for (const count of [50, 50, 50, 500, 500, 5000]) {
        const { consentId, answer } = await uploaded(payer, payer.fileOf({ batches: [{ items: itemsOf(count) }] }))
        expect(answer.statusCode).toBe(200)
        const consent = await payer.authorise<PaymentConsent>(consentId)
        const { FilePaymentId } = (await payer.submit(consent)).json().Data
        await bank.tenant.dueWork.run()
        const report = (await payer.call('GET', `/file-payments/${FilePaymentId}/report-file`)).body

        expect((await payer.read(FilePaymentId, { family })).json().Data.Status).toBe('InitiationCompleted')
        expect(report.match(/<TxSts>ACCC</g)).toHaveLength(count)
      }
    },
  ),
  shows(
    'mojaloop/project #2970',
    'a file whose consent has ended between upload and submission is not paid, and takes no other file',
    async ({ bank: { bank, payer } }) => {
      const file = payer.fileOf()
      const { consentId } = await uploaded(payer, file)
      const consent = await payer.authorise<PaymentConsent>(consentId)
      await bank.advance(24 * 3_600_000)
      const read = await payer.call('GET', `/file-payment-consents/${consentId}`)

      expect(read.json().Data.Status).toBe('Rejected')
      // its tokens ended with it (decision 0097)
      expect((await payer.submit(consent)).statusCode).toBe(401)
      expect(errorsOf(await payer.upload(consentId, file))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
    },
  ),
  shows(
    'mojaloop/project #2853',
    'a file for a day that has passed is refused when it comes',
    async ({ bank: { payer } }) => {
      const { answer } = await uploaded(payer, payer.fileOf().replace(/<Dt>[\d-]+/, '<Dt>2029-12-31'))

      expect(errorsOf(answer)).toEqual([['Field.InvalidDate', `${order}/PmtInf[1]/ReqdExctnDt`]])
    },
  ),
  shows(
    'Shopify/money #73',
    'a thousand payments of a fils take a thousand fils and their charges',
    async ({ bank: { bank, payer } }) => {
      const { consentId } = await uploaded(payer, payer.fileOf({ batches: [{ items: itemsOf(1000) }] }))
      const read = (await payer.call('GET', `/file-payment-consents/${consentId}`)).json()

      expect(read.Data.Charges).toMatchObject([{ Amount: { Amount: '100.000', Currency: 'BHD' } }])
      expect(bank.tenant.paymentSettings.charges).toContainEqual({ rail: 'DNS', chargeMinor: 100 })
    },
  ),
]

const repetitions: readonly FieldReport<PayingBank>[] = [
  shows(
    'wso2/financial-services-accelerator #685',
    'a key is good for the bytes of one file; the same file comes again as the first time',
    async ({ bank: { payer } }) => {
      const keyed = { headers: { 'x-idempotency-key': 'one-file' } }
      const file = payer.fileOf()
      const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
      const asked = await payer.createConsent({ Data: { Initiation } }, { family })
      const { ConsentId } = asked.json().Data
      const answers = [
        await payer.upload(ConsentId, file, keyed),
        await payer.upload(ConsentId, file, keyed),
        await payer.upload(ConsentId, `${file}\n`, keyed),
      ]

      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400])
      expect(errorsOf(answers[2] as never)).toEqual([['Header.Invalid', 'x-idempotency-key']])
    },
  ),
]

export const files: Area<PayingBank> = {
  title: 'files of payments',
  open: async () => {
    const bank = await openTestBank()
    return { bank, payer: payerAt(bank), close: () => bank.close() }
  },
  send: ({ bank: { bank }, version }, sent) => sendInProcess({ bank, version }, sent),
  reports: [...messages, ...progress, ...repetitions],
}
