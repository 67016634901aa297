/**
 * The two reads of beneficiaries. FACTS 7.5.
 *
 * @module
 */
import type { FixtureAccount, FixtureBeneficiary } from '#fixtures/types.js'
import type { Beneficiary } from '#standard/index.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { listAnswer, listQueryProblems } from './list-answer.js'
import { creditorOf } from './payees.js'
import { readsOfAccounts, type View, viewOf } from './visibility.js'

const reads = readsOfAccounts(listQueryProblems, answer)

export const beneficiaryHandlers: Readonly<Record<'getAccountBeneficiaries' | 'getBeneficiaries', OperationHandler>> = {
  getAccountBeneficiaries: reads.ofOne,
  getBeneficiaries: reads.ofAll,
}

function answer(exchange: Exchange, accounts: readonly FixtureAccount[]) {
  const view = viewOf(exchange, 'ReadBeneficiariesDetail')
  const saved = accounts.flatMap(({ accountId }) => exchange.tenant.bank.beneficiaries(accountId))
  return listAnswer(
    exchange,
    'Beneficiary',
    saved.map((beneficiary) => toBeneficiaryPayload(beneficiary, view)),
  )
}

/** A beneficiary as a view shows it: without Detail, the payee's account and bank are absent. */
function toBeneficiaryPayload(saved: FixtureBeneficiary, { version, detail }: View): Beneficiary {
  return {
    AccountId: saved.accountId,
    BeneficiaryId: saved.beneficiaryId,
    BeneficiaryType: saved.type,
    ...(saved.reference !== undefined && { Reference: saved.reference }),
    ...(detail && creditorOf(saved.creditor, version)),
  } as Beneficiary
}
