/**
 * The schema of a profile document: YAML or JSON in a file, JSON when a bank serves its own.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, oneOf } from '#standard/schemas/types.js'
import { versions } from '#standard/versions.js'
import { clientAuthentications, type Limits, type NotificationSettings, type PaymentSettings } from './profile.js'

const required = Type.String({ minLength: 1 })
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

const Positive = Type.Integer({ minimum: 1 })
const Signing = closed({ key: required, kid: required, issuer: required, trustAnchor: required })
/** The key of a client assertion: a private JWK in JSON, and its id. */
const AssertionKey = closed({ key: required, kid: required })
/** A certificate and its private key, in PEM. */
const Certificate = closed({ certificate: required, key: required })
const Tpp = closed({
  clientId: required,
  clientSecret: optional(required),
  certificate: optional(Certificate),
  assertion: optional(AssertionKey),
  redirectUri: required,
  signing: optional(Signing),
})
const Psu = closed({ username: required, password: required, otp: required })

/** A call of the bank's own, and the bearer token it needs, if any. */
const Control = closed({ url: required, token: optional(required) })

const Payee = closed({ iban: required, name: required })
const Amount = Type.String({ pattern: '^\\d{1,13}\\.\\d{3}$' })
const Attachment = oneOf(['demanded', 'honoured', 'off'])

/** Where the suite hears notifications. */
const Notifications = closed({
  listen: optional(Type.String({ pattern: '^(\\[[0-9a-fA-F:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$' })),
  url: optional(required),
  retrySeconds: optional(Type.Array(Type.Integer({ minimum: 1, maximum: 86_400 }), { maxItems: 20 })),
  patienceMillis: optional(Positive),
})

const Payments = closed({
  creditor: Payee,
  allowedCreditors: optional(Type.Array(required, { minItems: 1 })),
  debtor: optional(Payee),
  payee: optional(Payee),
  bill: optional(closed({ iban: required, name: required, number: required, amount: Amount })),
  amount: optional(Amount),
  maxAmount: optional(Amount),
  maxTotal: optional(Amount),
  beyondFunds: optional(Amount),
  userToken: optional(closed({ mode: Attachment, header: optional(required) })),
  idempotencyKey: optional(Attachment),
  requestSignatures: optional(Attachment),
  answersSigned: optional(Type.Boolean()),
  pollMillis: optional(Positive),
})

/** One base URL for a version, or one for each family of its API. Those that are not named are below that of accounts. */
const Base = Type.Union([
  required,
  closed({
    accounts: required,
    payments: optional(required),
    products: optional(required),
    events: optional(required),
  }),
])

/** The authorisation server's endpoints, where no discovery document names them. */
const Addresses = closed({
  authorization: required,
  token: required,
  jwks: optional(required),
  revocation: optional(required),
  introspection: optional(required),
  userinfo: optional(required),
  par: optional(required),
})

/** Same shape as `Profile`, with everything optional that has a default. */
export const ProfileDocument = closed({
  name: required,
  strictness: optional(oneOf(['stated', 'framework', 'all'])),
  versions: closed({ '0.0.1': optional(Base), '1.0.0': optional(Base) }),
  authorisation: closed({
    issuer: required,
    addresses: optional(Addresses),
    clientAuthentication: optional(oneOf(clientAuthentications)),
    flow: optional(oneOf(['code', 'hybrid'])),
    requestObject: optional(Type.Boolean()),
    pushed: optional(Type.Boolean()),
    consentBinding: optional(oneOf(['claims', 'consent_id'])),
    endpoints: optional(Type.Array(oneOf(['introspection', 'userinfo']))),
    refreshTokens: optional(Type.Boolean()),
    revocation: optional(Type.Boolean()),
    hybrid: optional(Type.Boolean()),
    boundTokens: optional(Type.Boolean()),
  }),
  network: optional(
    closed({ ca: optional(required), clientCertificate: optional(Certificate), proxy: optional(required) }),
  ),
  tpps: closed({ main: Tpp, other: optional(Tpp), limited: optional(Tpp) }),
  psus: closed({ main: Psu, several: optional(Psu), other: optional(Psu) }),
  journeys: optional(
    closed({
      driver: optional(oneOf(['browser', 'headless', 'manual'])),
      adapter: optional(required),
      headless: optional(Control),
    }),
  ),
  payments: optional(Payments),
  clock: optional(Control),
  notifications: optional(Notifications),
  operations: optional(Type.Array(required, { minItems: 1 })),
  withoutFields: optional(Type.Array(required)),
  waivers: optional(
    Type.Array(closed({ case: required, version: optional(oneOf(versions)), reason: required, until: required })),
  ),
  limits: optional(
    closed({
      connectMillis: optional(Positive),
      firstByteMillis: optional(Positive),
      bodyMillis: optional(Positive),
      journeyMillis: optional(Positive),
      runMillis: optional(Positive),
      bodyBytes: optional(Positive),
    }),
  ),
})

export type ProfileDocument = Static<typeof ProfileDocument>

export const defaultPayments = {
  amount: '1.000',
  maxAmount: '1.000',
  maxTotal: '100.000',
  userToken: { mode: 'demanded', header: 'x-user-token' },
  idempotencyKey: 'honoured',
  requestSignatures: 'honoured',
  answersSigned: false,
  pollMillis: 10_000,
} as const satisfies Partial<PaymentSettings>

export const defaultNotifications: NotificationSettings = { listen: '127.0.0.1:0', patienceMillis: 10_000 }

export const defaultLimits: Limits = {
  connectMillis: 5_000,
  firstByteMillis: 15_000,
  bodyMillis: 15_000,
  journeyMillis: 30_000,
  runMillis: 10 * 60_000,
  bodyBytes: 10 * 1024 * 1024,
}
