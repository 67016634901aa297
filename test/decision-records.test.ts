import { expect, test } from 'vitest'
import { decisionRecords, decisionsPage } from './decision-records.js'
import { expectGenerated } from './generated-page.js'
import { repositoryTexts } from './repository-texts.js'

const texts = repositoryTexts()
const records = decisionRecords(texts)

/** `docs/decisions/0013`, `decision 0042`, `decisions 0015 and 0042`. */
function recordsNamed(): readonly { path: string; number: string }[] {
  return texts.flatMap(({ path, text }) => {
    const folders = [...text.matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number as string)
    const words = [...text.matchAll(/\b[Dd]ecisions? (\d{4}(?:(?:, | and |, and )\d{4})*)/g)]
    const numbers = words.flatMap(([, named]) => (named as string).match(/\d{4}/g) ?? [])
    return [...folders, ...numbers].map((number) => ({ path, number }))
  })
}

/** A record that another one names in brackets alone: `(0013)`, `(0001, 0005)`. */
function recordsNamedInRecords(): readonly { path: string; number: string }[] {
  return texts
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\((0\d{3}(?:, 0\d{3})*)\)/g)].flatMap(([, named]) =>
        (named as string).split(', ').map((number) => ({ path, number })),
      ),
    )
}

test('has every record that code and pages name', () => {
  const named = [...recordsNamed(), ...recordsNamedInRecords()]
  const numbers = records.map(({ number }) => number)

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([])
})

test.each(records)('$file has the form of the template', (record) => {
  expect(record).toMatchObject({
    title: expect.stringMatching(/^\S.+[^.]$/),
    status: expect.stringMatching(/^(accepted|replaced by \d{4}|accepted \| replaced by NNNN)$/),
    basis: expect.stringMatching(/^(inferred \(.+\)|architecture|dependency)/),
    sections: ['Context', 'Decision', 'Consequences'],
  })
})

test('gives each number to one record', () => {
  const numbers = records.map(({ number }) => number)

  expect([...new Set(numbers)]).toEqual(numbers)
})

test('are listed in docs/decisions/README.md (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('decisions/README.md', decisionsPage(records))
})
