/**
 * The tags of the documents: operations of one resource are listed together.
 *
 * @module
 */
import { type Operation, paymentFamilies } from '#standard/index.js'

export interface Tag {
  readonly name: string
  /** One sentence. */
  readonly description: string
}

interface TagRow extends Tag {
  /** Segments of the paths of its operations: the last one that is no parameter, or the first. */
  readonly segments: readonly string[]
}

const sentences: Readonly<Record<keyof typeof paymentFamilies, string>> = {
  'domestic-payment': 'One payment in BHD within the country, made at once.',
  'domestic-future-dated-payment':
    'One payment in BHD within the country on a later day, which can be cancelled until then.',
  'international-payment': 'One payment to another country or in another currency, made at once.',
  'international-future-dated-payment': 'One payment to another country or in another currency on a later day.',
  'file-payment': 'Many payments in one file, approved together.',
  'domestic-standing-order': 'A payment in BHD within the country that repeats.',
  'international-standing-order': 'A payment to another country or in another currency that repeats.',
}

const words = (kebab: string) => {
  const text = `${kebab.replaceAll('-', ' ')}s`
  return text[0]?.toUpperCase() + text.slice(1)
}

const families = Object.entries(paymentFamilies).map(
  ([id, { paths }]): TagRow => ({
    name: words(id),
    description: sentences[id as keyof typeof paymentFamilies],
    segments: [
      ...Object.values(paths).map((path) => path.slice(1)),
      // what is cancelled is found with what it cancels
      `${paths.consents.slice(1).replace(/-consents$/, '')}-cancellation-consents`,
    ],
  }),
)

const rows: readonly TagRow[] = [
  {
    name: 'Account access consents',
    description: 'What a customer allows a TPP to read: asked for by the TPP, approved by the customer at the bank.',
    segments: ['account-access-consents'],
  },
  { name: 'Accounts', description: 'The accounts that the customer shares.', segments: ['accounts'] },
  { name: 'Balances', description: 'What stands on the accounts, booked and available.', segments: ['balances'] },
  {
    name: 'Transactions',
    description: 'Entries of the accounts, newest first, by pages and by booking date.',
    segments: ['transactions'],
  },
  { name: 'Beneficiaries', description: 'Payees that the customer has saved.', segments: ['beneficiaries'] },
  {
    name: 'Standing orders',
    description: 'Payments that repeat, as the customer has set them up.',
    segments: ['standing-orders'],
  },
  { name: 'Products', description: 'What the bank offers to everybody.', segments: ['sharing-product-details'] },
  ...families,
  {
    name: 'Events',
    description: 'What the bank tells a TPP without being asked: subscriptions, notifications and polling.',
    segments: ['event-subscriptions', 'event-notifications', 'events'],
  },
]

/** The tag of an operation. @throws when no row of the table has its path */
export function tagOf({ path }: Pick<Operation, 'path'>): Tag {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'))
  const [first, last] = [segments[0] ?? '', segments.at(-1) ?? '']
  const found = rows.find((row) => row.segments.includes(last)) ?? rows.find((row) => row.segments.includes(first))
  if (!found) throw new Error(`no tag has the path ${path}: add a row to sandbox/documents/tags.ts`)
  return { name: found.name, description: found.description }
}

/** The tags, in order. */
export const tags: readonly Tag[] = rows.map(({ name, description }) => ({ name, description }))
