/**
 * An adapter as the YAML that a person would have written.
 *
 * @module
 */
import { Document, isMap, isSeq, visit } from 'yaml'
import type { RecordedAdapter } from './adapter-of.js'

/** Elements and fields are a line each. What a person should look at stands above. */
export function adapterText({ adapter, notes }: RecordedAdapter): string {
  const { name, locale, problem, steps, cancelAt } = adapter
  const document = new Document({ name, locale, problem, steps, cancelAt })
  visit(document, {
    Map: (_key, node, path) => {
      // an element is one line; a document and a step are not
      const isElement = path.length > 1 && !node.has('shownBy')
      if (isElement) node.flow = true
    },
    Seq: (key, node) => {
      if (node.items.every((item) => !isMap(item) && !isSeq(item)) && key !== null) node.flow = true
    },
  })
  document.commentBefore = [
    ' What the pages look like, as `ob-conformance record` saw them. What was typed is not in it.',
    ...notes.map((note) => ` Look at this: ${note}.`),
  ].join('\n')
  return document.toString({ lineWidth: 160 })
}
