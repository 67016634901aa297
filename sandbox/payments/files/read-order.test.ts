import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type PaymentFileFacts, paymentFile } from '#fixtures/requests/payment-file.js'
import type { PainVersion } from '#standard/index.js'
import { readOrder } from './read-order.js'
import { Turns } from './turns.js'

const debtor = { iban: 'BH41DEMO00010020030057', name: 'DEMO TRADING' }
const creditor = { iban: 'BH06PEER77000000412268', name: 'PEER DEMO' }
const facts: PaymentFileFacts = {
  debtor,
  now: Date.UTC(2030, 0, 15),
  batches: [
    {
      items: [
        { creditor, amount: '10.250', description: 'Rent & more <July>', reference: 'R-1', instructionId: 'I-1' },
        { creditor, amount: '20.5' },
      ],
    },
    { items: [{ creditor }], isBooked: true, instrument: 'BH.OBF.NRT' },
  ],
}
const lawful = paymentFile(facts)

const read = (file: string | Buffer, version: PainVersion = '08') =>
  readOrder(Buffer.isBuffer(file) ? file : Buffer.from(file), version, new Turns())

const mistakesOf = async (file: string | Buffer, version: PainVersion = '08') =>
  (await read(file, version)).mistakes.listed.map(({ kind, path }) => `${kind} ${path}`)

test('takes everything out of a file that the bank needs', async () => {
  const { mistakes, header, batches, items, totals } = await read(lawful)

  expect(mistakes.listed).toEqual([])
  expect(header).toEqual({ messageId: 'MSG-0001', initiator: 'DEMO TRADING', count: '3', sum: '31.750' })
  expect([totals.count, totals.sum]).toEqual([3, '31.75'])
  expect(batches).toMatchObject([
    {
      batch: 1,
      batchId: 'BATCH-1',
      debtor: { iban: debtor.iban },
      requestedAt: Date.parse('2030-01-15T00:00:00+03:00'),
    },
    { batch: 2, isBooked: true, rail: 'NRT' },
  ])
  expect(items).toMatchObject([
    { batch: 1, item: 1, instructionId: 'I-1', endToEndId: 'E2E-1', amount: '10.250', currency: 'BHD', creditor },
    { batch: 1, item: 2, amount: '20.5' },
    { batch: 2, item: 1 },
  ])
  expect(items[0]).toMatchObject({ description: 'Rent & more <July>', reference: 'R-1' })
})

test('reads the sample of the standard', async () => {
  const { mistakes, totals } = await read(readFileSync('test/samples/file-payment.pain001.xml'))

  expect([mistakes.listed, totals.sum]).toEqual([[], '30.75'])
})

const same: readonly (readonly [string, (file: string) => string | Buffer])[] = [
  ['a byte order mark', (file) => `\ufeff${file}`],
  ['UTF-16, little end first', (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ['UTF-16, big end first', (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', (file) => Buffer.from(file.replace('UTF-8', 'UTF-16'), 'utf16le')],
  ['standalone', (file) => file.replace('"UTF-8"?', '"UTF-8" standalone="yes"?')],
  ['no declaration', (file) => file.replace(/^<\?xml[^>]*>\n/, '')],
  ['a prefix', (file) => file.replace('xmlns=', 'xmlns:ns=').replace(/<(\/?)([A-Z])/g, '<$1ns:$2')],
  ['comments', (file) => file.replaceAll('<PmtMtd>', '<!-- <PmtMtd> > " --><PmtMtd>')],
  ['a comment in a text', (file) => file.replaceAll('<PmtMtd>TRF', '<PmtMtd>T<!-- x -->RF')],
  ['CDATA', (file) => file.replace('Rent &amp; more &lt;July&gt;', '<![CDATA[Rent & more <July>]]>')],
  ['an instruction', (file) => file.replace('<GrpHdr>', '<?print <a> ?><GrpHdr>')],
  ['CRLF', (file) => file.replaceAll('><', '>\r\n<')],
  ['indentation', (file) => file.replaceAll('><', '>\n    <')],
  ['references by number', (file) => file.replaceAll('BATCH-1', '&#66;&#x41;TCH-1')],
  ['white space in tags', (file) => file.replaceAll('<PmtMtd>', '<PmtMtd >').replaceAll('</PmtMtd>', '</PmtMtd\n>')],
  ['single quotes', (file) => file.replaceAll('Ccy="BHD"', "Ccy='BHD'")],
  ['a location of its schema', (file) => file.replace('xmlns=', 'xmlns:xsi="x" xsi:schemaLocation="a b" xmlns=')],
]

test.each(same)('reads the same with %s', async (_, change) => {
  const { mistakes, items, totals } = await read(change(lawful))

  expect(mistakes.listed).toEqual([])
  expect(items).toEqual((await read(lawful)).items)
  expect(totals.sum).toBe('31.75')
})

test.each(['03', '08', '09'] as const)('reads version %s as that version alone', async (version) => {
  const file = paymentFile({ ...facts, version })

  expect(await mistakesOf(file, version)).toEqual([])
  expect(await mistakesOf(file, version === '08' ? '09' : '08')).toEqual(['unreadable Document'])
})

const order = 'Document/CstmrCdtTrfInitn'
const wrong: readonly (readonly [string, string | RegExp, string, readonly string[]])[] = [
  ['a count in the header', '<NbOfTxs>3<', '<NbOfTxs>4<', [`invalid ${order}/GrpHdr/NbOfTxs`]],
  ['a sum in the header', '<CtrlSum>31.750<', '<CtrlSum>31.751<', [`invalid ${order}/GrpHdr/CtrlSum`]],
  ['a count of a batch', '<NbOfTxs>2<', '<NbOfTxs>1<', [`invalid ${order}/PmtInf[1]/NbOfTxs`]],
  ['a sum of a batch', '<CtrlSum>30.750<', '<CtrlSum>30.7501<', [`invalid ${order}/PmtInf[1]/CtrlSum`]],
  ['no message id', /<MsgId>.*?<\/MsgId>/, '', [`missing ${order}/GrpHdr/MsgId`]],
  ['an empty text', /<MsgId>.*?<\/MsgId>/, '<MsgId/>', [`invalid ${order}/GrpHdr/MsgId`]],
  ['a text that is too long', 'MSG-0001', 'M'.repeat(36), [`invalid ${order}/GrpHdr/MsgId`]],
  ['a day that is none', /<Dt>2030-01-15</, '<Dt>2030-02-30<', [`date ${order}/PmtInf[1]/ReqdExctnDt/Dt`]],
  ['a time that is none', /T03:00:00/, 'T25:00:00', [`date ${order}/GrpHdr/CreDtTm`]],
  ['an element that nobody knows', '<PmtMtd>', '<Foo>1</Foo><PmtMtd>', [`unexpected ${order}/PmtInf[1]/Foo`]],
  [
    'the wrong order',
    /(<PmtInfId>.*?<\/PmtInfId>)(<PmtMtd>TRF<\/PmtMtd>)/,
    '$2$1',
    [`unexpected ${order}/PmtInf[1]/PmtInfId`],
  ],
  [
    'an element twice',
    '<PmtMtd>TRF</PmtMtd>',
    '<PmtMtd>TRF</PmtMtd><PmtMtd>TRF</PmtMtd>',
    [`unexpected ${order}/PmtInf[1]/PmtMtd`],
  ],
  ['another method', '<PmtMtd>TRF', '<PmtMtd>XXX', [`invalid ${order}/PmtInf[1]/PmtMtd`]],
  ['an attribute', '<PmtMtd>', '<PmtMtd x="1">', [`unexpected ${order}/PmtInf[1]/PmtMtd/@x`]],
  ['a negative amount', '>20.5<', '>-20.5<', [`invalid ${order}/PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt`]],
  [
    'no currency',
    /InstdAmt Ccy="BHD">20/,
    'InstdAmt>20',
    [`missing ${order}/PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt/@Ccy`],
  ],
  [
    'two of a choice',
    '<Dt>2030-01-15</Dt>',
    '<Dt>2030-01-15</Dt><DtTm>2030-01-15T09:00:00</DtTm>',
    [`unexpected ${order}/PmtInf[1]/ReqdExctnDt`],
  ],
  ['text among elements', '<GrpHdr>', '<GrpHdr>x', [`unexpected ${order}/GrpHdr`]],
  ['a batch without transfers', /<CdtTrfTxInf>.*?<\/PmtInf>/, '</PmtInf>', [`missing ${order}/PmtInf[1]/CdtTrfTxInf`]],
  ['another prefix', '<PmtMtd>', '<x:PmtMtd>', [`unreadable ${order}/PmtInf[1]/PmtMtd`]],
  ['another root', /Document/g, 'Dokument', ['unreadable ']],
  ['another namespace', 'urn:iso', 'urn:osi', ['unreadable Document']],
  ['a document type', '<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document', ['unreadable ']],
  ['an entity that is not declared', 'MSG-0001', '&nbsp;', ['unreadable Document']],
  ['a bare ampersand', 'MSG-0001', 'A & B', ['unreadable Document']],
  ['a character of control', 'MSG-0001', 'A\u0001B', ['unreadable Document']],
  ['a reference to a character that is none', 'MSG-0001', '&#0;', ['unreadable Document']],
  ['an end without a beginning', '</GrpHdr>', '</GrpHdr></GrpHdr>', [`unreadable ${order}`]],
  ['an attribute without a value', '<PmtMtd>', '<PmtMtd x>', [`unreadable ${order}/PmtInf[1]`]],
  ['text after the end', /$/, 'x', ['unreadable ']],
  ['a second root', /$/, '<a/>', ['unreadable ']],
  ['another encoding', 'UTF-8', 'ISO-8859-1', ['unreadable ']],
]

test.each(wrong)('names what is wrong with %s', async (_name, part, instead, expected) => {
  const broken = lawful.replace(part, instead)
  const found = await mistakesOf(broken)

  expect(broken).not.toBe(lawful)
  // a transfer more or less changes the totals too
  expect(found.filter((each) => expected.includes(each) || !/(NbOfTxs|CtrlSum)$/.test(each))).toEqual(expected)
})

test('names every mistake of every transfer at once, and of many the first hundred', async () => {
  const file = paymentFile({ ...facts, batches: [{ items: Array.from({ length: 60 }, () => ({ creditor })) }] })
  const broken = file.replaceAll(/<EndToEndId>.*?<\/EndToEndId>/g, '').replaceAll('Ccy="BHD"', 'Ccy="bhd"')
  const { mistakes } = await read(broken)

  expect([mistakes.listed.length, mistakes.count]).toEqual([100, 120])
  expect(mistakes.listed.slice(0, 3).map(({ path }) => path)).toEqual([
    `${order}/PmtInf[1]/CdtTrfTxInf[1]/PmtId/EndToEndId`,
    `${order}/PmtInf[1]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy`,
    `${order}/PmtInf[1]/CdtTrfTxInf[2]/PmtId/EndToEndId`,
  ])
})

describe('a file that was made to hurt ends soon', () => {
  const open = lawful.slice(0, lawful.indexOf('<GrpHdr>'))
  const bombs: readonly (readonly [string, string | Buffer])[] = [
    ['nothing', ''],
    ['100,000 levels', open + '<a>'.repeat(100_000)],
    ['entities of entities', `<!DOCTYPE a [<!ENTITY a "${'&b;'.repeat(1000)}">]><a>&a;</a>`],
    ['a tag without an end', `<Document ${'x="'.repeat(1_000_000)}`],
    ['a million of < ', '<'.repeat(1_000_000)],
    ['blanks', `${open}${' '.repeat(1_000_000)}`],
    ['one text of a megabyte', open + 'x'.repeat(1_000_000)],
    ['elements beyond number', open + '<a/>'.repeat(300_000)],
    ['transfers without anything', `${open}<PmtInf>${'<CdtTrfTxInf/>'.repeat(100_000)}`],
    ['batches without anything', open + '<PmtInf/>'.repeat(100_000)],
    ['UTF-16 cut in the middle', Buffer.from(`\ufeff${lawful}`, 'utf16le').subarray(0, 1001)],
    ['bytes that are no text', Buffer.from([0x3c, 0xff, 0xfe, 0x80])],
    ['names of JavaScript', `${open}<__proto__><constructor/></__proto__>`],
  ]

  test.each(bombs)(
    '%s',
    async (_, file) => {
      const { mistakes, items } = await read(file)

      expect(mistakes.listed.some(({ kind }) => kind === 'unreadable')).toBe(true)
      expect(items.length).toBeLessThan(1200)
    },
    5000,
  )
})
