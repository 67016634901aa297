/**
 * Describes the pages of a bank as data, step by step in the order a PSU meets them: ARIA roles and the names that a PSU sees
 * first, selectors only where there are none. For a bank of one's own it is a YAML or JSON file.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { findProblems } from '#standard/index.js'
import { closed, oneOf } from '#standard/schemas/types.js'
import { ConfigurationError, type Mistake } from './mistakes.js'

const text = Type.String({ minLength: 1 })
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** Roles (WAI-ARIA) that an adapter can name. */
export const roles = [
  'textbox',
  'button',
  'link',
  'checkbox',
  'radio',
  'combobox',
  'heading',
  'alert',
  'status',
  'dialog',
  'listbox',
  'option',
  'spinbutton',
  'switch',
  'tab',
] as const

/** What a PSU reads; several where the pages have several languages: any of them. */
const Name = Type.Union([text, Type.Array(text, { minItems: 1 })])

/** Something on the page, by its role and the name a PSU sees, or by a CSS selector; in a frame, where that is named by its selector. */
const Element = closed({
  role: optional(oneOf(roles)),
  name: optional(Name),
  selector: optional(text),
  frame: optional(text),
})

/** A button by its name, or anything else that is pressed. */
const Pressed = Type.Union([Name, Element])

/** A field and which of the PSU's credentials goes into it. */
const Field = closed({ label: optional(Name), selector: optional(text), value: oneOf(['username', 'password', 'otp']) })

const Step = closed({
  /** What a report calls the step: `login`. */
  name: text,
  /** The page shows this step when this element is visible. */
  shownBy: Element,
  /** The frame that the step is in, by a selector. */
  frame: optional(text),
  /** The step is not always there. */
  optional: optional(Type.Boolean()),
  fields: optional(Type.Array(Field)),
  /** Boxes that have to be ticked and are no accounts. */
  ticks: optional(Type.Array(Pressed)),
  /** The page has a checkbox or radio button for each account, of which the PSU picks some, or a list to choose one from. */
  accounts: optional(Type.Boolean()),
  /** What continues, and what ends the journey here. Without `next` the page goes on by itself: the PSU confirms somewhere else. */
  next: optional(Pressed),
  reject: optional(Pressed),
  cancel: optional(Pressed),
})

export const PageAdapter = closed({
  name: text,
  steps: Type.Array(Step, { minItems: 1 }),
  /** Language of the browser, so that the labels are the ones named here. */
  locale: text,
  /** The element that shows an error about what the PSU entered. */
  problem: Element,
  /** The step a PSU cancels at. */
  cancelAt: text,
})

/** Pages that no file can describe: a program goes through them. */
export interface PageModule {
  /** Where it is. It exports what `conformance/journeys/page-module.ts` describes. */
  readonly module: string
}

export type PageElement = Static<typeof Element>
export type PageStep = Static<typeof Step>
export type PageAdapter = Static<typeof PageAdapter>

/**
 * @param source what to call the document in messages
 * @throws {ConfigurationError} with every mistake
 */
export function readPageAdapter(source: string, document: unknown): PageAdapter {
  const mistakes = findProblems(PageAdapter, document).map(
    ({ path, kind, expected, received }): Mistake => ({
      path,
      expected,
      received: kind === 'missing' ? 'nothing' : received,
    }),
  )
  if (mistakes.length === 0) mistakes.push(...checkSteps(document as PageAdapter))
  if (mistakes.length > 0) throw new ConfigurationError(source, mistakes)
  return document as PageAdapter
}

function checkSteps({ steps, problem, cancelAt }: PageAdapter): Mistake[] {
  const elements = steps.flatMap((step, index): [string, PageElement | string | string[] | undefined][] => [
    [`steps[${index}].shownBy`, step.shownBy],
    [`steps[${index}].next`, step.next],
    ...(step.ticks ?? []).map((tick, each): [string, typeof tick] => [`steps[${index}].ticks[${each}]`, tick]),
    [`steps[${index}].reject`, step.reject],
    [`steps[${index}].cancel`, step.cancel],
  ])
  const unnamed = [...elements, ['problem', problem] as const].flatMap(([path, element]): Mistake[] => {
    if (
      typeof element !== 'object' ||
      Array.isArray(element) ||
      element.role !== undefined ||
      element.selector !== undefined
    )
      return []
    return [{ path, expected: 'a role or a selector', received: 'neither' }]
  })
  const unlabelled = steps.flatMap(({ fields = [] }, index) =>
    fields.flatMap(({ label, selector }, field): Mistake[] =>
      label === undefined && selector === undefined
        ? [{ path: `steps[${index}].fields[${field}]`, expected: 'a label or a selector', received: 'neither' }]
        : [],
    ),
  )
  const names = steps.map(({ name }) => name)
  const cancelled = steps.find(({ name }) => name === cancelAt)
  const expected = `a step with a cancel, of ${names.join(', ')}`
  return [
    ...unnamed,
    ...unlabelled,
    ...(names.length === new Set(names).size
      ? []
      : [{ path: 'steps', expected: 'a name of its own for each step', received: names.join(', ') }]),
    ...(steps.at(-1)?.optional
      ? [{ path: 'steps', expected: 'a last step that is always there', received: 'optional' }]
      : []),
    ...(cancelled?.cancel === undefined ? [{ path: 'cancelAt', expected, received: JSON.stringify(cancelAt) }] : []),
    ...(steps.some(({ reject }) => reject !== undefined)
      ? []
      : [{ path: 'steps', expected: 'a step with a reject', received: 'none' }]),
  ]
}
