/**
 * Reads an order: parses it piece by piece, checks each against the message, and its totals against what it says itself.
 *
 * @module
 */
import {
  batchContent,
  documentContent,
  itemContent,
  orderNamespace,
  type PainVersion,
  painVersions,
} from '#standard/index.js'
import { checkElement } from './check.js'
import { cutFile, type Piece } from './cut.js'
import { decodeFile } from './decode.js'
import { Mistakes, Unreadable } from './mistake.js'
import { batchOf, headerOf, itemOf, type OrderBatch, type OrderHeader, type OrderItem } from './order.js'
import { Totals, unitsOf } from './totals.js'
import { type TreeOf, treeParser, type XmlElement } from './tree.js'
import type { Turns } from './turns.js'

/** An order as far as it could be read. */
export interface ReadOrder {
  readonly mistakes: Mistakes
  /** Absent when the reading came to no end. */
  readonly header?: OrderHeader
  readonly batches: readonly OrderBatch[]
  readonly items: readonly OrderItem[]
  readonly totals: Totals
}

/**
 * Reads an order. It never throws for what is in the file: a mistake that ends the reading is the last of the list.
 *
 * @param version whose message it has to be
 * @param turns between which other requests are answered
 */
export async function readOrder(bytes: Buffer, version: PainVersion, turns: Turns): Promise<ReadOrder> {
  const reader = new OrderReader(version, await treeParser())
  try {
    const text = await decodeFile(bytes, turns)
    await cutFile(text, turns, (piece) => reader.take(piece))
    reader.finish()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    reader.mistakes.add('unreadable', error.path, error.message)
  }
  return reader
}

class OrderReader implements ReadOrder {
  readonly mistakes = new Mistakes()
  readonly batches: OrderBatch[] = []
  readonly items: OrderItem[] = []
  readonly totals = new Totals()
  header?: OrderHeader
  /** Of the batch that is being read. */
  #ofBatch = new Totals()
  #prefix = ''
  readonly #version: PainVersion
  readonly #treeOf: TreeOf
  readonly #contents: { readonly item: ReturnType<typeof itemContent>; readonly batch: ReturnType<typeof batchContent> }

  constructor(version: PainVersion, treeOf: TreeOf) {
    this.#version = version
    this.#treeOf = treeOf
    this.#contents = { item: itemContent(version), batch: batchContent(version) }
  }

  take(piece: Piece): void {
    const { kind, xml, path } = piece
    if (kind === 'root') {
      this.#takeRoot(this.#treeOf(xml, path, ''))
      return
    }
    const element = this.#treeOf(xml, path, this.#prefix)
    if (kind === 'item') this.#takeItem(element, piece)
    else if (kind === 'batch') this.#takeBatch(element, piece)
    else this.#takeDocument(element)
  }

  /** The root says which message it is. */
  #takeRoot({ name, attributes }: XmlElement): void {
    const colon = name.indexOf(':')
    this.#prefix = name.slice(0, colon + 1)
    const namespace = attributes[colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`] ?? 'none'
    const expected = orderNamespace(this.#version)
    if (name.slice(colon + 1) !== 'Document') {
      throw new Unreadable(`the file is not the XML of an order: its root is ${name.slice(0, 40)}`)
    }
    if (namespace === expected) return
    const other = painVersions.find((each) => orderNamespace(each) === namespace)
    const received = other ? `pain.001.001.${other}` : namespace.slice(0, 60)
    throw new Unreadable(`the namespace of the order is ${received}, expected ${expected}`, 'Document')
  }

  #takeItem(element: XmlElement, { batch, item, path }: Extract<Piece, { kind: 'item' }>): void {
    checkElement(element, this.#contents.item, path, this.mistakes)
    const taken = itemOf(element, batch, item, path)
    this.items.push(taken)
    this.totals.add(taken.amount ?? '')
    this.#ofBatch.add(taken.amount ?? '')
  }

  #takeBatch(element: XmlElement, { batch, path }: Extract<Piece, { kind: 'batch' }>): void {
    checkElement(element, this.#contents.batch, path, this.mistakes)
    const taken = batchOf(element, batch, path)
    this.batches.push(taken)
    this.#compare(path, taken, this.#ofBatch)
    this.#ofBatch = new Totals()
  }

  #takeDocument(element: XmlElement): void {
    checkElement(element, documentContent(this.#version), 'Document', this.mistakes)
    this.header = headerOf(element)
  }

  finish(): void {
    if (this.header) this.#compare('Document/CstmrCdtTrfInitn/GrpHdr', this.header, this.totals)
  }

  /** What a header or batch says of itself has to be what it has. */
  #compare(
    path: string,
    said: { readonly count?: string; readonly sum?: string },
    { count, units, sum }: Totals,
  ): void {
    if (/^\d{1,15}$/.test(said.count ?? '') && Number(said.count) !== count) {
      this.mistakes.add('invalid', `${path}/NbOfTxs`, `${count}, as many as there are transfers`, said.count)
    }
    if (/^\d{1,18}(?:\.\d{1,17})?$/.test(said.sum ?? '') && unitsOf(said.sum as string) !== units) {
      this.mistakes.add('invalid', `${path}/CtrlSum`, `${sum}, what the amounts come to`, said.sum)
    }
  }
}
