/**
 * Which values of a profile are secrets, and how a file refers to them: it never holds them itself.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Mistake } from './mistakes.js'
import type { Profile } from './profile.js'

/** Dotted paths of the secrets of a profile. */
const secretPath =
  /^(tpps\.\w+\.(clientSecret|signing\.key|assertion\.key|certificate\.key)|network\.clientCertificate\.key|psus\.\w+\.(password|otp)|(journeys\.headless|clock)\.token)$/

/** Dotted paths of what may be in another place, and is no secret: `env:NAME`, `file:PATH`, or the value itself. */
const referablePath = /^(tpps\.\w+\.certificate\.certificate|network\.(ca|proxy|clientCertificate\.certificate))$/

/** No value below these paths is ever printed, not even of an unknown property: it may be a misspelt secret. */
const secretive = /^(tpps|psus|journeys\.headless|clock|network)(\.|$)/

export const isSecretPath = (path: string): boolean => secretPath.test(path)

/** True for a value that is written as a reference, where one may be. */
export const isReference = (path: string, value: string): boolean =>
  referablePath.test(path) && /^(env|file):/.test(value)

export const isSecretive = (path: string): boolean => secretive.test(path)

/** All secrets of a profile, for the redaction of the transcript. */
export function secretsOf(profile: Profile): string[] {
  const tpps = Object.values(profile.tpps).flatMap(({ clientSecret, signing, assertion, certificate }) => [
    ...(clientSecret === '' ? [] : [clientSecret]),
    ...(signing ? [signing.key] : []),
    ...(assertion ? [assertion.key] : []),
    ...(certificate ? [certificate.key] : []),
  ])
  const psus = Object.values(profile.psus).flatMap((psu) => [psu.password, psu.otp])
  const tokens = [profile.journeys.headless?.token, profile.clock?.token]
  const { clientCertificate, proxy } = profile.network ?? {}
  const ofProxy = proxy === undefined ? '' : decodeURIComponent(new URL(proxy).password)
  const network = [clientCertificate?.key, ofProxy === '' ? undefined : ofProxy]
  return [...tpps, ...psus, ...[...tokens, ...network].filter((secret) => secret !== undefined)]
}

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder that relative paths start from. */
  readonly folder: string
}

/** The secret that `env:NAME` or `file:PATH` refers to; a mistake when it is in plain text or cannot be read. */
export function resolveSecret(
  path: string,
  reference: string,
  sources: SecretSources,
): { readonly value: string } | { readonly mistake: Mistake } {
  const [, kind, name] = /^(env|file):(.+)$/s.exec(reference) ?? []
  if (name === undefined) {
    return { mistake: { path, expected: 'env:NAME or file:PATH', received: 'a secret written out in the file' } }
  }
  const value = kind === 'env' ? sources.env[name] : readSecretFile(resolve(sources.folder, name))
  if (value) return { value }
  const expected =
    kind === 'env' ? `the environment variable ${name} to be set` : `a readable file ${name} with the secret`
  return { mistake: { path, expected, received: 'nothing' } }
}

function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
