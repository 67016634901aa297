/**
 * Matchers for the identifiers of an account and of the institution that holds it.
 *
 * @module
 */
import { accountSchemes, agentSchemes, schemePrefixes, type Version } from '#standard/index.js'
import { type Breach, type CaseRecord, notApplicable, type Observation, observed, unseen } from '../observation.js'
import { show } from '../reading.js'
import { checkAccounts, type Item, itemsOf, type Matcher } from './matcher.js'

const identifiersOf = (account: Item) => itemsOf(account.value, 'Account[]').map((each) => below(account, each))

const servicerOf = (account: Item) => itemsOf(account.value, 'Servicer').map((each) => below(account, each))

const below = (account: Item, item: Item): Item => ({ pointer: account.pointer + item.pointer, value: item.value })

const schemeOf = ({ value }: Item) => (typeof value.SchemeName === 'string' ? value.SchemeName : '')

/** The scheme without its prefix: `PAN` of `BH.OBF.PAN`. */
const kindOf = (item: Item) => schemeOf(item).split('.').at(-1) ?? ''

/** A card has one identifier; any other account one in 1.0.0 and one or two in 0.0.1. */
export const identifiersPerAccount: Matcher = (record) =>
  checkAccounts(record, (accounts, seq) => {
    const breaches: Breach[] = []
    for (const account of accounts) {
      const identifiers = identifiersOf(account)
      const most = record.version === '1.0.0' || identifiers.some((each) => kindOf(each) === 'PAN') ? 1 : 2
      if (identifiers.length >= 1 && identifiers.length <= most) continue
      const expected = most === 1 ? 'one identifier' : 'one or two identifiers'
      breaches.push({ pointer: `${account.pointer}/Account`, expected, received: String(identifiers.length) })
    }
    return observed([seq], breaches)
  })

function checkCards(record: CaseRecord, breach: (number: string) => string | undefined): Observation {
  return checkAccounts(record, (accounts, seq) => {
    const cards = accounts.flatMap(identifiersOf).filter((each) => kindOf(each) === 'PAN')
    if (cards.length === 0) return unseen('no account has a card number', 'config', [seq])
    return observed(
      [seq],
      cards.flatMap(({ pointer, value }) => {
        const expected = breach(String(value.Identification))
        const received = `${String(value.Identification).length} characters, ${digits(value.Identification)} of them digits`
        return expected ? [{ pointer: `${pointer}/Identification`, expected, received }] : []
      }),
    )
  })
}

const digits = (value: unknown) => String(value).replace(/\D/g, '').length

/** A card number shows ten digits at most, as payment cards may (the first six and the last four), the rest is masked. */
export const panMasked: Matcher = (record) =>
  checkCards(record, (number) => (digits(number) <= 10 && /\D/.test(number) ? undefined : 'a masked card number'))

/** Of a masked card number the last four characters, and they alone, are digits. */
export const panKeepsLastFour: Matcher = (record) =>
  checkCards(record, (number) => (/^\D+\d{4}$/.test(number) ? undefined : 'the last four digits and no others'))

function checkSchemes(record: CaseRecord, check: (schemes: readonly Item[]) => Breach[]): Observation {
  return checkAccounts(record, (accounts, seq) => {
    const schemes = accounts.flatMap((account) => [...identifiersOf(account), ...servicerOf(account)])
    return schemes.length === 0
      ? unseen('no account has an identifier', 'bank', [seq])
      : observed([seq], check(schemes))
  })
}

const at = ({ pointer }: Item) => `${pointer}/SchemeName`

const kinds = [...accountSchemes, ...agentSchemes].join('|')

const schemePatterns: Readonly<Record<Version, RegExp>> = {
  '0.0.1': /^(PAN|IBAN|BBAN|BICFI)$/,
  '1.0.0': new RegExp(`^[A-Z0-9]+\\.[A-Z0-9]+\\.(${kinds})$`),
}

/** A scheme name has no prefix in 0.0.1 and a prefix of two parts in 1.0.0. */
export const schemeNames: Matcher = (record) =>
  checkSchemes(record, (schemes) =>
    schemes
      .filter((each) => !schemePatterns[record.version].test(schemeOf(each)))
      .map((each) => ({
        pointer: at(each),
        expected: record.version === '0.0.1' ? 'a scheme without a prefix' : 'a scheme behind a prefix of two parts',
        received: show(each.value.SchemeName),
      })),
  )

/** All scheme names of an answer have the same prefix. */
export const schemePrefixConstant: Matcher = (record) =>
  checkSchemes(record, (schemes) => {
    const prefix = (each: Item) => schemeOf(each).split('.').slice(0, -1).join('.')
    const first = prefix(schemes[0] as Item)
    return schemes
      .filter((each) => prefix(each) !== first)
      .map((each) => ({ pointer: at(each), expected: `the prefix ${first}`, received: show(each.value.SchemeName) }))
  })

/** The prefix is the one the framework publishes. */
export const schemePrefixOfFramework: Matcher = (record) =>
  checkSchemes(record, (schemes) =>
    schemes
      .filter((each) => !schemeOf(each).startsWith(schemePrefixes[record.version]))
      .map((each) => ({
        pointer: at(each),
        expected: `the prefix ${schemePrefixes[record.version]}`,
        received: show(each.value.SchemeName),
      })),
  )

/** A Servicer has both SchemeName and Identification. */
export const servicerComplete: Matcher = (record) =>
  checkAccounts(record, (accounts, seq) => {
    const servicers = accounts.flatMap(servicerOf)
    if (servicers.length === 0) return notApplicable('no account has a Servicer, which is optional', [seq])
    return observed(
      [seq],
      servicers.flatMap(({ pointer, value }) =>
        (['SchemeName', 'Identification'] as const)
          .filter((name) => typeof value[name] !== 'string' || value[name] === '')
          .map((name) => ({ pointer: `${pointer}/${name}`, expected: 'a string', received: show(value[name]) })),
      ),
    )
  })

/** A Bahraini IBAN has BH, two digits, four letters and 14 letters or digits. */
export const bahrainiIban: Matcher = (record) =>
  checkAccounts(record, (accounts, seq) => {
    const ibans = accounts
      .flatMap(identifiersOf)
      .filter((each) => kindOf(each) === 'IBAN' && String(each.value.Identification).startsWith('BH'))
    if (ibans.length === 0) return notApplicable('no account has a Bahraini IBAN', [seq])
    return observed(
      [seq],
      ibans
        .filter(({ value }) => !/^BH\d{2}[A-Z]{4}[A-Z0-9]{14}$/.test(String(value.Identification)))
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/Identification`,
          expected: 'BH, two digits, four letters and 14 letters or digits',
          received: show(value.Identification),
        })),
    )
  })
