import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { collections } from '../collections.js'
import { openStore } from '../store/open-store.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { describePaymentRaces } from './testing/payment-races.js'

describe('in memory', () => {
  let bank: TestBank
  beforeAll(async () => {
    bank = await openTestBank()
  })
  afterAll(() => bank.close())

  describePaymentRaces(() => [bank])
})

describe('on lowdb', () => {
  let folder: string
  let bank: TestBank
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ob-payments-'))
    bank = await openTestBank({ store: await openStore(`lowdb:${folder}`, collections) })
  })
  afterAll(async () => {
    await bank.close()
    await rm(folder, { recursive: true, force: true })
  })

  describePaymentRaces(() => [bank])
})
