/**
 * The customers of the hand-made bank, their accounts and what is in them. Nothing here comes from the project.
 *
 * @module
 */

export interface Account {
  readonly id: string
  readonly subType: 'CurrentAccount' | 'Savings' | 'CreditCard'
  readonly scheme: 'BH.OBF.IBAN' | 'BH.OBF.PAN'
  readonly number: string
  /** In fils. */
  readonly openingFils: number
}

export interface Customer {
  readonly number: string
  readonly secret: string
  readonly appCode: string
  readonly name: string
  readonly accounts: readonly Account[]
}

/** An entry of an account: fils, negative where money went out. */
export interface Entry {
  readonly id: string
  readonly at: number
  readonly fils: number
  readonly text: string
  readonly other: string
}

/** The check digits of a Bahraini IBAN (ISO 13616). */
function iban(tail: string): string {
  const digits = [...`PRLB${tail}BH00`].map((each) => Number.parseInt(each, 36)).join('')
  return `BH${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}PRLB${tail}`
}

const current = (id: string, tail: string, openingFils = 2_500_000): Account => ({
  id,
  subType: 'CurrentAccount',
  scheme: 'BH.OBF.IBAN',
  number: iban(tail),
  openingFils,
})

export const customers: readonly Customer[] = [
  {
    number: '400101',
    secret: 'pearl-1',
    appCode: '111222',
    name: 'Hessa Pearl',
    accounts: [current('P-7781', '00000000400101')],
  },
  {
    number: '400102',
    secret: 'pearl-2',
    appCode: '333444',
    name: 'Yusuf Pearl',
    accounts: [
      current('P-8801', '00000000400102'),
      { id: 'P-8802', subType: 'CreditCard', scheme: 'BH.OBF.PAN', number: 'XXXXXXXXXXXX4417', openingFils: 900_000 },
      { ...current('P-8803', '00000000400103', 12_000_000), subType: 'Savings' },
    ],
  },
  {
    number: '400103',
    secret: 'pearl-3',
    appCode: '555666',
    name: 'Maryam Pearl',
    accounts: [current('P-9901', '00000000400104')],
  },
]

const day = 86_400_000
const merchants = ['Corner grocery', 'Ferry tickets', 'Pharmacy', 'Salary', 'Rent of a shop', 'Water bill'] as const

/** Two entries every three days for a hundred days before the bank opened, the newest first. */
export function entriesOf(account: Account, openedAt: number): readonly Entry[] {
  const first = openedAt - (openedAt % day) + 8 * 3_600_000
  return Array.from({ length: 66 }, (_, index): Entry => {
    const text = merchants[index % merchants.length] as string
    return {
      id: `${account.id}-${String(900 - index)}`,
      at: first - Math.floor(index * 1.5 + 1) * day + (index % 2) * 600_000,
      fils: text === 'Salary' || text === 'Rent of a shop' ? 84_125 : -(3_210 + index * 17),
      text,
      other: iban(`0000000077${String(index % merchants.length).padStart(4, '0')}`),
    }
  })
}

export const balanceOf = (account: Account, openedAt: number): number =>
  entriesOf(account, openedAt).reduce((sum, { fils }) => sum + fils, account.openingFils)
