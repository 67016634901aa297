/**
 * The file of a file payment: its formats, media types, and the message of ISO 20022 that it is. FACTS 8.5.
 *
 * @module
 */

/** The versions of the message pain.001.001 that are described here; the standard names the second alone (FPC-REQ-080). */
export const painVersions = ['03', '08', '09'] as const

export type PainVersion = (typeof painVersions)[number]

/** `FileContextFormat` of each version. */
export const fileContextFormats = {
  '03': 'BH.OBF.pain.001.001.03',
  '08': 'BH.OBF.pain.001.001.08',
  '09': 'BH.OBF.pain.001.001.09',
} as const satisfies Record<PainVersion, string>

export type FileContextFormat = (typeof fileContextFormats)[PainVersion]

/** The format that every bank takes. */
export const standardFileFormat = fileContextFormats['08']

/** The version of a `FileContextFormat`. */
export function painVersionOf(format: string): PainVersion | undefined {
  return painVersions.find((version) => fileContextFormats[version] === format)
}

/** The XML namespace of an order of each version. */
export const orderNamespace = (version: PainVersion) => `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`

/** The message that reports on an order of each version. */
export const reportMessages = {
  '03': 'pain.002.001.03',
  '08': 'pain.002.001.08',
  '09': 'pain.002.001.10',
} as const satisfies Record<PainVersion, string>

/** The XML namespace of the report on an order of each version. */
export const reportNamespace = (version: PainVersion) => `urn:iso:std:iso:20022:tech:xsd:${reportMessages[version]}`

/** Media types of the file and of its report (FPC-REQ-180). */
export const fileMediaTypes = ['text/xml', 'application/xml'] as const

export type FileMediaType = (typeof fileMediaTypes)[number]
