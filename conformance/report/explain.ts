/**
 * Explains a case in words, from its data alone.
 *
 * @module
 */
import { operation } from '#standard/index.js'
import type { CallbackAnswer, Case, Expectation } from '../cases/case.js'
import { judgedFamilyIds } from '../cases/families.js'
import type { FamilyGivenName } from '../cases/given-values.js'
import { callsOf } from '../cases/payment-calls.js'
import { clean } from '../text/clean.js'
import { ledgerLines } from './explain-rows.js'
import { stepLines } from './explain-steps.js'
import { valueText } from './explain-values.js'

/** Several lines of text, ending in a line feed: starting point, steps, expectations and the ledger rows behind them. */
export function explainCase(testCase: Case): string {
  const { method, path } = operation(testCase.operation)
  const lines = [
    `${testCase.id}  ${testCase.title}`,
    '',
    `  Operation   ${testCase.operation}: ${method} ${path}`,
    `  Versions    ${testCase.versions.join(', ')}`,
    `  Rests on    ${testCase.ref}`,
    ...(testCase.needs?.length ? [`  Needs       ${testCase.needs.join(', ')} in the profile of the bank`] : []),
    ...(testCase.callback
      ? [`  Callback    of the suite, which answers ${testCase.callback.answers.map(answerText).join(', then ')}`]
      : []),
    '',
    'Starts from',
    `  ${startingPoint(testCase.given)}`,
    '',
    'Steps',
    ...testCase.steps.flatMap((step, index) => numbered(index, stepLines(step))),
    '',
    'Expects',
    ...testCase.expect.flatMap((expectation, index) =>
      numbered(index, [expectationText(expectation, testCase), `proves ${rowsOf(expectation).join(', ')}`]),
    ),
    '',
    'Because',
    ...[...new Set(testCase.expect.flatMap(rowsOf))].flatMap(ledgerLines),
  ]
  return `${lines.map((line) => clean(line, 2000)).join('\n')}\n`
}

const answerText = (answer: CallbackAnswer) => (answer === 'none' ? 'nothing' : String(answer))

function numbered(index: number, [first = '', ...rest]: readonly string[]): string[] {
  return [`  ${index + 1}. ${first}`, ...rest.map((line) => `     ${line}`)]
}

/** The starting points of each family of payments. */
const ofFamilies = Object.fromEntries(
  judgedFamilyIds.flatMap((id) => {
    const { given, called } = callsOf(id)
    const one = `${/^[aeiou]/.test(called) ? 'an' : 'a'} ${called}`
    return [
      [given.pending, `a new consent to one ${called}, in AwaitingAuthorisation`],
      [given.approved, `${one} that PSU main approved, its tokens kept; shared by submissions that are refused`],
      [given.unsubmitted, `${one} that PSU main approved, its tokens kept; shared by what submits nothing`],
      [given.ownApproved, `an approved ${called} of its own, which the case may submit`],
      [given.submitted, `${one} that was approved and submitted; shared`],
    ]
  }),
) as Record<FamilyGivenName, string>

const startingPoints: Readonly<Record<Case['given'], string>> = {
  pendingFilePayment: 'a new consent to a file of payments, in AwaitingUpload',
  approvedFilePayment: 'a file that was uploaded and that PSU main approved; shared by requests that are refused',
  ownApprovedFilePayment: 'an approved file of its own, which the case may submit',
  submittedFilePayment: 'a file that was approved and submitted; shared',
  nothing: 'only the public tokens',
  pendingConsent: 'a new consent in AwaitingAuthorisation',
  authorisedConsent:
    'a consent that PSU main approved for one account, with its tokens; shared by cases that only read',
  detailConsent: 'a consent of PSU several with ReadAccountsDetail, every account chosen; shared',
  basicConsent: 'a consent of PSU several with ReadAccountsBasic alone, every account chosen; shared',
  narrowConsent: 'a consent for which PSU several chose one of their accounts, every read permitted; shared',
  everythingConsent: 'a consent of PSU several that permits every read with its details, every account chosen; shared',
  basicReadsConsent: 'a consent of PSU several that permits the reads without any Detail permission; shared',
  payerConsent: 'a consent of PSU main, who pays, that permits every read, every account chosen; shared',
  creditsConsent: 'a consent of PSU several for transactions with ReadTransactionsCredits alone; shared',
  debitsConsent: 'a consent of PSU several for transactions with ReadTransactionsDebits alone; shared',
  windowConsent: 'a consent of PSU several for the transactions from 60 to 30 days ago alone; shared',
  ownAuthorisedConsent: 'an approved consent of its own, which the case may revoke or delete',
  withdrawnConsent: 'a consent that was approved and then withdrawn by the TPP, its tokens kept; shared',
  rejectedConsent: 'a consent that the PSU rejected; shared',
  consentOfOtherTpp: 'a pending consent of TPP other; shared',
  pendingCancellation: 'a new consent to cancel the future dated payment that was submitted, in AwaitingAuthorisation',
  approvedCancellation: 'a consent to that which PSU main approved; shared by cancellations that are refused',
  ownApprovedCancellation: 'an approved consent to that of its own, with which the case withdraws the request',
  ...ofFamilies,
}

function startingPoint(given: Case['given']): string {
  return `${given}: ${startingPoints[given]}`
}

function rowsOf({ proves }: Expectation): readonly string[] {
  return typeof proves === 'string' ? [proves] : proves
}

/** `400`, `400 or 403`, `400, 403 or 404`. */
function oneOf(values: unknown): string {
  const all = (Array.isArray(values) ? values : [values]).map(String)
  return all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

/** One expectation as a sentence about the answer: `answer 2: status 400 or 403`. */
export function expectationText(expectation: Expectation, { steps }: Pick<Case, 'steps'>): string {
  const answer = `answer ${(expectation.step ?? steps.length - 1) + 1}`
  return steps.length === 1 ? claim(expectation) : `${answer}: ${claim(expectation)}`
}

function claim(expectation: Expectation): string {
  if ('status' in expectation) {
    const tolerated = expectation.tolerates?.length ? ` (${oneOf(expectation.tolerates)} is at most a warning)` : ''
    return `status ${oneOf(expectation.status)}${tolerated}`
  }
  if ('errorCode' in expectation) {
    const where = expectation.path === undefined ? '' : ` at ${expectation.path}`
    return `an error with code ${oneOf(expectation.errorCode)}${where}`
  }
  if ('allErrors' in expectation) {
    return `all of these errors at once: ${expectation.allErrors.map((each) => `${each.errorCode} at ${each.path}`).join(', ')}`
  }
  if ('body' in expectation) {
    const values = Object.entries(expectation.body).map(([path, value]) => `${path} is ${valueText(value)}`)
    return `in the body, ${values.join(', ')}`
  }
  if ('absent' in expectation) return `not in the body: ${expectation.absent.join(', ')}`
  if ('present' in expectation) return `in the body: ${expectation.present.join(', ')}`
  if ('header' in expectation) {
    return expectation.like === null
      ? `no header ${expectation.header}`
      : `header ${expectation.header} like ${expectation.like}`
  }
  if ('redirect' in expectation) {
    if (expectation.redirect === 'code') return 'a redirect back to the TPP with a code, and state byte for byte'
    const error = expectation.error === undefined ? 'an error' : `error ${oneOf(expectation.error)}`
    return `a redirect back to the TPP with ${error}, and state byte for byte`
  }
  if ('noCode' in expectation) return 'no redirect with a code'
  const parameters = Object.entries(expectation.with ?? {}).map(([name, value]) => `${name} ${valueText(value)}`)
  return `the rule ${expectation.matches} holds${parameters.length > 0 ? ` with ${parameters.join(', ')}` : ''}`
}
