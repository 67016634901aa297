import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileHash } from '#fixtures/requests/payment-file.js'
import { listen } from '../../server.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '../../testing/test-bank.js'
import { type Payer, payerAt } from '../testing/payer.js'

let bank: TestBank
let tpp: Payer
let port: number
beforeAll(async () => {
  const listening = await listen('127.0.0.1', 0, { headersMillis: 5000, requestMillis: 5000 })
  port = listening.port
  bank = await openTestBank({ server: listening.server })
  tpp = payerAt(bank)
})
afterAll(() => bank.close())

async function upload(file: string | Buffer) {
  const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
  const asked = await tpp.createConsent({ Data: { Initiation } }, { family: 'file-payment' })
  return tpp.upload(asked.json().Data.ConsentId, file)
}

const megabytes = (count: number, text: string) => text.repeat(Math.ceil((count * 1_000_000) / text.length))

const hostile: Readonly<Record<string, () => string | Buffer>> = {
  'a bomb of entities': () =>
    `<!DOCTYPE a [<!ENTITY a "x">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;">`).join('')}]><Document>&a29;</Document>`,
  'an entity of another file': () => '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document>&a;</Document>',
  'a hundred thousand levels': () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000),
  'a hundred thousand levels in an order': () =>
    tpp.fileOf().replace('<MsgId>', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}<MsgId>`),
  'nine megabytes of one tag': () => `<Document ${megabytes(9, 'a="b" ')}/>`,
  'nine megabytes of one text': () => tpp.fileOf().replace('MSG-0001', megabytes(9, 'x')),
  'nine megabytes of a comment': () => `<Document><!-- ${megabytes(9, 'x ')}</Document>`,
  'nine megabytes of <': () => megabytes(9, '<'),
  'nine megabytes of white space': () => megabytes(9, ' \n'),
  'a million elements': () => tpp.fileOf().replace('<MsgId>', `${'<a/>'.repeat(1_000_000)}<MsgId>`),
  'a hundred thousand batches': () =>
    tpp.fileOf().replace('<PmtInf>', `${'<PmtInf></PmtInf>'.repeat(100_000)}<PmtInf>`),
  'a hundred thousand transfers without anything': () =>
    tpp.fileOf().replace('<CdtTrfTxInf>', `${'<CdtTrfTxInf/>'.repeat(100_000)}<CdtTrfTxInf>`),
  'bytes of nothing': () => Buffer.alloc(9_000_000),
  'UTF-16 cut in half': () => Buffer.from(`\ufeff${tpp.fileOf()}`, 'utf16le').subarray(0, -1),
  'UTF-32': () => Buffer.from(`\ufeff\u0000${[...tpp.fileOf()].join('\u0000')}`, 'utf16le'),
}

test.each(Object.keys(hostile))('%s is refused, in little time and memory', { timeout: 30_000 }, async (name) => {
  const file = hostile[name]?.() ?? ''
  const before = process.memoryUsage().rss
  const begun = performance.now()
  const answer = await upload(file)
  const millis = performance.now() - begun

  expect(answer.statusCode).toBe(400)
  expect(errorsOf(answer).every(([, path]) => path?.startsWith('Document') || path === undefined)).toBe(true)
  expect(answer.body.length).toBeLessThan(100_000)
  expect(millis).toBeLessThan(15_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})

/** Sends the head of an upload and what follows, until the bank ends the connection. */
async function answerTo(headers: string, parts: Iterable<string>): Promise<string> {
  const asked = await tpp.createConsent(tpp.fileRequest(), { family: 'file-payment' })
  const token = await bank.token({ scope: 'payments' })
  const path = pathOf('1.0.0', `/file-payment-consents/${asked.json().Data.ConsentId}/file`)
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/xml\r\n${headers}\r\n\r\n`,
  )
  for (const part of parts) {
    if (answer !== '' || !socket.writable) break
    await new Promise((sent) => socket.write(part, sent))
  }
  await closed
  return answer
}

test('two gigabytes that are announced are refused at once, and the connection ends', async () => {
  const answer = await answerTo('Content-Length: 2147483648', ['<Document>'])

  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('the body is larger than 10 MB')
})

test('a file without an announced length is refused when it has become too large', async () => {
  const parts = Array.from({ length: 400 }, () => `10000\r\n${' '.repeat(65_536)}\r\n`)
  const before = process.memoryUsage().rss
  const answer = await answerTo('Transfer-Encoding: chunked', parts)

  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})
