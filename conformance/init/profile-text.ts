/**
 * A profile as text, with comments, from answers and what was found.
 *
 * @module
 */
import type { Found } from './probe.js'

export interface Answers {
  readonly name: string
  readonly issuer: string
  readonly version: string
  readonly base: string
  /** Empty where it is that of account information. */
  readonly payments: string
  readonly clientId: string
  readonly redirectUri: string
  readonly username: string
}

/** A text as YAML takes it: JSON is YAML. */
const text = (value: string) =>
  /^[A-Za-z][\w ./:-]*$/.test(value) && !/: | $/.test(value) ? value : JSON.stringify(value)

const credentials = {
  client_secret_basic: 'clientSecret: env:BANK_TPP_SECRET',
  client_secret_post: 'clientSecret: env:BANK_TPP_SECRET',
  private_key_jwt: 'assertion: { key: file:tpp.jwk, kid: k-1 } # a private JWK in JSON, and its id at the bank',
  tls_client_auth: 'certificate: { certificate: file:tpp.pem, key: file:tpp.key.pem }',
} as const

export function profileText(answers: Answers, found: Found): string {
  const { hasDiscovery, clientAuthentication, without, pushed, endpoints, operations } = found
  const base =
    answers.payments === ''
      ? `  ${answers.version}: ${text(answers.base)}`
      : `  ${answers.version}:\n    accounts: ${text(answers.base)}\n    payments: ${text(answers.payments)}`
  const addresses = hasDiscovery
    ? []
    : [
        '  addresses: # no discovery document was found: name the endpoints',
        `    authorization: ${text(`${answers.issuer}/authorize`)}`,
        `    token: ${text(`${answers.issuer}/token`)}`,
      ]
  const lines = [
    `# The profile of ${answers.name.replace(/[\r\n]/g, ' ')}. examples/bank.yaml and docs/judge-your-bank.md have every other setting.`,
    '#   ob-conformance doctor FILE     tries each setting once',
    '#   ob-conformance run FILE',
    '',
    `name: ${text(answers.name)}`,
    'strictness: stated # what only the standard says outright fails the bank; framework and all are stricter',
    'versions:',
    base,
    'authorisation:',
    `  issuer: ${text(answers.issuer)}`,
    ...addresses,
    `  clientAuthentication: ${clientAuthentication}`,
    '  consentBinding: claims # how the consent travels: claims (openbanking_intent_id) or consent_id',
    ...(pushed ? ['  pushed: true # the bank takes pushed requests alone'] : []),
    ...without.map((part) => `  ${part}: false # discovery has none`),
    ...(endpoints.length > 0 ? [`  endpoints: [${endpoints.join(', ')}]`] : []),
    '',
    '# Secrets are never in this file: env:NAME takes one from the environment, file:PATH from a file.',
    'tpps:',
    '  main:',
    `    clientId: ${text(answers.clientId)}`,
    `    ${credentials[clientAuthentication]}`,
    `    redirectUri: ${text(answers.redirectUri)} # without a port: any free one (RFC 8252)`,
    '  # other: a second TPP, to prove that one sees nothing of another',
    'psus:',
    `  main: { username: ${JSON.stringify(answers.username)}, password: env:BANK_PSU_PASSWORD, otp: env:BANK_PSU_OTP }`,
    '  # several: a customer with several accounts, one of them a card',
    '',
    'journeys:',
    '  driver: manual # a person decides; describe your pages in a file, and write: driver: browser',
    '  # adapter: bank-pages.yaml',
    '',
    '# What the bank offers; what its paths say without a token is taken out already.',
    'operations:',
    ...operations.map((id) => `  - ${id}`),
    '',
    '# Payments that may be made; without this section none is.',
    "# payments: { creditor: { iban: BH67BMAG00001299123456, name: A creditor }, amount: '0.100', maxTotal: '10.000' }",
  ]
  return `${lines.join('\n')}\n`
}
