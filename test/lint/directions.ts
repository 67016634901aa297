/**
 * Who may import whom: the one table of import directions. `import-directions.json`, which the linter reads, is made from
 * it (`npm run directions:write`); `test/import-directions.test.ts` and `test/stages.test.ts` compare both with the sources.
 *
 * @module
 */

/** All of ours that a top folder may import, and why a forbidden import is refused. */
export const topFolders = {
  standard: { mayImport: [], rule: 'standard/ imports nothing of ours' },
  fixtures: { mayImport: ['standard'], rule: 'fixtures/ imports standard/ alone' },
  'authorize-ui': { mayImport: ['standard'], rule: 'authorize-ui/ imports standard/ alone' },
  sandbox: {
    mayImport: ['standard', 'fixtures', 'authorize-ui'],
    rule: 'sandbox/ imports standard/, fixtures/ and authorize-ui/',
  },
  conformance: {
    mayImport: ['standard', 'fixtures/requests'],
    rule: 'conformance/ knows a bank only by its base URL: it imports standard/ and fixtures/requests/',
  },
  bin: { mayImport: ['sandbox', 'conformance'], rule: 'bin/ calls sandbox/ and conformance/' },
} as const satisfies Readonly<Record<string, { mayImport: readonly string[]; rule: string }>>

/**
 * What each stage of a top folder may import of that folder, from left to right as data passes through: a stage names only
 * stages that come before it here, so that no circle can cross one. A stage is a folder, or a file at the top (`app.ts`).
 * Tests, and files in a folder `testing`, import what they need.
 */
export type Stages = Readonly<Record<string, readonly string[]>>

export const stages: Readonly<Record<string, Stages>> = {
  sandbox: {
    store: [],
    clock: ['store'],
    tls: ['store'],
    tenants: ['store', 'clock'],
    ledger: ['store', 'clock'],
    consents: ['store', 'tenants'],
    http: ['store', 'tenants', 'consents'],
    identity: ['store', 'clock', 'tls', 'tenants', 'consents', 'http'],
    'account-information': ['store', 'clock', 'tenants', 'ledger', 'consents', 'http'],
    // rates and what money comes to in another currency
    exchange: ['store', 'tenants', 'consents'],
    payments: ['store', 'clock', 'tenants', 'ledger', 'consents', 'http', 'exchange'],
    events: ['store', 'clock', 'tenants', 'consents', 'http', 'payments'],
    'psu-pages': ['store', 'clock', 'tenants', 'ledger', 'consents', 'http', 'identity', 'exchange', 'payments'],
    faults: ['store', 'tenants', 'consents', 'http', 'identity'],
    variations: ['store', 'http', 'identity', 'faults'],
    control: [
      'events',
      'clock',
      'tls',
      'tenants',
      'consents',
      'http',
      'identity',
      'exchange',
      'psu-pages',
      'faults',
      'variations',
    ],
    documents: ['consents', 'http', 'control'],
    remote: [],
    'rules.ts': ['tenants', 'consents', 'http', 'identity', 'account-information', 'exchange', 'payments', 'events'],
    'open-tenant.ts': [
      'store',
      'clock',
      'tenants',
      'ledger',
      'payments',
      'events',
      'identity',
      'faults',
      'variations',
      'rules.ts',
    ],
    'collections.ts': [
      'store',
      'clock',
      'ledger',
      'consents',
      'http',
      'identity',
      'psu-pages',
      'exchange',
      'payments',
      'events',
      'faults',
      'variations',
      'open-tenant.ts',
    ],
    'options.ts': ['store', 'http', 'identity', 'account-information', 'payments', 'events'],
    'config-file.ts': ['http', 'identity', 'payments', 'events', 'options.ts'],
    'config.ts': ['payments', 'events', 'options.ts', 'config-file.ts'],
    'tpp-flows.ts': ['identity', 'control'],
    'samples.ts': ['consents', 'documents', 'tpp-flows.ts'],
    'developer-pages.ts': [
      'clock',
      'tenants',
      'consents',
      'http',
      'identity',
      'events',
      'faults',
      'control',
      'documents',
      'tpp-flows.ts',
      'samples.ts',
    ],
    'app.ts': [
      'store',
      'clock',
      'tls',
      'tenants',
      'http',
      'identity',
      'psu-pages',
      'account-information',
      'payments',
      'events',
      'control',
      'documents',
      'developer-pages.ts',
      'open-tenant.ts',
      'collections.ts',
      'options.ts',
    ],
    'server.ts': [],
    'start.ts': [
      'store',
      'clock',
      'tls',
      'identity',
      'faults',
      'variations',
      'control',
      'collections.ts',
      'options.ts',
      'app.ts',
      'server.ts',
      'tpp-flows.ts',
    ],
    'index.ts': [
      'store',
      'identity',
      'faults',
      'variations',
      'remote',
      'options.ts',
      'config.ts',
      'tpp-flows.ts',
      'start.ts',
    ],
  },
  conformance: {
    // makes text of a bank harmless to print
    text: [],
    // an HTTP client with deadlines and size limits
    http: [],
    // what a bank is and claims; the error for a wrong profile or wrong arguments
    profile: ['text', 'http'],
    // every exchange and journey of a run, redacted and chained
    transcript: ['text', 'http', 'profile'],
    // the tests as data, and what their starting points need
    cases: [],
    // which cases apply; nothing is sent
    plan: ['profile', 'transcript', 'cases'],
    // a PSU on the pages of the bank
    journeys: ['http', 'profile', 'transcript'],
    // what a TPP does: tokens, consents, calls
    tpp: ['http', 'profile', 'transcript', 'cases', 'journeys'],
    // creates starting points at the bank
    given: ['transcript', 'cases', 'tpp'],
    // runs the steps of planned cases
    run: ['http', 'profile', 'transcript', 'cases', 'tpp', 'given', 'plan'],
    // tries each setting of a profile once
    doctor: ['http', 'profile', 'transcript', 'journeys', 'tpp', 'run'],
    // watches a person on the pages, and describes them
    record: ['http', 'profile', 'journeys', 'tpp', 'run'],
    // what can be found out without a token, and a profile made of it
    init: ['http', 'profile'],
    // from a transcript to verdicts; pure
    judge: ['profile', 'transcript', 'cases'],
    // from verdicts to files and lines
    report: ['text', 'profile', 'transcript', 'cases', 'judge'],
    // one run, from plan to reports
    suite: ['http', 'profile', 'cases', 'journeys', 'tpp', 'plan', 'run', 'judge', 'report'],
    // what the command line calls
    commands: [
      'text',
      'profile',
      'cases',
      'journeys',
      'plan',
      'tpp',
      'doctor',
      'record',
      'init',
      'judge',
      'report',
      'suite',
    ],
    'index.ts': ['profile', 'transcript', 'cases', 'journeys', 'plan', 'judge', 'report', 'suite', 'commands'],
  },
}
