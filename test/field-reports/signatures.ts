/**
 * What went wrong with message signatures at real banks.
 *
 * @module
 */
import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'jose'
import { expect } from 'vitest'
import { fileHash } from '#fixtures/requests/payment-file.js'
import { type SignatureChange, signature } from '#sandbox/http/testing/signed-by-tpp.js'
import { type Payer, payerAt } from '#sandbox/payments/testing/payer.js'
import { errorsOf, openTestBank, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

interface SignedBank {
  readonly bank: TestBank
  readonly payer: Payer
  close(): Promise<void>
}

const clientId = 'acme'
const newKey = (kid: string): JWK => ({
  ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
  kid,
})
const key = newKey('key-1')

const shows = (
  report: string | undefined,
  title: string,
  shown: (context: ReportContext<SignedBank>) => Promise<void>,
): FieldReport<SignedBank> => ({ ...(report !== undefined && { report }), title, versions: ['1.0.0'], shows: shown })

const signed = (text: string, change: SignatureChange = {}) =>
  signature(text, { key, issuer: clientId, at: testNow, ...change })

/** Asks for a consent with a body of these bytes. */
const ask = (payer: Payer, text: string, value = signed(text)) =>
  payer.createConsent(text, { clientId, headers: { 'x-jws-signature': value } })

/** A lawful body with another text in a place of it. */
const bodyOf = (payer: Payer) => JSON.stringify(payer.request())

const bodies: readonly FieldReport<SignedBank>[] = [
  shows(
    'wso2/financial-services-accelerator #919',
    'a signature that has the body in its middle is malformed',
    async ({ bank: { payer } }) => {
      const text = bodyOf(payer)

      expect(errorsOf(await ask(payer, text, signed(text, { isAttached: true })))).toEqual([
        ['Signature.Malformed', 'x-jws-signature'],
      ])
    },
  ),
  shows(
    'mojaloop/project #4447, namshi/jose #109, lestrrat-go/jwx #62',
    'a signature is of the bytes that were sent, however they are written',
    async ({ bank: { payer } }) => {
      const text = bodyOf(payer)
      const writings: Readonly<Record<string, string>> = {
        'a letter': text.replace('Shared dinner', 'Café'),
        'its escape': text.replace('Shared dinner', 'Caf\\u00e9'),
        'a zero at the end of an amount': text.replace('"1.000"', '"1.10"'),
        'a line feed at the end': `${text}\n`,
        'lines that end with two characters': JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n'),
        'another order of keys': JSON.stringify(
          Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, unknown>).reverse()),
        ),
      }
      for (const [name, written] of Object.entries(writings)) {
        const answer = await ask(payer, written)
        const ofAnother = await ask(payer, written, signed(`${written} `))

        expect(answer.statusCode, `${name}: ${answer.body}`).toBe(201)
        expect(errorsOf(ofAnother), name).toEqual([['Signature.Invalid', 'x-jws-signature']])
      }
    },
  ),
]

const wrong: readonly (readonly [title: string, change: SignatureChange, code: string])[] = [
  ['without an algorithm', { header: { alg: 'none' } }, 'Signature.InvalidClaim'],
  ['by a key that nobody knows', { header: { kid: 'another' } }, 'Signature.InvalidClaim'],
  ['of somebody else', { header: { 'http://openbanking.org.bh/iss': 'tpp-other' } }, 'Signature.InvalidClaim'],
  ['without an instant', { without: ['http://openbanking.org.bh/iat'] }, 'Signature.MissingClaim'],
  ['by another key under the same id', { key: newKey('key-1') }, 'Signature.Invalid'],
  ['of nothing', { text: 'a.b' }, 'Signature.Malformed'],
]

const codes: readonly FieldReport<SignedBank>[] = [
  ...wrong.map(([title, change, code]) =>
    shows(undefined, `a signature ${title} is ${code}`, async ({ bank: { payer } }) => {
      const text = bodyOf(payer)
      const answer = await ask(payer, text, signed(text, change))

      expect([answer.statusCode, errorsOf(answer).map(([found]) => found)]).toEqual([400, [code]])
    }),
  ),
  shows(undefined, 'a body without a signature is Signature.Missing', async ({ bank: { payer } }) => {
    const answer = await payer.createConsent(bodyOf(payer), { clientId })

    expect(errorsOf(answer)).toEqual([['Signature.Missing', 'x-jws-signature']])
  }),
  shows(
    undefined,
    'a signature where there is nothing to sign is Signature.Unexpected',
    async ({ bank: { payer } }) => {
      const consent = (await ask(payer, bodyOf(payer))).json().Data.ConsentId
      const headers = { 'x-jws-signature': signed('') }
      const answer = await payer.call('GET', `/domestic-payment-consents/${consent}`, { clientId, headers })

      expect(errorsOf(answer)).toEqual([['Signature.Unexpected', 'x-jws-signature']])
    },
  ),
]

const files: readonly FieldReport<SignedBank>[] = [
  shows(
    undefined,
    'a file is signed over its bytes, however many they are, and given back with a signature',
    async ({ bank: { payer } }) => {
      const comment = `<!-- ${'x'.repeat(2_000_000)} -->`
      const file = payer.fileOf().replace('<GrpHdr>', `${comment}<GrpHdr>`)
      const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
      const body = JSON.stringify({ Data: { Initiation } })
      const asking = { clientId, headers: { 'x-jws-signature': signed(body) } }
      const { ConsentId } = (await payer.createConsent(body, { ...asking, family: 'file-payment' })).json().Data
      const upload = (value: string) =>
        payer.upload(ConsentId, file, { clientId, headers: { 'x-jws-signature': value } })
      const refused = await upload(signed(`${file}\n`, { header: { cty: 'text/xml' } }))
      const taken = await upload(signed(file, { header: { cty: 'text/xml' } }))
      const read = await payer.call('GET', `/file-payment-consents/${ConsentId}/file`, { clientId })

      expect(errorsOf(refused)).toEqual([['Signature.Invalid', 'x-jws-signature']])
      expect([taken.statusCode, taken.body]).toEqual([200, ''])
      expect(read.body).toBe(file)
    },
  ),
]

export const signatures: Area<SignedBank> = {
  title: 'signatures',
  open: async () => {
    const { kty, n, e, kid } = key
    const bank = await openTestBank({
      signatures: { mode: 'demanded', unexpected: 'refused' },
      tpps: [
        {
          clientId,
          clientSecret: 'a-secret-of-a-test-tpp',
          redirectUris: ['https://acme.example/cb'],
          jwks: { keys: [{ kty: kty as string, ...{ n, e, kid } }] },
        },
      ],
    })
    return { bank, payer: payerAt(bank), close: () => bank.close() }
  },
  send: ({ bank: { bank }, version }, sent) => sendInProcess({ bank, version }, sent),
  reports: [...bodies, ...codes, ...files],
}
