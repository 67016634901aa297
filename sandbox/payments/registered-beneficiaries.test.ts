import { expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import { billers } from './billers.js'
import { mayPay } from './registered-beneficiaries.js'

test('where payees have to be registered, money goes to those saved for the account and to billers', () => {
  const bank = buildBank({ now: Date.parse('2030-01-15T09:00:00+03:00') })
  const [accountId] = [...bank.accounts.keys()].filter((id) => bank.beneficiaries(id).length > 0) as [string]
  const saved = bank.beneficiaries(accountId)[0]?.creditor.iban as string
  const payees = [saved, billers[0]?.iban as string, 'BH67BMAG00001299123456']
  const answers = (registeredBeneficiariesOnly: boolean) =>
    payees.map((iban) => mayPay(bank, accountId, iban, { registeredBeneficiariesOnly }))

  expect(answers(true)).toEqual([true, true, false])
  expect(answers(false)).toEqual([true, true, true])
})
