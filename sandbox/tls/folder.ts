/**
 * The folder that keeps the authority of a bank and the certificates of its TPPs, so that the next start has the same ones. A file is
 * there whole or not at all, and a certificate only beside its key.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../store/lowdb/private-files.js'
import { issueForTpp, type KeyAndCertificate, makeAuthority, organisation } from './authority.js'

/** What a bank on TLS has besides the certificate of its server. */
export interface Certificates {
  readonly authority: KeyAndCertificate
  /** By client id. */
  readonly tpps: ReadonlyMap<string, KeyAndCertificate>
}

/** Where the certificates of a bank are, for who has to name them. */
export interface CertificateFiles {
  readonly ca: string
  /** By client id. */
  readonly clients: Readonly<Record<string, { readonly certificate: string; readonly key: string }>>
}

/** The files of a folder. */
export function filesOf(folder: string, clientIds: readonly string[]): CertificateFiles {
  const at = (name: string) => join(resolve(folder), name)
  return {
    ca: at('ca.pem'),
    clients: Object.fromEntries(
      clientIds.map((id) => [id, { certificate: at(`${id}.pem`), key: at(`${id}.key.pem`) }]),
    ),
  }
}

/**
 * The certificates in a folder; those that are missing or have ended are made and written. Without a folder all are new and nothing is written.
 *
 * @throws {Error} where the folder cannot be used
 */
export async function certificatesIn(
  folder: string | undefined,
  clientIds: readonly string[],
  now: number,
): Promise<Certificates> {
  if (folder === undefined) return certificatesOf(clientIds, now)
  try {
    await makeFolder(folder)
    return await certificatesOf(clientIds, now, folder)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new Error(
      `the certificates cannot be kept in ${resolve(folder)} (${code}): choose a folder that can be written, with --tls DIR`,
      { cause: error },
    )
  }
}

async function certificatesOf(clientIds: readonly string[], now: number, folder?: string): Promise<Certificates> {
  const kept = (name: string, make: () => Promise<KeyAndCertificate>, authority?: KeyAndCertificate) =>
    folder === undefined ? make() : keptIn(folder, name, make, now, authority)
  const authority = await kept('ca', () => makeAuthority(now))
  const made = clientIds.map(
    async (id) => [id, await kept(id, () => issueForTpp(authority, id, now), authority)] as const,
  )
  return { authority, tpps: new Map(await Promise.all(made)) }
}

async function keptIn(
  folder: string,
  name: string,
  make: () => Promise<KeyAndCertificate>,
  now: number,
  authority?: KeyAndCertificate,
): Promise<KeyAndCertificate> {
  const keyFile = join(folder, `${name}.key.pem`)
  const certificateFile = join(folder, `${name}.pem`)
  refuseForeign(certificateFile)
  const known = readPair(keyFile, certificateFile)
  if (known && isUsable(known, now, authority)) return known
  const made = await make()
  writeWhole(keyFile, made.key)
  writeWhole(certificateFile, made.certificate)
  return made
}

/** @throws {Error} where somebody else's certificate has the name: it is not written over */
function refuseForeign(file: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') return
  let subject = ''
  try {
    subject = new X509Certificate(readFileSync(file)).subject
  } catch {
    // no certificate: not ours either
  }
  if (!subject.includes(`O=${organisation}`)) {
    throw new Error(`${file} is no certificate of a sandbox, and is not written over: name another folder with --tls`)
  }
}

function readPair(keyFile: string, certificateFile: string): KeyAndCertificate | undefined {
  try {
    return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certificateFile, 'utf8') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A day is left for whoever reads it after the start. */
const leftMillis = 86_400_000

function isUsable({ certificate, key }: KeyAndCertificate, now: number, authority?: KeyAndCertificate): boolean {
  try {
    const read = new X509Certificate(certificate)
    const issuer = authority ? new X509Certificate(authority.certificate) : read
    const [from, until] = [Date.parse(read.validFrom), Date.parse(read.validTo)]
    return (
      read.verify(issuer.publicKey) &&
      read.checkPrivateKey(createPrivateKey(key)) &&
      from <= now &&
      now + leftMillis < until
    )
  } catch {
    return false
  }
}

/** Written beside its place and moved there: whoever reads it meanwhile reads the old one or the new one. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.new`
  rmSync(beside, { force: true })
  writeFileSync(beside, text, { mode: 0o600, flush: true })
  renameSync(beside, file)
}
