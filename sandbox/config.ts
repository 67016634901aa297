/**
 * Flags, a file and the environment, read once into typed options.
 *
 * @module
 */
import { readConfigFile } from './config-file.js'
import { eventSettingsOfFlag } from './events/settings.js'
import { ConfigurationError, optionMistakes, type SandboxOptions } from './options.js'
import { settingsOfFlag } from './payments/settings-schema.js'

/** Flags as the command line gives them: text, unread. */
export interface Flags {
  readonly host?: string
  readonly port?: string
  readonly publicUrl?: string
  readonly seed?: string
  readonly store?: string
  readonly config?: string
  /** Origins with commas between them. */
  readonly corsOrigins?: string
  readonly rotateRefreshTokens?: true
  readonly userToken?: string
  readonly idempotencyKey?: string
  readonly signatures?: string
  readonly log?: string
  /** A folder for certificates; `true` for the usual one. */
  readonly tls?: string | true
  /** Settings of payments: `name=value` with commas between them. */
  readonly payments?: string
  /** Settings of events: `name=value` with commas between them, a list with pluses. */
  readonly events?: string
  /** Families of payments that are left out, with commas between them. */
  readonly withoutFamilies?: string
}

/** Where certificates are kept unless a folder is named. */
const usualTlsFolder = 'ob-sandbox-tls'

/**
 * Typed options.
 *
 * @param environment of it, `OB_CONTROL_TOKEN` is read; empty means not set
 * @param mistakes what the caller has found already
 * @throws {ConfigurationError} with every mistake at once, and no secret in it
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
    // as it is written in a URL
    host: flags.host?.replace(/^\[(.*)\]$/, '$1'),
    port,
    publicUrl: flags.publicUrl,
    seed,
    store: flags.store,
    corsOrigins: flags.corsOrigins?.split(',').map((origin) => origin.trim()),
    rotateRefreshTokens: flags.rotateRefreshTokens,
    userToken: withMode(file.userToken, flags.userToken),
    idempotencyKey: flags.idempotencyKey as SandboxOptions['idempotencyKey'],
    signatures: withMode(file.signatures, flags.signatures),
    requestLog: flags.log as SandboxOptions['requestLog'],
    payments: flags.payments === undefined ? undefined : { ...file.payments, ...settingsOfFlag(flags.payments) },
    events: flags.events === undefined ? undefined : { ...file.events, ...eventSettingsOfFlag(flags.events) },
    withoutFamilies: flags.withoutFamilies?.split(',').map((id) => id.trim()) as SandboxOptions['withoutFamilies'],
    tls: flags.tls === true ? usualTlsFolder : flags.tls,
    controlToken: environment.OB_CONTROL_TOKEN || undefined,
  }
  const options: SandboxOptions = { ...file, ...withoutUndefined(given) }
  found.push(...optionMistakes(options))
  if (found.length > 0) throw new ConfigurationError([...new Set(found)])
  return options
}

/** Settings of the file, with the mode of a flag; the mode is checked with all other options. */
const withMode = <Settings extends object>(ofFile: Settings | undefined, mode: string | undefined) =>
  mode === undefined ? undefined : ({ ...ofFile, mode } as Settings)

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never
}
