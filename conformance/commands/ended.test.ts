import { expect, test } from 'vitest'
import { ConfigurationError } from '../profile/mistakes.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import { endedBy } from './ended.js'

const mistake = { path: 'tpps.main', expected: 'a TPP', received: 'nothing' }

test.each([
  [
    new ConfigurationError('bank.yaml', [mistake]),
    2,
    'tpps.main: expected a TPP, received nothing (the configuration)',
  ],
  [new CouldNotRun('the profile has no psus.other', 'config'), 2, 'the profile has no psus.other (the configuration)'],
  [new CouldNotRun('no connection: ECONNREFUSED', 'network'), 3, 'no connection: ECONNREFUSED (the network)'],
  [new CouldNotRun('POST /token answered 500', 'bank'), 3, 'POST /token answered 500 (the bank)'],
  [new CouldNotRun('a mistake', 'suite'), 4, 'a mistake (the suite)'],
  [new TypeError('x is not a function'), 4, 'x is not a function (the suite)'],
])('the last line of a command that throws %s says %i, the cause and who has to act', (error, exitCode, cause) => {
  const { exitCode: code, text } = endedBy(error)

  expect(code).toBe(exitCode)
  expect(text).toMatch(new RegExp(`\nexit ${exitCode}: [^\n]+\n$`))
  expect(text.trimEnd().split('\n').at(-1)).toContain(`Cause: ${cause}`)
})
