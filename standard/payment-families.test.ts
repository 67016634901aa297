import type { TObject } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import {
  DomesticFutureDatedInitiation,
  DomesticInitiation,
  forVersion,
  InternationalFutureDatedInitiation,
  InternationalInitiation,
  instrumentsOf,
  operation,
  operationIds,
  paymentFamilies,
  paymentFamily,
  paymentFamilyIds,
  type Rail,
  railOf,
  rails,
  type StateMachine,
  type StateMachineName,
  stateMachines,
  versions,
} from '#standard/index.js'

const families = paymentFamilyIds.map((id) => [id, paymentFamily(id)] as const)

describe('the families of payments', () => {
  test('are seven, and their operations are all of the scope of payments, each of one family', () => {
    const named = families.flatMap(([, family]) => Object.values(family.operations))

    expect(families).toHaveLength(7)
    expect(named.toSorted()).toEqual(operationIds.filter((id) => operation(id).scopes.join() === 'payments').toSorted())
  })

  test.each(families)('%s has the paths, versions and token of its operations', (_id, family) => {
    const { createConsent, getConsent, create, get, getDetails, confirmFunds } = family.operations
    const parameter = family.idParameter ?? family.idField

    expect([createConsent, getConsent, create, get, getDetails].map((id) => operation(id).path)).toEqual([
      family.paths.consents,
      `${family.paths.consents}/{ConsentId}/`,
      family.paths.payments,
      `${family.paths.payments}/{${parameter}}/`,
      `${family.paths.payments}/{${parameter}}/payment-details`,
    ])
    if (confirmFunds) {
      expect(operation(confirmFunds).path).toBe(`${family.paths.consents}/{ConsentId}/funds-confirmation`)
    }
    expect(operation(create).versions).toEqual(family.versions)
    expect(operation(create).extended).toBe(family.extended)
  })

  test('ask for funds in three families and cancel in one', () => {
    const having = (step: 'confirmFunds' | 'cancel') =>
      families.flatMap(([id, family]) => (family.operations[step] ? [id] : []))

    expect(having('confirmFunds')).toEqual([
      'domestic-payment',
      'international-payment',
      'international-future-dated-payment',
    ])
    expect(having('cancel')).toEqual(['domestic-future-dated-payment'])
  })

  test('choose a rail of their own where the TPP asks for none', () => {
    expect(families.filter(([, family]) => !family.rails.includes(family.defaultRail))).toEqual([])
  })

  test('take in their schemas the rails of their rows', () => {
    const instrument = (initiation: TObject) => initiation.properties.LocalInstrument?.enum as string[]
    const { 'domestic-payment': domestic, 'domestic-future-dated-payment': later } = paymentFamilies
    const { 'international-payment': abroad, 'international-future-dated-payment': abroadLater } = paymentFamilies

    for (const version of versions) {
      expect(instrument(forVersion(DomesticInitiation, version))).toEqual(instrumentsOf(version, domestic.rails))
    }
    expect(instrument(DomesticFutureDatedInitiation)).toEqual(instrumentsOf('1.0.0', later.rails))
    expect(instrument(InternationalInitiation)).toEqual(instrumentsOf('1.0.0', abroad.rails))
    expect(instrument(InternationalFutureDatedInitiation)).toEqual(instrumentsOf('1.0.0', abroadLater.rails))
  })
})

describe('local instruments', () => {
  test('are written as each version does, and read back', () => {
    expect(instrumentsOf('1.0.0', ['NRT', 'DNS', 'BIL'])).toEqual(['BH.OBF.NRT', 'BH.OBF.DNS', 'BH.OBF.BIL'])
    expect(instrumentsOf('0.0.1', ['NRT', 'DNS', 'BIL'])).toEqual(['EFT-CSCT-NRT', 'EFT-CSCT-DNS'])
    for (const version of versions) {
      const known = rails.filter((rail) => instrumentsOf(version, [rail]).length > 0)
      expect(known.map((rail) => railOf(version, instrumentsOf(version, [rail])[0] as string))).toEqual(known)
    }
    expect(railOf('1.0.0', 'EFT-CSCT-NRT')).toBeUndefined()
  })

  test('name every rail of a family in the newest version', () => {
    const all = [...new Set(families.flatMap(([, family]) => family.rails as readonly Rail[]))]

    expect(instrumentsOf('1.0.0', all)).toHaveLength(rails.length)
  })
})

describe.each(Object.entries(stateMachines) as [StateMachineName, StateMachine][])(
  'the machine %s',
  (_name, machine) => {
    const { states, initial, moves, terminal } = machine

    test('moves between its states, each move once', () => {
      const places = moves.flatMap(([from, , to]) => [from, to])

      expect(places.filter((place) => !states.includes(place))).toEqual([])
      expect(new Set(moves.map((move) => move.join())).size).toBe(moves.length)
    })

    test('reaches every state from the first', () => {
      const reached = new Set([initial])
      for (const _ of states) for (const [from, , to] of moves) if (reached.has(from)) reached.add(to)

      expect([...reached].toSorted()).toEqual([...states].toSorted())
    })

    test('ends where no move leaves', () => {
      const left = new Set(moves.map(([from]) => from))

      expect([...terminal].toSorted()).toEqual(states.filter((state) => !left.has(state)).toSorted())
    })
  },
)
