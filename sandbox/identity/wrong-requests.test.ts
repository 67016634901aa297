import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountConsent, consentRecords, move } from '../consents/consent.js'
import { browser, locationOf, oauthRequests } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { openTestBank, type TestBank, testNow, testUrl } from '../testing/test-bank.js'
import { tppVisit } from '../testing/tpp-visit.js'

let bank: TestBank
let oauth: ReturnType<typeof oauthRequests>
let idTokens: { readonly layla: string; readonly omar: string; readonly ofOtherTpp: string }
beforeAll(async () => {
  bank = await openTestBank()
  oauth = oauthRequests(bank)
  idTokens = {
    layla: await idTokenOf('layla', 'tpp-demo'),
    omar: await idTokenOf('omar', 'tpp-demo'),
    ofOtherTpp: await idTokenOf('layla', 'tpp-other'),
  }
})
afterAll(() => bank.close())

async function idTokenOf(psu: string, clientId: string): Promise<string> {
  const tpp = tppVisit(bank, clientId)
  const { code } = await tpp.decide(psu, await tpp.address(await tpp.consent()))
  return (await tpp.exchange(code ?? '')).json<{ id_token: string }>().id_token
}

/** Parameters of a request, in order; one may come twice. */
type Pairs = readonly (readonly [name: string, value: string])[]

/** `asks`: a page is shown. `page`: one of the bank's error pages. Anything else: the error that goes back to the TPP. */
type Outcome = 'asks' | 'page' | (string & {})

const state = 'n+eBY2DPiNEk3xEe7rqmtg== a&b?c#d/%20;"<e>\'~'

const right = (consentId: string): Record<string, string> => ({
  client_id: 'tpp-demo',
  response_type: 'code',
  scope: 'openid accounts',
  redirect_uri: 'https://tpp.example/callback',
  consent_id: consentId,
  state,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})

/** Parameters that a right request may have besides, each with a right value. */
const optional = {
  nonce: 'n-1',
  response_mode: 'query',
  claims: '{"id_token":{"acr":null}}',
  prompt: 'login',
  max_age: '60',
  ui_locales: 'ar en',
  login_hint: 'layla',
  acr_values: 'urn:openbanking:psd2:sca',
  display: 'page',
} as const

/** All parameters; but a wrong scope is looked at where no parameter needs the scope `openid`, which is an error of its own. */
const all = (consentId: string, wrong = '') => ({ ...right(consentId), ...(wrong !== 'scope' && optional) })

/** How one parameter is wrong. */
const ways = {
  missing: () => [],
  empty: () => [''],
  'sent twice': (value: string) => [value, value],
  'sent twice and once empty': (value: string) => [value, ''],
  'too long': () => ['x'.repeat(7000)],
  'a JSON object': () => ['{"a":1}'],
  'a number': () => ['-1'],
  'a list by its name': (_value: string, name: string): Pairs => [[`${name}[]`, 'x']],
  'with a blank around it': (value: string) => [` ${value} `],
  'in other letters': (value: string) => [value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()],
  'with a control character': (value: string) => [`${value}\u0000`],
} as const satisfies Record<string, (value: string, name: string) => readonly string[] | Pairs>
type Way = keyof typeof ways

const twice = { 'sent twice': 'invalid_request', 'sent twice and once empty': 'invalid_request' } as const
const optionalWays = { missing: 'asks', empty: 'asks', 'a list by its name': 'asks', ...twice } as const
/** A parameter that says nothing the bank must act on: whatever it says, the PSU is asked. */
const anything = {
  ...optionalWays,
  'too long': 'asks',
  'a JSON object': 'asks',
  'a number': 'asks',
  'with a blank around it': 'asks',
  'in other letters': 'asks',
  'with a control character': 'asks',
} as const

const every = (outcome: Outcome): Record<Way, Outcome> =>
  Object.fromEntries(Object.keys(ways).map((way) => [way, outcome])) as Record<Way, Outcome>

/** What comes of each parameter that is wrong in each way. */
const outcomes: Readonly<Record<string, Readonly<Record<Way, Outcome>>>> = {
  client_id: every('page'),
  redirect_uri: every('page'),
  response_type: {
    ...every('unsupported_response_type'),
    ...twice,
    missing: 'invalid_request',
    empty: 'invalid_request',
    'a list by its name': 'invalid_request',
  },
  scope: { ...every('invalid_scope'), ...twice },
  consent_id: every('invalid_request'),
  state: anything,
  nonce: anything,
  code_challenge: { ...every('invalid_request'), 'in other letters': 'asks' },
  code_challenge_method: every('invalid_request'),
  response_mode: { ...every('unsupported_response_mode'), ...optionalWays },
  claims: { ...every('invalid_request'), ...optionalWays, 'with a blank around it': 'asks' },
  prompt: { ...every('invalid_request'), ...optionalWays },
  max_age: { ...every('invalid_request'), ...optionalWays, 'in other letters': 'asks' },
  ui_locales: anything,
  login_hint: anything,
  acr_values: anything,
  display: anything,
}

const consentOf = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

/** Sends the request and holds the answer to the outcome; the consent stays as it was. */
async function expectOutcome(sent: Pairs, outcome: Outcome, consentIds: readonly string[]): Promise<void> {
  const before = await Promise.all(consentIds.map(consentOf))
  const query = sent.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const response = await bank.send({ url: `/oauth2/authorize?${query}`, headers: browser })

  if (outcome === 'page') {
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
    expectOurPage(response)
  } else {
    expect([response.statusCode, response.body]).toEqual([303, ''])
    const location = locationOf(response)
    if (outcome === 'asks') {
      expect(location.href).toMatch(`${testUrl}/authorise/`)
      expect((await oauth.follow(response)).body).toContain('name="username"')
    } else {
      expect(location.origin + location.pathname).toBe('https://tpp.example/callback')
      const states = sent.flatMap(([name, value]) => (name === 'state' ? [value] : []))
      const parameters = location.hash === '' ? location.searchParams : new URLSearchParams(location.hash.slice(1))
      const back = Object.fromEntries(parameters)
      expect(back).toMatchObject({ error: outcome, iss: testUrl })
      if (!outcome.endsWith('_not_supported')) expect(back.error_description).toMatch(/\w{3}/)
      expect(parameters.getAll('state')).toEqual(states.length === 1 ? states.filter(Boolean) : [])
      expect(back).not.toHaveProperty('code')
    }
  }
  expect(await Promise.all(consentIds.map(consentOf))).toEqual(before)
}

const pending = async (facts: Partial<AccountConsent> = {}) =>
  (await bank.consent({ status: 'AwaitingAuthorisation', ...facts })).consentId

function changed(parameters: Readonly<Record<string, string>>, name: string, way: Way): Pairs {
  const value = parameters[name] ?? ''
  const instead = ways[way](value, name).map((each): readonly [string, string] =>
    typeof each === 'string' ? [name, each] : each,
  )
  return [...Object.entries(parameters).filter(([each]) => each !== name), ...instead]
}

const rows = Object.entries(outcomes).flatMap(([name, byWay]) =>
  (Object.entries(byWay) as [Way, Outcome][]).map(([way, outcome]) => ({ name, way, outcome })),
)

describe('an authorisation request, whatever is wrong with it, moves no consent', () => {
  test('with all parameters right, leads to the page', async () => {
    const consentId = await pending()
    await expectOutcome(Object.entries(all(consentId)), 'asks', [consentId])
  })

  test.each(rows)('$name: $way comes to $outcome', async ({ name, way, outcome }) => {
    const consentId = await pending()
    await expectOutcome(changed(all(consentId, name), name, way), outcome, [consentId])
  })
})

/** Single values, with the parameters of a right request around them. */
const values: readonly (readonly [name: string, value: string, outcome: Outcome])[] = [
  ['client_id', 'nobody', 'page'],
  ['client_id', 'tpp-other', 'invalid_request'],
  ['redirect_uri', 'https://tpp.example/callback?', 'page'],
  ['redirect_uri', 'https://tpp.example/callback#x', 'page'],
  ['redirect_uri', 'https://tpp.example.evil/callback', 'page'],
  ['redirect_uri', 'http://127.0.0.1:8080/other', 'page'],
  ['redirect_uri', '/callback', 'page'],
  ...['token', 'id_token', 'none', 'code token', 'code id_token token', 'CODE'].map(
    (value) => ['response_type', value, 'unsupported_response_type'] as const,
  ),
  ['response_type', 'code id_token', 'invalid_request'],
  ...['form_post', 'web_message', 'jwt', 'query.jwt', 'constructor'].map(
    (value) => ['response_mode', value, 'unsupported_response_mode'] as const,
  ),
  ...['openid', 'payments', 'openid payments', 'account', 'accounts:read', 'openid,accounts', 'Accounts'].map(
    (value) => ['scope', value, 'invalid_scope'] as const,
  ),
  ['scope', 'openid accounts unknown', 'asks'],
  ...['plain', 's256', 'S512', 'none'].map((value) => ['code_challenge_method', value, 'invalid_request'] as const),
  ...['short', 'x'.repeat(129), `${'x'.repeat(42)}!`].map(
    (value) => ['code_challenge', value, 'invalid_request'] as const,
  ),
  ['prompt', 'none', 'consent_required'],
  ...['none login', 'create', 'select_account', 'login unknown'].map(
    (value) => ['prompt', value, 'invalid_request'] as const,
  ),
  ...['1.5', '1e3', '0x10', '0x0', '-0', '+5', 'NaN', '9'.repeat(30), ' '].map(
    (value) => ['max_age', value, 'invalid_request'] as const,
  ),
  ['max_age', '0', 'asks'],
  ...['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.'].map((value) => ['id_token_hint', value, 'invalid_request'] as const),
  ...['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.'].map((value) => ['request', value, 'invalid_request_object'] as const),
  ['request_uri', 'https://tpp.example/request', 'request_uri_not_supported'],
  ['request_uri', 'urn:ietf:params:oauth:request_uri:unknown', 'invalid_request_uri'],
  ['registration', '{}', 'registration_not_supported'],
  ...[
    'null',
    '[]',
    '1',
    '"x"',
    '{',
    '{}',
    '{"other":{}}',
    '{"userinfo":null}',
    '{"id_token":[]}',
    '{"id_token":{"openbanking_intent_id":"x"}}',
    '{"id_token":{"openbanking_intent_id":5}}',
    '{"id_token":{"openbanking_intent_id":["x"]}}',
    '{"id_token":{"openbanking_intent_id":{"value":5}}}',
    '{"id_token":{"openbanking_intent_id":{"value":null}}}',
    '{"id_token":{"openbanking_intent_id":{"value":"another"}}}',
    '{"userinfo":{"openbanking_intent_id":{"values":["another"]}}}',
    '{"userinfo":{"openbanking_intent_id":{"value":""}}}',
  ].map((value) => ['claims', value, 'invalid_request'] as const),
  ['claims', '{"id_token":{"openbanking_intent_id":null}}', 'asks'],
  ['claims', '{"id_token":{"openbanking_intent_id":{"essential":true}}}', 'asks'],
  ['claims', '{"id_token":{"acr":{"essential":true,"values":["urn:other"]}}}', 'unmet_authentication_requirements'],
  ['claims', '{"id_token":{"acr":{"values":["urn:other"]}}}', 'asks'],
  ['consent_id', 'unknown', 'invalid_request'],
  ['consent_id', '../', 'invalid_request'],
  ['consent_id', '__proto__', 'invalid_request'],
]

test.each(values)('%s=%s comes to %s, and no consent is moved', async (name, value, outcome) => {
  const consentId = await pending()
  await expectOutcome(Object.entries({ ...right(consentId), [name]: value }), outcome, [consentId])
})

/** How the consent is named, and which consent it is. */
const bindings: readonly (readonly [string, () => Promise<Record<string, string | undefined>>, Outcome])[] = [
  ['in the claims alone', async () => ({ consent_id: undefined, claims: intent(await pending()) }), 'asks'],
  ['twice, alike', async () => both(await pending(), undefined), 'asks'],
  ['twice, and they differ', async () => both(await pending(), await pending()), 'invalid_request'],
  ['twice in the claims, and they differ', async () => twoIntents(await pending(), await pending()), 'invalid_request'],
  ['not at all', async () => ({ consent_id: undefined }), 'invalid_request'],
  ['as one of another TPP', async () => ({ consent_id: await pending({ tppId: 'tpp-other' }) }), 'invalid_request'],
  ['as one that is Authorised', async () => ({ consent_id: await pending({ status: 'Authorised' }) }), 'asks'],
  ['as one that is Rejected', async () => ({ consent_id: await pending({ status: 'Rejected' }) }), 'invalid_request'],
  ['as one that is Revoked', async () => ({ consent_id: await pending({ status: 'Revoked' }) }), 'invalid_request'],
  [
    'as one that is Authorised and has expired',
    async () => ({ consent_id: await pending({ status: 'Authorised', expirationDateTime: past }) }),
    'invalid_request',
  ],
  [
    'as one that has expired',
    async () => ({ consent_id: await pending({ expirationDateTime: past }) }),
    'invalid_request',
  ],
  [
    'as one that nobody decided on for a day',
    async () => ({ consent_id: await pending({ createdAt: testNow - 86_400_000 }) }),
    'invalid_request',
  ],
  ['with an ID token of its PSU', async () => hinted(idTokens.layla), 'asks'],
  ['with an ID token of another PSU', async () => hinted(idTokens.omar), 'invalid_request'],
  ['with an ID token for another TPP', async () => hinted(idTokens.ofOtherTpp), 'invalid_request'],
  [
    'with a claim for another PSU',
    async () => ({
      consent_id: await pending({ status: 'Authorised' }),
      claims: '{"id_token":{"sub":{"value":"somebody"}}}',
    }),
    'invalid_request',
  ],
]

const past = '2030-01-15T08:00:00+03:00'
const intent = (value: string) => JSON.stringify({ id_token: { openbanking_intent_id: { value, essential: true } } })
const both = (one: string, other = one) => ({ consent_id: one, claims: intent(other) })
const twoIntents = (one: string, other: string) => ({
  consent_id: undefined,
  claims: JSON.stringify({
    id_token: { openbanking_intent_id: { value: one } },
    userinfo: { openbanking_intent_id: { value: other } },
  }),
})
const hinted = async (token: string) => ({
  consent_id: await pending({ status: 'Authorised' }),
  id_token_hint: token,
})

test.each(bindings)('a consent that is named %s', async (_name, parameters, outcome) => {
  const other = await pending()
  const given = { ...right(other), ...(await parameters()) }
  const sent = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const named = (await bank.tenant.store.all(consentRecords)).map(({ consentId }) => consentId)
  await expectOutcome(sent, outcome, named)
})

test.each(['%FF', 'a%C3', '%E2%82', '%ED%A0%80'])(
  'a state that is not UTF-8 (%s) is refused, and not returned',
  async (bytes) => {
    const { state: _state, ...others } = right(await pending())
    const response = await bank.send({
      url: `/oauth2/authorize?${new URLSearchParams(others)}&state=${bytes}`,
      headers: browser,
    })

    expect(Object.fromEntries(locationOf(response).searchParams)).toMatchObject({ error: 'invalid_request' })
    expect(locationOf(response).searchParams.has('state')).toBe(false)
  },
)

describe('pushed, it is refused at once', () => {
  const push = async (pairs: Pairs) => {
    const { method, url, headers = {} } = oauth.form('/oauth2/par', {})
    return bank.send({
      ...(method && { method }),
      ...(url && { url }),
      headers: headers as Record<string, string>,
      payload: pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    })
  }

  /** The TPP is known by its credentials. */
  const pushedRows = rows.filter(({ name }) => name !== 'client_id')

  test.each(pushedRows)('$name: $way', async ({ name, way, outcome }) => {
    const consentId = await pending()
    const before = await consentOf(consentId)
    const response = await push(changed(all(consentId, name), name, way))

    if (outcome === 'asks') {
      const { request_uri } = response.json<{ request_uri: string }>()
      await expectOutcome(
        [
          ['client_id', 'tpp-demo'],
          ['request_uri', request_uri],
        ],
        'asks',
        [consentId],
      )
    } else {
      expect([response.statusCode, response.json()]).toEqual([
        400,
        expect.objectContaining({ error: expect.stringMatching(/^\w+$/) }),
      ])
      if (outcome !== 'page') expect(response.json()).toMatchObject({ error: outcome })
    }
    expect(await consentOf(consentId)).toEqual(before)
  })

  test.each(values.filter(([name]) => !['request_uri', 'client_id', 'prompt'].includes(name)))(
    '%s=%s',
    async (name, value, outcome) => {
      const consentId = await pending()
      const response = await push(Object.entries({ ...right(consentId), [name]: value }))

      if (outcome === 'asks') expect(response.statusCode).toBe(201)
      else expect([response.statusCode, typeof response.json().error]).toEqual([400, 'string'])
      expect(await consentOf(consentId)).toMatchObject({ status: 'AwaitingAuthorisation' })
    },
  )

  test('a request that was right when it was pushed is held to the consent when it is opened', async () => {
    const consentId = await pending()
    const { request_uri } = (await push(Object.entries(right(consentId)))).json<{ request_uri: string }>()
    await bank.tenant.store.transact(async (transaction) => {
      const consent = await transaction.get(consentRecords, consentId)
      if (consent) transaction.put(consentRecords, consentId, move(consent, 'Revoked', testNow))
    })
    const query = new URLSearchParams({ client_id: 'tpp-demo', request_uri })
    const response = await bank.send({ url: `/oauth2/authorize?${query}`, headers: browser })

    expect(Object.fromEntries(locationOf(response).searchParams)).toMatchObject({ error: 'invalid_request', state })
  })
})
