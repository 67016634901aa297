import { expect, test } from 'vitest'
import { runSuite } from '#conformance/index.js'
import { startHandMadeBank, type Visit } from './hand-made-bank.js'
import { passedOf, profileAt, redOf } from './judging.js'

/** A whole run at the bank, to whose answers something is done. */
async function judged(does: (visit: Visit) => boolean, only?: string[]) {
  const bank = await startHandMadeBank({ sabotage: does })
  try {
    const options = { profile: profileAt(bank.url), journeys: 'headless', now: Date.now } as const
    return (await runSuite({ ...options, ...(only && { only, wanted: true }) })).verdicts
  } finally {
    await bank.close()
  }
}

const only = ['AAC-*', 'ACC-*', 'AUT-*', 'HDR-*']

test.each<[string, (visit: Visit) => void]>([
  [
    'interim answers that nobody asked for',
    ({ response }) => {
      response.writeContinue()
      response.writeProcessing()
      response.writeEarlyHints({ link: '</pages.css>; rel=preload' })
    },
  ],
  ['an end of the connection after each answer', ({ response }) => void response.setHeader('connection', 'close')],
  [
    'trailers',
    ({ response }) => {
      response.setHeader('trailer', 'X-Checked')
      response.addTrailers({ 'X-Checked': 'yes' })
    },
  ],
])('a right bank with %s is judged clean', async (_, does) => {
  const verdicts = await judged((visit) => {
    does(visit)
    return false
  }, only)

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.exitCode).toBe(0)
})

test('a bank that ends idle connections as the next request comes is failed for nothing that was lost, and few cases cannot run', async () => {
  const used = new WeakSet()
  const verdicts = await judged(({ request: { socket } }) => {
    const isSecond = used.has(socket)
    used.add(socket)
    if (isSecond) socket.destroy()
    return isSecond
  }, only)

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.causes.map(({ party }) => party).filter((party) => party !== 'network')).toEqual([])
  expect([0, 3]).toContain(verdicts.exitCode)
  // after the first losses each request has a connection of its own
  const lost = verdicts.cases.filter(({ outcome }) => outcome === 'could-not-run')
  expect(lost.length).toBeLessThan(passedOf(verdicts).length / 5)
})

test('one whose answers break HTTP is to act itself, though nothing of it was read', async () => {
  const verdicts = await judged(
    ({ request: { socket } }) => {
      socket.end('HTTP/1.1 200 OK\r\nX-Folded: one\r\n two\r\nContent-Length: 2\r\n\r\n{}')
      return true
    },
    ['AAC-001'],
  )

  expect(verdicts.causes.map(({ party }) => party)).toEqual(['bank'])
  expect(verdicts.exitCode).not.toBe(0)
})
