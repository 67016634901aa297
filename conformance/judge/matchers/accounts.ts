/**
 * Matchers for the two account reads.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { bodyOf, type Observation, observed, unseen } from '../observation.js'
import { show } from '../reading.js'
import { checkAccounts, checkBody, itemsOf, listSetting, type Matcher, stepSetting } from './matcher.js'

const listed = 'Data.Account[]'
const pointer = '/Data/Account'

const idsOf = (body: unknown) => itemsOf(body, listed).map(({ value }) => String(value.AccountId))

function checkIds(
  record: Parameters<Matcher>[0],
  wanted: string,
  fits: (ids: readonly string[]) => boolean,
): Observation {
  return checkBody(record, record.step, (body, seq) => {
    const ids = idsOf(body)
    return observed([seq], fits(ids) ? [] : [{ pointer, expected: wanted, received: show(ids) }])
  })
}

const equalSets = (a: readonly string[], b: readonly string[]) => isDeepStrictEqual(new Set(a), new Set(b))

/** The accounts are those of `ids` and no others. */
export const accountsAre: Matcher = (record, settings) => {
  const ids = listSetting(settings, 'ids', record)
  if (!ids) return unseen('it is not known which accounts were chosen')
  return checkIds(record, `the accounts ${show(ids)}`, (got) => equalSets(got, ids) && got.length === ids.length)
}

/** There are at least `count` accounts. */
export const atLeastAccounts: Matcher = (record, settings) => {
  const count = stepSetting(settings, 'count')
  return checkIds(record, `at least ${count} accounts`, (got) => new Set(got).size >= count)
}

/** There are exactly `count` accounts. */
export const exactlyAccounts: Matcher = (record, settings) => {
  const count = stepSetting(settings, 'count')
  return checkIds(record, `exactly ${count} account${count === 1 ? '' : 's'}`, (got) => got.length === count)
}

/** The accounts are those of the answer to step `as`, in any order. */
export const sameAccounts: Matcher = (record, settings) => {
  const ids = idsOf(bodyOf(record, stepSetting(settings, 'as')))
  if (ids.length === 0) return unseen('the answer to compare with lists no account')
  return checkIds(record, `the accounts ${show(ids)}`, (got) => equalSets(got, ids) && got.length === ids.length)
}

/** No AccountId stands twice in the list. */
export const uniqueAccountIds: Matcher = (record) =>
  checkAccounts(record, (accounts, seq) => {
    const ids = accounts.map(({ value }) => value.AccountId)
    const twice = accounts.filter(({ value }, index) => ids.indexOf(value.AccountId) !== index)
    return observed(
      [seq],
      twice.map((item) => ({
        pointer: `${item.pointer}/AccountId`,
        expected: 'an identifier no other account has',
        received: show(item.value.AccountId),
      })),
    )
  })

/** The one account of the answer is, member for member, the one of the same AccountId in the list of step `list`. */
export const asInList: Matcher = (record, settings) => {
  const all = itemsOf(bodyOf(record, stepSetting(settings, 'list')), listed)
  if (all.length === 0) return unseen('the list to compare with is empty')
  return checkAccounts(record, ([single], seq) => {
    const id = single?.value.AccountId
    const inList = all.find(({ value }) => value.AccountId === id)
    if (!single || !inList) {
      return observed(
        [seq],
        [{ pointer: `${pointer}/0/AccountId`, expected: 'an account of the list', received: show(id) }],
      )
    }
    const names = [...new Set([...Object.keys(inList.value), ...Object.keys(single.value)])]
    return observed(
      [seq],
      names
        .filter((name) => !isDeepStrictEqual(inList.value[name], single.value[name]))
        .map((name) => ({
          pointer: `${single.pointer}/${name}`,
          expected: show(inList.value[name]),
          received: show(single.value[name]),
        })),
    )
  })
}
