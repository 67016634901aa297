/**
 * A certification authority of the bank's own, made on the spot, and the certificates it issues: for the bank's server and for its
 * TPPs. RFC 5280; RFC 8705 for what the latter are for.
 *
 * @module
 */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type { pki } from 'node-forge'

/** A certificate and its private key, in PEM. */
export interface KeyAndCertificate {
  readonly certificate: string
  readonly key: string
}

/** Loaded when first needed: a bank on plain HTTP does not pay for it. */
const loadForge = async () => (await import('node-forge')).default

const days = 86_400_000

/** How long the authority and what it issues are valid. */
const validity = { authority: 3650 * days, issued: 820 * days } as const

/** Clocks of two machines differ. */
const tolerance = 3_600_000

/** What the names of all certificates of a bank end with. */
export const organisation = 'open-banking-testbed'

/** The distinguished name that a TPP is known by at the bank, written as RFC 4514 has it. RFC 8705 section 2.1.2. */
export const subjectOf = (clientId: string): string => `CN=${clientId},O=${organisation}`

interface Issuing {
  readonly subject: readonly pki.CertificateField[]
  readonly extensions: readonly object[]
  readonly from: number
  readonly until: number
}

/** A new authority. @param now milliseconds since 1970, by the system clock: that is what the other end reads */
export function makeAuthority(now: number): Promise<KeyAndCertificate> {
  return issue(undefined, {
    subject: nameOf(`Sandbox CA ${randomBytes(4).toString('hex')}`),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      { name: 'subjectKeyIdentifier' },
    ],
    from: now,
    until: now + validity.authority,
  })
}

/** A certificate for a server. @param hosts names and addresses that it is reached by */
export function issueForServer(
  authority: KeyAndCertificate,
  hosts: readonly string[],
  now: number,
): Promise<KeyAndCertificate> {
  const altNames = [...new Set(hosts)].map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }))
  return issue(authority, {
    subject: nameOf(hosts[0] ?? 'localhost'),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
    from: now,
    until: now + validity.issued,
  })
}

/** A certificate by which a TPP says who it is. */
export function issueForTpp(authority: KeyAndCertificate, clientId: string, now: number): Promise<KeyAndCertificate> {
  return issue(authority, {
    subject: nameOf(clientId),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
    from: now,
    until: now + validity.issued,
  })
}

const nameOf = (commonName: string): pki.CertificateField[] => [
  { shortName: 'O', value: organisation },
  { shortName: 'CN', value: commonName },
]

/** @param authority who signs; without one the certificate signs itself */
async function issue(
  authority: KeyAndCertificate | undefined,
  { subject, extensions, from, until }: Issuing,
): Promise<KeyAndCertificate> {
  const { pki, md } = await loadForge()
  // in another thread, and many times as fast as the library's own
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.publicKeyFromPem(publicKey)
  // the first bit is 0: a serial number is positive (RFC 5280 section 4.1.2.2)
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(from - tolerance)
  certificate.validity.notAfter = new Date(until)
  certificate.setSubject([...subject])
  const issuer = authority && pki.certificateFromPem(authority.certificate)
  certificate.setIssuer(issuer ? issuer.subject.attributes : [...subject])
  certificate.setExtensions([...extensions])
  certificate.sign(pki.privateKeyFromPem(authority?.key ?? privateKey), md.sha256.create())
  return { certificate: pki.certificateToPem(certificate).replaceAll('\r\n', '\n'), key: privateKey }
}
