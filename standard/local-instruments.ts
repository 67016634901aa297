/**
 * The rails of payments and how each version names them. FACTS 8.2 and 8.3.
 *
 * @module
 */
import type { Version } from './versions.js'

/** Near-real-time transfer, deferred net settlement, bill payment; and two that cross the border. */
export const rails = ['NRT', 'DNS', 'BIL', 'SWIFT', 'GCCNET'] as const

export type Rail = (typeof rails)[number]

/** How a version writes each rail it knows. The form of BIL in 0.0.1 was never printed (DPC-REQ-090). */
export const localInstruments = {
  '0.0.1': { NRT: 'EFT-CSCT-NRT', DNS: 'EFT-CSCT-DNS' },
  '1.0.0': {
    NRT: 'BH.OBF.NRT',
    DNS: 'BH.OBF.DNS',
    BIL: 'BH.OBF.BIL',
    SWIFT: 'BH.OBF.SWIFT',
    GCCNET: 'BH.OBF.GCCNET',
  },
} as const satisfies Record<Version, Partial<Record<Rail, string>>>

/** The local instruments of some rails, as far as the version knows them. */
export function instrumentsOf(version: Version, some: readonly Rail[]): string[] {
  const names: Partial<Record<Rail, string>> = localInstruments[version]
  return some.flatMap((rail) => names[rail] ?? [])
}

/** The rail that a local instrument stands for. */
export function railOf(version: Version, instrument: string): Rail | undefined {
  const names: Partial<Record<Rail, string>> = localInstruments[version]
  return rails.find((rail) => names[rail] === instrument)
}
