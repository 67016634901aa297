import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '#standard/index.js'
import { groupByPurpose, permissionsInWords, purposeTitles } from './permissions-in-words.js'

const arabic = /\p{Script=Arabic}/u
const latin = /\p{Script=Latin}/u

describe('permissionsInWords', () => {
  test.each(permissions)('says in both languages what %s means', (permission) => {
    const words = permissionsInWords[permission]

    expect(words.en).toMatch(/^[A-Z].{10,}[^.]$/)
    expect(words.ar).toMatch(arabic)
    expect(words.ar).not.toMatch(latin)
  })

  test('says something else for each permission of a purpose', () => {
    const texts = permissions.map(
      (permission) => `${permissionsInWords[permission].purpose}: ${permissionsInWords[permission].en}`,
    )

    expect(new Set(texts).size).toBe(permissions.length)
  })

  test('has a title in both languages for every purpose, and no purpose without a permission', () => {
    const used = new Set(permissions.map((permission) => permissionsInWords[permission].purpose))

    expect([...used].sort()).toEqual(Object.keys(purposeTitles).sort())
    for (const title of Object.values(purposeTitles)) expect(title.ar).toMatch(arabic)
  })

  test('lets each Detail permission include its Basic one', () => {
    for (const permission of permissions.filter((name) => name.endsWith('Detail'))) {
      expect(permissionsInWords[permission].implies).toBe(permission.replace('Detail', 'Basic'))
    }
  })
})

describe('groupByPurpose', () => {
  const shown = (asked: readonly Permission[]) => groupByPurpose(asked).flatMap((group) => group.permissions)

  test('shows all that is asked, each once', () => {
    expect(shown([...permissions, ...permissions]).sort()).toEqual([...permissions].sort())
  })

  test('shows nothing that is not asked or included', () => {
    expect(shown(['ReadBalances', 'ReadAccountsBasic'])).toEqual(['ReadAccountsBasic', 'ReadBalances'])
  })

  test('shows what a Detail permission includes', () => {
    expect(shown(['ReadStandingOrdersDetail'])).toEqual(['ReadStandingOrdersBasic', 'ReadStandingOrdersDetail'])
  })

  test.each(['ReadTransactionsBasic', 'ReadTransactionsDetail'] as const)(
    'shows money in and out when %s comes without naming either',
    (permission) => {
      expect(shown([permission])).toEqual(expect.arrayContaining(['ReadTransactionsCredits', 'ReadTransactionsDebits']))
    },
  )

  test('shows money in alone when that is all', () => {
    expect(shown(['ReadTransactionsBasic', 'ReadTransactionsCredits'])).not.toContain('ReadTransactionsDebits')
  })
})
