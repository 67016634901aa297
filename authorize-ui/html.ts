/**
 * The one place where values become markup. Everything that reaches a page goes through {@link html}.
 *
 * @module
 */

/** Markup that may be sent as it is. Made by {@link html} alone. */
export class Html {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }

  /** @internal for {@link html}, whose literal parts are ours and whose values are escaped. */
  static fromTemplate(literals: readonly string[], values: readonly HtmlValue[]): Html {
    return new Html(literals.map((literal, index) => literal + markupOf(values[index])).join(''))
  }
}

/** What a template takes: text is escaped, markup is kept, lists are joined, `undefined` and `false` leave nothing. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/**
 * Text that reads the same inside an element and inside a quoted attribute. Control characters become blanks.
 * Characters that change the direction of writing are dropped: with them a name could reorder the words around it,
 * even out of a `bdi`.
 */
export function escapeText(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>"'`]/g, (character) => entities[character] as string)
}

/** Markup from a template. Attributes in the template must be quoted. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.fromTemplate(literals, values)
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escapeText(String(value))
}
