/**
 * A piece of a file as a tree. Parsed by fast-xml-parser, which sees neither declarations nor entities of the file (decision 0107).
 *
 * @module
 */
import { Unreadable } from './mistake.js'

export interface XmlElement {
  /** Without the prefix of the root; with its own where it is of another namespace. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text in it, without white space around it; of an element with children too. */
  readonly text: string
}

/** What the parser makes of an element, in order. */
type Node = Readonly<Record<string, unknown>>

/** The parser, which is loaded with the first file: most starts of a bank need none. */
const loadParser = async () => {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    processEntities: false,
    maxNestedTags: 50,
    // nothing here asks for the path of an element, or has a reference decoded by the parser
    jPath: false,
    entityDecoder: noEntities,
  })
  return { parser, validator: XMLValidator }
}

/** References are decoded here, where each is checked; one decoder serves all pieces. */
const noEntities = {
  setExternalEntities: () => undefined,
  addInputEntities: () => undefined,
  setXmlVersion: () => undefined,
  reset: () => undefined,
  decode: (text: string) => text,
}

let loaded: ReturnType<typeof loadParser> | undefined

/** Parses the element in a text. @throws {Unreadable} when the text is not well formed */
export type TreeOf = (xml: string, path: string, prefix: string) => XmlElement

/** What parses the pieces of a file. */
export async function treeParser(): Promise<TreeOf> {
  loaded ??= loadParser()
  const library = await loaded
  return (xml, path, prefix) => treeOf(library, xml, path, prefix)
}

const attributesOf = ':@'
const textNode = '#text'

/** References to a character; a file can have no others, as it declares no entities. */
const reference = /&(?:(lt|gt|amp|apos|quot)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g
const anyReference = /&(?!(?:lt|gt|amp|apos|quot|#\d{1,7}|#x[\da-fA-F]{1,6});)/
const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }

/** Characters that no XML may have (XML 1.0 section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * The element in a text.
 *
 * @param prefix of the root with its colon, which counts as none
 * @throws {Unreadable} when the text is not well formed
 */
function treeOf(
  { parser, validator }: Awaited<ReturnType<typeof loadParser>>,
  xml: string,
  path: string,
  prefix: string,
): XmlElement {
  const refuse = (why: string) => new Unreadable(`the file is not the XML of an order: ${why}`, path)
  if (forbidden.test(xml)) throw refuse('a character that XML does not have')
  if (anyReference.test(xml)) throw refuse('a reference to what is not declared')
  const verdict = validator.validate(xml)
  if (verdict !== true) throw refuse(verdict.err.msg.slice(0, 200))
  let nodes: readonly Node[]
  try {
    nodes = parser.parse(xml) as readonly Node[]
  } catch {
    throw refuse('an element that cannot be parsed')
  }
  const decoded = (text: string) => {
    if (!text.includes('&')) return text
    return text.replace(reference, (_, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return predefined[name] as string
      const point = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal)
      const character = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\0'
      if (forbidden.test(character)) throw refuse('a character that XML does not have')
      return character
    })
  }
  const [root] = nodes
  if (!root || nodes.length !== 1) throw refuse('no element')
  return elementOf(root, prefix, decoded)
}

function elementOf(node: Node, prefix: string, decoded: (text: string) => string): XmlElement {
  const name = nameOf(node)
  const attributes: Record<string, string> = {}
  const given = node[attributesOf] as Readonly<Record<string, string>> | undefined
  if (given) for (const key of Object.keys(given)) attributes[key] = decoded(given[key] as string)
  const children: XmlElement[] = []
  let text = ''
  for (const each of node[name] as readonly Node[]) {
    if (textNode in each) text += decoded(String(each[textNode]))
    else children.push(elementOf(each, prefix, decoded))
  }
  return { name: withoutPrefix(name, prefix), attributes, children, text }
}

/** The parser gives a node one key besides that of its attributes. */
function nameOf(node: Node): string {
  for (const key in node) if (key !== attributesOf) return key
  throw new Error('the parser gave a node without a name')
}

const withoutPrefix = (name: string, prefix: string) =>
  prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : prefix === '' ? name : `:${name}`

/** The first child of a name, below which the rest of the path is looked for. */
export function childAt(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = element
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found
}

/** The text at a path; `undefined` where there is no such element. */
export const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  childAt(element, path)?.text
