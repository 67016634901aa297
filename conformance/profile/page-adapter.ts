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

const roles = ['textbox', 'button', 'link', 'checkbox', 'radio', 'combobox', 'heading', 'alert', 'status'] as const

/** Something on the page, by its role and the name a PSU sees, or by a CSS selector. */
const Element = closed({ role: optional(oneOf(roles)), name: optional(text), selector: optional(text) })

/** A button by its name, or anything else that is pressed. */
const Pressed = Type.Union([text, Element])

/** A field and which of the PSU's credentials goes into it. */
const Field = closed({ label: optional(text), selector: optional(text), value: oneOf(['username', 'password', 'otp']) })

const Step = closed({
  /** What a report calls the step: `login`. */
  name: text,
  /** The page shows this step when this element is visible. */
  shownBy: Element,
  fields: optional(Type.Array(Field)),
  /** The page has a checkbox or radio button for each account, of which the PSU picks some. */
  accounts: optional(Type.Boolean()),
  /** What continues, and what ends the journey here. */
  next: Pressed,
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
  const elements = steps.flatMap((step, index): [string, PageElement | string | undefined][] => [
    [`steps[${index}].shownBy`, step.shownBy],
    [`steps[${index}].next`, step.next],
    [`steps[${index}].reject`, step.reject],
    [`steps[${index}].cancel`, step.cancel],
  ])
  const unnamed = [...elements, ['problem', problem] as const].flatMap(([path, element]): Mistake[] => {
    if (typeof element !== 'object' || element.role !== undefined || element.selector !== undefined) return []
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
    ...(cancelled?.cancel === undefined ? [{ path: 'cancelAt', expected, received: JSON.stringify(cancelAt) }] : []),
    ...(steps.some(({ reject }) => reject !== undefined)
      ? []
      : [{ path: 'steps', expected: 'a step with a reject', received: 'none' }]),
  ]
}
