/**
 * Requests that meet the conditions of files of payments.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import { fileHash, filePaymentConsentRequest } from '#fixtures/requests/payment-file.js'
import type { ErrorCode } from '#standard/index.js'
import { type Payer, payee, payerAt } from '../../../payments/testing/payer.js'
import type { fileConditions } from '../files.js'
import type { Answered, RefusingBank } from './refusing-bank.js'

type Try = readonly [meet: () => Promise<Answered>, status: number, code?: ErrorCode, path?: string]

const batch = 'Document/CstmrCdtTrfInitn/PmtInf[1]'
const item = `${batch}/CdtTrfTxInf[1]`

export function fileTries(at: () => RefusingBank): Readonly<Record<keyof typeof fileConditions, Try>> {
  const answered = (act: (tpp: Payer) => Promise<LightMyRequestResponse>) => async (): Promise<Answered> => {
    const { statusCode, body } = await act(payerAt(at().bank))
    return { status: statusCode, body }
  }

  async function asked(tpp: Payer, file: string, initiation: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const body = filePaymentConsentRequest(file, initiation)
    return (await tpp.createConsent(body, { family: 'file-payment' })).json().Data.ConsentId
  }

  /** The upload of a file with a change. */
  const uploading = (change: (file: string) => string, initiation: Readonly<Record<string, unknown>> = {}) =>
    answered(async (tpp) => {
      const file = change(tpp.fileOf())
      return tpp.upload(await asked(tpp, file, initiation), file)
    })

  const replacing = (what: string | RegExp, by: string) => uploading((file) => file.replace(what, by))

  return {
    consentNotAwaitingUpload: [
      answered(async (tpp) => {
        const file = tpp.fileOf()
        const consentId = await asked(tpp, file)
        await tpp.upload(consentId, file)
        return tpp.upload(consentId, file)
      }),
      400,
      'Resource.InvalidConsentStatus',
      'ConsentId',
    ],
    fileDiffers: [
      uploading((file) => file, { FileHash: fileHash('another') }),
      400,
      'Field.Invalid',
      'Data.Initiation.FileHash',
    ],
    fileUnreadable: [replacing('</GrpHdr>', ''), 400, 'Resource.InvalidFormat', 'Document/CstmrCdtTrfInitn/GrpHdr'],
    fileElementMissing: [replacing('<PmtMtd>TRF</PmtMtd>', ''), 400, 'Field.Missing', `${batch}/PmtMtd`],
    fileElementUnexpected: [replacing('<PmtMtd>', '<Foo/><PmtMtd>'), 400, 'Field.Unexpected', `${batch}/Foo`],
    fileElementInvalid: [replacing('>TRF<', '>X<'), 400, 'Field.Invalid', `${batch}/PmtMtd`],
    fileDateInvalid: [replacing('<Dt>2030', '<Dt>2029'), 400, 'Field.InvalidDate', `${batch}/ReqdExctnDt`],
    fileCurrencyUnsupported: [replacing('"BHD"', '"EUR"'), 400, 'Unsupported.Currency', `${item}/Amt/InstdAmt/@Ccy`],
    fileIdentifierUnsupported: [
      replacing(payee.iban, payee.iban.replace('06', '07')),
      400,
      'Unsupported.AccountIdentifier',
      `${item}/CdtrAcct/Id/IBAN`,
    ],
    fileInstrumentUnsupported: [
      replacing('<Amt>', '<PmtTpInf><LclInstrm><Prtry>CASH</Prtry></LclInstrm></PmtTpInf><Amt>'),
      400,
      'Unsupported.LocalInstrument',
      `${item}/PmtTpInf/LclInstrm`,
    ],
    fileNotThere: [
      answered(async (tpp) => tpp.call('GET', `/file-payment-consents/${await asked(tpp, tpp.fileOf())}/file`)),
      400,
      'Resource.NotFound',
      'ConsentId',
    ],
  }
}
