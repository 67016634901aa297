/**
 * What a submission of each family costs at a bank with few payments stored and at one with many: the same in turn, so that a busy
 * machine is busy for both.
 *
 * @module
 */
import { join } from 'node:path'
import type { TestBank } from '#sandbox/testing/test-bank.js'
import { type PaymentFamilyId, paymentFamilyIds } from '#standard/index.js'
import { noWorkIsLeft, openBank, type Rate, rateOf, storeMany, submissions } from './bank.js'

/** The best of so many is taken: what else runs on the machine only adds to what a submission costs. */
const rounds = 8
const limit = 20

/** A bank with payments of every family stored. */
async function stocked(folder: string, stored: number, each: number) {
  const bank = await openBank(`lowdb:${join(folder, `mix-${stored}`)}`, 'off')
  const url = await bank.app.listen({ port: 0, host: '127.0.0.1' })
  // code that has not run often is slow
  for (const family of paymentFamilyIds) await rateOf(url, await submissions(bank, each, false, family))
  await storeMany(bank, stored)
  return { bank, url, stored }
}

/** @param count of submissions of each family */
export async function measureMix(folder: string, sizes: readonly number[], count: number): Promise<void> {
  const each = Math.ceil(count / rounds)
  const banks: { bank: TestBank; url: string; stored: number }[] = []
  for (const stored of sizes) banks.push(await stocked(folder, stored, each))
  for (const family of paymentFamilyIds) await measureFamily(family, banks, each)
  for (const { bank } of banks) await bank.close()
}

async function measureFamily(
  family: PaymentFamilyId,
  banks: readonly { readonly bank: TestBank; readonly url: string; readonly stored: number }[],
  count: number,
): Promise<void> {
  const rates = banks.map((): Rate[] => [])
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = [...banks.entries()]
    for (const [index, { bank, url }] of round % 2 === 0 ? inTurn : inTurn.reverse()) {
      const requests = await submissions(bank, count, false, family)
      for (const each of banks) await noWorkIsLeft(each.bank)
      rates[index]?.push(await rateOf(url, requests))
    }
  }
  const least = (of: readonly Rate[]) => Math.min(...of.map(({ processor }) => processor))
  const shown = rates.map(
    (of, index) =>
      `${banks[index]?.stored} stored: ${Math.round(Math.max(...of.map(({ rate }) => rate)))} a second, ${Math.round(least(of))} us of processor`,
  )
  const [few = [], many = few] = [rates[0], rates.at(-1)]
  const more = (least(many) / least(few) - 1) * 100
  process.stdout.write(
    `${family}, ${shown.join('; ')}: ${more > 0 ? '+' : ''}${more.toFixed(0)} % (limit ${limit} %)${more > limit ? ' NOT kept' : ''}\n`,
  )
}
