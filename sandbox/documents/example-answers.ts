/**
 * What a bank answers to each operation as the documents fill it in, as it was recorded (`npm run docs:write`).
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { OperationId, Version } from '#standard/index.js'

/** The address that the answers were recorded with. */
export const exampleUrl = 'http://127.0.0.1:8080'

export type ExampleAnswers = Readonly<Partial<Record<OperationId, unknown>>>

const { resolve } = createRequire(import.meta.url)

/** The body of each operation that has one, with the addresses of this bank. */
export async function exampleAnswers(version: Version, publicUrl: string): Promise<ExampleAnswers> {
  const text = await readFile(resolve(`#assets/sandbox/documents/examples/${version}.json`), 'utf8')
  return JSON.parse(text.replaceAll(exampleUrl, publicUrl)) as ExampleAnswers
}
