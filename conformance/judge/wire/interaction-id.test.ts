import { describe, expect, test } from 'vitest'
import { exchangeEntry, uuid } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const name = 'x-fapi-interaction-id'

/** An exchange whose request carries `sent` and whose answer `received`. */
const exchange = (sent: string | undefined, received: readonly string[], status = 200) =>
  exchangeEntry({
    path: '/accounts',
    status,
    requestHeaders: sent === undefined ? [] : [[name, sent]],
    responseHeaders: received.length === 0 ? null : received.map((value) => [name, value] as const),
  })

describe('WIR-interaction-id-present', () => {
  const id = 'WIR-interaction-id-present'

  test.each([401, 404, 405, 406, 415, 429, 500])('misses the header on a %i', (status) => {
    const { outcome, blame, findings } = verdictOf(id, [exchange(uuid(1), [], status)], 'stated')

    expect({ outcome, blame }).toEqual({ outcome: 'fail', blame: 'bank' })
    expect(findings).toMatchObject([{ pointer: name, proves: ['HDR-REQ-080', 'HDR-REQ-090'] }])
  })

  test('looks at paths that are not defined as well, and not at other servers', () => {
    const unknown = exchangeEntry({ path: '/nope', status: 404, responseHeaders: null })
    const elsewhere = exchangeEntry({ url: 'https://bank.example/oauth2/token', responseHeaders: null })

    expect(verdictOf(id, [unknown, elsewhere])).toMatchObject({ outcome: 'fail', looked: 1 })
    expect(verdictOf(id, [elsewhere])).toMatchObject({ outcome: 'not-applicable', looked: 0 })
  })
})

test('WIR-interaction-id-single finds a header that came twice', () => {
  expect(findingsOf('WIR-interaction-id-single', [exchange(uuid(1), [uuid(1), uuid(1)])])).toEqual([name])
  expect(findingsOf('WIR-interaction-id-single', [exchange(uuid(1), [uuid(1)])])).toBe('pass')
})

test('WIR-interaction-id-uuid finds one that is no UUID', () => {
  expect(findingsOf('WIR-interaction-id-uuid', [exchange(undefined, ['req-17'])])).toEqual([name])
  expect(findingsOf('WIR-interaction-id-uuid', [exchange(undefined, [uuid(1).toUpperCase()])])).toBe('pass')
})

describe('WIR-interaction-id-echoed', () => {
  const id = 'WIR-interaction-id-echoed'
  const mixed = 'ABCDEF00-0000-4000-8000-000000000001'

  test('compares without regard to letter case', () => {
    expect(findingsOf(id, [exchange(mixed, [mixed.toLowerCase()])])).toBe('pass')
    expect(findingsOf(id, [exchange(mixed.toLowerCase(), [mixed])])).toBe('pass')
  })

  test('finds a constant id, and weighs it as the framework does', () => {
    const constant = [exchange(uuid(1), [uuid(9)]), exchange(uuid(2), [uuid(9)])]

    expect(verdictOf(id, constant, 'stated')).toMatchObject({ outcome: 'warn', findings: [{ count: 2 }] })
    expect(verdictOf(id, constant, 'framework').outcome).toBe('fail')
  })

  test('expects no echo of what is no UUID', () => {
    expect(findingsOf(id, [exchange('call-1', [uuid(1)])])).toBe('not-applicable')
  })
})

describe('WIR-interaction-id-made', () => {
  const id = 'WIR-interaction-id-made'

  test('wants a new one each time', () => {
    expect(findingsOf(id, [exchange(undefined, [uuid(1)]), exchange('call-1', [uuid(2)])])).toBe('pass')
    expect(verdictOf(id, [exchange(undefined, [uuid(1)]), exchange('call-1', [uuid(1)])]).findings).toMatchObject([
      { evidence: [0, 1], count: 1 },
    ])
  })

  test('does not look at ids that were sent', () => {
    expect(findingsOf(id, [exchange(uuid(1), [uuid(1)])])).toBe('not-applicable')
  })
})
