/**
 * How a pipeline learns what happened: each situation has the exit code and the party that the last line names, and none ends with 0.
 * Signals, closed pipes and full disks are in test/e2e/conformance-command.test.ts, since they take a process of their own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { explainCommand } from '#conformance/commands/cases.js'
import { doctorCommand } from '#conformance/commands/doctor.js'
import { initCommand } from '#conformance/commands/init.js'
import { mergeCommand } from '#conformance/commands/merge.js'
import { pagesCommand } from '#conformance/commands/pages.js'
import { planCommand } from '#conformance/commands/plan.js'
import { diffCommand, verifyCommand } from '#conformance/commands/reports.js'
import { examine } from '#conformance/doctor/doctor.js'
import { runCommand, type Terminal } from '#conformance/index.js'
import { blames } from '#conformance/report/words.js'
import {
  allFolders,
  at,
  type behaviours,
  codings,
  compressing,
  type Ending,
  ending,
  newFolder,
  type Sabotage,
  sabotagedRun,
  stages,
} from './endings.js'
import { startHandMadeBank, type Visit } from './hand-made-bank.js'
import { profileAt } from './judging.js'

afterAll(() => rmSync(allFolders, { recursive: true }))

/** `1 bank`: the exit code, and who has to act. */
type Expected = `${1 | 2 | 3 | 4 | 5} ${'bank' | 'config' | 'network' | 'suite'}`

function expectEnd({ code, last }: Ending, expected: Expected): void {
  const [exit = '', party = ''] = expected.split(' ')
  expect(last).toMatch(/^exit \d: /)
  expect({ code, last: last.replace(/^exit (\d): .*$/, '$1') }).toEqual({ code: Number(exit), last: exit })
  expect(last).toContain(`(${blames[party as keyof typeof blames].name})`)
}

const replace = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from)
  return text.replaceAll(from, to)
}
const add = (lines: string) => (text: string) => `${text}\n${lines}\n`
const waiver = (id: string, until: string) => add(`waivers:\n  - { case: ${id}, reason: known, until: "${until}" }`)

test('a run with nothing wrong ends with 0', async () => {
  expect(await sabotagedRun({})).toEqual({ code: 0, last: 'exit 0: every planned case ran and nothing failed' })
})

test.each(Object.keys(codings) as (keyof typeof codings)[])(
  'a bank that compresses every answer with %s, which nobody asked for, is judged as any other',
  async (coding) => {
    const end = await sabotagedRun({ sabotage: compressing(coding) })

    expect(end).toEqual({ code: 0, last: 'exit 0: every planned case ran and nothing failed' })
  },
)

test('a body that is not what Content-Encoding says is named', async () => {
  const flags = { only: ['ACC-001'], journeys: 'headless' }
  const { last } = await sabotagedRun({ sabotage: at('the accounts', 'says gzip and is not'), flags })

  expect(last).toContain('a body that is not gzip, which Content-Encoding says')
})

// openid/conformance-suite #1436
test.each([
  [600_000, 's ahead of this machine'],
  [-600_000, 's behind this machine'],
  [30_000, undefined],
])('a doctor measures by Date how far clocks are apart: %i ms', async (skew, expected) => {
  const dated = ({ response }: Visit) => {
    response.setHeader('date', new Date(Date.now() + skew).toUTCString())
    return false
  }
  const bank = await startHandMadeBank({ sabotage: dated })
  const trials = await examine({
    profile: { ...profileAt(bank.url), journeys: { ...profileAt(bank.url).journeys, driver: 'headless' } },
    env: {},
    now: Date.now,
    signal: new AbortController().signal,
  })
  await bank.close()

  const last = trials.at(-1)
  expect(last?.outcome).toBe(expected === undefined ? 'right' : 'unclear')
  if (expected !== undefined) expect(last?.found).toContain(expected)
})

/** What a bank does at one stage, and the end of it at each: the first token, a consent, the decision, the code, accounts, balances. */
const grid: Readonly<Record<keyof typeof behaviours, readonly Expected[]>> = {
  'answers with a failure of its own': ['1 bank', '1 bank', '3 bank', '1 bank', '1 bank', '1 bank'],
  'says nothing': ['3 bank', '3 bank', '3 bank', '3 bank', '3 bank', '3 bank'],
  'hangs up': ['3 network', '3 network', '3 network', '3 network', '3 network', '3 network'],
  'breaks off in the middle': ['3 network', '3 network', '3 network', '3 network', '3 network', '3 network'],
  'answers with a page': ['2 config', '2 config', '2 config', '1 bank', '1 bank', '1 bank'],
  'answers with half a document': ['1 bank', '1 bank', '2 config', '1 bank', '1 bank', '1 bank'],
  'answers with nothing': ['1 bank', '1 bank', '2 config', '1 bank', '1 bank', '1 bank'],
  'answers with an empty object': ['1 bank', '1 bank', '2 config', '1 bank', '1 bank', '1 bank'],
  'says gzip and is not': ['1 bank', '1 bank', '2 config', '1 bank', '1 bank', '1 bank'],
  'leads elsewhere without end': ['2 config', '2 config', '2 config', '1 bank', '1 bank', '1 bank'],
  'answers with JSON without measure': ['1 bank', '1 bank', '2 config', '1 bank', '1 bank', '1 bank'],
}

const situations = Object.entries(grid).flatMap(([behaviour, ends]) =>
  Object.keys(stages).map((stage, index) => [behaviour, stage, ends[index] as Expected] as const),
)

/** Whoever is late while the machine is busy ends the same: nothing depends on how fast an answer is. */
const impatient = add('limits: { firstByteMillis: 500, bodyMillis: 500, journeyMillis: 500 }')

async function expectEndOf([behaviour, stage, expected]: (typeof situations)[number], profile = {}): Promise<void> {
  const sabotage = at(stage as keyof typeof stages, behaviour as keyof typeof behaviours)
  const flags = { only: ['ACC-001', 'BAL-001'] }

  expectEnd(await sabotagedRun({ sabotage, flags, ...profile }), expected)
}

const isSilent = ([behaviour]: (typeof situations)[number]) => behaviour === 'says nothing'

test.each(situations.filter((each) => !isSilent(each)))('a bank that %s at %s: %s', (...situation) =>
  expectEndOf(situation),
)

// side by side: each is waited for, again and again
test.concurrent.each(situations.filter(isSilent))('a bank that %s at %s: %s', (...situation) =>
  expectEndOf(situation, { profile: impatient }),
)

const aborted = () => {
  const controller = new AbortController()
  controller.abort()
  return controller.signal
}

/** The profile is wrong in a way that only the bank can show, or the run is not the whole, or its reports are not to be had. */
const runs: readonly (readonly [string, Expected, Sabotage])[] = [
  ['another secret', '2 config', { profile: replace('env:PEARL_SECRET', 'env:PEARL_OTHER_SECRET') }],
  ['another path', '2 config', { profile: replace('/aisp/v1', '/aisp/v2'), flags: { only: ['*'] } }],
  [
    'another path, and one case',
    '2 config',
    { profile: replace('/aisp/v1', '/aisp/v2'), flags: { only: ['AAC-001'] } },
  ],
  ['another issuer', '2 config', { profile: replace('https://as.pearl.example', 'https://pearl.example') }],
  [
    'another issuer, seen by the doctor',
    '2 config',
    { profile: replace('https://as.pearl.example', 'https://pearl.example'), flags: { doctor: true } },
  ],
  ['no such person', '2 config', { profile: replace('username: "400101"', 'username: "999"') }],
  ['another token endpoint', '2 config', { profile: replace('/as/token', '/as/tokens') }],
  ['another call for decisions', '2 config', { profile: replace('/as/test/decide', '/as/decide') }],
  ['no such host', '2 config', { profile: replace('token: http://127.0.0.1', 'token: http://bank.invalid') }],
  [
    'another secret, seen by the doctor',
    '2 config',
    {
      profile: replace('env:PEARL_SECRET', 'env:PEARL_OTHER_SECRET'),
      flags: { doctor: true },
    },
  ],
  [
    'no such person, seen by the doctor',
    '2 config',
    {
      profile: replace('username: "400101"', 'username: "999"'),
      flags: { doctor: true },
    },
  ],
  [
    'nobody at the address',
    '2 config',
    {
      profile: (text) => text.replace(/token: http:\/\/127\.0\.0\.1:\d+/, 'token: http://127.0.0.1:9'),
      flags: { doctor: true },
    },
  ],
  [
    'no browser',
    '2 config',
    {
      flags: { doctor: true, journeys: 'browser' },
      terminal: { env: { OB_BROWSER: '/none' } },
    },
  ],
  ['no mandatory operation', '3 config', { profile: replace('  - getAccountBalances\n', '') }],
  ['some of the cases', '3 config', { flags: { only: ['ACC-001'], wanted: false } }],
  ['a part of the cases', '3 config', { flags: { shard: '1/2' } }],
  ['all but some', '3 config', { flags: { skip: ['ACC-001'], wanted: false } }],
  ['a part with more parts than cases', '3 config', { flags: { only: ['ACC-001'], shard: '9/9' } }],
  ['somebody ends it', '3 config', { terminal: { signal: aborted() } }],
  ['no time', '3 config', { profile: add('limits: { runMillis: 1 }') }],
  ['more than may be received', '3 bank', { profile: add('limits: { bodyBytes: 100 }') }],
  ['a failure', '1 bank', { fault: 'amounts-as-numbers' }],
  ['a failure, and the end with it', '1 bank', { fault: 'amounts-as-numbers', flags: { bail: true } }],
  ['a failure in a part', '1 bank', { fault: 'interaction-id-lost', flags: { shard: '1/2' } }],
  [
    'a failure whose waiver has expired',
    '1 bank',
    {
      fault: 'amounts-as-numbers',
      profile: waiver('WIR-success-schema', '2020-01-31'),
    },
  ],
  ['a waiver that has expired', '5 config', { profile: waiver('ACC-001', '2020-01-31') }],
  ['a waiver of what passes', '5 config', { profile: waiver('ACC-001', '2999-12-31') }],
  ['a waiver of a case that there is not', '2 config', { profile: waiver('ACC-999', '2999-12-31') }],
  ['a waiver of a check that there is not', '2 config', { profile: waiver('WIR-none', '2999-12-31') }],
  [
    'a waiver in a version that the case has not',
    '2 config',
    {
      profile: add('waivers:\n  - { case: AAC-082, version: 1.0.0, reason: known, until: "2999-12-31" }'),
    },
  ],
  ['a waiver until no day', '2 config', { profile: waiver('ACC-001', '2999-02-31') }],
  ['nothing that applies', '2 config', { flags: { only: ['createDomesticPayment'] } }],
  [
    'a clock that stands on its head',
    '4 suite',
    {
      terminal: {
        now: () => {
          throw new Error('no clock')
        },
      },
    },
  ],
  ['a report that could not be written', '2 config', { sabotage: takesFolder(), flags: { reporter: 'list,json' } }],
  [
    'a failure, and no report',
    '1 bank',
    {
      fault: 'interaction-id-lost',
      sabotage: takesFolder(),
      flags: { reporter: 'list,json' },
    },
  ],
]

/** While the run goes on, somebody puts a file where the reports are to be. */
function takesFolder(): NonNullable<Sabotage['sabotage']> {
  return () => {
    for (const output of reports) {
      rmSync(output, { recursive: true, force: true })
      writeFileSync(output, '')
    }
    return false
  }
}
const reports: string[] = []

test.each(runs)('a run with %s: %s', async (_, expected, row) => {
  reports.splice(0)
  const output = row.flags?.reporter === undefined ? undefined : join(newFolder(), 'report')
  if (output) reports.push(output)

  expectEnd(await sabotagedRun({ ...row, flags: { ...row.flags, ...(output && { output }) } }), expected)
})

/** A folder with files of these contents. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const file = (content: string, name = 'bank.yaml') => join(folderWith({ [name]: content }), name)
const run =
  (target: string, flags: Partial<Parameters<typeof runCommand>[1]> = {}) =>
  (terminal: Terminal) =>
    runCommand(target, { reporter: 'list', output: join(newFolder(), 'report'), ...flags }, terminal)
const wrongFlags = (flags: Partial<Parameters<typeof runCommand>[1]>) => (terminal: Terminal) =>
  run(file('{}'), flags)(terminal)
const quiet = { stdout: () => {} }

type Command = (terminal: Terminal) => Promise<number | undefined> | number | undefined

/** What was given is wrong, and what the message has to say of it. Nothing is sent to a bank. */
const inputs: readonly (readonly [string, RegExp, Command])[] = [
  ['no target', /URL\|FILE: expected a URL or a file, received nothing/, (each) => run('')(each)],
  ['an option as target', /URL\|FILE/, (each) => run('--only')(each)],
  [
    'a file that is not there',
    /expected a readable YAML or JSON file, received no such file/,
    (each) => run('/none/bank.yaml')(each),
  ],
  ['a folder', /expected a readable YAML or JSON file, received a folder/, (each) => run(newFolder())(each)],
  ['an empty file', /expected /, (each) => run(file(''))(each)],
  ['no YAML', /line \d+, column \d+: expected YAML or JSON, received \w/, (each) => run(file('x: ['))(each)],
  ['another document', /expected /, (each) => run(file('[1, 2]'))(each)],
  [
    'a password in the address',
    /a URL with a user or password in it/,
    (each) => run('http://me:secret@bank.example')(each),
  ],
  ['another protocol', /expected an http or https URL/, (each) => run('ftp://bank.example')(each)],
  [
    'nobody there',
    /expected the profile of a sandbox, received .*ECONNREFUSED/,
    (each) => run('http://127.0.0.1:9')(each),
  ],
  ['an unknown reporter', /--reporter: expected some of list/, wrongFlags({ reporter: 'list,pdf' })],
  ['an unknown strictness', /--strictness: expected stated or framework or all/, wrongFlags({ strictness: 'high' })],
  ['an unknown driver', /--journeys: expected browser or headless or manual/, wrongFlags({ journeys: 'robot' })],
  ['a case that there is not', /--only: expected a pattern that matches a case/, wrongFlags({ only: ['NOPE'] })],
  ['another one', /--skip: expected a pattern that matches a case/, wrongFlags({ skip: ['XX'] })],
  [
    'a part of too few',
    /--shard: expected a part of several, such as 2\/5, received "9\/2"/,
    wrongFlags({ shard: '9/2' }),
  ],
  [
    'no case at a time',
    /--concurrency: expected a number from 1 to 64, received "0"/,
    wrongFlags({ concurrency: '0' }),
  ],
  ['no number', /--concurrency: expected a number/, wrongFlags({ concurrency: 'many' })],
  [
    'an unknown option',
    /expected only options that --help shows, received "--fast"/,
    wrongFlags({ unknownArguments: ['--fast'] }),
  ],
  [
    'no certificates',
    /--ca: expected a readable file of certificates in PEM, received no such file/,
    wrongFlags({ ca: '/none.pem' }),
  ],
  [
    'other certificates',
    /--ca: expected a readable file of certificates in PEM/,
    (each) => wrongFlags({ ca: file('hello') })(each),
  ],
  ['no earlier run', /--failed: expected a report in /, wrongFlags({ failed: true })],
  [
    'a file for reports',
    /--output: expected a folder that can be written, received ".*": a file of that name/,
    (each) => wrongFlags({ output: file('') })(each),
  ],
  ['no folder for reports', /--output: expected a folder that can be written/, wrongFlags({ output: '' })],
  ['a plan of nothing there', /no such file/, (each) => planCommand('/none.yaml', {}, each).then(() => 0)],
  ['a doctor of nothing there', /no such file/, (each) => doctorCommand('/none.yaml', {}, each)],
  ['pages of nothing there', /no such file/, (each) => pagesCommand('/none.yaml', {}, each)],
  ['pages that are no YAML', /expected YAML or JSON/, (each) => pagesCommand(file('a: b: c'), {}, each)],
  ['an unknown id', /expected the id of a case/, (each) => void explainCommand('NO', each)],
  [
    'a profile in no folder',
    /FILE: expected a file in a folder that can be written/,
    (each) => initCommand('/none/bank.yaml', each).then(() => 0),
  ],
  [
    'a profile that is there',
    /FILE: expected a file that is not there yet/,
    (each) => initCommand(file(''), each).then(() => 0),
  ],
  [
    'nobody who answers',
    /expected somebody who answers/,
    (each) => initCommand(join(newFolder(), 'bank.yaml'), each).then(() => 0),
  ],
  [
    'no report to verify',
    /FOLDER: expected a report in .*report\.json .*, received no such file/,
    () => verifyCommand('/none', quiet),
  ],
  [
    'a damaged report to verify',
    /received a file that is damaged/,
    () => verifyCommand(folderWith({ 'report.json': '{' }), quiet),
  ],
  [
    'something else to verify',
    /received a file that is no report of this version/,
    () => verifyCommand(folderWith({ 'report.json': '{}' }), quiet),
  ],
  ['no report to compare', /BEFORE: expected a report in /, () => diffCommand('/none', '/none', quiet)],
  [
    'parts that are not there',
    /expected a report in /,
    (each) => mergeCommand(['/none'], { reporter: 'json', output: newFolder() }, each),
  ],
  [
    'a part as output',
    /--output: expected another folder/,
    (each) => {
      const folder = newFolder()
      mkdirSync(join(folder, 'a'))
      return mergeCommand([join(folder, 'a')], { reporter: 'json', output: join(folder, '.', 'a') }, each)
    },
  ],
  [
    'an unknown option of merge',
    /expected only options that --help shows/,
    (each) => mergeCommand(['--fast'], { reporter: 'json', output: newFolder() }, each),
  ],
]

test.each(inputs)('%s: one message that says what was expected, and 2', async (_, message, command) => {
  let text = ''
  const end = await ending(async (terminal) => {
    try {
      return (await command(terminal)) ?? 0
    } catch (error) {
      text = (error as Error).message
      throw error
    }
  })

  expect(text).toMatch(message)
  expectEnd(end, '2 config')
})

test('what is wrong with all of the arguments is said at once', async () => {
  const flags = { only: ['NOPE'], skip: ['XX'], shard: '9/2', concurrency: '0', reporter: 'pdf', ca: '/none.pem' }
  const failed = wrongFlags(flags)({ stdout: () => {}, stderr: () => {}, env: {} } as unknown as Terminal)

  for (const name of ['--only', '--skip', '--shard', '--concurrency', '--reporter', '--ca', 'name']) {
    await expect(failed).rejects.toThrow(`\n  ${name}: expected `)
  }
})

test('there are 70 situations and more', () => {
  expect(situations.length + runs.length + inputs.length).toBeGreaterThan(125)
})
