/**
 * What a person did on a page of the bank, with what the page showed at that moment. It comes from a page, which is not trusted: all of it is
 * checked before it is believed.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const text = (longest: number) => Type.String({ maxLength: longest })
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

const Thing = Type.Object({
  /** The same for one element of one document. */
  key: text(40),
  role: text(40),
  /** Absent where it is not certain, or another of the same role and name comes first. */
  name: optional(text(80)),
  selector: text(500),
  /** Of an input its type, of any other element what it is. */
  type: text(40),
  autocomplete: text(100),
  /** How many characters a field takes. */
  longest: optional(Type.Integer()),
  /** Of a box: those of one group, and its state. */
  group: optional(text(200)),
  isTicked: optional(Type.Boolean()),
})

const Sight = Type.Object({
  /** The same until the page is loaded anew. */
  document: text(40),
  language: text(40),
  headings: Type.Array(Thing),
  fields: Type.Array(Thing),
  boxes: Type.Array(Thing),
  lists: Type.Array(Thing),
  presses: Type.Array(Thing),
  /** What may say that something was wrong, and its text where it says something. */
  problems: Type.Array(Type.Object({ role: text(40), selector: text(100), text: text(200) })),
})

const Told = Type.Object({
  kind: Type.Union([Type.Literal('type'), Type.Literal('tick'), Type.Literal('choose'), Type.Literal('press')]),
  element: Thing,
  page: Sight,
  /** What is in the field now. It is compared with the credentials of the PSU, and goes nowhere. */
  value: optional(text(1_000)),
  /** A press of something that is neither a button nor a link: it may have meant nothing. */
  isWeak: optional(Type.Boolean()),
  /** The form was sent by a key alone: there is nothing to press. */
  isKey: optional(Type.Boolean()),
})

/** Something on a page. */
export type Thing = Static<typeof Thing>
/** What a page shows. */
export type Sight = Static<typeof Sight>

export interface Act extends Static<typeof Told> {
  /** Selector of the frame that it happened in; absent on the page itself. */
  readonly frame?: string
}

/** What a page told, or `undefined` where it is nothing that the script tells. */
export function readTold(message: unknown): Static<typeof Told> | undefined {
  try {
    const told: unknown = JSON.parse(String(message))
    return Value.Check(Told, told) ? told : undefined
  } catch {
    return undefined
  }
}
