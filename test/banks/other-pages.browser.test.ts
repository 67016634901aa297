import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { examine } from '#conformance/doctor/doctor.js'
import { type Profile, runSuite } from '#conformance/index.js'
import { startHandMadeBank } from './hand-made-bank.js'
import { passedOf, profileAt, redOf } from './judging.js'
import { type PageSet, slowMillis } from './other-pages.js'

const adapterOf = (set: PageSet) => readFileSync(new URL(`pages-of-others/${set}.yaml`, import.meta.url), 'utf8')

/** Approved, of all accounts and of one; refused; cancelled; another PSU. */
const only = ['AAC-070', 'AAC-071', 'AAC-072', 'ACC-017', 'AUT-060']

async function judge(pages: PageSet, adapter: string, change = (profile: Profile): Profile => profile) {
  const bank = await startHandMadeBank({ pages })
  try {
    const profile = change(profileAt(bank.url, undefined, () => adapter))
    const patient = { ...profile, limits: { ...profile.limits, journeyMillis: 60_000 } }
    return (await runSuite({ profile: patient, only, env: process.env, now: Date.now })).verdicts
  } finally {
    await bank.close()
  }
}

const sets: readonly [PageSet, (text: string) => string][] = [
  ['two-languages', (text) => text],
  ['two-languages', (text) => text.replace('locale: en', 'locale: ar')],
  ['step-by-step', (text) => text],
  ['framed', (text) => text],
]

test.each(sets)('pages of another kind are gone through as a file describes them: %s', async (set, change) => {
  const verdicts = await judge(set, change(adapterOf(set)))

  expect(redOf(verdicts)).toEqual([])
  expect(passedOf(verdicts)).toEqual(only)
})

describe('a module in place of a file', () => {
  const beside = new URL('pages-of-others/', import.meta.url).pathname
  const by = (module: string) => (profile: Profile) => ({
    ...profile,
    journeys: { ...profile.journeys, adapter: { module } },
  })

  test('goes through the pages', async () => {
    const verdicts = await judge('framed', adapterOf('framed'), by(`${beside}framed.mjs`))

    expect(redOf(verdicts)).toEqual([])
    expect(passedOf(verdicts)).toHaveLength(only.length)
  })

  test.each([
    ['none.mjs', 'cannot be loaded'],
    ['../people.ts', 'exports no function journey'],
  ])('that cannot be used is a mistake of the profile: %s', async (file, message) => {
    const verdicts = await judge('framed', adapterOf('framed'), by(beside + file))
    const { outcome, reason, blame } = verdicts.cases.find(({ case: id }) => id === 'ACC-017') ?? {}

    expect({ outcome, blame }).toEqual({ outcome: 'could-not-run', blame: 'config' })
    expect(reason).toContain(message)
  })
})

describe('the doctor', () => {
  const last = async (
    pages: PageSet,
    change: { profile?: (text: string) => string; adapter?: (text: string) => string },
  ) => {
    const bank = await startHandMadeBank({ pages })
    const { adapter = (text: string) => text } = change
    try {
      const profile = profileAt(bank.url, change.profile, () => adapter(adapterOf(pages)))
      const { main } = profile.psus
      const signal = new AbortController().signal
      const trials = await examine({ profile: { ...profile, psus: { main } }, env: process.env, now: Date.now, signal })
      return trials.at(-1)
    } finally {
      await bank.close()
    }
  }

  test.each(['two-languages', 'step-by-step', 'framed'] as const)('finds nothing wrong: %s', async (set) => {
    expect(slowMillis).toBeGreaterThan(3000)
    expect(await last(set, {})).toMatchObject({ outcome: 'right' })
  })

  const put = (was: string, is: string) => (text: string) => text.replace(was, is)
  test.each([
    ['two-languages', 'psus.main.password', { profile: put('env:PEARL_PSU1', 'env:PEARL_PSU2') }],
    ['two-languages', 'psus.main.otp', { profile: put('env:PEARL_CODE1', 'env:PEARL_CODE2') }],
    ['step-by-step', 'psus.main.password', { profile: put('env:PEARL_PSU1', 'env:PEARL_PSU2') }],
    ['step-by-step', 'psus.main.otp', { profile: put('env:PEARL_CODE1', 'env:PEARL_CODE2') }],
    ['step-by-step', 'journeys.adapter', { adapter: put('Which accounts?', 'What accounts?') }],
    ['framed', 'psus.main.password', { profile: put('env:PEARL_PSU1', 'env:PEARL_PSU2') }],
    ['framed', 'journeys.adapter', { adapter: put('frame: "#secure"\n    shownBy', 'frame: "#other"\n    shownBy') }],
  ] as const)('names the wrong setting: %s, %s', async (set, setting, change) => {
    expect(await last(set, change)).toMatchObject({ outcome: 'wrong', setting })
  })
})
