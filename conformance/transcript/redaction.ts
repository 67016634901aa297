/**
 * Takes secrets out of an entry before it is stored, in two passes. The first replaces what stands where a secret belongs
 * (the token of an Authorization header, `code` in a redirect, `access_token` in a body) and remembers it. The second
 * replaces every secret known by then wherever it occurs and however it is encoded. Equal secrets get equal
 * placeholders within a run, and others in the next run.
 *
 * @module
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { HeaderList } from './entry.js'
import { KnownSecrets } from './known-secrets.js'

/** Fields of JSON bodies and parameters of forms and URLs that hold a secret. */
const secretNames = [
  'access_token',
  'refresh_token',
  'id_token',
  'id_token_hint',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
  'subject_token',
  'actor_token',
  'password',
  'otp',
  'token',
]
/** Only as a parameter: in a JSON body `code` is more often the code of an error. */
const secretParameters = [...secretNames, 'code']
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-user-token']

const jsonField = new RegExp(`"(${secretNames.join('|')})"(\\s*:\\s*)"((?:[^"\\\\]|\\\\.)+)"`, 'gi')
const parameter = new RegExp(`(^|[?&#;\\s"'>(]|\\\\u0026)(${secretParameters.join('|')})=([^&#;\\s"'<>\\\\]+)`, 'g')
const encodedParameter = new RegExp(
  `(%3[Ff]|%26|%23)(${secretParameters.join('|')})%3[Dd]((?:(?!%26|%23)[^&#;\\s"'<>\\\\])+)`,
  'g',
)
/** Properties of an entry that hold names and values in pairs. */
const pairLists = ['headers', 'parameters']
const placeholderForm = /^«secret:[0-9a-f]+»$/

/** A shorter value that a bank sends as a secret is not searched for elsewhere, or a bank could blank out other text. */
const shortestLearned = 8

export class Redactor {
  readonly #salt: Buffer
  readonly #known = new KnownSecrets()

  /** @param salt makes the placeholders of one run; default random */
  constructor(salt: Buffer = randomBytes(16)) {
    this.#salt = salt
  }

  /** Registers a secret. From now on it is found in every form. */
  learn(secret: string): void {
    this.#known.add(secret, this.#placeholder(secret))
  }

  /** A copy without secrets. Covers strings in objects and lists at any depth, but not names of properties. */
  redact<T>(value: T): T {
    return this.#replaceKnown(this.#replaceByPosition(value)) as T
  }

  #placeholder(secret: string): string {
    return `«secret:${createHmac('sha256', this.#salt).update(secret).digest('hex').slice(0, 8)}»`
  }

  /** First pass, by position. It covers the whole entry before the second: a token may be quoted before it is named. */
  #replaceByPosition(value: unknown, place = ''): unknown {
    if (typeof value === 'string') return this.#replaceInText(value)
    if (pairLists.includes(place)) {
      return (value as HeaderList).map(([name, text]) => [name, this.#replaceInPair(name, text)])
    }
    return mapValues(value, (item, name) => this.#replaceByPosition(item, name))
  }

  /** Second pass, by value. */
  #replaceKnown(value: unknown): unknown {
    return typeof value === 'string' ? this.#known.hide(value) : mapValues(value, (item) => this.#replaceKnown(item))
  }

  #replaceInText(text: string): string {
    let replaced = text
    // most texts have none of the characters that each form needs
    if (text.includes('"')) {
      replaced = replaced.replace(
        jsonField,
        (_, name, colon, raw) => `"${name}"${colon}"${this.#placeholderFor(raw, fromJson(raw))}"`,
      )
    }
    if (text.includes('=')) {
      replaced = replaced.replace(
        parameter,
        (_, lead, name, raw) => `${lead}${name}=${this.#placeholderFor(raw, fromPercent(raw))}`,
      )
    }
    if (text.includes('%')) {
      replaced = replaced.replace(
        encodedParameter,
        (_, lead, name, raw) => `${lead}${name}%3D${this.#placeholderFor(raw, fromPercent(fromPercent(raw)))}`,
      )
    }
    return replaced
  }

  /** A header or a parameter with its name. */
  #replaceInPair(name: string, value: string): string {
    const lower = name.toLowerCase()
    if (value !== '' && secretParameters.includes(lower)) return this.#placeholderFor(value, value)
    if (!secretHeaders.includes(lower)) return this.#replaceInText(value)
    if (!/authorization$/.test(lower)) return this.#placeholderFor(value, value)
    const [, scheme, credentials] = /^(\S+\s+)(.+)$/s.exec(value) ?? []
    if (scheme === undefined || credentials === undefined) {
      return /^(basic|bearer|dpop|)\s*$/i.test(value) ? value : this.#placeholderFor(value, value)
    }
    if (/^basic/i.test(scheme)) this.#learnBasic(credentials)
    return scheme + this.#placeholderFor(credentials, credentials)
  }

  #learnBasic(credentials: string): void {
    const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? []
    if (password && password.length >= shortestLearned) this.learn(fromPercent(password))
  }

  #placeholderFor(raw: string, secret: string): string {
    if (placeholderForm.test(raw)) return raw
    if (secret.length >= shortestLearned) this.learn(secret)
    return this.#placeholder(secret)
  }
}

function mapValues(value: unknown, change: (item: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item, ''))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]))
}

function fromJson(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

function fromPercent(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return raw
  }
}
