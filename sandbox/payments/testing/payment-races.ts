/**
 * Races about payments that a bank must decide: the same for a store of one process and for one that several share.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { dueJobs } from '../../clock/due-work.js'
import type { PaymentConsent } from '../../consents/consent.js'
import { availableMinorAt, postedEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/movements.js'
import type { TestBank } from '../../testing/test-bank.js'
import { paymentRecords } from '../payment.js'
import { type Payer, payee, payerAt } from './payer.js'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** @param banks one bank, or the same one as several processes serve it */
export function describePaymentRaces(banks: () => readonly [TestBank, ...TestBank[]]): void {
  const payer = (index: number): Payer => payerAt(banks()[index % banks().length] as TestBank)

  /** How often each status and code was answered. */
  function answers(all: readonly LightMyRequestResponse[]): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { statusCode, body } of all) {
      const answer = `${statusCode} ${/"ErrorCode":"([^"]+)/.exec(body)?.[1] ?? ''}`.trim()
      counts[answer] = (counts[answer] ?? 0) + 1
    }
    return counts
  }

  /** What the first account of the first PSU can spend. */
  function available(): Promise<number> {
    const { store, clock, bank } = banks()[0].tenant
    const account = bank.accounts.get(bank.psus[0]?.accountIds[0] as string)
    if (!account) throw new Error('no account')
    return availableMinorAt({ bank, store }, account, clock.now())
  }

  /** Resolves when no work is due: what one bank has begun goes on beside the run of another. */
  function settled(): Promise<boolean> {
    return vi.waitUntil(async () => {
      await Promise.all(banks().map(({ tenant }) => tenant.dueWork.run()))
      const { store, clock } = banks()[0].tenant
      return (await store.count(dueJobs, 'due', { to: clock.now() })) === 0
    }, 10_000)
  }

  /** Puts 1,000.000 BHD on it. */
  async function topUp(): Promise<void> {
    const { store, clock, bank } = banks()[0].tenant
    await store.transact((transaction) =>
      post(transaction, bank, {
        transactionId: randomUUID(),
        accountId: bank.psus[0]?.accountIds[0] as string,
        bookedAt: clock.now(),
        amountMinor: 1_000_000,
        creditDebitIndicator: 'Credit',
        status: 'Booked',
        information: 'Cash',
      }),
    )
  }

  describe.each(['domestic-payment', 'international-payment', 'file-payment'] as const)(
    '50 submissions at once: %s',
    (family) => {
      /** The payments of a consent. */
      const madeUnder = ({ consentId }: PaymentConsent) =>
        banks()[0].tenant.store.find(paymentRecords, 'consentId', consentId)

      test('of one consent, each with a key of its own, make one payment', async () => {
        const consent = await payer(0).approved({ instructionId: `ONE-CONSENT-${family}` }, { family })
        const all = await Promise.all(
          times(50, (index) =>
            payer(index).submit(consent, { headers: { 'x-idempotency-key': `own-${family}-${index}` } }),
          ),
        )

        expect(answers(all)).toEqual({ 201: 1, '400 Resource.InvalidConsentStatus': 49 })
        expect(await madeUnder(consent)).toHaveLength(1)
      })

      test('with one key make one payment and get one answer', async () => {
        const consent = await payer(0).approved({ instructionId: `ONE-KEY-${family}` }, { family })
        const all = await Promise.all(
          times(50, (index) => payer(index).submit(consent, { headers: { 'x-idempotency-key': `one-${family}` } })),
        )

        expect(answers(all)).toEqual({ 201: 50 })
        expect(new Set(all.map(({ body }) => body)).size).toBe(1)
        expect(await madeUnder(consent)).toHaveLength(1)
      })
    },
  )

  test('of a file and a payment at once, each of 60 % of the money, one is made', async () => {
    const family = 'file-payment'
    for (const round of times(6, (index) => index)) {
      await topUp()
      await settled()
      const before = await available()
      const minor = Math.floor(before * 0.6)
      const amount = (minor / 1000).toFixed(3)
      const items = [{ creditor: payee, amount, instrument: 'BH.OBF.NRT' }]
      const tpp = payer(round)
      const request = tpp.fileRequest({ batches: [{ items }], messageId: `RACE-${round}` })
      const { ConsentId } = (await tpp.createConsent(request, { family })).json().Data
      expect((await tpp.upload(ConsentId)).statusCode).toBe(200)
      const ofFile = await tpp.authorise<PaymentConsent>(ConsentId)
      const other = await tpp.approved({ amount })
      const submitFile = async () => {
        const { FilePaymentId } = (await tpp.submit(ofFile)).json().Data
        await Promise.all(banks().map(({ tenant }) => tenant.dueWork.run()))
        return FilePaymentId as string
      }
      const [paymentId, paid] = await Promise.all([submitFile(), payer(round + 1).submit(other)])
      await settled()
      const { Status } = (await tpp.read(paymentId, { family })).json().Data
      const made = [Status === 'InitiationCompleted', paid.json().Data.Status === 'AcceptedSettlementInProcess']

      expect(made.filter(Boolean), `round ${round}`).toHaveLength(1)
      expect(await available(), `round ${round}`).toBe(before - minor - 100)
    }
  })

  test.each([
    ['domestic-payment', 100, 12],
    ['international-payment', 3_500, 4],
  ] as const)(
    'of two payments at once, each of 60 %% of the money, one is made: %s',
    async (family, charge, rounds) => {
      for (const round of times(rounds, (index) => index)) {
        await topUp()
        const before = await available()
        const amount = (Math.floor(before * 0.6) / 1000).toFixed(3)
        const consents = await Promise.all(times(2, (index) => payer(index).approved({ amount }, { family })))
        const all = await Promise.all(consents.map((consent, index) => payer(index).submit(consent, { family })))
        const states = all.map((answer) => answer.json().Data.Status).toSorted()

        expect(states, `round ${round}`).toEqual(['AcceptedSettlementInProcess', 'Pending'])
        expect(await available(), `round ${round}`).toBe(before - Math.floor(before * 0.6) - charge)
      }
    },
  )

  test('of uploads of one file at once one is taken, and its payments are made once, whoever makes them', async () => {
    const family = 'file-payment'
    const items = times(120, (index) => ({ creditor: payee, amount: '0.001', reference: `F-${index}` }))
    const asked = await payer(0).createConsent(payer(0).fileRequest({ batches: [{ items }] }), { family })
    const { ConsentId } = asked.json().Data
    const file = payer(0).fileOf({ batches: [{ items }] })
    const uploads = await Promise.all(times(8, (index) => payer(index).upload(ConsentId, file)))
    expect(answers(uploads)).toEqual({ 200: 1, '400 Resource.InvalidConsentStatus': 7 })

    await topUp()
    const consent = await payer(0).authorise<PaymentConsent>(ConsentId)
    const before = await available()
    const submitted = await Promise.all(times(8, (index) => payer(index).submit(consent)))
    expect(answers(submitted)).toEqual({ 201: 1, '400 Resource.InvalidConsentStatus': 7 })
    const paymentId = submitted.find(({ statusCode }) => statusCode === 201)?.json().Data.FilePaymentId
    await Promise.all(banks().map(({ tenant }) => tenant.dueWork.run()))

    expect((await payer(1).read(paymentId, { family })).json().Data.Status).toBe('InitiationCompleted')
    expect(before - (await available())).toBe(120 * 101)
  })

  test('of a cancellation and the execution, one wins', async () => {
    const later = { family: 'domestic-future-dated-payment' } as const
    for (const { tenant } of banks()) {
      Object.assign(tenant, { paymentSettings: { ...tenant.paymentSettings, cancellationHours: 0 } })
    }
    for (const round of times(4, (index) => index)) {
      const paymentId = await payer(0).pay({ amount: '0.001' }, later)
      const consentId = await payer(0).approvedCancellation(paymentId)
      await banks()[0].advance(7 * 86_400_000 - 1)
      await topUp()
      const before = await available()
      const [, cancelled] = await Promise.all([banks()[0].advance(1), payer(1).cancel(paymentId, consentId)])
      const isCancelled = cancelled.statusCode === 200
      const { Status } = (await payer(0).read(paymentId, later)).json().Data

      expect(Status, `round ${round}`).toBe(isCancelled ? 'Cancelled' : 'InitiationCompleted')
      expect(before - (await available()), `round ${round}`).toBe(isCancelled ? 0 : 101)
    }
  })

  test('every payment of a standing order is made once, whoever does the due work', async () => {
    const asking = { family: 'domestic-standing-order' } as const
    const orders = await Promise.all(
      times(5, (index) => payer(index).pay({ amount: '0.001', initiation: { Frequency: 'EvryWorkgDay' } }, asking)),
    )
    await banks()[0].advance(7 * 86_400_000)
    await Promise.all(banks().map((bank) => bank.tenant.dueWork.run()))
    await banks()[0].advance(7 * 86_400_000)
    const made = await Promise.all(orders.map((orderId, index) => payer(index + 1).steps(orderId, asking)))

    // two steps of the order, then the first and five more working days, or six
    const counts = made.map((steps) => steps.length - 2)
    expect(new Set(counts)).toEqual(new Set([counts[0]]))
    expect(counts[0]).toBeGreaterThanOrEqual(5)
    expect(made.flat().filter((step) => step.startsWith('Rejected'))).toEqual([])
    const { store, bank } = banks()[0].tenant
    const rows = await store.range(postedEntries, bank.psus[0]?.accountIds[0] as string, {
      order: 'newest',
      limit: 1000,
    })
    const ofOrders = rows.filter(({ document }) => orders.some((id) => document.payment?.paymentId.startsWith(id)))
    expect(ofOrders).toHaveLength(orders.length * (counts[0] ?? 0))
  })
}
