/**
 * HTML and XML as template strings in which every value is escaped unless it is markup already.
 *
 * @module
 */
import { escapeMarkup } from '../text/clean.js'

/** Text that is markup and stays as it is. Made by {@link markup} and {@link trusted} alone. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What may stand in a template. `false` and `undefined` leave nothing behind; a list is joined. */
export type Content = Markup | string | number | false | undefined | readonly Content[]

/** Template tag. Attributes must be quoted by the template; values can then do no harm in either place. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + strings[index + 1]
  return new Markup(text)
}

/** Our own style and script. Never anything that came from a bank. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(content: Content): string {
  if (content === false || content === undefined) return ''
  if (content instanceof Markup) return content.toString()
  if (typeof content === 'number') return String(content)
  if (typeof content === 'string') return escapeMarkup(content)
  return content.map(render).join('')
}
