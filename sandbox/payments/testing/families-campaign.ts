/**
 * Random payments of every family at one bank, with files, cancellations, rejections, funds confirmations and time that passes, and
 * whether the books are right in between: for a test that does a few, and `npm run books`, which does thousands.
 *
 * @module
 */
import { toBankDateTime } from '#fixtures/calendar.js'
import { fromDinars } from '#fixtures/exchange-rates.js'
import type { FactsAbroad } from '#fixtures/requests/international-payment.js'
import type { FileItemFacts } from '#fixtures/requests/payment-file.js'
import type { FixtureAccount } from '#fixtures/types.js'
import { type PaymentFamilyId, paymentFamily } from '#standard/index.js'
import type { PaymentConsent } from '../../consents/consent.js'
import type { TestBank } from '../../testing/test-bank.js'
import { billers } from '../billers.js'
import { fileProgress } from '../files/due-files.js'
import { paymentRecords } from '../payment.js'
import { booksMistakes } from './books-check.js'
import { payee, payerAt } from './payer.js'

export interface FamiliesReport {
  /** How often each thing happened. */
  readonly happened: Readonly<Record<string, number>>
  /** How often funds were asked for, and how often the payment then went otherwise. */
  readonly fundsAsked: number
  readonly fundsWrong: number
  /** What was wrong with the books, or with an answer. */
  readonly mistakes: readonly string[]
}

const dayMillis = 86_400_000
/** Steps between two looks at the books. */
const stepsBetweenLooks = 40

const frequencies = ['EvryDay', 'EvryWorkgDay', 'IntrvlWkDay:01:03', 'WkInMnthDay:02:03', 'IntrvlMnthDay:01:05']
const currencies = ['USD', 'EUR', 'KWD', 'JPY', 'GBP']

/** @param below a whole number from 0 to one below a limit, drawn */
export async function runFamilies(
  bank: TestBank,
  steps: number,
  below: (limit: number) => number,
): Promise<FamiliesReport> {
  const { tenant } = bank
  const { store, bank: books, clock } = tenant
  const tpp = payerAt(bank)
  const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
  const happened: Record<string, number> = {}
  const count = (name: string) => {
    happened[name] = (happened[name] ?? 0) + 1
  }
  const mistakes: string[] = []
  let [fundsAsked, fundsWrong, number] = [0, 0, 0]
  /** Future dated payments that may still be cancelled. */
  const cancellable: string[] = []

  const payers = books.psus.flatMap(({ accountIds }, index) => (accountIds.length > 0 ? [index] : []))
  const accountOf = (accountId = ''): FixtureAccount => books.accounts.get(accountId) as FixtureAccount
  const inDays = (days: number) => toBankDateTime(clock.now() + days * dayMillis)

  /** Somebody here or elsewhere who is paid. */
  function creditor() {
    const account = pick([...books.accounts.values()])
    const iban = account.identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification
    return below(2) === 0 && iban !== undefined ? { iban, name: 'A customer' } : payee
  }

  /** Now and then more than anybody has. */
  const amountMinor = () => (below(12) === 0 ? 900_000_000 + below(1000) : 1 + below(below(3) === 0 ? 400_000 : 5_000))
  const dinars = (minor: number) => (minor / 1000).toFixed(3)

  function bill(): { readonly facts: Partial<FactsAbroad>; readonly item: FileItemFacts } {
    const [power] = billers as readonly [(typeof billers)[number]]
    const index = below(7000)
    const amount = dinars(12_500 + (index % 100) * 125)
    const reference = `${power.prefix}-${1000 + index}`
    const party = { iban: power.iban, name: power.name }
    return {
      facts: {
        creditor: party,
        amount,
        initiation: { LocalInstrument: 'BH.OBF.BIL', RemittanceInformation: { Reference: reference } },
      },
      item: { creditor: party, amount, reference, instrument: 'BH.OBF.BIL' },
    }
  }

  function abroad(initiation: Readonly<Record<string, unknown>> = {}): Partial<FactsAbroad> {
    const currencyOfTransfer = pick(currencies)
    // the payee is in Kuwait, where both rails go
    const rails = currencyOfTransfer === 'KWD' ? ['BH.OBF.SWIFT', 'BH.OBF.GCCNET'] : ['BH.OBF.SWIFT']
    const currency = pick(['BHD', currencyOfTransfer])
    const digits = currencyOfTransfer === 'JPY' ? 0 : currencyOfTransfer === 'KWD' ? 3 : 2
    // a creditor who bears charges gets what is left, which has to be something
    const minor = amountMinor() + 5_000
    const amount =
      currency === 'BHD' ? dinars(minor) : (fromDinars(minor / 1000, currency) / 10 ** digits).toFixed(digits)
    const rate = { UnitCurrency: currencyOfTransfer, RateType: pick(['Actual', 'Indicative']) }
    return {
      amount,
      currency,
      currencyOfTransfer,
      initiation: {
        LocalInstrument: pick(rails),
        ChargeBearer: pick(['BorneByCreditor', 'BorneByDebtor', 'FollowingServiceLevel', 'Shared']),
        ...(below(2) === 0 && { ExchangeRateInformation: rate }),
        ...initiation,
      },
    }
  }

  /** Who decides, and the account that pays. */
  function deciding() {
    const psu = pick(payers)
    return { psu, debtorAccountId: pick(books.psus[psu]?.accountIds ?? []) }
  }

  /** An approved consent; nothing where the bank rightly refused to make one. */
  async function consentTo(
    family: PaymentFamilyId,
    facts: Partial<FactsAbroad>,
    decided = deciding(),
  ): Promise<PaymentConsent | undefined> {
    const asking = { family }
    const answer = await tpp.createConsent(tpp.request(asking, facts), asking)
    if (answer.statusCode === 400 && answer.body.includes('the bill is paid')) {
      count('bill paid before')
      return undefined
    }
    if (answer.statusCode !== 201) {
      mistakes.push(`${family}: the consent was refused: ${answer.body.slice(0, 300)}`)
      return undefined
    }
    return tpp.authorise<PaymentConsent>(answer.json().Data.ConsentId, decided)
  }

  /** The payment as its submission was answered. */
  async function submit(consent: PaymentConsent): Promise<Readonly<Record<string, unknown>> | undefined> {
    const answer = await tpp.submit(consent)
    if (answer.statusCode !== 201) {
      mistakes.push(`${consent.kind}: the payment was refused: ${answer.body.slice(0, 300)}`)
      return undefined
    }
    count(consent.kind)
    return answer.json().Data
  }

  /** A payment that is made at once: what was said of its funds is what becomes of it. */
  async function payNow(family: 'domestic-payment' | 'international-payment', facts: Partial<FactsAbroad>) {
    const consent = await consentTo(family, facts)
    if (!consent) return
    const funds = (await tpp.confirmFunds(consent)).json().Data.FundsAvailableResult?.FundsAvailable
    const submitted = await submit(consent)
    if (!submitted) return
    // what the books refuse stays Pending until it is Rejected
    const isTaken = submitted.Status !== 'Pending'
    count(isTaken ? 'taken' : 'not taken')
    fundsAsked += 1
    if (funds !== isTaken) fundsWrong += 1
  }

  async function payLater(family: PaymentFamilyId, facts: Partial<FactsAbroad>): Promise<string | undefined> {
    const consent = await consentTo(family, facts)
    const submitted = consent && (await submit(consent))
    return submitted?.[paymentFamily(family).idField] as string | undefined
  }

  async function uploadFile(): Promise<void> {
    const psu = pick(payers)
    const debtorAccountId = books.psus[psu]?.accountIds[0] as string
    const iban = accountOf(debtorAccountId).identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification
    if (iban === undefined) return
    const drawn = (): FileItemFacts =>
      below(8) === 0
        ? bill().item
        : { creditor: creditor(), amount: dinars(amountMinor()), instrument: pick(['BH.OBF.NRT', 'BH.OBF.DNS']) }
    const batches = Array.from({ length: 1 + below(3) }, () => ({
      items: Array.from({ length: 1 + below(pick([3, 20, 120])) }, drawn),
      day: inDays(below(4)).slice(0, 10),
    }))
    const isBroken = below(6) === 0
    const facts = { debtor: { iban, name: 'Debtor' }, batches }
    const asked = await tpp.createConsent(tpp.fileRequest(facts), { family: 'file-payment' })
    const { ConsentId } = asked.json().Data
    const uploaded = await tpp.upload(ConsentId, isBroken ? tpp.fileOf(facts).replace('<Amt>', '<Amount>') : undefined)
    if (isBroken !== (uploaded.statusCode === 400)) mistakes.push(`a file was answered ${uploaded.body.slice(0, 300)}`)
    if (uploaded.statusCode !== 200) return count('file refused')
    await submit(await tpp.authorise<PaymentConsent>(ConsentId, { psu, debtorAccountId }))
  }

  async function cancel(): Promise<void> {
    const [paymentId] = cancellable.splice(below(cancellable.length), 1)
    if (paymentId === undefined) return
    const { ConsentId } = (await tpp.askToCancel(paymentId)).json().Data ?? {}
    if (ConsentId === undefined) return count('not cancellable')
    await tpp.authorise(ConsentId)
    const answer = await tpp.cancel(paymentId, ConsentId)
    count(answer.statusCode === 200 ? 'cancelled' : 'not cancellable')
  }

  /** A consent that is asked for and never used. */
  async function leave(): Promise<void> {
    await tpp.createConsent(tpp.request({}, { amount: dinars(amountMinor()), creditor: creditor() }))
    count('left')
  }

  const kinds: readonly (() => Promise<void>)[] = [
    () => payNow('domestic-payment', { amount: dinars(amountMinor()), creditor: creditor() }),
    () =>
      payNow('domestic-payment', {
        amount: dinars(amountMinor()),
        creditor: creditor(),
        initiation: { LocalInstrument: 'BH.OBF.DNS' },
      }),
    () => payNow('domestic-payment', bill().facts),
    () => payNow('international-payment', abroad()),
    async () => {
      const initiation = { RequestedExecutionDateTime: inDays(1 + below(20)) }
      const facts = { amount: dinars(amountMinor()), creditor: creditor(), initiation }
      const paymentId = await payLater('domestic-future-dated-payment', facts)
      if (paymentId !== undefined) cancellable.push(paymentId)
    },
    async () => {
      const initiation = { RequestedExecutionDateTime: inDays(1 + below(20)) }
      await payLater('international-future-dated-payment', abroad(initiation))
    },
    async () => {
      const FirstPaymentDateTime = inDays(1 + below(9))
      const initiation = { FirstPaymentDateTime, Frequency: pick(frequencies), NumberOfPayments: String(1 + below(6)) }
      await payLater('domestic-standing-order', { amount: dinars(amountMinor()), creditor: creditor(), initiation })
    },
    async () => {
      const { initiation: _, ...facts } = abroad()
      const FirstPaymentDateTime = inDays(1 + below(9))
      const initiation = { FirstPaymentDateTime, Frequency: pick(frequencies), NumberOfPayments: String(1 + below(6)) }
      await payLater('international-standing-order', { ...facts, initiation })
    },
    uploadFile,
    cancel,
    leave,
    async () => {
      await bank.advance(below(below(4) === 0 ? 3 * dayMillis : 3 * 3_600_000))
      count('time passed')
    },
  ]

  const look = async (when: string) => {
    for (const mistake of await booksMistakes(tenant)) mistakes.push(`${when}: ${mistake}`)
  }
  for (number = 0; number < steps; number += 1) {
    await pick(kinds)()
    if (number % stepsBetweenLooks === stepsBetweenLooks - 1) await look(`after ${number + 1} steps`)
  }
  await bank.advance(200 * dayMillis)
  await look('when all was done')
  for (const { steps: taken } of await store.all(paymentRecords)) {
    if (taken.some(({ status }) => status === 'Rejected')) count('rejected')
    if (taken.some(({ status }) => status === 'AcceptedSettlementCompleted')) count('settled')
  }
  for (const { items } of await store.all(fileProgress)) {
    for (const { at, why } of items)
      count(at === undefined ? 'file payment left' : why ? 'file payment rejected' : 'file payment made')
  }
  return { happened, fundsAsked, fundsWrong, mistakes }
}
