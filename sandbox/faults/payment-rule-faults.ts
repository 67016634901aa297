/**
 * Faults of payments that replace a rule of the bank.
 *
 * @module
 */
import { isCurrency } from '#standard/index.js'
import type { Fault } from './fault.js'

export const paymentRuleFaults = {
  'payment-amount-unchecked': {
    title: 'takes payments of nothing, and in any currency that there is',
    replaces: () => ({ takesAmount: () => true, takesCurrency: (_, currency) => isCurrency(currency) }),
  },
  'payment-identifier-unchecked': {
    title: 'takes account identifiers of any form',
    source: 'Simplify/ibantools #16',
    replaces: () => ({ takesIdentifier: () => true }),
  },
  'execution-in-the-past-accepted': {
    title: 'takes payments for a day that is over',
    replaces: () => ({ takesExecution: () => true }),
  },
  'order-ends-twice': {
    title: 'takes a standing order that ends both by a number of payments and on a day',
    source: 'OpenBankingUK/conformance-suite #261',
    replaces: () => ({ endsTwice: () => false }),
  },
  'order-ends-before-it-begins': {
    title: 'takes a standing order whose last payment is not a day after the first',
    replaces: () => ({ takesFinalDay: () => true }),
  },
  'bill-number-unneeded': {
    title: 'takes the payment of a bill without its number',
    replaces: () => ({ needsBillNumber: () => false }),
  },
  'payment-user-ignored': {
    title: 'takes a payment from another user of the TPP than its consent was created for',
    replaces: () => ({ isUserOf: () => true }),
  },
  'payment-token-of-other-consent': {
    title: 'takes a payment with the token of another consent',
    replaces: () => ({ isConsentOfToken: () => true }),
  },
  'payment-differs-accepted': {
    title: 'takes a payment that differs from its consent',
    source: 'wso2/financial-services-accelerator #115',
    replaces: () => ({ submissionDifferences: () => [] }),
  },
  'payment-compared-as-text': {
    title: 'compares a payment with its consent letter by letter',
    replaces: () => ({
      submissionDifferences: ({ request }, { Data, Risk }) =>
        JSON.stringify([request.Data.Initiation, request.Risk]) === JSON.stringify([Data.Initiation, Risk])
          ? []
          : ['Data.Initiation'],
    }),
  },
  'payment-refused-burns-consent': {
    title: 'takes no payment any more under a consent whose payment it has refused once',
    replaces: (rules) => {
      const burnt = new Set<string>()
      return {
        submissionDifferences: (consent, submitted) => {
          const differences = rules.submissionDifferences(consent, submitted)
          if (differences.length > 0) burnt.add(consent.consentId)
          return differences
        },
        canSubmit: (consent) => !burnt.has(consent.consentId) && rules.canSubmit(consent),
      }
    },
  },
  'payment-consent-not-used-up': {
    title: 'makes as many payments under a consent as are submitted',
    replaces: () => ({ usesUp: () => false }),
  },
  'payment-of-other-tpp-shown': {
    title: 'shows a TPP the payments of another',
    replaces: () => ({ isPaymentOf: () => true }),
  },
  'refund-never-shown': {
    title: 'shows no refund account, though the consent asks for it',
    replaces: () => ({ showsRefund: () => false }),
  },
  'refund-always-shown': {
    title: 'shows the refund account, though the consent does not ask for it',
    replaces: () => ({ showsRefund: () => true }),
  },
  'funds-never-there': {
    title: 'says that the money for a payment is not there',
    replaces: () => ({ confirmsFunds: () => false }),
  },
  'funds-always-there': {
    title: 'says that the money for a payment is there',
    replaces: () => ({ confirmsFunds: () => true }),
  },

  // signatures
  'signatures-unchecked': {
    title: 'takes every signature that has the form of one',
    source: 'wso2/financial-services-accelerator #919',
    replaces: () => ({
      missingSignatureClaims: () => [],
      invalidSignatureClaims: () => [],
      takesSignature: () => true,
    }),
  },
  'signature-options-refused': {
    title: 'refuses signatures that say of which type they are',
    replaces: (rules) => ({
      invalidSignatureClaims: (header, facts) => [
        ...rules.invalidSignatureClaims(header, facts),
        ...('typ' in header ? ['typ'] : []),
      ],
    }),
  },
  'answers-unsigned': {
    title: 'signs no answers',
    replaces: () => ({ signsAnswers: () => false }),
  },
  'answers-changed-after-signing': {
    title: 'adds a blank to answers about payments after it has signed them',
    source: 'mojaloop/project #4447',
    phase: 'after-signing',
    alter: (answer, { exchange }) =>
      exchange?.operation.signed && answer.body !== undefined ? { ...answer, body: `${answer.body} ` } : answer,
  },

  // idempotency keys
  'idempotency-ignored': {
    title: 'takes no notice of idempotency keys',
    source: 'OpenBankingUK/read-write-api-specs #212',
    replaces: () => ({ usesIdempotencyKey: () => false }),
  },
  'idempotency-other-body-accepted': {
    title: 'answers a used key with the first answer, whatever the body',
    replaces: () => ({ isSameRequest: () => true }),
  },
  'idempotency-across-tpps': {
    title: 'answers one TPP with what another got for its key',
    source: 'solana-foundation/solana-developer-platform #710',
    replaces: () => ({ idempotencyScope: ({ operationId, version }) => [operationId, version] }),
  },
  'idempotency-keys-refused': {
    title: 'refuses every idempotency key',
    replaces: () => ({ isIdempotencyKeyLength: () => false }),
  },
} as const satisfies Record<string, Fault>
