/**
 * The commands that talk to a running bank: `token`, `consents`, `clock`, `faults`.
 *
 * @module
 */
import type { Command } from 'commander'
import { type RemoteBank, remoteBank } from '#sandbox/index.js'

const bankOption = ['--bank <url>', 'where the bank is', 'http://127.0.0.1:8080'] as const

interface At {
  readonly bank: string
}

const bankAt = ({ bank }: At): RemoteBank =>
  remoteBank({ url: bank, controlToken: process.env.OB_CONTROL_TOKEN || undefined })

const print = (text: string) => void process.stdout.write(`${text}\n`)
const printClock = ({ now, frozen }: { now: string; frozen: boolean }) =>
  print(`${now}${frozen ? ' (stands still)' : ''}`)

export function addRemoteCommands(program: Command): void {
  program
    .command('token')
    .description('have a PSU approve a new consent, and print its token')
    .requiredOption('--psu <username>', 'who approves')
    .option('--permissions <list>', 'what may be read, with commas between (default: everything)')
    .option('--url', 'print a curl line that reads the accounts instead')
    .option('--api <version>', '0.0.1 or 1.0.0', '1.0.0')
    .option('--tpp <clientId>', 'who asks (default: the first TPP)')
    .option(...bankOption)
    .action(async (flags: At & { psu: string; permissions?: string; url?: true; api: string; tpp?: string }) => {
      const { psu, permissions, api, tpp } = flags
      const { accessToken, line } = await bankAt(flags).consentToken({
        psu,
        permissions: permissions?.split(',').map((each) => each.trim()),
        version: api === '0.0.1' ? api : '1.0.0',
        clientId: tpp,
      })
      print(flags.url ? line : accessToken)
    })

  const consents = program.command('consents').description('list the consents of a running bank, or stop one')
  consents
    .command('list', { isDefault: true })
    .description('the newest first')
    .option(...bankOption)
    .action(async (flags: At) => {
      for (const { ConsentId, Status, kind, tpp, psu = '-', CreationDateTime } of await bankAt(flags).consents()) {
        print([ConsentId, Status.padEnd(21), kind.padEnd(16), tpp, psu, CreationDateTime].join('  '))
      }
    })
  consents
    .command('revoke <ConsentId>')
    .description('stop a consent, as the PSU who gave it')
    .requiredOption('--psu <username>', 'whose consent it is')
    .option(...bankOption)
    .action(async (consentId: string, flags: At & { psu: string }) => {
      const { ConsentId, Status } = await bankAt(flags).revoke(consentId, flags.psu)
      print(`${ConsentId}  ${Status}`)
    })

  const clock = program.command('clock').description('show or move the clock of a running bank')
  const onClock = (
    name: string,
    description: string,
    how: (bank: RemoteBank, value: string) => ReturnType<RemoteBank['clock']>,
    isDefault = false,
  ) =>
    clock
      .command(name, { isDefault })
      .description(description)
      .option(...bankOption)
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as At
        printClock(await how(bankAt(flags), String(given[0])))
      })
  onClock('show', 'what time it is at the bank', (bank) => bank.clock(), true)
  onClock('advance <duration>', 'move it on, by P3D or PT1H30M', (bank, by) => bank.advance(by))
  onClock('set <dateTime>', 'set it, to 2030-01-15T09:00:00+03:00', (bank, now) => bank.setClock({ now }))
  onClock('freeze', 'stop it', (bank) => bank.setClock({ frozen: true }))
  onClock('resume', 'let it run', (bank) => bank.setClock({ frozen: false }))

  const faults = program.command('faults').description('list the faults of a running bank, or switch them')
  const printActive = ({ active }: { active: readonly { readonly id: string }[] }) =>
    print(active.length === 0 ? 'no fault is on' : active.map((each) => JSON.stringify(each)).join('\n'))
  faults
    .command('list', { isDefault: true })
    .description('every fault there is, those that are on with a star')
    .option(...bankOption)
    .action(async (flags: At) => {
      const { available, active } = await bankAt(flags).faults()
      for (const { id, title } of available)
        print(`${active.some((each) => each.id === id) ? '*' : ' '} ${id}  ${title}`)
    })
  faults
    .command('on <fault>')
    .description('switch a fault on, beside those that are')
    .option('--path <prefix>', 'only on paths that begin so')
    .option('--operation <id>', 'only on answers of this operation')
    .option('--every <n>', 'only on every n-th answer', Number)
    .option('--nth <n>', 'only on the n-th answer', Number)
    .option('--probability <p>', 'with this probability, from 0 to 1', Number)
    .option('--millis <ms>', 'how late an answer is', Number)
    .option(...bankOption)
    .action(async (id: string, { bank, ...limits }: At) =>
      printActive(await bankAt({ bank }).faultOn({ id, ...limits })),
    )
  faults
    .command('off [faults...]')
    .description('switch these faults off, or all')
    .option(...bankOption)
    .action(async (ids: string[], flags: At) => printActive(await bankAt(flags).faultsOff(ids)))
}
