/**
 * When a store is opened, adds a column for every new index and sum of its collections, and fills it for stored
 * documents. The table `ob_column` records the columns by name.
 *
 * @module
 */
import type { Client } from 'pg'
import { type AnyCollection, indexesOf, isCounted, rangeOf, sumsOf, upgraded } from '../collection.js'
import { toPutRows } from './columns.js'
import { columnNames, Layout, type PlacedRule } from './layout.js'
import { putDocuments } from './statements.js'
import { fromJson, fromText } from './text.js'
import { countFunctions } from './triggers.js'

interface KnownRule extends PlacedRule {
  readonly filled: boolean
}

/** Documents rewritten in one transaction. */
const batchSize = 500

/**
 * Adds and fills missing columns and returns the layout. The caller holds the lock of the migrations, so that no
 * other process does this at the same time. An interrupted run is repeated at the next start.
 */
export async function arrange(client: Client, collections: readonly AnyCollection[]): Promise<Layout> {
  const known = await rulesKnown(client)
  const missing = collections.filter((each) => !isArranged(each, known))
  if (missing.length === 0) return new Layout(known)
  await inTransaction(client, () => place(client, missing, known))
  const rules = await rulesKnown(client)
  const layout = new Layout(rules)
  for (const each of missing) {
    if (rules.some(({ collection, filled }) => collection === each.name && !filled)) await fill(client, each, layout)
  }
  return layout
}

async function rulesKnown(client: Client): Promise<KnownRule[]> {
  const { rows } = await client.query<KnownRule>('select collection, rule, name, number, filled from ob_column')
  return rows
}

/** The rules of a collection. */
function rulesOf(collection: AnyCollection): readonly (readonly [rule: string, name: string])[] {
  return [
    ...Object.keys(indexesOf(collection)).map((name) => ['index', name] as const),
    ...Object.keys(sumsOf(collection)).map((name) => ['sum', name] as const),
    ...(rangeOf(collection) ? [['range', ''] as const] : []),
    ...(isCounted(collection) ? [['count', ''] as const] : []),
  ]
}

/** True when exactly its current rules have columns, and these are filled. */
function isArranged(collection: AnyCollection, known: readonly KnownRule[]): boolean {
  const rules = rulesOf(collection)
  const kept = known.filter((each) => each.collection === collection.name)
  const has = ([rule, name]: readonly [string, string]) =>
    kept.some((each) => each.rule === rule && each.name === name && each.filled)
  return kept.length === rules.length && rules.every(has)
}

/** Gives each new rule the first free column of its collection, deletes removed rules, and adds columns. */
async function place(
  client: Client,
  collections: readonly AnyCollection[],
  known: readonly KnownRule[],
): Promise<void> {
  for (const collection of collections) {
    const rules = rulesOf(collection)
    const isRule = (each: KnownRule) => rules.some(([rule, name]) => each.rule === rule && each.name === name)
    const kept = known.filter((each) => each.collection === collection.name && isRule(each))
    await client.query('delete from ob_column where collection = $1', [collection.name])
    const taken = kept.map(({ rule, number }) => `${rule} ${number}`)
    for (const [rule, name] of rules) {
      const before = kept.find((each) => each.rule === rule && each.name === name)
      let number = before?.number ?? 1
      while (!before && taken.includes(`${rule} ${number}`)) number += 1
      taken.push(`${rule} ${number}`)
      await client.query('insert into ob_column (collection, rule, name, number, filled) values ($1, $2, $3, $4, $5)', [
        collection.name,
        rule,
        name,
        number,
        before?.filled ?? false,
      ])
    }
  }
  await makeColumns(client, new Layout(await rulesKnown(client)))
}

async function makeColumns(client: Client, { lookups, sums }: Layout): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'ob_document'::regclass and not attisdropped`,
  )
  const isMissing = (column: string) => !rows.some(({ name }) => name === column)
  for (const column of columnNames('lookup', lookups).filter(isMissing)) {
    await client.query(`alter table ob_document add column ${column} text collate "C"`)
    await client.query(
      `create index ob_document_${column} on ob_document (tenant, collection, ${column}) where ${column} is not null`,
    )
  }
  const newSums = columnNames('sum', sums).filter(isMissing)
  for (const column of newSums) {
    await client.query(`alter table ob_document add column ${column} bigint`)
    await client.query(`alter table ob_count add column ${column} bigint not null default 0`)
  }
  if (newSums.length > 0) await client.query(countFunctions(sums))
}

/** Rewrites every document of a collection, in its current form, with its current column values. */
async function fill(client: Client, collection: AnyCollection, layout: Layout): Promise<void> {
  const put = putDocuments(layout)
  let after: readonly [tenant: string, id: string] = ['', '']
  for (let isAtEnd = false; !isAtEnd; ) {
    await inTransaction(client, async () => {
      const { rows } = await client.query<{ tenant: string; id: string; document: string }>(
        `select tenant, id, document::text from ob_document
         where collection = $1 and (tenant, collection, id) > ($2, $1, $3)
         order by tenant, collection, id limit ${batchSize} for update`,
        [collection.name, ...after],
      )
      for (const tenant of new Set(rows.map((row) => row.tenant))) {
        const changes = rows
          .filter((row) => row.tenant === tenant)
          .map(({ id, document }) => {
            return {
              tenantId: tenant,
              collection,
              id: fromText(id),
              document: upgraded(collection, fromJson(document)),
            }
          })
        await client.query(put.text, [tenant, toPutRows(changes, layout)])
      }
      const last = rows.at(-1)
      if (last) after = [last.tenant, last.id]
      isAtEnd = rows.length < batchSize
    })
  }
  await inTransaction(client, () =>
    client.query('update ob_column set filled = true where collection = $1', [collection.name]),
  )
}

async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin isolation level read committed, read write')
  await work()
  await client.query('commit')
}
