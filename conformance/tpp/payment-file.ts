/**
 * The payment files that the suite sends. FACTS 8.5.
 *
 * @module
 */
import { fileHash, paymentFile } from '#fixtures/requests/payment-file.js'
import type { FileFact, FileForm } from '../cases/file-forms.js'
import { bankNow } from './bank-clock.js'
import type { Session } from './session.js'
import { paymentsOf } from './user-token.js'

/** How many transfers a file has. */
export const transfers = 2

/** What is done to a lawful file. */
const changes: Readonly<Record<FileForm, (file: string) => string>> = {
  plain: (file) => file,
  'byte order mark': (file) => `\ufeff${file}`,
  comments: (file) => file.replaceAll('<PmtMtd>', '<!-- <PmtMtd> --><PmtMtd>'),
  CDATA: (file) => file.replace(/<MsgId>([^<]*)</, '<MsgId><![CDATA[$1]]><'),
  CRLF: (file) => file.replaceAll('><', '>\r\n<'),
  prefix: (file) => file.replace('xmlns=', 'xmlns:ns=').replace(/<(\/?)([A-Z])/g, '<$1ns:$2'),
  'no XML': () => 'payee;amount\r\n',
  'unclosed element': (file) => file.replace('</GrpHdr>', ''),
  'document type': (file) => file.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document'),
  'no creation time': (file) => file.replace(/<CreDtTm>.*?<\/CreDtTm>/, ''),
  'no batch': (file) => file.replace(/<PmtInf>.*<\/PmtInf>/s, ''),
  'no transfer': (file) => file.replace(/<CdtTrfTxInf>.*<\/CdtTrfTxInf>/s, ''),
  'another count inside': (file) => file.replace(/<NbOfTxs>\d+/, (match) => `${match}1`),
  'another sum inside': (file) => file.replace(/<CtrlSum>[\d.]+/, (match) => `${match}1`),
  'negative amount': (file) => file.replace('"BHD">', '"BHD">-'),
  'no currency': (file) => file.replace(' Ccy="BHD"', ''),
  'day that is none': (file) => file.replace(/<Dt>[\d-]+/, '<Dt>2030-02-30'),
  'unknown element': (file) => file.replace('<PmtMtd>', '<Colour>red</Colour><PmtMtd>'),
  'another message': (file) => file.replace('pain.001.001.08', 'pain.008.001.08'),
}

/**
 * A file of two transfers of the amount and to the creditor of the profile, near real time and today, from the account that
 * the profile names.
 *
 * @param id another one makes another file
 */
export function fileFor(session: Session, id: string, form: FileForm = 'plain'): string {
  const { creditor, amount, debtor } = paymentsOf(session)
  const items = Array.from({ length: transfers }, (_, index) => ({ creditor, amount, endToEndId: `E2E-${index + 1}` }))
  const file = paymentFile({
    debtor: debtor ?? { iban: '', name: 'The payer' },
    now: bankNow(session),
    messageId: id.slice(0, 35),
    batches: [{ items, instrument: 'BH.OBF.NRT' }],
  })
  const named = debtor ? file : file.replace('<IBAN></IBAN>', '<Othr><Id>NOTPROVIDED</Id></Othr>')
  return changes[form](named)
}

/** What is said of a file before it is sent. */
export function factOf(file: string, fact: FileFact): string | number {
  if (fact === 'hash' || fact === 'hashOfText') return fileHash(file, fact === 'hash' ? 'digest' : 'text')
  if (fact === 'count') return String(transfers)
  return Number(/<(?:ns:)?CtrlSum>([\d.]+)/.exec(file)?.[1] ?? 0)
}
