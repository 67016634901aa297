/**
 * Makes tests of field reports.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorResponse, findProblems, headers, versions } from '#standard/index.js'
import type { Answer, Answered, Area } from './report.js'

export function runReports<Bank extends { close(): Promise<void> }>({ title, open, send, reports }: Area<Bank>): void {
  describe(title, () => {
    let bank: Bank
    beforeAll(async () => {
      bank = await open()
    }, 60_000)
    afterAll(() => bank.close())

    for (const report of reports) {
      const name = report.report === undefined ? report.title : `${report.report}: ${report.title}`
      for (const version of report.versions ?? versions) {
        test(`${name}, in ${version}`, async () => {
          const context = { bank, version }
          if ('shows' in report) return report.shows(context)
          const answered = await send(context, report.send)
          expectShape(answered)
          expectAnswer(answered, report.answer)
        }, 60_000)
      }
    }
  })
}

/** Statuses whose answers have no body. */
const bodyless = [204, 401, 404, 405, 406, 415, 429]

/** Whatever the answer is: never a 500, never HTML, always the interaction id, and a body only where there has to be one, and then valid. */
export function expectShape({ status, headers: answered, text, interactionId }: Answered): void {
  expect(status).not.toBe(500)
  expect(answered['content-type']).toBe(text === '' ? undefined : 'application/json; charset=utf-8')
  expect(answered[headers.interactionId]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  if (interactionId !== undefined) expect(answered[headers.interactionId]).toBe(interactionId)
  if (bodyless.includes(status)) expect(text).toBe('')
  if ([400, 403, 413].includes(status)) expect(findProblems(ErrorResponse, JSON.parse(text))).toEqual([])
}

function expectAnswer({ status, text }: Answered, answer: Answer): void {
  expect(status, text).toBe(answer.status)
  if (answer.errors) expect(codesOf(text).sort()).toEqual([...answer.errors].sort())
  if (answer.data) expect(JSON.parse(text).Data).toMatchObject(answer.data)
}

function codesOf(text: string): string[] {
  const { Errors } = JSON.parse(text) as { Errors: readonly { ErrorCode: string; Path?: string }[] }
  return Errors.map(({ ErrorCode, Path }) => (Path === undefined ? ErrorCode : `${ErrorCode} ${Path}`))
}
