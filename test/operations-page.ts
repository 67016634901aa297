/**
 * The page `docs/operations.md`: every operation of the standard, out of the rows of `standard/operations`.
 *
 * @module
 */
import {
  detailFields,
  forVersion,
  type Operation,
  type OperationId,
  operation,
  operationsOf,
  type Version,
} from '#standard/index.js'
import { accountInformation } from '#standard/operations/account-information.js'
import { domesticPayments } from '#standard/operations/domestic-payments.js'
import { extended } from '#standard/operations/extended.js'
import { filePayments } from '#standard/operations/file-payments.js'
import { internationalPayments } from '#standard/operations/international-payments.js'
import { productsAndEvents } from '#standard/operations/products-and-events.js'

const chapters: readonly (readonly [title: string, rows: object])[] = [
  ['Account information', accountInformation],
  ['Domestic payments', domesticPayments],
  ['International payments', internationalPayments],
  ['Products and events', productsAndEvents],
  ['Extended families', { ...filePayments, ...extended }],
]

const header = ['Operation', 'Method', 'Path', 'Versions', 'Token', 'Permissions (one of)', 'Obligation', 'Basis']

/** The whole page, ending in a line feed. */
export function operationsPage(): string {
  const listed = operationsOf('1.0.0').filter((id) => !operation(id).extended)
  return `# Operations

Written by \`npm run docs:write\` out of \`standard/operations/\`; change it there.

${operationsOf('0.0.1').length} operations in version 0.0.1, ${listed.length} in 1.0.0, and ${operationsOf('1.0.0').length - listed.length} more in 1.0.0 for the extended families, which the flow
description names and the list of 1.0.0 leaves out.

- **Token**: \`public\` comes from client credentials, \`consent\` from the code of one authorised consent; the scope is
  in brackets. A *user token* of the TPP's own user is sent with it where the column says so. \`none\`: the TPP hosts the operation.
- **Obligation**: what the framework asks of a bank. *with-post*: wherever the POST of its family is offered; *with-push*:
  wherever events are pushed.
- **Basis**: the source that has the operation ([facts.md](facts.md)).

${chapters.map(([title, rows]) => chapter(title, Object.keys(rows) as OperationId[])).join('\n')}
${fieldsChapter()}`
}

/** The rows an account information read answers with: operations, name in Data, and the permission that adds fields. */
const rowReads: readonly (readonly [one: OperationId, all: OperationId, name: string, detail?: DetailPermission])[] = [
  ['getAccount', 'getAccounts', 'Account', 'ReadAccountsDetail'],
  ['getAccountBalances', 'getBalances', 'Balance'],
  ['getAccountTransactions', 'getTransactions', 'Transaction', 'ReadTransactionsDetail'],
  ['getAccountBeneficiaries', 'getBeneficiaries', 'Beneficiary', 'ReadBeneficiariesDetail'],
  ['getAccountStandingOrders', 'getStandingOrders', 'StandingOrder', 'ReadStandingOrdersDetail'],
]

type DetailPermission = keyof typeof detailFields

/** Fields of a row, by version, and which of them need a Detail permission. */
function fieldsChapter(): string {
  const lines = [
    ['Row', 'Read by', 'Version', 'Fields', 'Only with Detail'],
    ['---', '---', '---', '---', '---'],
    ...rowReads.flatMap(([one, all, name, detail]) =>
      operation(all).versions.map((version) => {
        const added: readonly string[] = detail ? detailFields[detail] : []
        const fields = fieldsOf(operation(all), version, name)
        return [
          name,
          `${one}, ${all}`,
          version,
          fields.filter((field) => !added.includes(field)).join(', '),
          detail ? `${detail}: ${fields.filter((field) => added.includes(field)).join(', ')}` : '',
        ]
      }),
    ),
  ]
  return `## Fields of the reads

What a row can have. Without the Detail permission its fields are absent, not blank. \`ReadTransactionsCredits\` and
\`ReadTransactionsDebits\` alone show one direction; without \`ReadPAN\` card numbers are masked.

${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}

function fieldsOf({ response }: Operation, version: Version, name: string): string[] {
  const schema = forVersion(response as NonNullable<typeof response>, version) as unknown as ListSchema
  return Object.keys(schema.properties.Data.properties[name]?.items.properties ?? {})
}

interface ListSchema {
  readonly properties: {
    readonly Data: {
      readonly properties: Readonly<Record<string, { readonly items: { readonly properties: object } }>>
    }
  }
}

function chapter(title: string, ids: readonly OperationId[]): string {
  const lines = [header, header.map(() => '---'), ...ids.map((id) => cells(id, operation(id)))]
  return `## ${title}\n\n${lines.map((each) => `| ${each.join(' | ')} |\n`).join('')}`
}

function cells(id: OperationId, row: Operation): string[] {
  return [
    `\`${id}\``,
    row.method,
    `\`${row.path}\``,
    row.versions.join(', '),
    token(row),
    row.permissions?.join(', ') ?? '',
    row.obligation,
    row.basis,
  ]
}

function token({ token, scopes, userToken }: Operation): string {
  if (token === 'none') return token
  return `${token} (${scopes.join(' or ')})${userToken ? ' and user token' : ''}`
}
