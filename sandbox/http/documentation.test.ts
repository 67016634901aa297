import { expect, test } from 'vitest'
import { versions } from '#standard/index.js'
import { type SandboxOptions, startSandbox } from '../index.js'
import { openTestBank } from '../testing/test-bank.js'

test.each(versions)('describes %s without our notes on where a rule rests', async (version) => {
  const bank = await startSandbox({})

  const text = await (await fetch(`${bank.url}/openapi/${version}.json`)).text()

  await bank.close()
  expect(text).toContain('"ConsentId"')
  expect(text).not.toMatch(/"(basis|closedBasis|rows)"|-REQ-/)
})

interface Described {
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

/** The headers that operations take, those that are required with a mark, and those of their answers. */
async function headersAt(options: Pick<SandboxOptions, 'userToken' | 'idempotencyKey' | 'signatures'>) {
  const bank = await openTestBank(options)
  const { paths } = (await bank.send({ url: '/openapi/1.0.0.json' })).json() as {
    paths: Record<string, Record<string, Described>>
  }
  await bank.close()
  return (path: string, method: 'post' | 'get') => {
    const { parameters = [], responses = {} } = paths[path]?.[method] ?? {}
    const sent = parameters.filter((each) => each.in === 'header' && !each.name.startsWith('x-fapi'))
    return {
      sent: sent.map(({ name, required }) => name + (required ? '!' : '')),
      answered: Object.keys(responses[method === 'post' ? '201' : '200']?.headers ?? {}),
    }
  }
}

const consents = '/domestic-payment-consents'
const id = 'x-fapi-interaction-id'
const signature = 'x-jws-signature'

test('describes the headers of payments as the bank takes and sends them', async () => {
  const [usual, strict, off] = await Promise.all([
    headersAt({}),
    headersAt({ idempotencyKey: 'required', signatures: { mode: 'demanded' } }),
    headersAt({ userToken: { mode: 'off' }, signatures: { mode: 'off' } }),
  ])

  expect(usual(consents, 'post')).toEqual({
    sent: ['x-idempotency-key', signature, 'x-user-token!'],
    answered: [id, signature],
  })
  expect(usual(`${consents}/{ConsentId}/`, 'get')).toEqual({ sent: [], answered: [id, signature] })
  expect(usual('/account-access-consents', 'post')).toEqual({ sent: [], answered: [id] })
  expect(strict(consents, 'post').sent).toEqual(['x-idempotency-key!', `${signature}!`, 'x-user-token!'])
  expect(off(consents, 'post')).toEqual({ sent: ['x-idempotency-key'], answered: [id] })
})
