/**
 * Every error code that the ledger has for an operation of payments, at that operation, in each of its versions; and of two things
 * that are wrong, the one that is checked first answers.
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancellationConsentRequest, cancellationPatch } from '#fixtures/requests/domestic-payment.js'
import {
  concernsIn,
  type ErrorCode,
  ErrorResponse,
  errorCodes,
  findProblems,
  type OperationId,
  operation,
  type PaymentFamilyId,
  paymentFamily,
  requirements,
  type Version,
} from '#standard/index.js'
import type { PaymentConsent } from '../consents/consent.js'
import { MemoryStore } from '../store/memory-store.js'
import { alteredStore } from '../testing/altered-store.js'
import { errorsOf, openTestBank, type TestBank } from '../testing/test-bank.js'
import { offeredFamilies } from './handlers.js'
import type { PaymentSettings } from './settings.js'
import { type Asking, type Payer, payee, payerAt } from './testing/payer.js'

let isBroken = false
let bank: TestBank
let payer: Payer
beforeAll(async () => {
  const broken = () => Promise.reject(new Error('ENOSPC'))
  const store = alteredStore(new MemoryStore(), (part) => ({
    get: (collection, id) =>
      isBroken && ['consents', 'payments'].includes(collection.name) ? broken() : part.get(collection, id),
    transact: (...work) => (isBroken ? broken() : part.transact(...work)),
  }))
  bank = await openTestBank({ store })
  payer = payerAt(bank)
})
afterAll(() => bank.close())

type Step = keyof ReturnType<typeof paymentFamily>['operations']

interface Place {
  readonly family: PaymentFamilyId
  readonly step: Step
  readonly id: OperationId
  readonly version: Version
}

const places: Place[] = offeredFamilies.flatMap((family) =>
  Object.entries(paymentFamily(family).operations).flatMap(([step, id]: [string, OperationId]) =>
    operation(id).versions.map((version) => ({ family, step: step as Step, id, version })),
  ),
)

/** Codes of signatures are tested where signatures are. */
const codes = errorCodes.filter((code) => !code.startsWith('Signature.'))

/** The codes that the ledger has for an operation of a version. */
function codesOf({ id, version }: Place): ErrorCode[] {
  const texts = requirements.filter((row) => row.testable && concernsIn(row, id, version)).map(({ text }) => text)
  return codes.filter((code) => texts.some((text) => new RegExp(`\\b${code}\\b(?!\\w)`).test(text)))
}

type Body = Record<string, unknown>

/** A request that is right, to be made wrong. */
interface Right {
  path: string
  body?: Body
  consent?: PaymentConsent
  asking: Asking
}

const asking = ({ family, version }: Place): Asking => ({ family, version })

async function right(place: Place, initiation: Body = {}): Promise<Right> {
  const { family, step, id } = place
  const of = asking(place)
  const path = (value: string) =>
    operation(id)
      .path.replace(/\{\w+\}/, value)
      .replace(/\/$/, '')
  const copy = (body: unknown) => JSON.parse(JSON.stringify(body)) as Body
  if (step === 'createConsent') return { path: path(''), body: copy(payer.request(of, { initiation })), asking: of }
  if (step === 'getConsent' || step === 'confirmFunds') {
    const consent = await payer.approved({}, of)
    return { path: path(consent.consentId), ...(step === 'confirmFunds' && { consent }), asking: of }
  }
  if (step === 'uploadFile') {
    const asked = await payer.createConsent(payer.fileRequest({}, { initiation }), of)
    const consentId = asked.json().Data.ConsentId
    const headers = { 'content-type': 'text/xml' }
    return { path: path(consentId), body: payer.fileOf() as never, asking: { ...of, headers } }
  }
  if (step === 'getFile') return { path: path((await payer.approved({}, of)).consentId), asking: of }
  if (step === 'create') {
    const consent = await payer.approved({ initiation }, of)
    return { path: path(''), body: copy(payer.submission(consent)), consent, asking: of }
  }
  const paymentId = await payer.pay({}, of)
  if (['get', 'getDetails', 'getReport'].includes(step)) return { path: path(paymentId), asking: of }
  if (step === 'createCancellationConsent') {
    return { path: path(''), body: copy(cancellationConsentRequest(paymentId)), asking: of }
  }
  if (step === 'getCancellationConsent') {
    return { path: path((await payer.askToCancel(paymentId)).json().Data.ConsentId), asking: of }
  }
  if (family !== 'domestic-future-dated-payment' || step !== 'cancel') throw new Error(`${id} is new here`)
  const consentId = await payer.approvedCancellation(paymentId)
  return { path: path(paymentId), body: copy(cancellationPatch(consentId)), asking: of }
}

const send = ({ path, body, consent, asking: of }: Right, place: Place) =>
  payer.call(operation(place.id).method as 'GET' | 'POST' | 'PATCH', path, of, body, consent)

/** With other settings of the bank. */
async function where<T>(settings: Partial<PaymentSettings>, act: () => Promise<T>): Promise<T> {
  const { tenant } = bank
  const before = tenant.paymentSettings
  Object.assign(tenant, { paymentSettings: { ...before, ...settings } })
  try {
    return await act()
  } finally {
    Object.assign(tenant, { paymentSettings: before })
  }
}

const withHeader = (name: string, value: string) => async (place: Place) => {
  const request = await right(place)
  return send(headers(request, { [name]: value }), place)
}

const withBody = (change: (body: Body) => unknown) => async (place: Place) => {
  const request = await right(place)
  return send({ ...request, body: change(request.body ?? {}) as Body }, place)
}

const asked = (initiation: Body | ((place: Place) => Body)) => async (place: Place) =>
  send(await right(place, typeof initiation === 'function' ? initiation(place) : initiation), place)

/** At a bank that demands a key: an upload takes no user token, which others can leave out. */
async function uploadWithoutKey() {
  const strict = await openTestBank({ idempotencyKey: 'required' })
  try {
    const tpp = payerAt(strict)
    const keyed: Asking = { family: 'file-payment', headers: { 'x-idempotency-key': 'k' } }
    const { ConsentId } = (await tpp.createConsent(tpp.fileRequest(), keyed)).json().Data
    return await tpp.upload(ConsentId)
  } finally {
    await strict.close()
  }
}

const iban = ({ version }: Place) => (version === '0.0.1' ? 'IBAN' : 'BH.OBF.IBAN')
const dns = { LocalInstrument: 'BH.OBF.DNS' }
const isAbroad = ({ family }: Place) => paymentFamily(family).rails.includes('SWIFT')

/** How each code is met, where it can be; the operation has what it needs. */
const wrong: Partial<Record<ErrorCode, (place: Place) => Promise<LightMyRequestResponse>>> = {
  'Header.Invalid': withHeader('x-fapi-interaction-id', 'one'),
  'Header.Missing': async (place) => {
    if (place.step === 'uploadFile') return uploadWithoutKey()
    const request = await right(place)
    return send({ ...request, asking: { ...request.asking, user: null } }, place)
  },
  'Resource.InvalidFormat': withBody(() => [1]),
  'Field.Missing': withBody(() => ({})),
  'Field.Unexpected': withBody((body) => ({ ...body, Extra: 1 })),
  'Field.Invalid': withBody((body) => ({ ...body, Data: 7 })),
  'Field.InvalidDate': asked(({ family }) => ({
    [paymentFamily(family).executionField as string]: '2030-01-14T09:00:00+03:00',
  })),
  'Field.Expected': asked((place) =>
    isAbroad(place)
      ? { ExchangeRateInformation: { UnitCurrency: 'USD', RateType: 'Agreed' } }
      : { LocalInstrument: 'BH.OBF.BIL', RemittanceInformation: {} },
  ),
  'Unsupported.Currency': asked((place) => ({
    [paymentFamily(place.family).amountField as string]: { Amount: '1.00', Currency: isAbroad(place) ? 'ZWG' : 'USD' },
  })),
  'Unsupported.Frequency': (place) =>
    where({ frequenciesNotOffered: ['EvryDay'] }, () => asked({ Frequency: 'EvryDay' })(place)),
  'Unsupported.LocalInstrument': asked((place) => ({
    LocalInstrument: isAbroad(place) ? 'BH.OBF.NRT' : 'BH.OBF.GCCNET',
  })),
  'Unsupported.Scheme': asked(({ family }) => ({
    [family === 'file-payment' ? 'DebtorAccount' : 'CreditorAccount']: {
      SchemeName: 'NAME',
      Identification: 'x',
      Name: 'P',
    },
  })),
  'Unsupported.AccountIdentifier': asked((place) => ({
    CreditorAccount: { SchemeName: iban(place), Identification: 'BH00', Name: 'P' },
  })),
  'Unsupported.AccountSecondaryIdentifier': asked({
    CreditorAccount: { SchemeName: 'IBAN', Identification: payee.iban, Name: 'P', SecondaryIdentification: '#' },
  }),
  'Rules.DuplicateReference': (place) =>
    where({ uniqueReferences: true }, async () => {
      const instructionId = `${place.version} ${place.id}`.slice(0, 35)
      await payer.pay({ instructionId }, asking(place))
      return asked({ InstructionIdentification: instructionId })(place)
    }),
  'Rules.AfterCutOffDateTime': async (place) => {
    // 2030-01-25 is a Friday
    const { executionField } = paymentFamily(place.family)
    const isLater = executionField !== undefined
    const friday = { [executionField ?? '']: '2030-01-25T09:00:00+03:00' }
    const deferred = isAbroad(place) ? {} : dns
    const instrument = place.version === '0.0.1' ? { LocalInstrument: 'EFT-CSCT-DNS' } : deferred
    const request = await right(place, isLater ? friday : instrument)
    return where({ lateOrders: 'refuse', dnsCutOff: '08:00', swiftCutOff: '08:00', cancellationHours: 24 * 8 }, () =>
      send(request, place),
    )
  },
  'Resource.NotFound': async (place) => {
    const request = await right(place)
    return send({ ...request, path: operation(place.id).path.replace(/\{\w+\}/, 'nothing') }, place)
  },
  'Resource.InvalidConsentStatus': async (place) => {
    const request = await right(place)
    if (place.step === 'cancel' || place.step === 'uploadFile') await send(request, place)
    else await payer.submit(request.consent as PaymentConsent)
    return send(request, place)
  },
  'Resource.ConsentMismatch': async (place) => {
    const request = await right(place)
    if (place.step === 'create' && place.family === 'file-payment') {
      const { Data } = request.body as { Data: { Initiation: Body } }
      const Initiation = { ...Data.Initiation, FileReference: 'another' }
      return send({ ...request, body: { Data: { ...Data, Initiation } } }, place)
    }
    if (place.step === 'create') return send({ ...request, body: { ...request.body, Risk: {} } }, place)
    if (place.step === 'createConsent')
      return send({ ...request, consent: await payer.approved({}, asking(place)) }, place)
    if (place.step === 'confirmFunds') return send({ ...request, consent: await payer.approved() }, place)
    return send({ ...request, asking: { ...request.asking, clientId: 'tpp-other' } }, place)
  },
  UnexpectedError: async (place) => {
    const request = await right(place)
    const breaking = payerAt({
      ...bank,
      send: async (sent: InjectOptions) => {
        isBroken = true
        return bank.send(sent).finally(() => {
          isBroken = false
        })
      },
    })
    return breaking.call(
      operation(place.id).method as 'GET',
      request.path,
      request.asking,
      request.body,
      request.consent,
    )
  },
}

const named = (place: Place) => `${place.id} ${place.version}`

describe.each(places.map((place) => [named(place), place] as const))('%s', (_, place) => {
  test('answers a right request with its success', async () => {
    expect((await send(await right(place), place)).statusCode).toBe(operation(place.id).success)
  })

  test.each(codesOf(place))('answers %s', async (code) => {
    const meet = wrong[code]
    if (!meet) throw new Error(`nothing here meets ${code}`)
    const answer = await meet(place)

    expect(errorsOf(answer).map(([each]) => each)).toContain(code)
    expect(findProblems(ErrorResponse, answer.json())).toEqual([])
    expect(answer.statusCode).toBe(code === 'UnexpectedError' ? 500 : answer.statusCode === 403 ? 403 : 400)
  })
})

/** What can be wrong, in the order in which it is checked: how to add it, and what it is answered with. */
const order: readonly (readonly [name: string, add: (request: Right) => Right, status: number, code?: ErrorCode])[] = [
  ['the token', (request) => headers(request, { authorization: 'Bearer nobody' }), 401],
  ['Accept', (request) => headers(request, { accept: 'text/html' }), 406],
  ['Content-Type', (request) => headers(request, { 'content-type': 'text/plain' }), 415],
  ['a header', (request) => headers(request, { 'x-fapi-auth-date': 'now' }), 400, 'Header.Invalid'],
  ['a field', (request) => ({ ...request, body: { ...request.body, Extra: 1 } }), 400, 'Field.Unexpected'],
  [
    'another consent',
    (request) => ({ ...request, body: withData(request, { ConsentId: 'other' }) }),
    403,
    'Resource.ConsentMismatch',
  ],
  ['a difference', (request) => ({ ...request, body: { ...request.body, Risk: {} } }), 400, 'Resource.ConsentMismatch'],
]

const headers = (request: Right, more: Record<string, string>): Right => ({
  ...request,
  asking: { ...request.asking, headers: { ...request.asking.headers, ...more } },
})

const withData = ({ body }: Right, more: Body): Body => ({ ...body, Data: { ...(body?.Data as Body), ...more } })

describe('a submission that is wrong in two ways is answered for the one that is checked first', () => {
  const pairs = order.flatMap((first, index) => order.slice(index + 1).map((second) => [first, second] as const))
  const place = places.find(({ id, version }) => id === 'createDomesticPayment' && version === '1.0.0') as Place

  test.each(pairs.map(([first, second]) => [first[0], second[0], first, second] as const))(
    '%s before %s',
    async (_first, _second, [, addFirst, status, code], [, addSecond]) => {
      const answer = await send(addFirst(addSecond(await right(place))), place)

      expect(answer.statusCode).toBe(status)
      if (code) expect(errorsOf(answer)[0]?.[0]).toBe(code)
    },
  )
})
