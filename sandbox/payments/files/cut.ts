/**
 * Cuts an order into pieces that are parsed one by one: each transfer, each batch without its transfers, and the document without
 * its batches. So no file is in memory as a tree, and no turn of the event loop is long.
 *
 * It knows of XML what is needed to find where an element ends: tags, comments, CDATA and processing instructions. It refuses
 * declarations, so that a file has no entities of its own, and whatever nests or is large beyond any order. What is within the
 * tags is left to the parser.
 *
 * @module
 */
import { Unreadable } from './mistake.js'
import type { Turns } from './turns.js'

/** What is cut out, by where it is. */
export type Piece =
  /** The tag of the root, before all others. */
  | { readonly kind: 'root'; readonly xml: string; readonly path: string }
  | { readonly kind: 'document'; readonly xml: string; readonly path: string }
  | { readonly kind: 'batch'; readonly xml: string; readonly path: string; readonly batch: number }
  | {
      readonly kind: 'item'
      readonly xml: string
      readonly path: string
      readonly batch: number
      readonly item: number
    }

/** Levels of elements: an order needs less than twenty. */
const deepest = 40

/** Characters of one tag with its attributes, and of one piece. */
const longestTag = 4096
const longestPiece = 65_536

/** The elements around a transfer, from the outside. */
const [root, initiation, batchName, itemName] = ['Document', 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf'] as const

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** A piece that is open, with the text that was taken into it. */
interface OpenPiece {
  readonly kind: Exclude<Piece['kind'], 'root'>
  readonly path: string
  readonly depth: number
  parts: string[]
  length: number
  /** From where on the text is still to be taken. */
  from: number
}

/**
 * Cuts the text of a file, and hands over each piece as it ends: transfers before their batch, and the document last. What a
 * piece has within is left out of the one around it, but for an empty element in its place.
 *
 * @throws {Unreadable} at the first place where it cannot go on
 */
export async function cutFile(text: string, turns: Turns, take: (piece: Piece) => void): Promise<void> {
  const cutter = new Cutter(text, take)
  while (cutter.next()) {
    turns.add(cutter.takeCost())
    if (turns.isOver) await turns.pass()
  }
}

class Cutter {
  readonly #text: string
  readonly #take: (piece: Piece) => void
  #at: number
  #counted = 0
  /** Names of the open elements. */
  readonly #open: string[] = []
  readonly #pieces: OpenPiece[] = []
  #batches = 0
  #items = 0
  #isDone = false

  constructor(text: string, take: (piece: Piece) => void) {
    this.#text = text
    this.#take = take
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  }

  /** How much work was done since this was asked last, in characters. */
  takeCost(): number {
    const cost = this.#at - this.#counted
    this.#counted = this.#at
    return cost
  }

  /** Goes on to the next mark-up; false at the end. */
  next(): boolean {
    const text = this.#text
    const at = text.indexOf('<', this.#at)
    if (at < 0) return this.#end()
    if (this.#open.length === 0 && text.slice(this.#at, at).trim() !== '') throw this.#wrong('text outside of the root')
    if (text.startsWith('<!--', at)) this.#leaveOut(at, '-->', 4)
    else if (text.startsWith('<?', at)) this.#leaveOut(at, '?>', 2)
    else if (text.startsWith('<![CDATA[', at)) this.#characters(at)
    else if (text[at + 1] === '!') throw this.#wrong('a document type or another declaration, which is not taken')
    else this.#tag(at)
    return true
  }

  #end(): boolean {
    if (this.#open.length > 0) throw this.#wrong(`the end of the file before </${this.#open.at(-1)}>`)
    if (!this.#isDone) throw this.#wrong('no element')
    if (this.#text.slice(this.#at).trim() !== '') throw this.#wrong('text outside of the root')
    return false
  }

  /** The path of the innermost open element, as far as orders have it. */
  #path(): string {
    const names = this.#open.map(localName)
    if (names[2] === batchName && names[1] === initiation) names[2] = `${batchName}[${this.#batches}]`
    if (names[3] === itemName && names[2]?.startsWith(batchName)) names[3] = `${itemName}[${this.#items}]`
    return names.slice(0, 12).join('/').slice(0, 400)
  }

  #wrong(what: string): Unreadable {
    return new Unreadable(`the file is not the XML of an order: ${what}`, this.#path())
  }

  /** What an order does not say anything with: a comment or an instruction. */
  #leaveOut(at: number, close: string, length: number): void {
    const end = this.#text.indexOf(close, at + length)
    if (end < 0) throw this.#wrong(`${this.#text.slice(at, at + length)} without ${close}`)
    this.#flush(at)
    this.#goOn(end + close.length)
  }

  #characters(at: number): void {
    const end = this.#text.indexOf(']]>', at)
    if (end < 0 || this.#open.length === 0) throw this.#wrong('CDATA without an end, or outside of the root')
    this.#flush(at)
    if (end - at > longestPiece) throw this.#wrong('an element that is too large')
    this.#add(
      this.#text
        .slice(at + 9, end)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
    )
    this.#goOn(end + 3)
  }

  #tag(at: number): void {
    const end = this.#endOfTag(at)
    if (this.#text[at + 1] === '/') this.#close(at, end)
    else this.#begin(at, end)
  }

  #begin(at: number, end: number): void {
    const name = this.#text.slice(at + 1, Math.min(end, at + 200)).match(/^[^\s/>]+/)?.[0]
    if (name === undefined) throw this.#wrong('a < that begins no element')
    if (this.#isDone) throw this.#wrong('a second element outside of the root')
    if (this.#open.length >= deepest) throw this.#wrong(`elements that are nested deeper than ${deepest} levels`)
    if (this.#open.length === 0) {
      const tag = this.#text.slice(at, this.#text[end - 1] === '/' ? end - 1 : end)
      this.#take({ kind: 'root', xml: `${tag}/>`, path: '' })
    }
    this.#enter(name, at)
    if (this.#text[end - 1] === '/') this.#leave(end + 1)
    else this.#at = end + 1
  }

  /** Where the tag ends: at the first `>` outside of quotes. */
  #endOfTag(at: number): number {
    let quote = 0
    const last = Math.min(this.#text.length, at + longestTag)
    for (let index = at + 1; index < last; index += 1) {
      const code = this.#text.charCodeAt(index)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === 0x22 || code === 0x27) quote = code
      else if (code === 0x3e) return index
    }
    throw this.#wrong('a tag that does not end, or is too long')
  }

  #close(at: number, end: number): void {
    const name = this.#text.slice(at + 2, end).trimEnd()
    const open = this.#open.at(-1)
    if (name !== open) throw this.#wrong(`</${name.slice(0, 40)}> where ${open ? `</${open}>` : 'nothing is open'}`)
    this.#leave(end + 1)
  }

  #enter(name: string, at: number): void {
    const { length: depth } = this.#open
    const kind = this.#kindAt(depth, localName(name))
    this.#open.push(name)
    if (!kind) return
    if (kind === 'batch') {
      this.#batches += 1
      this.#items = 0
    }
    if (kind === 'item') this.#items += 1
    this.#flush(at)
    this.#pieces.push({ kind, path: this.#path(), depth, parts: [], length: 0, from: at })
  }

  #kindAt(depth: number, name: string): OpenPiece['kind'] | undefined {
    if (depth === 0) return 'document'
    if (depth === 2 && name === batchName) {
      const [first = '', second = ''] = this.#open
      return localName(first) === root && localName(second) === initiation ? 'batch' : undefined
    }
    return depth === 3 && name === itemName && this.#pieces.at(-1)?.kind === 'batch' ? 'item' : undefined
  }

  /** The element that was opened last ends before `end`. */
  #leave(end: number): void {
    const name = this.#open.at(-1) as string
    const piece = this.#pieces.at(-1)
    if (piece?.depth === this.#open.length - 1) {
      this.#flush(end)
      this.#pieces.pop()
      this.#hand(piece)
      const around = this.#pieces.at(-1)
      if (around) around.from = end
      // one empty element stands for all that follow one another
      if (around && !around.parts.at(-1)?.endsWith(`<${name}/>`)) this.#add(`<${name}/>`)
    }
    this.#open.pop()
    if (this.#open.length === 0) this.#isDone = true
    this.#at = end
  }

  #hand({ kind, path, parts }: OpenPiece): void {
    const xml = parts.join('')
    if (kind === 'document') this.#take({ kind, xml, path })
    else if (kind === 'batch') this.#take({ kind, xml, path, batch: this.#batches })
    else this.#take({ kind, xml, path, batch: this.#batches, item: this.#items })
  }

  /** Takes the text before `at` into the piece that is open. */
  #flush(at: number): void {
    const piece = this.#pieces.at(-1)
    if (!piece || piece.from >= at) return
    if (piece.length + at - piece.from > longestPiece) throw this.#wrong('an element that is too large')
    const taken = this.#text.slice(piece.from, at)
    if (taken.trim() !== '' || !piece.parts.at(-1)?.endsWith('/>')) this.#add(taken)
    piece.from = at
  }

  #add(taken: string): void {
    const piece = this.#pieces.at(-1)
    if (!piece) return
    piece.length += taken.length
    if (piece.length > longestPiece) throw this.#wrong('an element that is too large')
    piece.parts.push(taken)
  }

  #goOn(at: number): void {
    const piece = this.#pieces.at(-1)
    if (piece) piece.from = at
    this.#at = at
  }
}
