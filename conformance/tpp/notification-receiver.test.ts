import { afterEach, expect, test } from 'vitest'
import { NotificationReceiver } from './notification-receiver.js'

const receiver = new NotificationReceiver({ listen: '127.0.0.1:0', patienceMillis: 0 }, Date.now)
afterEach(() => receiver.close())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`
const about = (id: string) =>
  tokenOf({ events: { 'urn:example:update': { subject: { 'http://openbanking.org.bh/rid': id } } } })

test('answers the calls about one resource one after the other, whatever comes about others in between', async () => {
  const { url, take } = await receiver.callback(['none', 503, 202])
  const call = async (body: string) => {
    const response = await fetch(url, { method: 'POST', body }).catch(() => undefined)
    return response?.status ?? 'none'
  }

  const answers = []
  for (const body of [
    about('a'),
    about('b'),
    tokenOf({ sub: 'https://bank.example/payments/c/' }),
    'no token',
    about('a'),
    about('b'),
    tokenOf({ sub: 'https://bank.example/payments/c' }),
    'none either',
    about('a'),
    about('a'),
  ]) {
    answers.push(await call(body))
  }

  expect(answers).toEqual(['none', 'none', 'none', 'none', 503, 503, 503, 503, 202, 202])
  expect(take()).toHaveLength(10)
})
