/**
 * What the sandbox can be told: flags, a file and the environment, read once into typed options.
 *
 * @module
 */
import type { BankData } from '#fixtures/data-file.js'
import type { LinksStyle } from './account-information/accounts.js'
import { readConfigFile } from './config-file.js'
import { type TppOptions, tppMistakes } from './identity/tpp-options.js'
import { storeMistakes } from './store/store-name.js'

export interface SandboxOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string
  /** 0 takes any free port. Default 8080 from the command line, 0 in a test process. */
  readonly port?: number
  /**
   * How the world reaches the bank, when a proxy stands before it: issuer and every link use it. A proxy takes the path of the
   * public URL off before it passes a request on.
   */
  readonly publicUrl?: string
  /** Same seed, same bank: people, accounts, ids, credentials of the sample TPPs. Default 1. */
  readonly seed?: number
  /**
   * `memory` keeps nothing; `lowdb:DIR` keeps everything in a folder; `postgres://…` keeps it in a database that other
   * sandboxes may share. Default `memory`.
   */
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

/**
 * Typed options.
 *
 * @param environment of it, `OB_CONTROL_TOKEN` is read; empty means not set
 * @param mistakes what the caller has found already
 * @throws {ConfigError} with every mistake at once, and no secret in it
 */
export function readOptions(
  flags: Flags,
  environment: Readonly<Record<string, string | undefined>>,
  mistakes: readonly string[] = [],
): SandboxOptions {
  const found = [...mistakes]
  const whole = (name: string, text: string | undefined, max: number) => {
    if (text === undefined) return undefined
    if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text)
    found.push(`--${name} is ${JSON.stringify(text)}, expected a whole number from 0 to ${max}`)
    return undefined
  }
  const port = whole('port', flags.port, 65_535)
  const seed = whole('seed', flags.seed, 2_147_483_647)
  const file = flags.config === undefined ? {} : readConfigFile(flags.config, seed, found)
  const given = {
    host: flags.host,
    port,
    publicUrl: flags.publicUrl,
    seed,
    store: flags.store,
    controlToken: environment.OB_CONTROL_TOKEN || undefined,
  }
  const options: SandboxOptions = { ...file, ...withoutUndefined(given) }
  found.push(...optionMistakes(options))
  if (found.length > 0) throw new ConfigError([...new Set(found)])
  return options
}

/** What is wrong with options, however they were given. */
export function optionMistakes({ host, publicUrl, store, controlToken, tpps = [] }: SandboxOptions): string[] {
  return [
    ...(host === '' ? ['the host is empty, expected an address of this machine'] : []),
    ...(publicUrl === undefined || isBareUrl(publicUrl)
      ? []
      : [`the public URL is ${JSON.stringify(shownUrl(publicUrl))}, expected http(s)://host[:port][/path]`]),
    ...(store === undefined ? [] : storeMistakes(store)),
    ...(controlToken === undefined || /^[A-Za-z0-9._~+/-]{16,}=*$/.test(controlToken)
      ? []
      : ['the control token (OB_CONTROL_TOKEN) is no bearer token of at least 16 letters, digits or - . _ ~ + /']),
    ...tppMistakes(tpps),
  ]
}

function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !/[?#]/.test(text) && `${search}${hash}${username}${password}` === ''
}

/** A URL without the credentials someone may have put into it. */
const shownUrl = (url: string) => url.replace(/\/\/[^/]*@/, '//…@')

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never
}
