/**
 * Certificates and keys of a profile, looked at before anything is sent.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { ClientCertificate } from '../http/network.js'
import type { Mistake } from './mistakes.js'
import type { Profile } from './profile.js'

/** What is wrong with the certificates of a profile whose references were resolved. No text of a file is in it. */
export function wrongCertificates({ network, tpps }: Pick<Profile, 'network' | 'tpps'>): Mistake[] {
  const shown: [string, ClientCertificate | undefined][] = [
    ['network.clientCertificate', network?.clientCertificate],
    ...Object.entries(tpps).map(([name, tpp]): [string, ClientCertificate | undefined] => [
      `tpps.${name}.certificate`,
      tpp?.certificate,
    ]),
  ]
  return [
    ...(network?.ca === undefined || isCertificates(network.ca)
      ? []
      : [{ path: 'network.ca', expected: 'certificates in PEM (BEGIN CERTIFICATE)', received: 'something else' }]),
    ...shown.flatMap(([path, pair]) => (pair ? wrongPair(path, pair) : [])),
  ]
}

const blocks = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** How many certificates a text holds; 0 where one of them cannot be read. */
function certificatesIn(pem: string): number {
  try {
    return [...pem.matchAll(blocks)].map(([block]) => new X509Certificate(block)).length
  } catch {
    return 0
  }
}

/** True for a text of one or more certificates in PEM, all of which can be read. */
export const isCertificates = (pem: string): boolean => certificatesIn(pem) > 0

function wrongPair(path: string, { certificate, key }: ClientCertificate): Mistake[] {
  const isCertificate = isCertificates(certificate)
  const privateKey = readKey(key)
  if (isCertificate && privateKey) {
    if (new X509Certificate(certificate).checkPrivateKey(privateKey)) return []
    return [{ path: `${path}.key`, expected: 'the private key of the certificate', received: 'the key of another one' }]
  }
  return [
    ...(isCertificate
      ? []
      : [
          {
            path: `${path}.certificate`,
            expected: 'a certificate in PEM (BEGIN CERTIFICATE)',
            received: 'something else',
          },
        ]),
    ...(privateKey
      ? []
      : [{ path: `${path}.key`, expected: 'a private key in PEM, without a passphrase', received: 'something else' }]),
  ]
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
