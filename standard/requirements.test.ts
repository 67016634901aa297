import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  accountAccessConsentStatuses,
  accountStatuses,
  accountSubTypes,
  accountTypes,
  concerns,
  errorCodes,
  type OperationId,
  operation,
  operationIds,
  permissions,
  type Requirement,
  requirement,
  requirementAreas,
  requirements,
} from '#standard/index.js'

const rows: readonly Requirement[] = requirements
const idsWhere = (condition: (row: Requirement) => unknown) => rows.filter(condition).map(({ id }) => id)
const area = (row: Requirement) => row.id.slice(0, 3)
const isAbsence = (row: Requirement) => row.note?.startsWith('Absence:')
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
const rank = { stated: 2, framework: 1, inferred: 0 } as const

/** sha-256 of every row with nothing left out, properties in the order of the alphabet. */
const digest = '6c38682d90ff83358f7f50282bc07c6729db5aef52cdfccbe3d19a2aee7c9162'

test('has the rows it had: none has changed through a default, a group or the operation table', () => {
  const canonical = rows.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
  const now = createHash('sha256').update(JSON.stringify(canonical)).digest('hex')

  expect(now, 'the rows have changed; if that is what you want, put the new value into `digest` above').toBe(digest)
})

/** Rows of each area: stated, framework, inferred, all, and those that cannot be tested. */
const counts: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  VER: [20, 8, 8, 36, 3],
  SEC: [0, 5, 2, 7, 1],
  AUT: [20, 43, 36, 99, 3],
  HDR: [17, 10, 5, 32, 2],
  SIG: [3, 20, 1, 24, 1],
  IDM: [6, 7, 1, 14, 1],
  ERR: [28, 27, 10, 65, 5],
  FMT: [11, 45, 8, 64, 2],
  PAG: [0, 15, 5, 20, 0],
  AAC: [36, 25, 14, 75, 4],
  ACC: [32, 19, 4, 55, 1],
  BAL: [2, 13, 0, 15, 0],
  TXN: [6, 42, 0, 48, 0],
  BEN: [3, 9, 0, 12, 2],
  STO: [2, 18, 0, 20, 0],
  PRD: [2, 12, 1, 15, 1],
  PMT: [8, 76, 10, 94, 1],
  DPC: [4, 9, 6, 19, 1],
  DPY: [2, 1, 7, 10, 0],
  FDC: [3, 5, 1, 9, 1],
  FDX: [3, 11, 4, 18, 0],
  FDP: [3, 4, 10, 17, 0],
  IPC: [3, 30, 0, 33, 1],
  IPY: [2, 1, 3, 6, 0],
  IFC: [0, 3, 0, 3, 0],
  IFP: [0, 2, 1, 3, 0],
  DSO: [0, 20, 4, 24, 0],
  ISO: [0, 7, 1, 8, 0],
  FPC: [4, 23, 2, 29, 0],
  FPY: [0, 6, 1, 7, 0],
  FND: [6, 6, 2, 14, 1],
  PDT: [3, 9, 2, 14, 0],
  EVT: [7, 52, 19, 78, 0],
}

test('has the rows of each area and basis that it is known to have', () => {
  const count = (condition: (row: Requirement) => unknown) => rows.filter(condition).length
  const counted = Object.keys(requirementAreas).map((name) => {
    const inArea = (basis?: string) => count((row) => area(row) === name && (!basis || row.basis === basis))
    const untestable = count((row) => area(row) === name && !row.testable)
    return [name, [inArea('stated'), inArea('framework'), inArea('inferred'), inArea(), untestable]]
  })

  expect(Object.fromEntries(counted)).toEqual(counts)
  expect(rows).toHaveLength(987)
  expect((['stated', 'framework', 'inferred'] as const).map((basis) => count((row) => row.basis === basis))).toEqual([
    236, 583, 168,
  ])
  expect((['must', 'should', 'may'] as const).map((strength) => count((row) => row.strength === strength))).toEqual([
    822, 107, 58,
  ])
  expect(count(({ testable }) => !testable)).toBe(31)
})

test('has the properties of a row and no others', () => {
  const always = ['id', 'place', 'text', 'basis', 'strength', 'versions', 'actor', 'operations', 'testable']
  const sometimes = ['whyNot', 'conflictsWith', 'note']

  expect(idsWhere((row) => always.some((name) => !(name in row)))).toEqual([])
  expect(idsWhere((row) => Object.keys(row).some((name) => ![...always, ...sometimes].includes(name)))).toEqual([])
})

test('has ids that are unique, in form, rising within an area, each area in one block', () => {
  const areas = rows.map(area)

  expect(repeated(rows.map(({ id }) => id))).toEqual([])
  expect(idsWhere(({ id }) => !/^[A-Z]{3}-REQ-[0-9]{3,4}$/.test(id))).toEqual([])
  expect(areas.filter((name, index) => name !== areas[index - 1])).toEqual(Object.keys(requirementAreas))
  const number = (row: Requirement) => Number(row.id.slice(8))
  const falling = rows.filter((row, index) => {
    const before = rows[index - 1]
    return before && area(before) === area(row) && number(before) >= number(row)
  })
  expect(falling).toEqual([])
})

test('uses the published words for basis, strength, actor and versions', () => {
  const words = (name: keyof Requirement) => [...new Set(rows.map((row) => String(row[name])))].sort()

  expect(words('basis')).toEqual(['framework', 'inferred', 'stated'])
  expect(words('strength')).toEqual(['may', 'must', 'should'])
  expect(words('actor')).toEqual(['bank', 'psu-page', 'tpp'])
  expect(words('versions')).toEqual(['0.0.1', '0.0.1,1.0.0', '1.0.0'])
})

test('names operations that exist, once each, or all of them by a star alone', () => {
  const names = (row: Requirement) => (row.operations.join() === '*' ? [] : row.operations)

  expect(idsWhere(({ operations }) => operations.length === 0)).toEqual([])
  expect(idsWhere((row) => names(row).some((name) => !operationIds.includes(name as OperationId)))).toEqual([])
  expect(idsWhere((row) => repeated(row.operations).length > 0)).toEqual([])
})

test('names operations in versions that have them', () => {
  const served = (row: Requirement) => operationIds.filter((id) => concerns(row, id))
  const named = rows.filter((row) => row.operations[0] !== '*' && !isAbsence(row))

  const strayOperation = named.filter((row) =>
    served(row).some((id) => !operation(id).versions.some((version) => row.versions.includes(version))),
  )
  const strayVersion = named.filter((row) =>
    row.versions.some((version) => !served(row).some((id) => operation(id).versions.includes(version))),
  )

  expect(strayOperation.map(({ id }) => id)).toEqual([])
  expect(strayVersion.map(({ id }) => id)).toEqual([])
})

test('names every listed operation of each version in a testable stated row, and every extended one in some row', () => {
  const isNamed = (id: OperationId, condition: (row: Requirement) => unknown) =>
    rows.some((row) => row.operations.includes(id) && condition(row))
  const holes = operationIds.flatMap((id) =>
    operation(id).versions.filter((version) =>
      operation(id).extended
        ? !isNamed(id, () => true)
        : !isNamed(id, (row) => row.testable && row.basis === 'stated' && row.versions.includes(version)),
    ),
  )

  expect(holes).toEqual([])
})

test('gives a reason where a row cannot be tested, and calls it a gap in stated rows alone', () => {
  const gap = 'the document does not show it'

  expect(idsWhere((row) => 'whyNot' in row === row.testable)).toEqual([])
  expect(idsWhere((row) => row.whyNot?.trim() === '')).toEqual([])
  expect(idsWhere((row) => row.whyNot === gap && row.basis !== 'stated')).toEqual([])
  expect(idsWhere((row) => row.whyNot === gap).length).toBeGreaterThan(0)
})

test('names as the winner of a conflict a row of the same or a higher basis that has no conflict itself', () => {
  const lost = rows.filter(({ conflictsWith }) => conflictsWith !== undefined)
  const wrong = lost.filter((row) => {
    const winner = requirement(row.conflictsWith as string)
    return !winner || winner.id === row.id || winner.conflictsWith || rank[winner.basis] < rank[row.basis]
  })

  expect(lost.length).toBeGreaterThan(0)
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('refers to the document where a row is stated and to the facts where it is not', () => {
  expect(idsWhere(({ place, basis }) => /^FACTS \d/.test(place) === (basis === 'stated'))).toEqual([])
  expect(idsWhere(({ place }) => place.trim() === '')).toEqual([])
})

test('states one thing in one sentence, and nothing twice', () => {
  const texts = rows.map(({ text }) => text)

  expect(idsWhere(({ text }) => !text.endsWith('.') || text.trim() !== text || text.length > 230)).toEqual([])
  expect(idsWhere(({ text }) => /[.!?] [A-Z]/.test(text))).toEqual([])
  expect(repeated(texts)).toEqual([])
})

/** How many values the list behind a row has; lists that are in the code are counted. */
const listLengths: Readonly<Record<string, number>> = {
  'ERR-REQ-240': errorCodes.length,
  'FMT-REQ-490': 8,
  'AAC-REQ-130': permissions.length,
  'ACC-REQ-380': accountSubTypes.length,
  'BAL-REQ-080': 13,
  'BAL-REQ-130': 5,
  'TXN-REQ-370': 13,
  'TXN-REQ-450': 5,
  'TXN-REQ-460': 4,
  'PMT-REQ-180': 7,
  'PMT-REQ-240': 5,
  'PMT-REQ-460': 4,
  'PMT-REQ-590': 6,
  'IPC-REQ-140': 4,
  'PDT-REQ-080': 20,
  'PDT-REQ-120': 7,
  'EVT-REQ-330': 3,
  'EVT-REQ-610': 12,
}

test('counts listed values as the lists do', () => {
  const counted = rows.flatMap(({ id, text }) => {
    const number = /(\d+) (listed|published|registered)/.exec(text)?.[1]
    return number === undefined ? [] : [[id, Number(number)]]
  })

  expect(Object.fromEntries(counted)).toEqual(listLengths)
})

test('writes out the short lists as the schemas have them', () => {
  const missingFrom = (id: string, values: readonly string[]) =>
    values.filter((value) => !requirement(id)?.text.includes(value))

  expect(missingFrom('ACC-REQ-340', accountStatuses)).toEqual([])
  expect(missingFrom('ACC-REQ-370', accountTypes)).toEqual([])
  expect(missingFrom('AAC-REQ-270', accountAccessConsentStatuses)).toEqual([])
})

test('gives a row by its id, and nothing for an id that is not there', () => {
  expect(requirement('AAC-REQ-010')).toBe(rows.find(({ id }) => id === 'AAC-REQ-010'))
  expect(requirement('AAC-REQ-000')).toBeUndefined()
  expect(requirement('toString')).toBeUndefined()
})

test('takes a star for every operation but the one the TPP hosts', () => {
  const everywhere = rows.find(({ operations }) => operations[0] === '*') as Requirement

  expect(operationIds.filter((id) => !concerns(everywhere, id))).toEqual(['notifyEvent'])
})
