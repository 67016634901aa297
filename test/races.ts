/**
 * Races that a bank must decide, as tests: the same for a store of one process and for one that several share.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dueJobs, runDueWork } from '#sandbox/clock/due-work.js'
import { rendered } from '#sandbox/http/answer.js'
import type { Exchange } from '#sandbox/http/exchange.js'
import { answerOnce } from '#sandbox/http/idempotency.js'
import { secretRecords } from '#sandbox/identity/keys.js'
import type { Sandbox } from '#sandbox/index.js'
import { openingRecords } from '#sandbox/open-tenant.js'
import { rules } from '#sandbox/rules.js'
import type { Store, Transaction } from '#sandbox/store/store.js'
import { accountsStatus, askForToken, codeOf, consentStatus, tppToken, withdraw } from './bank-calls.js'
import { spenderOn } from './spending.js'
import { expectOneOfTwo } from './spends.js'

/** The stores and banks that the races are run on. */
export interface RaceTargets {
  /** One store, or the same one as several processes have it. */
  stores(): readonly [Store, ...Store[]]
  /** One bank, or the same one as several processes serve it. */
  banks(): readonly [Sandbox, ...Sandbox[]]
}

export const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

const each = <T>(all: readonly [T, ...T[]], index: number) => all[index % all.length] as T

export function describeRaces({ stores, banks }: RaceTargets): void {
  describe('one idempotency key', () => {
    interface Sent {
      readonly key?: string
      readonly tppId?: string
      readonly now?: number
    }
    const exchangeOf = (store: Store, tenantId: string, body: string, { key, tppId, now }: Sent = {}) =>
      ({
        tenant: { store: store.tenant(tenantId), clock: { now: () => now ?? 0 }, rules },
        caller: { tpp: { clientId: tppId ?? 'tpp-demo' } },
        operationId: 'createDomesticPaymentConsent',
        version: '1.0.0',
        idempotencyKey: key ?? 'key-1',
        body,
      }) as unknown as Exchange
    /** Makes a resource that can be counted, and returns its id. */
    const use = async (...about: Parameters<typeof exchangeOf>) => {
      const { body } = await answerOnce(exchangeOf(...about), [], (transaction) => {
        const id = randomUUID()
        transaction.put(openingRecords, id, { seed: 1, openedAt: 0 })
        return rendered(Buffer.from(id))
      })
      return String(body)
    }

    test('used 100 times at once makes one resource and gives 100 equal answers', async () => {
      const tenantId = randomUUID()
      const answers = await Promise.all(times(100, (index) => use(each(stores(), index), tenantId, '{"a":1}')))

      expect(new Set(answers).size).toBe(1)
      expect(await stores()[0].tenant(tenantId).all(openingRecords)).toHaveLength(1)
    })

    test('used at once with two bodies makes one resource and refuses the other body', async () => {
      const tenantId = randomUUID()
      const answers = await Promise.allSettled(
        times(40, (index) => use(each(stores(), index), tenantId, index % 2 ? '{"a":1}' : '{"a":2}')),
      )

      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
      expect(answers.filter((answer) => answer.status === 'rejected' && answer.reason.status === 400)).toHaveLength(20)
      expect(await stores()[0].tenant(tenantId).all(openingRecords)).toHaveLength(1)
    })

    test('is another key for another TPP, and can be used again after a day', async () => {
      const tenantId = randomUUID()
      const [store] = stores()
      const first = await use(store, tenantId, 'x')
      const others = [
        await use(store, tenantId, 'x', { tppId: 'tpp-other' }),
        await use(store, tenantId, 'y', { now: 86_400_000 }),
      ]

      expect(await use(store, tenantId, 'y', { now: 86_400_000 + 1 })).toBe(others[1])
      expect(new Set([first, ...others]).size).toBe(3)
    })

    test('that differs makes a resource of its own, 100 times at once', async () => {
      const tenantId = randomUUID()
      const answers = await Promise.all(
        times(100, (index) => use(each(stores(), index), tenantId, 'x', { key: `key-${index}` })),
      )

      expect(new Set(answers).size).toBe(100)
    })
  })

  describe('50 submissions of one payment at once', () => {
    /** Submits a payment to every bank in turn; with a key of their own each, or with one for all. */
    async function submissions(keyOf: (index: number) => string) {
      const [bank] = banks()
      const { consentId, request, userToken } = await bank.createPaymentConsent()
      const { accessToken } = await bank.authorise(consentId)
      const body = JSON.stringify({
        Data: { ConsentId: consentId, Initiation: request.Data.Initiation },
        Risk: request.Risk,
      })
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-user-token': String(userToken),
      }
      return Promise.all(
        times(50, async (index) => {
          const answer = await fetch(`${each(banks(), index).bases['1.0.0']}/domestic-payments`, {
            method: 'POST',
            headers: { ...headers, 'x-idempotency-key': keyOf(index) },
            body,
          })
          return { status: answer.status, body: await answer.text() }
        }),
      )
    }

    test('with one idempotency key are one payment and 50 equal answers', async () => {
      const answers = await submissions(() => 'one-key')

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    })

    test('with 50 keys are one payment and 49 refusals', async () => {
      const answers = await submissions((index) => `key-${index}`)

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(
        answers.filter(({ status, body }) => status === 400 && body.includes('Resource.InvalidConsentStatus')),
      ).toHaveLength(49)
    })
  })

  test('50 withdrawals of one consent at once: one succeeds, the others are answered with its status', async () => {
    const consentId = await banks()[0].createConsent()
    const token = await tppToken(banks()[0])
    const answers = await Promise.all(
      times(50, async (index) => {
        const answer = await withdraw(each(banks(), index), consentId, token)
        return { status: answer.status, body: await answer.text() }
      }),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status, body }) => status === 400 && body.includes('InvalidConsentStatus'))
    expect(refused).toHaveLength(49)
  })

  test('30 deletions of one consent at once: one succeeds', async () => {
    const headers = { authorization: `Bearer ${await tppToken(banks()[0])}` }
    for (const round of times(4, (index) => index)) {
      const consentId = await banks()[0].createConsent({ version: '0.0.1' })
      const statuses = await Promise.all(
        times(30, async (index) => {
          const url = `${each(banks(), index).bases['0.0.1']}/account-access-consents/${consentId}`
          return (await fetch(url, { method: 'DELETE', headers })).status
        }),
      )

      expect(
        statuses.filter((status) => status === 204),
        `round ${round}`,
      ).toHaveLength(1)
      expect(
        statuses.filter((status) => status === 400),
        `round ${round}`,
      ).toHaveLength(29)
    }
  })

  test('50 decisions on one consent at once, half of them to reject it: either all approvals count, or none does', async () => {
    const consentId = await banks()[0].createConsent()
    const decided = await Promise.all(
      times(50, async (index) => {
        const bank = each(banks(), index)
        if (index % 4 >= 2) return void (await bank.authorise(consentId, { decision: 'reject' }))
        // who comes too late gets no code, which throws
        return bank.authorise(consentId).then(
          ({ accessToken }) => accessToken,
          () => undefined,
        )
      }),
    )
    const tokens = decided.flatMap((token) => token ?? [])
    const status = await consentStatus(banks()[0], consentId)
    const reads = await Promise.all(tokens.map((token, index) => accountsStatus(each(banks(), index), token)))

    expect(['Authorised', 'Rejected']).toContain(status)
    if (status === 'Rejected') expect(tokens).toEqual([])
    else expect(tokens.length).toBeGreaterThan(0)
    expect(reads.filter((each) => each !== 200)).toEqual([])
  })

  test('20 approvals of one consent at once: every token they lead to works', async () => {
    const consentId = await banks()[0].createConsent()
    const decided = await Promise.all(times(20, (index) => each(banks(), index).authorise(consentId)))
    const reads = await Promise.all(
      decided.map(({ accessToken = '' }, index) => accountsStatus(each(banks(), index), accessToken)),
    )

    expect(reads).toEqual(reads.map(() => 200))
  })

  test('an approval against a withdrawal: a withdrawn consent has no token that works', async () => {
    const token = await tppToken(banks()[0])
    for (const round of times(6, (index) => index)) {
      const consentId = await banks()[0].createConsent()
      const approve = each(banks(), round + 1)
        .authorise(consentId)
        .catch(() => ({ accessToken: undefined }))
      const [withdrawn, { accessToken }] = await Promise.all([
        withdraw(each(banks(), round), consentId, token),
        approve,
      ])

      expect(withdrawn.status).toBe(200)
      expect(await consentStatus(banks()[0], consentId)).toBe('Revoked')
      if (accessToken !== undefined) expect(await accountsStatus(each(banks(), round + 1), accessToken)).toBe(401)
    }
  })

  test('one code exchanged 20 times at once gives one token', async () => {
    for (const round of times(3, (index) => index)) {
      const bank = each(banks(), round)
      const form = await codeOf(bank)
      const answers = await Promise.all(
        times(20, async (index) => {
          const answer = await askForToken(each(banks(), index), form)
          return { status: answer.status, body: (await answer.json()) as { access_token?: string; error?: string } }
        }),
      )

      const granted = answers.filter(({ status }) => status === 200)
      expect(granted.length, `round ${round}`).toBe(1)
      const others = answers.filter((each) => !granted.includes(each))
      expect(others.map(({ status, body }) => `${status} ${body.error}`)).toEqual(others.map(() => '400 invalid_grant'))
    }
  })

  test('two payments at once of 60 % of what an account has: one is posted', async () => {
    const [first, ...others] = stores()
    await expectOneOfTwo([spenderOn(first), ...others.map(spenderOn)], first)
  })

  describe('due work', () => {
    test('is done once, however many do it', async () => {
      const tenantId = randomUUID()
      const tenants = stores().map((store) => store.tenant(tenantId))
      await stores()[0]
        .tenant(tenantId)
        .transact((transaction) => {
          for (const index of times(200, (number) => number)) {
            transaction.put(dueJobs, `job ${index}`, { kind: 'count', dueAt: index, about: index })
          }
        })
      const workers = {
        count: async ({ about }: { about: unknown }, transaction: Transaction) => countDone(transaction, String(about)),
      }
      const done = await Promise.all([...tenants, ...tenants].map((tenant) => runDueWork(tenant, 149, workers)))
      const counted = await Promise.all(
        times(200, async (index) => (await tenants[0]?.get(secretRecords, String(index)))?.value ?? 0),
      )

      expect(done.reduce((sum, count) => sum + count)).toBe(150)
      expect(counted).toEqual(times(200, (index) => (index < 150 ? 1 : 0)))
      expect(await tenants[0]?.count(dueJobs, 'due')).toBe(50)
    })

    test('is done in due order', async () => {
      const tenant = stores()[0].tenant(randomUUID())
      const dueAts = times(45, (index) => (index * 7) % 45)
      await tenant.transact((transaction) => {
        for (const dueAt of dueAts) transaction.put(dueJobs, `job ${dueAt}`, { kind: 'note', dueAt, about: null })
      })
      const order: number[] = []
      await runDueWork(tenant, 100, { note: ({ dueAt }) => void order.push(dueAt) })

      expect(order).toEqual(times(45, (index) => index))
    })

    test('that fails is still due, what was begun with it is undone, and the others are done', async () => {
      const tenant = stores()[0].tenant(randomUUID())
      await tenant.transact((transaction) => {
        for (const kind of ['working', 'failing']) transaction.put(dueJobs, kind, { kind, dueAt: 1, about: null })
      })
      const working = (_job: unknown, transaction: Transaction) => countDone(transaction, 'working')
      const failing = async (job: unknown, transaction: Transaction) => {
        await working(job, transaction)
        throw new Error('failed')
      }
      const failed: unknown[] = []

      expect(await runDueWork(tenant, 1, { working, failing }, ({ kind }, error) => failed.push([kind, error]))).toBe(1)
      expect(failed).toEqual([['failing', new Error('failed')]])
      expect(await tenant.count(dueJobs, 'due')).toBe(1)
      expect(await tenant.get(secretRecords, 'working')).toEqual({ value: 1 })
      expect(await runDueWork(tenant, 1 + 60_000, { working, failing: working })).toBe(1)
      expect(await tenant.get(secretRecords, 'working')).toEqual({ value: 2 })
    })
  })
}

/** Counts, in a document, how often something was done. */
async function countDone(transaction: Transaction, id: string): Promise<void> {
  const before = Number((await transaction.get(secretRecords, id))?.value ?? 0)
  transaction.put(secretRecords, id, { value: before + 1 })
}
