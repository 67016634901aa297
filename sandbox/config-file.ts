/**
 * The configuration file: settings, TPPs, people and accounts in JSON or YAML.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import { parseBankData } from '#fixtures/data-file.js'
import { findProblems, oneOf } from '#standard/index.js'
import { EventSettingsFile } from './events/settings.js'
import { paymentHeaderFields } from './http/payment-headers.js'
import { requestLogForms } from './http/request-log-forms.js'
import { TppOptions, tppMistakes } from './identity/tpp-options.js'
import type { SandboxOptions } from './options.js'
import { PaymentSettingsFile } from './payments/settings-schema.js'

/** Settings under `sandbox`. Where a setting has a flag, the flag wins. */
const Settings = Type.Object(
  {
    host: Type.Optional(Type.String({ minLength: 1 })),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    publicUrl: Type.Optional(Type.String()),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    store: Type.Optional(Type.String()),
    linksStyle: Type.Optional(oneOf(['as-observed', 'object'])),
    requestLog: Type.Optional(oneOf([...requestLogForms, 'off'])),
    rotateRefreshTokens: Type.Optional(Type.Boolean()),
    corsOrigins: Type.Optional(Type.Array(Type.String())),
    tls: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Boolean()])),
    payments: Type.Optional(PaymentSettingsFile),
    withoutFamilies: Type.Optional(Type.Array(Type.String())),
    events: Type.Optional(EventSettingsFile),
    ...paymentHeaderFields,
    anonymousPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

const ConfigFile = Type.Object({ sandbox: Type.Optional(Settings), tpps: Type.Optional(Type.Array(TppOptions)) })

/** Where a value may hold a secret, or a whole TPP with one in it. */
const holdsSecrets = /^tpps(\[\d+\])?$|^tpps\[\d+\]\.(clientSecret|jwks)/

/**
 * Reads the file.
 *
 * @param seed what the flag says: it decides the ids of accounts, which the file may not repeat
 * @param mistakes takes everything that is wrong, without secrets; then the options are empty
 */
export function readConfigFile(name: string, seed: number | undefined, mistakes: string[]): SandboxOptions {
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
  const { sandbox, tpps, ...others } = parsed as Record<string, unknown>
  const misplaced = Object.keys(others).filter((key) => key in Settings.properties)
  const people = Object.fromEntries(Object.entries(others).filter(([key]) => !misplaced.includes(key)))
  const own = { ...(sandbox !== undefined && { sandbox }), ...(tpps !== undefined && { tpps }) }
  const found = [...misplaced.map((key) => `${key} is a setting: it belongs under sandbox`), ...settingsMistakes(own)]
  const bank =
    Object.keys(people).length === 0
      ? { data: undefined }
      : parseBankData(JSON.stringify(people), name, seed ?? seedOf(sandbox))
  mistakes.push(...found.map((mistake) => `${name}: ${mistake}`), ...('mistakes' in bank ? bank.mistakes : []))
  if (found.length > 0 || 'mistakes' in bank) return {}
  const { sandbox: settings, tpps: added } = own as Static<typeof ConfigFile>
  return {
    ...(settings as SandboxOptions | undefined),
    ...(added && { tpps: added }),
    ...(bank.data && { data: bank.data }),
  }
}

function settingsMistakes(own: { sandbox?: unknown; tpps?: unknown }): string[] {
  const problems = findProblems(ConfigFile, own).map(({ path, expected, received, kind }) => {
    if (kind === 'unexpected') return `${path} is not a setting`
    if (kind === 'missing') return `${path} is missing, expected ${expected}`
    return `${path} is ${holdsSecrets.test(path) ? 'something else' : received}, expected ${expected}`
  })
  if (!Array.isArray(own.tpps)) return problems
  const isSound = (index: number) => !problems.some((problem) => problem.startsWith(`tpps[${index}]`))
  return [...problems, ...tppMistakes(own.tpps as TppOptions[], isSound)]
}

/** The seed a file asks for, if it is one. */
function seedOf(settings: unknown): number | undefined {
  const seed = typeof settings === 'object' && settings !== null && 'seed' in settings ? settings.seed : undefined
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
