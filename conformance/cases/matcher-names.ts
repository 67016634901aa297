/**
 * The names of the matchers, rules in code that a case can use. The matchers themselves are in `judge/matchers/`.
 *
 * @module
 */
export const matcherNames = [
  // consents
  'permissionsAsRequested',
  'permissionsOnce',
  'instantAsRequested',
  'statusUpdateMoved',
  'nearDateHeader',
  'sameData',
  'valueDiffers',
  'statusFollowsRedirect',
  // accounts
  'accountsAre',
  'atLeastAccounts',
  'exactlyAccounts',
  'sameAccounts',
  'uniqueAccountIds',
  'asInList',
  // identifiers
  'identifiersPerAccount',
  'panMasked',
  'panKeepsLastFour',
  'schemeNames',
  'schemePrefixConstant',
  'schemePrefixOfFramework',
  'servicerComplete',
  'bahrainiIban',
  // payments
  'asSent',
  'sameValue',
  'idIsNot',
  'paymentAmounts',
  'datesInOrder',
  'chargesAre',
  'laterThan',
  'servedInOwnVersion',
  'oneResource',
  'oneSuccess',
  'valueIsOneOf',
  'valueIfShown',
  'statesJoined',
  'oldestFirst',
  'hasReason',
  'detailsEndWith',
  // times of payments
  'nearInstant',
  'lateOrder',
  'detailsHaveInstants',
  // money moved by payments
  'debitOfPayment',
  'creditOfPayment',
  'noRowOfPayment',
  'sameRowBooked',
  'balancesFollowRows',
  'fundsAgree',
  // exchanges
  'interactionIdMade',
  'likeGetWithoutBody',
  'sameAnswer',
  'underPublishedBase',
  'errorIdsDiffer',
  'listsOneOf',
  'positiveNumber',
  'textInAnyCase',
  'absoluteUri',
  // row rules
  'rowsOfAccounts',
  'rowsForEveryAccount',
  'asOnTheirOwn',
  'sameRows',
  'someHave',
  'hasRow',
  'lacksRow',
  // pages
  'pagesEnd',
  'firstPageHasNoPrev',
  'pagesOfOneResource',
  'noRowTwice',
  'pageSizes',
  'pagesOf25',
  'rowsOfPage',
  'withinHistory',
  // money
  'amountsHaveFraction',
  'dinarsHaveThreeDigits',
  'minorDigitsOfCurrencies',
  'zeroIsCredit',
  'oneBalanceOfEachType',
  'sameBalances',
  'balanceOfLastEntry',
  'runningBalances',
  // transactions
  'indicatorIs',
  'bookedWithin',
  'bookedWithinQuery',
  'cardsMasked',
  'offersSomething',
  'sameOffer',
] as const

/** The name of a matcher. */
export type MatcherName = (typeof matcherNames)[number]
