/**
 * `ob-conformance init`: a few questions, a look at the bank, and a profile with comments.
 *
 * @module
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { probe } from '../init/probe.js'
import { type Answers, profileText } from '../init/profile-text.js'
import { ConfigurationError } from '../profile/mistakes.js'
import { clean } from '../text/clean.js'
import { inWords } from '../text/system-error.js'
import type { Terminal } from './terminal.js'

interface Question {
  readonly name: keyof Answers
  readonly text: string
  readonly usual: string
  /** What is wrong with an answer, if anything. */
  readonly problem?: (answer: string) => string | undefined
}

const url = (answer: string) =>
  /^https?:\/\/[^\s?#]+$/.test(answer) && URL.canParse(answer)
    ? undefined
    : 'an http or https URL without query or fragment'
const urlOrNothing = (answer: string) => (answer === '' ? undefined : url(answer))

/** All that is asked; what can be found out is not. */
export const questions: readonly Question[] = [
  { name: 'name', text: 'Name of the bank', usual: 'Our bank' },
  { name: 'issuer', text: 'Issuer of the authorisation server (discovery is read below it)', usual: '', problem: url },
  {
    name: 'version',
    text: 'Version of the interface, 0.0.1 or 1.0.0',
    usual: '1.0.0',
    problem: (answer) => (/^(0\.0\.1|1\.0\.0)$/.test(answer) ? undefined : '0.0.1 or 1.0.0'),
  },
  { name: 'base', text: 'Base URL of account information, without /accounts', usual: '', problem: url },
  { name: 'payments', text: 'Base URL of payments, where it is another one', usual: '', problem: urlOrNothing },
  { name: 'clientId', text: 'Client id of the TPP that is registered for tests', usual: 'tpp-main' },
  { name: 'redirectUri', text: 'Its redirect address', usual: 'http://127.0.0.1/callback', problem: url },
  { name: 'username', text: 'Username of a test customer with an account', usual: 'test-customer-1' },
]

/**
 * Asks, looks, and writes a file.
 *
 * @param file is not written over
 * @throws {ConfigurationError} where there is a file already, or nobody answers
 */
export async function initCommand(file: string, terminal: Terminal): Promise<void> {
  const { stdout, prompt } = terminal
  const refused = (path: string, expected: string, received: string) =>
    new ConfigurationError('arguments', [{ path, expected, received }])
  if (existsSync(file)) throw refused('FILE', 'a file that is not there yet', JSON.stringify(file))
  try {
    accessSync(dirname(resolve(file)), constants.W_OK)
  } catch (error) {
    throw refused('FILE', 'a file in a folder that can be written', `${JSON.stringify(file)}: ${inWords(error)}`)
  }
  if (!prompt) throw refused('init', 'somebody who answers', 'nobody')
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const answer = await askUntilRight(question, prompt, stdout)
    if (answer === undefined) {
      terminal.stderr('\n')
      throw refused(question.name, `an answer: ${question.text}`, 'none')
    }
    answers[question.name] = answer
  }
  const given = answers as unknown as Answers
  const found = await probe(given, terminal.signal)
  await writeFile(file, profileText(given, found), { flag: 'wx', mode: 0o644 })
  const seen = [...found.seen, `${found.operations.length} operations are claimed`]
  stdout(
    `${seen.map((line) => `  ${clean(line)}`).join('\n')}\n\nWrote ${file}. What it says of secrets, set in the environment; then:\n  ob-conformance doctor ${file}\n`,
  )
}

/** How often an answer may be wrong. */
const patience = 5

async function askUntilRight(
  { text, usual, problem = (answer) => (answer === '' ? 'an answer' : undefined) }: Question,
  prompt: NonNullable<Terminal['prompt']>,
  stdout: Terminal['stdout'],
): Promise<string | undefined> {
  for (let tries = 0; tries < patience; tries += 1) {
    const entered = await prompt(`${text}${usual === '' ? '' : ` [${usual}]`}: `)
    if (entered === undefined) return undefined
    const answer = entered.trim() || usual
    const wrong = problem(answer)
    if (wrong === undefined) return answer
    stdout(`  expected ${wrong}\n`)
  }
  return undefined
}
