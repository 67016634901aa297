/**
 * Values of a case as text: a literal as JSON, a reference by where its value comes from.
 *
 * @module
 */

import { type ClockForm, isRef, type Ref, type Value } from '../cases/case.js'
import type { FileFact } from '../cases/file-forms.js'

/** `"Authorised"`, `the consentId of the starting point`, `{ Data: { ... } }`. */
export function valueText(value: Value): string {
  if (isRef(value)) return refText(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${valueText(member)}`)
    return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
  }
  return JSON.stringify(value)
}

function refText(ref: Ref): string {
  switch (ref.from) {
    case 'given':
      return `‹${ref.name} of the starting point›`
    case 'step':
      return `‹${ref.path} of answer ${ref.step + 1}${ref.queryDate ? queryDateText(ref.queryDate.shiftMillis) : ''}›`
    case 'row':
      return `‹${ref.take} of the row of answer ${ref.step + 1} whose ${ref.where} is ${valueText(ref.is as Value)}›`
    case 'event':
      return `‹the ${ref.take ?? 'id'} of the event about ${valueText(ref.about)} in answer ${ref.step + 1}›`
    case 'callback':
      return `‹the callback of the suite${ref.path === undefined ? '' : `, and ${ref.path}`}›`
    case 'errorOn':
      return `‹an error reported of ${valueText(ref.event)}›`
    case 'fresh':
      return `‹fresh UUID "${ref.name}"${ref.length === undefined ? '' : `, cut to ${ref.length} characters`}${ref.suffix === undefined ? '' : ` and ${ref.suffix}`}›`
    case 'version':
      return `‹${Object.entries(ref.of)
        .map(([version, value]) => `${valueText(value)} in ${version}`)
        .join(', ')}›`
    case 'payments':
      return `‹payments.${ref.name} of the profile›`
    case 'ifSaid':
      return `‹${valueText(ref.value)}, where the profile has payments.${ref.name}›`
    case 'file':
      return `‹${factWords[ref.fact]} of the file${ref.form && ref.form !== 'plain' ? ` with ${ref.form}` : ''}›`
    case 'consented':
      return `‹${ref.path} of the request for the consent›`
    case 'clock':
      return `‹${offsetText(ref.offsetMillis)}${ref.form ? `, written ${forms[ref.form]}` : ''}›`
  }
}

const queryDateText = (shiftMillis: number) => {
  const moved = shiftMillis === 0 ? '' : `, ${shiftMillis > 0 ? 'plus' : 'minus'} ${spanText(Math.abs(shiftMillis))}`
  return ` without its offset${moved}`
}

const factWords: Readonly<Record<FileFact, string>> = {
  hash: 'the hash',
  hashOfText: 'the hash, of its text in hexadecimal,',
  count: 'the number of transfers',
  sum: 'the sum',
}

const forms: Readonly<Record<ClockForm, string>> = {
  offset: 'with an offset (+03:00)',
  zulu: 'with Z',
  noColon: 'with an offset without colon (+0300)',
  noZone: 'without a time zone',
  otherZone: 'with the offset of another place (-05:00)',
  date: 'as the date alone',
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

function offsetText(millis: number): string {
  if (millis === 0) return 'now'
  return `${spanText(Math.abs(millis))} ${millis < 0 ? 'ago' : 'from now'}`
}

/** `3 days`, `90 seconds`. */
export function spanText(millis: number): string {
  const [unit, size] = units.find(([, each]) => millis % each === 0) ?? (['millisecond', 1] as const)
  const amount = millis / size
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
