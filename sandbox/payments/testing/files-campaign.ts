/**
 * Uploads generated files to a bank: lawful ones have to be taken, and broken ones refused, each mistake with its place. For
 * a test that sends a few, and `npm run files`, which sends thousands.
 *
 * @module
 */
import fc from 'fast-check'
import { fileHash } from '#fixtures/requests/payment-file.js'
import type { TestBank } from '../../testing/test-bank.js'
import { breaks, type GeneratedFile, generatedFiles } from './generated-files.js'
import { payerAt } from './payer.js'

export interface FilesReport {
  readonly lawful: number
  readonly broken: number
  /** How often each thing was broken. */
  readonly happened: Readonly<Record<string, number>>
  /** What the bank did wrong. */
  readonly mistakes: readonly string[]
}

export async function runFiles(bank: TestBank, files: number, seed: number): Promise<FilesReport> {
  const tpp = payerAt(bank)
  const happened: Record<string, number> = Object.fromEntries(Object.keys(breaks).map((name) => [name, 0]))
  const mistakes: string[] = []
  let lawful = 0

  async function send({ bytes, count, sum, broken }: GeneratedFile): Promise<string | undefined> {
    const Initiation = {
      FileContextFormat: 'BH.OBF.pain.001.001.08',
      FileHash: fileHash(bytes),
      NumberOfTransactions: String(count),
      ControlSum: Number(sum),
    }
    const asked = await tpp.createConsent({ Data: { Initiation } }, { family: 'file-payment' })
    const { ConsentId } = asked.json().Data
    const answer = await tpp.upload(ConsentId, bytes)
    if (broken === undefined) return answer.statusCode === 200 ? undefined : `was refused: ${answer.body.slice(0, 300)}`
    if (answer.statusCode !== 400) return `was answered ${answer.statusCode}`
    const { Errors } = answer.json() as { Errors: { Path?: string; Message: string }[] }
    const isOfFile = (path = '') => path.startsWith('Document')
    if (!Errors.some(({ Path }) => isOfFile(Path)))
      return `was refused without a place in it: ${answer.body.slice(0, 300)}`
    const unplaced = Errors.find(({ Path, Message }) => Path === undefined && !/^and \d+ more$/.test(Message))
    if (unplaced) return `has a mistake without a place: ${unplaced.Message}`
    const { Data } = (await tpp.call('GET', `/file-payment-consents/${ConsentId}`)).json()
    return Data.Status === 'Rejected' ? undefined : `left its consent ${Data.Status}`
  }

  for (const file of fc.sample(generatedFiles(tpp.debtor(), bank.tenant.clock.now()), { numRuns: files, seed })) {
    if (file.broken === undefined) lawful += 1
    else happened[file.broken] = (happened[file.broken] ?? 0) + 1
    const mistake = await send(file)
    if (mistake !== undefined)
      mistakes.push(`${file.broken ?? 'a lawful file'} ${mistake}\n${file.bytes.toString().slice(0, 1500)}`)
  }
  return { lawful, broken: files - lawful, happened, mistakes }
}
