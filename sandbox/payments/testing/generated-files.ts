/**
 * Files of payments out of a model of the message: lawful ones, in every way in which XML writes the same, and broken ones,
 * each a lawful one with one thing wrong.
 *
 * @module
 */
import fc from 'fast-check'
import { type PaymentFileFacts, paymentFile } from '#fixtures/requests/payment-file.js'
import { billers } from '../billers.js'

/** A file as it is sent, and what was done to it. */
export interface GeneratedFile {
  readonly bytes: Buffer
  /** How many payments it has, and what they come to. */
  readonly count: number
  readonly sum: string
  /** What is wrong with it; nothing with a lawful one. */
  readonly broken?: string
}

/** Who is paid: accounts elsewhere, in this country and in others. */
const ibans = ['BH06PEER77000000412268', 'BH67BMAG00001299123456', 'GB82WEST12345698765432', 'DE89370400440532013000']

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not have them
const notInXml = /[\u0000-\u001f\ufffe\uffff]|[\ud800-\udfff]/

const textOf = (longest: number) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('<&>"', ']]>', 'دينار', '&amp;', '-', '0'))
    .map((text) => text.trim().slice(0, longest))
    .filter((text) => text !== '' && !notInXml.test(text))

const amount = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom(0, 1, 2, 3)).map(([minor, zeros]) => {
  const text = (minor / 1000).toFixed(3)
  return zeros === 3 ? text : text.replace(/0{1,2}$/, '')
})

const item = fc.record(
  {
    creditor: fc.record({ iban: fc.constantFrom(...ibans), name: textOf(140) }),
    amount,
    endToEndId: textOf(35),
    instructionId: textOf(35),
    reference: textOf(35),
    description: textOf(140),
    instrument: fc.constantFrom('BH.OBF.NRT', 'BH.OBF.DNS', 'NRT', 'DNS'),
  },
  { requiredKeys: ['creditor', 'amount', 'endToEndId'] },
)

/** The bill 1001 of the first biller. */
const [power] = billers
const bill = fc.constant({
  creditor: { iban: power?.iban ?? '', name: power?.name ?? '' },
  amount: '12.625',
  endToEndId: 'BILL',
  reference: 'NPW-1001',
  instrument: 'BIL',
})

const batchOf = (now: number) =>
  fc.record(
    {
      items: fc.array(fc.oneof({ arbitrary: item, weight: 9 }, { arbitrary: bill, weight: 1 }), {
        minLength: 1,
        maxLength: 6,
      }),
      batchId: textOf(35),
      day: fc
        .integer({ min: 0, max: 300 })
        .map((days) => new Date(now + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)),
      isBooked: fc.boolean(),
      instrument: fc.constantFrom('BH.OBF.NRT', 'BH.OBF.DNS'),
    },
    { requiredKeys: ['items'] },
  )

type Write = (file: string) => string | Buffer

/** Ways to write the same. */
const writings: Readonly<Record<string, Write>> = {
  plain: (file) => file,
  'a byte order mark': (file) => `\ufeff${file}`,
  'UTF-16, little end first': (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
  'UTF-16, big end first': (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
  'no declaration': (file) => file.replace(/^<\?xml[^>]*>\n/, ''),
  standalone: (file) => file.replace('"UTF-8"?', '"UTF-8" standalone="yes"?'),
  'a prefix': (file) => file.replace('xmlns=', 'xmlns:ns=').replace(/<(\/?)([A-Z])/g, '<$1ns:$2'),
  comments: (file) => file.replaceAll('<PmtMtd>', '<!-- <PmtMtd> > " --><PmtMtd>'),
  'CRLF and indentation': (file) => file.replace(/></g, '>\r\n  <'),
  'an instruction': (file) => file.replace('<GrpHdr>', '<?print <a> ?><GrpHdr>'),
  'white space in tags': (file) => file.replaceAll('<Amt>', '<Amt\n>').replaceAll('</Amt>', '</Amt >'),
  'single quotes': (file) => file.replaceAll('Ccy="BHD"', "Ccy='BHD'"),
}

/** One thing that is wrong. @param at a number from 0 on, below 1: where */
type Break = (file: string, at: number) => string | Buffer

/** Changes one of the matches of an expression. */
const oneOf =
  (what: RegExp, by: string | ((match: string) => string)): Break =>
  (file, at) => {
    const matches = [...file.matchAll(what)]
    const chosen = matches[Math.floor(at * matches.length)]
    if (!chosen) throw new Error(`nothing is like ${what}`)
    const changed = typeof by === 'string' ? by : by(chosen[0])
    return file.slice(0, chosen.index) + changed + file.slice(chosen.index + chosen[0].length)
  }

/** Elements that every order has to have. */
const needed = [
  'GrpHdr',
  'MsgId',
  'CreDtTm',
  'InitgPty',
  'PmtInfId',
  'PmtMtd',
  'ReqdExctnDt',
  'Dbtr',
  'DbtrAcct',
  'DbtrAgt',
  'PmtId',
  'EndToEndId',
  'Amt',
  'CdtrAcct',
] as const

const whole = (name: string) => new RegExp(`<${name}>.*?</${name}>`, 'gs')

export const breaks: Readonly<Record<string, Break>> = {
  ...Object.fromEntries(needed.map((name) => [`no ${name}`, oneOf(whole(name), '')])),
  ...Object.fromEntries(needed.map((name) => [`${name} twice`, oneOf(whole(name), (match) => match + match)])),
  ...Object.fromEntries(
    needed.map((name) => [
      `${name} by another name`,
      oneOf(whole(name), (match) => match.replaceAll(name, `${name}X`)),
    ]),
  ),
  'no batch': (file) => file.replace(/<PmtInf>.*<\/PmtInf>/s, ''),
  'a batch without transfers': oneOf(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>(?=<\/PmtInf>)/gs, ''),
  'another count': oneOf(/<NbOfTxs>\d+/g, (match) => `${match}1`),
  'another sum': oneOf(/<CtrlSum>[\d.]+/g, (match) => `${match.includes('.') ? match : `${match}.`}1`),
  'an amount of nothing': oneOf(/"BHD">[\d.]+/g, '"BHD">0'),
  'an amount below zero': oneOf(/"BHD">/g, '"BHD">-'),
  'a comma in an amount': oneOf(/"BHD">[\d.]+/g, '"BHD">1,000'),
  'a word as an amount': oneOf(/"BHD">[\d.]+/g, '"BHD">ten'),
  'a tenth of a fils': oneOf(/"BHD">[\d.]+/g, '"BHD">1.0001'),
  'six digits of fraction': oneOf(/"BHD">[\d.]+/g, '"BHD">1.000001'),
  'no currency': oneOf(/ Ccy="BHD"/g, ''),
  'a currency of two letters': oneOf(/ Ccy="BHD"/g, ' Ccy="BH"'),
  dollars: oneOf(/ Ccy="BHD"/g, ' Ccy="USD"'),
  'an attribute that nobody knows': oneOf(/<Amt>/g, '<Amt Foo="1">'),
  'check digits that are wrong': oneOf(/<IBAN>[A-Z]{2}\d\d/g, (match) => match.replace(/\d\d$/, '01')),
  'an IBAN in small letters': oneOf(/<IBAN>[A-Z]{2}/g, (match) =>
    match.replace(/[A-Z]{2}$/, (country) => country.toLowerCase()),
  ),
  'a day that is none': oneOf(/<Dt>[\d-]+/g, '<Dt>2030-02-30'),
  'a day that has passed': oneOf(/<Dt>[\d-]+/g, '<Dt>2029-12-31'),
  'a time without a day': oneOf(/<CreDtTm>[^<]+/g, '<CreDtTm>09:00:00'),
  cheques: oneOf(/>TRF</g, '>CHK<'),
  'a rail that nobody knows': oneOf(/<Amt>/g, '<PmtTpInf><LclInstrm><Prtry>CASH</Prtry></LclInstrm></PmtTpInf><Amt>'),
  'an element that nobody knows': oneOf(/<Amt>/g, '<Foo>1</Foo><Amt>'),
  'a text that is too long': oneOf(/<MsgId>[^<]+/g, `<MsgId>${'M'.repeat(36)}`),
  'an empty text': oneOf(/<PmtMtd>TRF/g, '<PmtMtd>'),
  'elements in another order': oneOf(/<Amt>.*?<\/Amt><Cdtr>/gs, (match) =>
    match.replace(/^(<Amt>.*<\/Amt>)<Cdtr>$/s, '<Cdtr></Cdtr>$1<Cdtr>'),
  ),
  'the end missing': (file, at) => file.slice(0, Math.max(1, Math.floor(at * (file.length - 20)))),
  'a tag that is not closed': oneOf(/<\/(?:Amt|Cdtr|Dbtr|GrpHdr|PmtInf)>/g, ''),
  'a tag that ends another': oneOf(/<\/Amt>/g, '</Cdtr>'),
  'text between elements': oneOf(/<Amt>/g, 'text<Amt>'),
  'a document type': (file) => file.replace('<Document', '<!DOCTYPE Document><Document'),
  'an entity of its own': (file) => file.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
  'a reference to nothing': oneOf(/<MsgId>/g, '<MsgId>&nothing;'),
  'a character that XML does not have': oneOf(/<MsgId>/g, '<MsgId>\u0001'),
  'a byte that is no UTF-8': (file, at) => {
    const bytes = Buffer.from(file)
    bytes[60 + Math.floor(at * (bytes.length - 61))] = 0xff
    return bytes
  },
  'another encoding than it says': (file) => file.replace('UTF-8', 'ISO-8859-1'),
  'the namespace of another version': (file) => file.replace('pain.001.001.08', 'pain.001.001.09'),
  'no namespace': (file) => file.replace(/ xmlns="[^"]*"/, ''),
  'another root': (file) => file.replace('<Document', '<Order').replace('</Document>', '</Order>'),
  'two roots': (file) => file + file.replace(/^<\?xml[^>]*>\n/, ''),
  nesting: oneOf(/<MsgId>[^<]+/g, `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`),
  'nothing at all': () => '',
}

/** Files, half of them broken. @param now of the bank */
export function generatedFiles(debtor: PaymentFileFacts['debtor'], now: number): fc.Arbitrary<GeneratedFile> {
  return fc
    .record({
      batches: fc.array(batchOf(now), { minLength: 1, maxLength: 3 }),
      messageId: textOf(35),
      writing: fc.constantFrom(...Object.keys(writings)),
      broken: fc.option(fc.constantFrom(...Object.keys(breaks)), { freq: 2 }),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    })
    .map(({ batches, messageId, writing, broken, at }) => {
      const file = paymentFile({ debtor, now, batches, messageId })
      const count = batches.reduce((sum, { items }) => sum + items.length, 0)
      const sum = /<CtrlSum>([\d.]+)/.exec(file)?.[1] ?? ''
      const written = broken === null ? writings[writing]?.(file) : breaks[broken]?.(file, at)
      return { bytes: Buffer.from(written as string), count, sum, ...(broken !== null && { broken }) }
    })
}
