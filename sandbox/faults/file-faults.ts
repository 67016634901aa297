/**
 * Faults of files of payments: what is taken, given back and told.
 *
 * @module
 */
import { onSuccessOf } from './editing.js'
import type { Fault } from './fault.js'
import { accepting, withData } from './payment-answers.js'

const reads = ['getFilePaymentFile', 'getFilePaymentReportFile'] as const

/** Sees no difference in a field. */
const uncompared = (title: string, field: string): Fault => ({
  title,
  replaces: (rules) => ({
    fileDifferences: (said, facts) => rules.fileDifferences(said, facts).filter((each) => each.field !== field),
  }),
})

export const fileFaults = {
  'file-consent-authorisable-at-once': {
    title: 'asks the PSU to approve a file that is not uploaded',
    replaces: () => ({
      firstStatus: (status) => (status === 'AwaitingUpload' ? 'AwaitingAuthorisation' : status),
      takesFile: ({ status }) => status === 'AwaitingAuthorisation',
    }),
  },
  'file-hash-unchecked': uncompared('takes a file of another hash than its consent says', 'FileHash'),
  'file-count-unchecked': uncompared('takes a file of another count than its consent says', 'NumberOfTransactions'),
  'file-sum-unchecked': uncompared('takes a file of another sum than its consent says', 'ControlSum'),
  'file-long-hash-refused': {
    title: 'takes no hash of a file in the longer form',
    replaces: (rules) => ({
      fileDifferences: (said, facts) => [
        ...rules.fileDifferences(said, facts),
        ...(said.hash.length === 88 ? [{ field: 'FileHash' as const, said: said.hash, is: 'another' }] : []),
      ],
    }),
  },
  'file-refused-consent-stays': {
    title: 'leaves the consent of a file that it has refused as it was',
    replaces: () => ({ rejectsWithFile: () => false }),
  },
  'file-unread': {
    title: 'answers every upload as if the file were in order',
    alter: accepting(['uploadFilePaymentFile'], [400], 200),
  },
  'file-taken-again': {
    title: 'takes another file for a consent that has one',
    replaces: () => ({ takesFile: () => true }),
  },
  'file-media-type-unchecked': {
    title: 'takes a file whatever its media type says',
    skips: ['content-type'],
    skipsFor: ({ operation }) => operation.sends !== undefined,
  },
  'file-altered': {
    title: 'gives a file back with a line feed behind it',
    alter: onSuccessOf(['getFilePaymentFile'], (answer) => ({ ...answer, body: `${answer.body}\n` })),
  },
  'file-as-json': {
    title: 'gives files back as if they were JSON',
    alter: onSuccessOf(reads, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'application/json' },
    })),
  },
  'file-report-empty': {
    title: 'reports on a file without a word about its payments',
    alter: onSuccessOf(['getFilePaymentReportFile'], (answer) => ({
      ...answer,
      body: (answer.body ?? '').replace(/<OrgnlPmtInfAndSts>.*<\/OrgnlPmtInfAndSts>/s, ''),
    })),
  },
  'file-never-complete': {
    title: 'shows every file payment as pending, whatever became of it',
    alter: withData(['getFilePayment'], () => ({ Status: 'InitiationPending' })),
  },
} as const satisfies Readonly<Record<string, Fault>>
