/**
 * Every statement the engine asks the database for documents with. Named, so that a connection prepares each once.
 *
 * @module
 */

export interface Statement {
  readonly name: string
  readonly text: string
}

const statement = (name: string, text: string): Statement => ({ name: `ob ${name}`, text })

/**
 * Tenants, collections, ids: the documents there are, each with its number in the question. Looks each up by its key,
 * whatever the planner thinks of other ways.
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

/** Tenant, collection, value; one statement for each column. */
export const findDocuments = [1, 2].map((column) =>
  statement(
    `find ${column}`,
    `select id, document::text from ob_document
     where tenant = $1 and collection = $2 and lookup_${column} = $3 order by id`,
  ),
)

/**
 * Tenant, collection, group, limit, and the two ends. The end that the order begins at is an instant, or a place after which
 * rows begin.
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

/** Tenant, collection, group, limit, first and last instant: rows that nobody has claimed, held until the end. */
export const claimRows = statement('claim', `${rangeText('at >= $5 and at <= $6', 'asc')} for update skip locked`)

function rangeText(bounds: string, direction: 'asc' | 'desc'): string {
  return `select id, at, document::text from ob_document
    where tenant = $1 and collection = $2 and range_group = $3 and ${bounds}
    order by at ${direction}, place ${direction} limit $4`
}

/** Tenant, collection, group, first and last instant: reads them all. */
export const countRows = statement(
  'count',
  `select count(*) as rows from ob_document
   where tenant = $1 and collection = $2 and range_group = $3 and at >= $4 and at <= $5`,
)

/** Tenant, collection, group; bits, first and last of each span of buckets; the two ends. See `buckets.ts`. */
export const countBuckets = statement(
  'count buckets',
  `select (
      select coalesce(sum(counted.rows), 0)
      from unnest($4::smallint[], $5::float8[], $6::float8[]) as span (bits, first, last)
      cross join lateral (
        select sum(c.rows) as rows from ob_count c
        where c.tenant = $1 and c.collection = $2 and c.range_group = $3
          and c.bits = span.bits and c.bucket between span.first and span.last
      ) counted
    ) + (
      select count(*) from ob_document
      where tenant = $1 and collection = $2 and range_group = $3 and at >= $7 and at < $8
    ) + (
      select count(*) from ob_document
      where tenant = $1 and collection = $2 and range_group = $3 and at >= $9 and at <= $10
    ) as rows`,
)

/**
 * Tenant, documents as JSON with what stands beside them. Reads nothing, so that transactions which only write conflict with
 * none that write elsewhere.
 */
export const putDocuments = statement(
  'put',
  `insert into ob_document (tenant, collection, id, document, lookup_1, lookup_2, range_group, at, place, counted)
   select $1::text, collection, id, document, lookup_1, lookup_2, range_group, at, decode(place, 'hex'),
          coalesce(counted, false)
   from json_to_recordset($2::json) as put (
     collection text, id text, document jsonb, lookup_1 text, lookup_2 text,
     range_group text, at float8, place text, counted boolean
   )
   on conflict (tenant, collection, id) do update set
     document = excluded.document, lookup_1 = excluded.lookup_1, lookup_2 = excluded.lookup_2,
     range_group = excluded.range_group, at = excluded.at, place = excluded.place, counted = excluded.counted`,
)

/** Tenant, collections, ids. Looks each up by its key, as above. */
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

/**
 * The writer and the number of its transaction. Fails with a division by zero when the writer was closed or is at another
 * number: then somebody has taken the connection for dead.
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
 * The writer: from now on it writes nothing, and what it committed last is in the answer. Waits for a transaction of it that
 * is still under way.
 */
export const closeWriter = statement(
  'close writer',
  'update ob_writer set closed = true where id = $1 returning committed',
)

/** Writers: forgets them, and others that were opened long ago and never forgotten. One that is in use opens anew. */
export const forgetWriters = statement(
  'forget writers',
  `delete from ob_writer where id = any($1::uuid[]) or opened_at < now() - interval '30 days'`,
)

/** The writer. */
export const openWriter = statement('open writer', 'insert into ob_writer (id) values ($1)')

/** The number of a lock. Held until it is given back or the connection ends. */
export const takeLock = statement('lock', 'select pg_advisory_lock($1::bigint)')

export const giveLockBack = statement('unlock', 'select pg_advisory_unlock($1::bigint)')
