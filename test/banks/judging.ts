/**
 * Judges the hand-made bank by the profile and the pages that lie beside it, as its engineer would.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProfile, type Profile, type RunResult, runSuite, type SuiteOptions } from '#conformance/index.js'
import { type BankFault, startHandMadeBank } from './hand-made-bank.js'

/** What the environment of its engineer holds. */
export const secrets = {
  PEARL_SECRET: 'coral-secret',
  PEARL_OTHER_SECRET: 'dhow-secret',
  PEARL_PSU1: 'pearl-1',
  PEARL_PSU2: 'pearl-2',
  PEARL_PSU3: 'pearl-3',
  PEARL_CODE1: '111222',
  PEARL_CODE2: '333444',
  PEARL_CODE3: '555666',
}

const beside = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The profile of a bank at an address, read from files as a run reads it. */
export function profileAt(url: string, change = (text: string) => text, pages = (text: string) => text): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'pearl-'))
  try {
    writeFileSync(join(folder, 'bank-pages.yaml'), pages(beside('bank-pages.yaml')))
    const file = join(folder, 'bank.yaml')
    writeFileSync(file, change(beside('bank.yaml').replaceAll('http://127.0.0.1:41450', url)))
    return loadProfile(file, { env: secrets })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A run against the bank, without a browser unless the options say so. */
export async function judgeHandMadeBank(
  fault?: BankFault,
  options: Partial<SuiteOptions> = {},
): Promise<RunResult['verdicts']> {
  return (await runAtHandMadeBank(fault, options)).verdicts
}

/** The whole result of such a run; `change` makes another profile of it. */
export async function runAtHandMadeBank(
  fault?: BankFault,
  options: Partial<SuiteOptions> = {},
  change?: (text: string) => string,
): Promise<RunResult> {
  const bank = await startHandMadeBank(fault === undefined ? {} : { fault })
  try {
    const run = { journeys: 'headless', now: Date.now, ...options } as const
    return await runSuite({ profile: profileAt(bank.url, change), ...run })
  } finally {
    await bank.close()
  }
}

/** What failed: `ACC-001`, `WIR-content-type`. */
export const redOf = ({ cases, wire }: RunResult['verdicts']): string[] => [
  ...cases.filter(({ outcome }) => outcome === 'fail').map(({ case: id }) => id),
  ...wire.filter(({ outcome }) => outcome === 'fail').map(({ check }) => check),
]

/** What passed, sorted by id; a case once for each version. */
export const passedOf = ({ cases }: RunResult['verdicts']): string[] =>
  cases
    .filter(({ outcome }) => outcome === 'pass')
    .map(({ case: id }) => id)
    .sort()
