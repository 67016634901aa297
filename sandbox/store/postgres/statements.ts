/**
 * All SQL statements of the engine. They are named, so that a connection prepares each once.
 *
 * @module
 */
import { columnNames, type Layout } from './layout.js'

export interface Statement {
  readonly name: string
  readonly text: string
}

const statement = (name: string, text: string): Statement => ({ name: `ob ${name}`, text })

/** The channel of announcements. */
export const channel = 'ob_changes'

/** Payloads, of which each is sent to every process that listens, if the transaction commits. */
export const announce = statement(
  'announce',
  `select pg_notify('${channel}', payload) from unnest($1::text[]) as payload`,
)

/**
 * Tenants, collections, ids: the documents found, each with its number in the query. The lateral join with `offset 0`
 * makes the planner look each up by its key.
 */
export const getDocuments = statement(
  'get',
  `select asked.number, d.document::text
   from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked (tenant, collection, id, number)
   cross join lateral (
     select document from ob_document
     where tenant = asked.tenant and collection = asked.collection and id = asked.id
     offset 0
   ) d`,
)

/** Tenant, collection. */
export const allDocuments = statement(
  'all',
  'select id, document::text from ob_document where tenant = $1 and collection = $2 order by id',
)

/**
 * Tenant, collection, value. Asked for in the order of the column, which no other index has: of a table that was never analysed the
 * planner may take any.
 *
 * @param column number of the column of the index
 */
export function findDocuments(column: number): Statement {
  const name = `lookup_${column}`
  return statement(
    `find ${column}`,
    `select id, document::text from ob_document
     where tenant = $1 and collection = $2 and ${name} >= $3 and ${name} <= $3 order by ${name}`,
  )
}

/**
 * Tenant, collection, group, limit, and the two ends. The end that the order begins at is an instant, or a place
 * after which rows begin.
 */
export const rangeRows = {
  newest: {
    fromInstant: statement('newest', rangeText('at <= $5 and at >= $6', 'desc')),
    afterPlace: statement('newest after', rangeText('(at, place) < ($5, $7::bytea) and at >= $6', 'desc')),
  },
  oldest: {
    fromInstant: statement('oldest', rangeText('at >= $5 and at <= $6', 'asc')),
    afterPlace: statement('oldest after', rangeText('(at, place) > ($5, $7::bytea) and at <= $6', 'asc')),
  },
} as const

/** Tenant, collection, group, limit, first and last instant: unclaimed rows, locked until the transaction ends. */
export const claimRows = statement('claim', `${rangeText('at >= $5 and at <= $6', 'asc')} for update skip locked`)

function rangeText(bounds: string, direction: 'asc' | 'desc'): string {
  return `select id, at, document::text from ob_document
    where tenant = $1 and collection = $2 and range_group = $3 and ${bounds}
    order by at ${direction}, place ${direction} limit $4`
}

/** Rows of a group for a sum, asked for in their order: see {@link findDocuments}. */
function inOrder(columns: string, bounds: string): string {
  return `(
      select ${columns} from ob_document
      where tenant = $1 and collection = $2 and range_group = $3 and ${bounds}
      order by at, place
    ) ordered`
}

/** Tenant, collection, group, first and last instant: reads them all. */
export const countRows = statement('count', `select count(*) as total from ${inOrder('id', 'at >= $4 and at <= $5')}`)

/** Where rows begin that come too late. */
const lateFrom = { instant: 'at > $9 and at < $10', place: '(at, place) > ($9, $11::bytea) and at < $10' } as const

/**
 * Tenant, collection, group; bits, first and last of each span of buckets; both ends of the rows before them, and of those that are
 * taken off. See `buckets.ts`.
 */
export const countBuckets = statement(
  'count buckets',
  totalsText(
    ['rows'],
    () => 'count(*)',
    (bounds) => inOrder('id', bounds),
    lateFrom.instant,
  ),
)

/**
 * The same for sums, as `total_1`, `total_2` ... Late rows are those after an instant, or after a place, which is named last.
 *
 * @param columns numbers of the columns of the sums
 */
export function sumBuckets(columns: readonly number[], from: keyof typeof lateFrom = 'instant'): Statement {
  const names = columns.map((column) => `sum_${column}`)
  return statement(
    `sum buckets ${from} ${columns.join(' ')}`,
    totalsText(
      names,
      (name) => `sum(${name})`,
      (bounds) => inOrder(names.join(', '), bounds),
      lateFrom[from],
    ),
  )
}

/** Each part is read once for all totals. */
function totalsText(
  names: readonly string[],
  ofRows: (name: string) => string,
  ordered: (bounds: string) => string,
  late: string,
): string {
  const each = (text: (name: string, total: string) => string) =>
    names.map((name, index) => text(name, `total_${index + 1}`)).join(', ')
  const total = (part: string, name: string) => `coalesce(${part}.${name}, 0)`
  return `select ${each((_, name) => `${total('whole', name)} + ${total('early', name)} - ${total('late', name)} as ${name}`)}
    from (
      select ${each((_, name) => `sum(kept.${name}) as ${name}`)}
      from unnest($4::smallint[], $5::float8[], $6::float8[]) as span (bits, first, last)
      cross join lateral (
        select ${each((kept, name) => `sum(c.${kept}) as ${name}`)} from ob_count c
        where c.tenant = $1 and c.collection = $2 and c.range_group = $3
          and c.bits = span.bits and c.bucket between span.first and span.last
      ) kept
    ) whole
    cross join (select ${each((name, as) => `${ofRows(name)} as ${as}`)} from ${ordered('at >= $7 and at < $8')}) early
    cross join (select ${each((name, as) => `${ofRows(name)} as ${as}`)} from ${ordered(late)}) late`
}

/**
 * Tenant, documents as JSON with their column values. Reads nothing, so that transactions that only write conflict
 * only on the same rows.
 */
export function putDocuments(layout: Layout): Statement {
  const known = puts.get(layout) ?? putStatement(layout)
  puts.set(layout, known)
  return known
}

const puts = new WeakMap<Layout, Statement>()

function putStatement({ lookups, sums }: Layout): Statement {
  const placed = ['range_group', 'at', 'place', 'counted']
  const columns = [...columnNames('lookup', lookups), ...columnNames('sum', sums)]
  const types = [
    ...columnNames('lookup', lookups).map((name) => `${name} text`),
    ...columnNames('sum', sums).map((name) => `${name} bigint`),
  ]
  return statement(
    'put',
    `insert into ob_document (${['tenant', 'collection', 'id', 'document', ...placed, ...columns].join(', ')})
     select ${['$1::text', 'collection', 'id', 'document', 'range_group', 'at'].join(', ')},
            ${["decode(place, 'hex')", 'coalesce(counted, false)', ...columns].join(', ')}
     from json_to_recordset($2::json) as put (
       collection text, id text, document jsonb, range_group text, at float8, place text, counted boolean
       ${types.map((each) => `, ${each}`).join('')}
     )
     on conflict (tenant, collection, id) do update set
       ${['document', ...placed, ...columns].map((each) => `${each} = excluded.${each}`).join(', ')}`,
  )
}

/** Tenant, collections, ids. Looks each up by its key, as `getDocuments` does. */
export const deleteDocuments = statement(
  'delete',
  `delete from ob_document where ctid = any (array(
     select d.ctid
     from unnest($2::text[], $3::text[]) as gone (collection, id)
     cross join lateral (
       select ctid from ob_document
       where tenant = $1 and collection = gone.collection and id = gone.id
       offset 0
     ) d
   ))`,
)

/** Tenant, collection, clock, first and last end, limit: deletes them and says how many, and when the last one ended. */
export const purgeDocuments = statement(
  'purge',
  `with gone as (
     delete from ob_document where ctid = any (array(
       select ctid from ob_document
       where tenant = $1 and collection = $2 and range_group = $3 and at >= $4 and at <= $5
       order by at, place limit $6 for update skip locked
     ))
     returning at
   )
   select count(*) as deleted, max(at) as last from gone`,
)

/**
 * The writer and the number of its transaction. Fails with a division by zero when the writer was closed or has
 * another number: another process has then closed it as dead.
 */
export const markCommit = statement(
  'mark',
  `with mark as (
     insert into ob_writer as writer (id, committed) values ($1::uuid, $2::bigint)
     on conflict (id) do update set committed = excluded.committed
     where not writer.closed and writer.committed = excluded.committed - 1
     returning id
   )
   select 1 / count(*) as marked from mark`,
)

/**
 * The writer: closes it for further commits and returns the number of its last one. Waits for its transaction under way.
 */
export const closeWriter = statement(
  'close writer',
  'update ob_writer set closed = true where id = $1 returning committed',
)

/** Writers: deletes them, and old ones that were never deleted. A deleted writer that is still in use opens again. */
export const forgetWriters = statement(
  'forget writers',
  `delete from ob_writer where id = any($1::uuid[]) or opened_at < now() - interval '30 days'`,
)

/** The writer. */
export const openWriter = statement('open writer', 'insert into ob_writer (id) values ($1)')

/** The number of a lock. It is held until released or the connection ends. */
export const takeLock = statement('lock', 'select pg_advisory_lock($1::bigint)')

export const releaseLock = statement('unlock', 'select pg_advisory_unlock($1::bigint)')
