/**
 * Cases that there are no more: what they looked at is in another one, for which one approved consent is enough
 * (docs/decisions/0156). Their ids are not used again.
 *
 * @module
 */
import { type JudgedFamily, type JudgedFamilyId, judgedFamilies } from './families.js'

/** Numbers of cases in the areas of every family, with the area and number of the case that they are part of. */
const ofFamilies = [
  ['payments', '002', 'payments', '001'],
  ['payments', '004', 'payments', '001'],
  ['payments', '008', 'consents', '053'],
  ['payments', '009', 'consents', '053'],
  ['payments', '012', 'payments', '006'],
  ['payments', '013', 'consents', '053'],
  ['payments', '040', 'payments', '001'],
] as const

const others: Readonly<Record<string, string>> = {
  'AAC-052': 'AAC-051',
  'AUT-021': 'AAC-070',
  'AUT-022': 'AAC-070',
  'AUT-024': 'AAC-075',
  'AUT-040': 'AAC-070',
  'AUT-041': 'AAC-071',
  'AUT-042': 'AAC-072',
  'AUT-043': 'AAC-071',
  'AUT-071': 'ACC-017',
  'DPC-054': 'DPY-011',
  'EVT-021': 'EVT-020',
  'EVT-022': 'EVT-020',
  'FDP-073': 'FDP-072',
  'FND-002': 'PDT-002',
  'IDM-014': 'IDM-013',
  'IDM-016': 'IDM-013',
  'IDM-034': 'IDM-033',
  'IDM-083': 'IDM-082',
  'IDM-114': 'IDM-113',
  'IDM-214': 'IDM-213',
  'IDM-234': 'IDM-233',
  'IDM-254': 'IDM-253',
}

const inEachFamily = (Object.keys(judgedFamilies) as JudgedFamilyId[]).flatMap((id) => {
  const { areas }: JudgedFamily = judgedFamilies[id]
  return ofFamilies.map(
    ([area, number, into, stays]) => [`${areas[area]}-${number}`, `${areas[into]}-${stays}`] as const,
  )
})

/** The case that has what a case with this id looked at. */
export const retired: ReadonlyMap<string, string> = new Map([...Object.entries(others), ...inEachFamily])
