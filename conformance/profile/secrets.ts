/**
 * Which values of a profile are secrets, and where a file takes them from: it never holds them itself.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Mistake } from './mistakes.js'
import type { Profile } from './profile.js'

/** Dotted paths of the secrets of a profile. */
const secretPath = /^(tpps\.\w+\.clientSecret|psus\.\w+\.(password|otp)|journeys\.headless\.token)$/

/** Below these nothing is ever printed, not even a property nobody knows: it may be a misspelt secret. */
const secretive = /^(tpps|psus|journeys\.headless)(\.|$)/

export const isSecretPath = (path: string): boolean => secretPath.test(path)

export const isSecretive = (path: string): boolean => secretive.test(path)

/** All secrets of a profile, for the redaction of the transcript. */
export function secretsOf(profile: Profile): string[] {
  const tpps = Object.values(profile.tpps).map((tpp) => tpp.clientSecret)
  const psus = Object.values(profile.psus).flatMap((psu) => [psu.password, psu.otp])
  const token = profile.journeys.headless?.token
  return [...tpps, ...psus, ...(token === undefined ? [] : [token])]
}

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder that relative paths start from. */
  readonly folder: string
}

/** The secret behind `env:NAME` or `file:PATH`; a mistake when it is written out or not there. */
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
