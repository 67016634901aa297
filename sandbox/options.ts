/**
 * The options of the sandbox.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import type { BankData } from '#fixtures/data-file.js'
import { findProblems, oneOf, type PaymentFamilyId } from '#standard/index.js'
import type { LinksStyle } from './account-information/accounts.js'
import { type EventSettings, eventSettingMistakes } from './events/settings.js'
import { type GivenPaymentHeaders, paymentHeaderMistakes } from './http/payment-headers.js'
import { type RequestLogForm, requestLogForms } from './http/request-log-forms.js'
import { originMistake } from './identity/origin-options.js'
import { type TppOptions, tppMistakes } from './identity/tpp-options.js'
import { extendedFamilies } from './payments/handlers.js'
import { type PaymentSettings, paymentSettingMistakes } from './payments/settings.js'
import { PaymentSettingsFile } from './payments/settings-schema.js'
import { storeMistakes } from './store/store-name.js'

export interface SandboxOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string
  /** 0 takes any free port. Default 8080 from the command line, 0 in a test process. */
  readonly port?: number
  /**
   * The public address of the bank behind a proxy: issuer and every link use it. The proxy strips the path of the
   * public URL before it forwards a request.
   */
  readonly publicUrl?: string
  /**
   * Same seed, same bank: people, accounts, ids, credentials of the sample TPPs. Default 1, or that of the store; a store
   * that was made from another one is refused.
   */
  readonly seed?: number
  /**
   * `memory` keeps nothing; `lowdb:DIR` keeps everything in a folder; `postgres://…` keeps it in a database that other
   * sandboxes may share. Default `memory`.
   */
  readonly store?: string
  /** People and accounts to add. */
  readonly data?: BankData
  /** TPPs besides the samples. */
  readonly tpps?: readonly TppOptions[]
  /** What the bank does about payments, where it differs from the default. */
  readonly payments?: Partial<PaymentSettings>
  /** Extended families of payments that the bank does not offer, such as `file-payment`. Default none. */
  readonly withoutFamilies?: readonly PaymentFamilyId[]
  /** What the bank does about events, where it differs from the default. */
  readonly events?: Partial<EventSettings>
  /** Links of the account reads. Default `as-observed`: null in 0.0.1, a string in 1.0.0. */
  readonly linksStyle?: LinksStyle
  /**
   * The user token of payments: `required` (default), `optional`, or `off`, where none is issued; and the name of its
   * header, default `x-user-token`.
   */
  readonly userToken?: NonNullable<GivenPaymentHeaders['userToken']>
  /** Whether `x-idempotency-key` is demanded where an operation uses it. Default `optional`. */
  readonly idempotencyKey?: NonNullable<GivenPaymentHeaders['idempotencyKey']>
  /**
   * Signatures: `off`, `honoured` (default: those that come are checked, answers are signed) or `demanded`; and whether one
   * that nobody wants is `ignored` (default) or `refused`.
   */
  readonly signatures?: NonNullable<GivenPaymentHeaders['signatures']>
  /** Requests a minute from an address that has no token. Default 600. */
  readonly anonymousPerMinute?: number
  /** Whether a refresh token is replaced each time it is used; using one twice then ends its grant. Default false. */
  readonly rotateRefreshTokens?: boolean
  /**
   * Origins whose pages may read the answers of the API and of the authorisation server in a browser, such as
   * `http://localhost:3000`; `*` is any. The bank's own origin always may. Default none.
   */
  readonly corsOrigins?: readonly string[]
  /**
   * Whether a line is written for each request, and how: `pretty` for a person, `json` for a program. Default `off`; the command writes
   * `pretty` on a terminal. Lines go to standard error.
   */
  readonly requestLog?: RequestLogForm | 'off'
  /**
   * Whether the bank is on TLS, with an authority of its own that has issued a certificate to each TPP: a folder that keeps them, for the
   * next start too, or `true` for new ones that are written nowhere. Default no.
   */
  readonly tls?: string | boolean
  /** Bearer token of the control API. On loopback it is open without one; elsewhere one is generated. */
  readonly controlToken?: string
}

/** Everything that is wrong with flags, file and environment, in one error. */
export class ConfigurationError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** Every option there is, and what it has to be where that is not checked elsewhere. */
const optionKinds: Readonly<Record<keyof SandboxOptions, TSchema | undefined>> = {
  host: Type.String(),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  publicUrl: Type.String(),
  seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  store: Type.String(),
  data: Type.Object({ plan: Type.Object({}) }),
  tpps: Type.Array(
    Type.Object({ clientId: Type.String(), clientSecret: Type.String(), redirectUris: Type.Array(Type.String()) }),
  ),
  payments: undefined,
  withoutFamilies: Type.Array(Type.String()),
  events: undefined,
  linksStyle: oneOf(['as-observed', 'object']),
  userToken: undefined,
  idempotencyKey: undefined,
  signatures: undefined,
  anonymousPerMinute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  rotateRefreshTokens: Type.Boolean(),
  corsOrigins: Type.Array(Type.String()),
  requestLog: oneOf([...requestLogForms, 'off']),
  tls: Type.Union([Type.String({ minLength: 1 }), Type.Boolean()]),
  controlToken: Type.String(),
}

/** Options that there are not, and those of a wrong kind. Shows no value that may be secret. */
function kindMistakes(options: object): string[] {
  const known = Object.keys(optionKinds)
  return Object.entries(options).flatMap(([name, value]) => {
    if (!known.includes(name)) return [`${name} is no option: ${known.join(', ')}`]
    const schema = optionKinds[name as keyof SandboxOptions]
    if (!schema || value === undefined) return []
    const isSecret = ['tpps', 'controlToken', 'data'].includes(name)
    return findProblems(schema, value).map(
      ({ path, expected, received }) =>
        `${[name, path].filter(Boolean).join('.')} is ${isSecret ? 'something else' : received}, expected ${expected}`,
    )
  })
}

/** Mistakes in options, whether from flags, file or code. */
export function optionMistakes(options: SandboxOptions): string[] {
  const ofKind = kindMistakes(options)
  if (ofKind.length > 0) return ofKind
  const { host, publicUrl, store, controlToken, tpps = [], corsOrigins = [], payments = {}, events = {} } = options
  return [
    ...(host === '' ? ['the host is empty, expected an address of this machine'] : []),
    ...(publicUrl === undefined || isBareUrl(publicUrl)
      ? []
      : [`the public URL is ${JSON.stringify(shownUrl(publicUrl))}, expected http(s)://host[:port][/path]`]),
    ...(store === undefined ? [] : storeMistakes(store)),
    ...(controlToken === undefined || /^[A-Za-z0-9._~+/-]{16,}=*$/.test(controlToken)
      ? []
      : ['the control token (OB_CONTROL_TOKEN) is no bearer token of at least 16 letters, digits or - . _ ~ + /']),
    ...corsOrigins.flatMap((origin) => originMistake(origin) ?? []),
    ...tppMistakes(tpps),
    ...paymentHeaderMistakes(options),
    ...paymentMistakes(payments),
    ...familyMistakes(options.withoutFamilies ?? []),
    ...eventSettingMistakes(events),
  ]
}

function familyMistakes(without: readonly string[]): string[] {
  return without
    .filter((id) => !extendedFamilies.some((each) => each === id))
    .map((id) => `${JSON.stringify(id)} is no family that can be left out, expected ${extendedFamilies.join(', ')}`)
}

function paymentMistakes(payments: Partial<PaymentSettings>): string[] {
  const problems = findProblems(PaymentSettingsFile, payments)
  if (problems.length === 0) return paymentSettingMistakes(payments)
  return problems.map(({ kind, path, received, expected }) =>
    kind === 'unexpected'
      ? `payments.${path} is not a setting`
      : `payments.${path} is ${received}, expected ${expected}`,
  )
}

function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !/[?#]/.test(text) && `${search}${hash}${username}${password}` === ''
}

/** A URL without credentials. */
const shownUrl = (url: string) => url.replace(/\/\/[^/]*@/, '//…@')
