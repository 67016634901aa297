import { stages } from './lint/directions.js'

/** What each stage is, for a reader. */
const about: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sandbox: {
    store: 'one interface, three engines; knows no kind of document',
    clock: "a tenant's time, and work that falls due",
    tenants: 'what every stage is handed of a tenant, as interfaces; their registry',
    tls: 'an authority of the bank, and the certificates it issues',
    ledger: 'movements, entries, balances',
    consents: 'what a PSU has agreed to: states, moves, binding, revocation, rules',
    http: 'the pipeline of a request, refusals, answers; is handed how a caller is found',
    identity: 'OAuth alone: provider, routes, keys, TPPs, callers',
    'psu-pages': 'authorisation and consents of a PSU, on one log-in',
    'account-information': 'the reads, and the consents that allow them',
    exchange: 'exchange rates, and money in another currency',
    payments: 'what payments do: rails, charges, bills, and what they post',
    events: 'what TPPs are told of: the outbox around the store, subscriptions, polls, notifications',
    faults: 'what replaces a rule or edits an answer on purpose',
    variations: 'what another bank that is right may do differently',
    remote: 'calls a bank that runs elsewhere, for the commands',
    documents: 'OpenAPI documents, made from the tables of operations, and the page that shows them',
    control: "the bank's own levers, under `/_sandbox`",
    'rules.ts': 'the rules of all stages, put together',
    'open-tenant.ts': 'a tenant, put together',
    'collections.ts': 'every collection, for the engines of the store',
    'options.ts': 'what the sandbox can be given, and what is wrong with it',
    'config-file.ts': 'the configuration file',
    'config.ts': 'flags, file and environment',
    'samples.ts': 'what is filled in to try each operation',
    'developer-pages.ts': 'what the pages for developers are made from',
    'app.ts': 'the table of contents of the bank',
    'server.ts': 'listens, and closes without cutting anyone off',
    'tpp-flows.ts': 'what a TPP does, as one call each',
    'start.ts': 'a bank of one’s own, for tests and the command line',
    'index.ts': 'what the package exports',
  },
  conformance: {
    text: 'makes text of a bank harmless',
    http: 'the HTTP client and its failures',
    profile: 'what one bank is and claims',
    transcript: 'every exchange, redacted and chained',
    cases: 'the tests as data',
    plan: 'which cases apply, and the consents they take',
    journeys: 'a PSU decides, in a browser or without one',
    tpp: 'what a TPP sends',
    given: 'starting points of cases',
    run: 'runs the planned cases',
    doctor: 'tries each setting of a profile once, before the cases',
    record: 'watches a person on the pages of a bank, and describes them in an adapter',
    init: 'what can be found out about a bank without a token, and a profile made of it',
    judge: 'from a transcript to verdicts',
    report: 'from verdicts to reports',
    suite: 'profile, plan, run, judge and report in order',
    commands: 'what the command line calls',
    'index.ts': 'what the package exports',
  },
}

/** The text of docs/stages.md. */
export function stagesPage(): string {
  const tables = Object.entries(stages).map(([folder, table]) => {
    const rows = Object.entries(table).map(
      ([stage, mayImport]) =>
        `| \`${stage}\` | ${about[folder]?.[stage] ?? ''} | ${mayImport.map((each) => `\`${each}\``).join(', ')} |`,
    )
    return [`## \`${folder}/\``, '', '| Stage | Is | Imports |', '| --- | --- | --- |', ...rows].join('\n')
  })
  const head = [
    '# Stages',
    '',
    'Written by `npm run docs:write` out of `test/lint/directions.ts`; change it there.',
    '',
    'A stage is a folder, or a file at the top. It imports, of its own program, only what its row says, all of which comes before it.',
    'The linter refuses every other import, and a test holds the sources to the table.',
  ].join('\n')
  return `${[head, ...tables].join('\n\n')}\n`
}

/** Stages that the page says nothing of, and words about stages that there are not. */
export function unexplainedStages(): string[] {
  return Object.entries(stages).flatMap(([folder, table]) => {
    const names = new Set([...Object.keys(table), ...Object.keys(about[folder] ?? {})])
    return [...names].filter((name) => !(name in table) || !about[folder]?.[name])
  })
}
