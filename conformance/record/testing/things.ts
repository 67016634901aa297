/**
 * Pages of a bank as the watching script tells of them, for tests.
 *
 * @module
 */
import type { Act, Sight, Thing } from '../act.js'

/** An element; its key and its selector follow from its name. */
export function thing(role: string, name: string, more: Partial<Thing> = {}): Thing {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return { key: id, role, name, selector: `#${id}`, type: 'text', autocomplete: '', ...more }
}

export const field = (name: string, more: Partial<Thing> = {}): Thing => thing('textbox', name, more)
export const button = (name: string, more: Partial<Thing> = {}): Thing => thing('button', name, more)
export const box = (name: string, more: Partial<Thing> = {}): Thing =>
  thing('checkbox', name, { type: 'checkbox', isTicked: false, ...more })

/** What a page shows. */
export function sight(document: string, more: Partial<Omit<Sight, 'document'>> = {}): Sight {
  const nothing = { headings: [], fields: [], boxes: [], lists: [], presses: [], problems: [] }
  return { document, language: 'en', ...nothing, headings: [thing('heading', document)], ...more }
}

export const type = (page: Sight, element: Thing, value: string): Act => ({ kind: 'type', element, page, value })
export const tick = (page: Sight, element: Thing): Act => ({ kind: 'tick', element, page })
export const press = (page: Sight, element: Thing, more: Partial<Act> = {}): Act => ({
  kind: 'press',
  element,
  page,
  ...more,
})
