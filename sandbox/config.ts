/**
 * What the sandbox can be told: flags, a file and the environment, read once into typed options.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import { type BankData, parseBankData } from '#fixtures/data-file.js'
import { findProblems } from '#standard/index.js'
import type { LinksStyle } from './account-information/accounts.js'

export interface SandboxOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string
  /** 0 takes any free port. Default 8080 from the command line, 0 in a test process. */
  readonly port?: number
  /** How the world reaches the bank, when a proxy stands before it: issuer and every link use it. */
  readonly publicUrl?: string
  /** Same seed, same bank: people, accounts, ids, credentials of the sample TPPs. Default 1. */
  readonly seed?: number
  /** `memory` keeps nothing; `lowdb:DIR` keeps everything in a folder. Default `memory`. */
  readonly store?: string
  /** People and accounts of your own. */
  readonly data?: BankData
  /** TPPs besides the samples. */
  readonly tpps?: readonly TppOptions[]
  /** Links of the account reads. Default `as-observed`: null in 0.0.1, a string in 1.0.0. */
  readonly linksStyle?: LinksStyle
  /** Requests a minute from an address that has no token. Default 600. */
  readonly anonymousPerMinute?: number
  /** Bearer token of the control API. On loopback it is open without one; elsewhere one is made. */
  readonly controlToken?: string
}

const TppOptions = Type.Object(
  {
    clientId: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }),
    clientSecret: Type.String({ minLength: 16, maxLength: 256 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    redirectUris: Type.Array(Type.String({ format: 'uri' }), { minItems: 1 }),
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) })),
  },
  { additionalProperties: false },
)

/** A TPP the bank is to know. `requestsPerMinute` defaults to 100, `name` to the client id. */
export type TppOptions = Static<typeof TppOptions>

/** Settings of a configuration file, under `sandbox`; every one of them has a flag, which wins. */
const Settings = Type.Object(
  {
    host: Type.Optional(Type.String({ minLength: 1 })),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    publicUrl: Type.Optional(Type.String()),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    store: Type.Optional(Type.String()),
    linksStyle: Type.Optional(Type.Union([Type.Literal('as-observed'), Type.Literal('object')])),
    anonymousPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

const ConfigFile = Type.Object({ sandbox: Type.Optional(Settings), tpps: Type.Optional(Type.Array(TppOptions)) })

/** Flags as the command line gives them: text, unread. */
export interface Flags {
  readonly host?: string
  readonly port?: string
  readonly publicUrl?: string
  readonly seed?: string
  readonly store?: string
  readonly config?: string
}

/** Everything that is wrong with flags, file and environment, in one error. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** Typed options. @throws {ConfigError} with every mistake at once. */
export function readOptions(flags: Flags, environment: Readonly<Record<string, string | undefined>>): SandboxOptions {
  const mistakes: string[] = []
  const whole = (name: string, text: string | undefined, max: number) => {
    if (text === undefined) return undefined
    if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text)
    mistakes.push(`--${name} is ${JSON.stringify(text)}, expected a whole number from 0 to ${max}`)
    return undefined
  }
  const seed = whole('seed', flags.seed, 2_147_483_647)
  const file = flags.config === undefined ? {} : readConfigFile(flags.config, seed, mistakes)
  const given = {
    host: flags.host,
    port: whole('port', flags.port, 65_535),
    publicUrl: flags.publicUrl,
    seed,
    store: flags.store,
    controlToken: environment.OB_CONTROL_TOKEN,
  }
  const options: SandboxOptions = { ...file, ...withoutUndefined(given) }
  mistakes.push(...publicUrlMistakes(options.publicUrl), ...storeMistakes(options.store))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return options.publicUrl === undefined ? options : { ...options, publicUrl: options.publicUrl.replace(/\/+$/, '') }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never
}

function publicUrlMistakes(publicUrl: string | undefined): string[] {
  if (publicUrl === undefined) return []
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  const isBare = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  return isBare ? [] : [`the public URL is ${JSON.stringify(publicUrl)}, expected http(s)://host[:port][/path]`]
}

function storeMistakes(store: string | undefined): string[] {
  if (store === undefined || store === 'memory' || /^lowdb:./.test(store)) return []
  return [`the store is ${JSON.stringify(store)}, expected memory or lowdb:DIR`]
}

/** Settings, TPPs, people and accounts of a JSON or YAML file. */
function readConfigFile(name: string, seed: number | undefined, mistakes: string[]): SandboxOptions {
  let parsed: unknown
  try {
    parsed = parseYaml(readFileSync(name, 'utf8')) ?? {}
  } catch (error) {
    mistakes.push(`${name}: ${whyUnreadable(error)}`)
    return {}
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    mistakes.push(`${name}: expected an object with sandbox, tpps, personas, psus and accounts`)
    return {}
  }
  const { sandbox, tpps, ...people } = parsed as Record<string, unknown>
  const own = withoutUndefined({ sandbox, tpps })
  mistakes.push(
    ...findProblems(ConfigFile, own).map(({ path, expected, received, kind }) => {
      const shown = path.endsWith('clientSecret') ? 'something else' : received
      return kind === 'unexpected'
        ? `${name}: ${path} is not a setting`
        : `${name}: ${path} is ${shown}, expected ${expected}`
    }),
  )
  const bank =
    Object.keys(people).length === 0
      ? { data: undefined }
      : parseBankData(JSON.stringify(people), name, seed ?? seedOf(own))
  if ('mistakes' in bank) mistakes.push(...bank.mistakes)
  if (mistakes.length > 0) return {}
  const { sandbox: settings, tpps: added } = own as Static<typeof ConfigFile>
  return {
    ...(settings as SandboxOptions | undefined),
    ...(added && { tpps: added }),
    ...('data' in bank && bank.data && { data: bank.data }),
  }
}

/** The seed a file asks for, if it is one. */
function seedOf({ sandbox }: { sandbox?: unknown }): number | undefined {
  const seed = typeof sandbox === 'object' && sandbox !== null && 'seed' in sandbox ? sandbox.seed : undefined
  return typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined
}

/** Why a file could not be read, without quoting what is in it. */
function whyUnreadable(error: unknown): string {
  if (error instanceof YAMLParseError) {
    const [at] = error.linePos ?? []
    return `${error.code}${at ? ` at line ${at.line}, column ${at.col}` : ''}`
  }
  return error instanceof Error && 'code' in error ? `cannot be read (${error.code})` : 'cannot be read'
}
