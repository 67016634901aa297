/**
 * Faults of access: answers to callers without a valid token, and to methods that do not exist.
 *
 * @module
 */
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { withHeader } from './editing.js'
import type { Fault } from './fault.js'

/** The field of Data that holds the rows of a read. */
const memberOf: Readonly<Record<string, string>> = {
  getAccountBalances: 'Balance',
  getBalances: 'Balance',
  getAccountTransactions: 'Transaction',
  getTransactions: 'Transaction',
  getAccountBeneficiaries: 'Beneficiary',
  getBeneficiaries: 'Beneficiary',
  getAccountStandingOrders: 'StandingOrder',
  getStandingOrders: 'StandingOrder',
}

const shown = (answer: EditedAnswer, data: object, { exchange }: EditScene): EditedAnswer => ({
  ...withHeader(answer, 'content-type', 'application/json; charset=utf-8'),
  status: 200,
  body: JSON.stringify({ Data: data, Links: { Self: `${exchange?.baseUrl}/` }, Meta: {} }),
})

export const accessFaults = {
  'rows-shown-without-token': {
    title: 'answers reads of balances, transactions, beneficiaries and standing orders to callers without a good token',
    alter: (answer, scene) => {
      const member = memberOf[scene.exchange?.operationId ?? '']
      return answer.status === 401 && member ? shown(answer, { [member]: [] }, scene) : answer
    },
  },
  'products-shown-without-token': {
    title: 'shows products to callers without a good token',
    alter: (answer, scene) =>
      answer.status === 401 && scene.exchange?.operationId === 'getSharingProductDetails'
        ? shown(answer, { CASA: [{ ProductDetails: {} }] }, scene)
        : answer,
  },
  'version-of-consent-ignored': {
    title: 'serves the token of a consent under the base of the other version too',
    skips: ['grant'],
    skipsFor: ({ caller, version }) => caller?.consent !== undefined && caller.consent.version !== version,
  },
  'token-binding-ignored': {
    title: 'takes a token that is bound to a certificate on any connection',
    replaces: () => ({ isBoundTo: () => true }),
  },
  'methods-unchecked': {
    title: 'answers 204 to every method that a path does not have',
    alter: (answer) => (answer.status === 405 ? { ...answer, status: 204 } : answer),
  },
} as const satisfies Record<string, Fault>
