/**
 * The page `docs/payments.md`: families, rails and state machines of payments, out of the tables of `standard/`.
 *
 * @module
 */
import { offeredFamilies } from '#sandbox/payments/handlers.js'
import { defaultPaymentSettings } from '#sandbox/payments/settings.js'
import {
  forVersion,
  localInstruments,
  operation,
  type PaymentFamily,
  type PaymentFamilyId,
  paymentFamily,
  paymentFamilyIds,
  type Rail,
  type StateMachine,
  type StateMachineName,
  stateMachines,
} from '#standard/index.js'

/** The machines of payments and what is said of each. */
const chapters: readonly (readonly [title: string, machine: StateMachineName, text: string])[] = [
  [
    'Payment consent',
    'paymentConsent',
    'A consent is good for one payment. `Consumed` says that it was used, and nothing about what becomes of the payment.',
  ],
  [
    'Payment that is made at once',
    'immediatePayment',
    'The answer to a submission is `AcceptedSettlementInProcess`, with the money reserved, or `Pending`, when the account cannot pay and `Rejected` comes next. ' +
      'This bank does not use `AcceptedWithoutPosting`.',
  ],
  [
    'Payment that is made on a day to come, and standing order',
    'scheduledOrStandingPayment',
    '`InitiationCompleted` says that the order is kept for its day, not that money has moved: that is in the payment details ' +
      '([decision 0072](decisions/0072-how-a-payment-moves.md)).',
  ],
  [
    'Cancellation consent',
    'cancellationConsent',
    `Its PATCH cancels the payment, or withdraws the request. It comes too late from ${defaultPaymentSettings.cancellationHours} hours before the execution on.`,
  ],
  ['File consent', 'filePaymentConsent', 'The file comes before the PSU is asked.'],
  ['File payment', 'filePayment', 'Its single payments have states of their own, in the report of the file.'],
]

/** The whole page, ending in a line feed. */
export function paymentsPage(): string {
  return `# Payments

Written by \`npm run docs:write\` out of \`standard/payment-families.ts\`, \`standard/local-instruments.ts\` and
\`standard/state-machines.ts\`; change it there.

## Families

The bank offers those that are marked. A payment is submitted once, with the token of its consent and the user token with which the
consent was created; it must ask for what the consent asks for.

${table(['Family', 'Offered', 'Consents', 'Payments', 'Id', 'Rails', 'Funds check', 'Cancelled'], paymentFamilyIds.map(familyCells))}
## Fields

What \`Data.Initiation\` has in 1.0.0: R where it is required, o where it is optional. A file says in its own lines who is paid and how much
(pain.001.001.08; [decision 0131](decisions/0131-which-files-are-taken.md)).

${fieldsTable()}
## States

${table(['Family', 'Consent', 'Payment'], paymentFamilyIds.map(stateCells))}
## Rails

What a TPP writes into \`LocalInstrument\`. A payment without it takes the first rail of its family that the bank would choose: near real
time where it can.

${table(['Rail', '0.0.1', '1.0.0', 'What it is'], Object.entries(railWords).map(railCells))}
${chapters.map(([title, machine, text]) => chapter(title, machine, text)).join('\n')}`
}

const railWords: Readonly<Record<Rail, string>> = {
  NRT: 'near real time, round the clock',
  DNS: 'deferred net settlement, in cycles of bank days',
  BIL: 'a bill, by its number, at once',
  SWIFT: 'to another country, two bank days on (an urgent one the next day)',
  GCCNET: 'to a country of the Gulf in its currencies, on the same day',
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function familyCells(id: PaymentFamilyId): string[] {
  const { paths, idField, rails, operations }: PaymentFamily = paymentFamily(id)
  const isOffered = (offeredFamilies as readonly PaymentFamilyId[]).includes(id)
  return [
    id,
    isOffered ? 'yes' : '',
    `\`${paths.consents}\``,
    `\`${paths.payments}\``,
    `\`${idField}\``,
    rails.join(', '),
    operations.confirmFunds ? 'yes' : '',
    operations.cancel ? 'yes' : '',
  ]
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>
  readonly required?: readonly string[]
}

/** The schema of `Data.Initiation` of a family; absent where it has none yet. */
function initiationOf(id: PaymentFamilyId): ObjectSchema | undefined {
  const { body } = operation(paymentFamily(id).operations.createConsent)
  const schema = body && (forVersion(body, '1.0.0') as ObjectSchema)
  return schema?.properties?.Data?.properties?.Initiation
}

/** A row for each field of any family, a column for each family whose messages are described. */
function fieldsTable(): string {
  const described = paymentFamilyIds.flatMap((id) => {
    const schema = initiationOf(id)
    return schema ? [{ id, schema }] : []
  })
  const names = new Set(described.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))
  const cell = ({ properties = {}, required = [] }: ObjectSchema, name: string) =>
    required.includes(name) ? 'R' : name in properties ? 'o' : ''
  return table(
    ['Field', ...described.map(({ id }) => id)],
    [...names].map((name) => [`\`${name}\``, ...described.map(({ schema }) => cell(schema, name))]),
  )
}

function stateCells(id: PaymentFamilyId): string[] {
  const { consentStates, paymentStates } = paymentFamily(id)
  return [id, ...[consentStates, paymentStates].map((name) => stateMachines[name].states.join(', '))]
}

function railCells([rail, words]: [string, string]): string[] {
  const written = (version: '0.0.1' | '1.0.0') => {
    const name = (localInstruments[version] as Partial<Record<string, string>>)[rail]
    return name ? `\`${name}\`` : ''
  }
  return [rail, written('0.0.1'), written('1.0.0'), words]
}

function chapter(title: string, name: StateMachineName, text: string): string {
  return `## ${title}\n\n${text}\n\n\`\`\`mermaid\n${diagram(stateMachines[name])}\`\`\`\n`
}

/** A machine as a mermaid state diagram. */
export function diagram({ initial, moves, terminal }: StateMachine): string {
  const lines = [
    'stateDiagram-v2',
    `  [*] --> ${initial}`,
    ...moves.map(([from, because, to]) => `  ${from} --> ${to}: ${because.replaceAll('|', ', ')}`),
    ...terminal.map((state) => `  ${state} --> [*]`),
  ]
  return `${lines.join('\n')}\n`
}
