/**
 * What one bank is, how to reach it and what it claims: the only thing the judge knows about a bank before it calls it.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import type { HttpLimits } from '../http/http-client.js'
import type { ClientCertificate, NetworkSettings } from '../http/network.js'
import type { PageAdapter, PageModule } from './page-adapter.js'

/** How strictly a broken requirement is judged; see `judge/severity.ts`. */
export type Strictness = 'stated' | 'framework' | 'all'

/** How a TPP says who it is at the token endpoint. RFC 6749 section 2.3.1, RFC 7523, RFC 8705 section 2.1. */
export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
] as const

export type ClientAuthentication = (typeof clientAuthentications)[number]

/** A part of the API that a bank may have below a base URL of its own. */
export type ApiFamily = 'payments' | 'products' | 'events'

/** The endpoints of an authorisation server that has no discovery document. */
export interface AuthorisationAddresses {
  readonly authorization: string
  readonly token: string
  readonly jwks?: string
  readonly revocation?: string
  readonly introspection?: string
  readonly userinfo?: string
  /** Where authorisation requests are pushed to. RFC 9126. */
  readonly par?: string
}

/** An endpoint of the authorisation server that a bank may leave out. */
export type OptionalEndpoint = 'introspection' | 'userinfo'

export interface Profile {
  /** Shown in reports. */
  readonly name: string
  readonly strictness: Strictness
  /** Base URL of each version the bank claims, without a trailing slash. */
  readonly versions: Readonly<Partial<Record<Version, string>>>
  /** Base URLs of families that are not below that of their version. */
  readonly families?: Readonly<Partial<Record<Version, Readonly<Partial<Record<ApiFamily, string>>>>>>
  readonly authorisation: {
    /** Issuer; discovery is read from its well-known address, unless `addresses` stand here. */
    readonly issuer: string
    readonly addresses?: AuthorisationAddresses
    /** Default `client_secret_basic`. */
    readonly clientAuthentication?: ClientAuthentication
    /** Optional parts that a bank says it does not have, by `false`. Default true. */
    readonly refreshTokens?: boolean
    readonly revocation?: boolean
    readonly hybrid?: boolean
    /** Whether tokens are bound to the certificate of the TPP (RFC 8705 section 3). Default false. */
    readonly boundTokens?: boolean
    /** Default `code`, with PKCE. `hybrid` is `code id_token`. */
    readonly flow?: 'code' | 'hybrid'
    /** Whether the parameters are in a request object, signed with the key of the TPP. Default: where the flow is hybrid. */
    readonly requestObject?: boolean
    /** Whether requests are pushed (RFC 9126). Default false. */
    readonly pushed?: boolean
    /** How the consent travels to the authorisation endpoint. Default `claims` (`openbanking_intent_id`). */
    readonly consentBinding: 'claims' | 'consent_id'
    /** What it offers TPPs besides, named in its discovery document. Default nothing. */
    readonly endpoints: readonly OptionalEndpoint[]
  }
  /** How the bank is connected to, where that is not straight. */
  readonly network?: NetworkSettings
  /** `main` runs the cases; `other` proves that nothing leaks between TPPs; `limited` has a small request quota. */
  readonly tpps: { readonly main: TppCredentials; readonly other?: TppCredentials; readonly limited?: TppCredentials }
  /** `main` has at least one account; `several` has at least two, one of them a card; `other` is not `main` and has one. */
  readonly psus: {
    readonly main: PsuCredentials
    readonly several?: PsuCredentials
    readonly other?: PsuCredentials
  }
  /** How payments may be made. Without it no case pays, or asks for a payment. */
  readonly payments?: PaymentSettings
  /** Where the bank's clock is read and moved. Without it no case moves the clock, and the bank's time is taken to be ours. */
  readonly clock?: ControlCall
  /** Where the bank can send notifications to the suite. Without it what a callback hears is not judged. */
  readonly notifications?: NotificationSettings
  readonly journeys: JourneySettings
  /** Operations the bank offers. Default: all that are not extended, in every claimed version. */
  readonly operations: readonly OperationId[]
  /** Optional fields of answers that it never sends: `Data.Account[].Nickname`. Default none. */
  readonly withoutFields?: readonly string[]
  readonly waivers: readonly Waiver[]
  readonly limits: Limits
}

export interface TppCredentials {
  readonly clientId: string
  /** Empty where the TPP has none. */
  readonly clientSecret: string
  /** The key of its client assertions, for `private_key_jwt`. */
  readonly assertion?: { readonly key: string; readonly kid: string }
  /** The certificate of its connections, for `tls_client_auth` and for tokens that are bound to it (RFC 8705). */
  readonly certificate?: ClientCertificate
  readonly redirectUri: string
  /** What it signs its requests with; none are signed without it. */
  readonly signing?: SigningKey
}

/** A key of a TPP and what its signatures say of it. FACTS 2.2. */
export interface SigningKey {
  /** The private key: a JWK in JSON. */
  readonly key: string
  /** Its `kid` in the keys that the bank knows of the TPP. */
  readonly kid: string
  /** The issuer claim. */
  readonly issuer: string
  /** The trust anchor claim: a DNS name. */
  readonly trustAnchor: string
}

export interface PsuCredentials {
  readonly username: string
  readonly password: string
  readonly otp: string
}

export interface JourneySettings {
  /** `browser`: Playwright through an adapter. `headless`: one HTTP call in which the bank decides without pages. `manual`: a person. */
  readonly driver: 'browser' | 'headless' | 'manual'
  /** What the pages look like, for `browser`: a set that the suite knows by name, or the bank's own. Default `authorize-ui`. */
  readonly adapter: string | PageAdapter | PageModule
  /** Where the headless decision is taken, and the bearer token it needs, if any. */
  readonly headless?: ControlCall
}

/** The receiver of notifications that the suite opens while it runs. */
export interface NotificationSettings {
  /** Host and port to listen on; port 0 takes any that is free. Default `127.0.0.1:0`. */
  readonly listen: string
  /** How the bank reaches it: the begin of every callback. Default `http://` and where it listens. */
  readonly url?: string
  /** The pauses before a notification is sent again, in seconds, as the bank publishes them. */
  readonly retrySeconds?: readonly number[]
  /** How long a notification is waited for. Default 10,000. */
  readonly patienceMillis: number
}

/** A call of the bank's own, which is no part of the standard, and the bearer token it needs, if any. */
export interface ControlCall {
  readonly url: string
  readonly token?: string
}

/** Whether a bank demands something, honours it when it is sent, or takes no notice of it. */
export type Attachment = 'demanded' | 'honoured' | 'off'

/** What payments are made, and what the bank wants with them. */
export interface PaymentSettings {
  /** Where the money goes: an account by its IBAN. */
  readonly creditor: Payee
  /** IBANs that may be paid at all; a profile whose creditor is none of them is refused. Default: the creditor. */
  readonly allowedCreditors: readonly string[]
  /** An account of PSU `main`, for consents that name the account that pays. */
  readonly debtor?: Payee
  /** An account of PSU `several`, whose credits are looked at; one of `allowedCreditors`. */
  readonly payee?: Payee
  /** A bill that is open, and is paid: another one for each run. Its biller is one of `allowedCreditors`. */
  readonly bill?: Bill
  /** In BHD: of each payment, the most that one may be, and the most that all may come to. */
  readonly amount: string
  readonly maxAmount: string
  readonly maxTotal: string
  /** An amount in BHD that no account of PSU `main` has, so that a payment of it has to be rejected. */
  readonly beyondFunds?: string
  /** The user token, and the header it goes into. */
  readonly userToken: { readonly mode: Attachment; readonly header: string }
  readonly idempotencyKey: Attachment
  /** Signatures of requests. */
  readonly requestSignatures: Attachment
  readonly answersSigned: boolean
  /** How long a status is waited for. */
  readonly pollMillis: number
}

/** A bill: who sent it, its number and its amount in BHD. */
export interface Bill extends Payee {
  readonly number: string
  readonly amount: string
}

export interface Payee {
  readonly iban: string
  readonly name: string
}

/** A known failure. One that no longer fails, or has expired, ends the run with exit code 5. */
export interface Waiver {
  readonly case: string
  readonly version?: Version
  readonly reason: string
  /** ISO date (2030-01-31). */
  readonly until: string
}

/** Deadlines in milliseconds and limits in bytes. The bank under test is not trusted to answer in time or at all. */
export interface Limits extends HttpLimits {
  readonly journeyMillis: number
  readonly runMillis: number
}
