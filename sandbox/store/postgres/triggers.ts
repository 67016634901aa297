/**
 * Triggers that keep counts and sums up to date: each statement adds to the time buckets of its groups. They are
 * replaced when a sum is added.
 *
 * @module
 */
import { bucketBits } from './buckets.js'
import { columnNames } from './layout.js'

/** The functions that the triggers of `0001-documents.sql` call. */
export function countFunctions(sums: number): string {
  const names = columnNames('sum', sums)
  return [
    countFunction('ob_counted_inserts', names, { came: 1 }),
    countFunction('ob_counted_updates', names, { came: 1, went: -1 }),
    countFunction('ob_counted_deletes', names, { went: -1 }),
  ].join('\n')
}

function countFunction(name: string, sums: readonly string[], tables: Readonly<Record<string, 1 | -1>>): string {
  const key = 'tenant, collection, range_group, bits, bucket, slot'
  const kept = ['rows', ...sums]
  const steps = ['sum(step)', ...sums.map((sum) => `sum(step * coalesce(${sum}, 0))`)]
  const columns = ['tenant', 'collection', 'range_group', 'at', ...sums].join(', ')
  const moved = Object.entries(tables).map(
    ([table, step]) => `select ${columns}, ${step} as step from ${table} where counted`,
  )
  return `create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      if ${Object.keys(tables)
        .map((table) => `exists (select from ${table} where counted)`)
        .join(' or ')} then
        insert into ob_count as kept (${key}, ${kept.join(', ')})
        select tenant, collection, range_group, bits, floor(at / 2 ^ bits), pg_backend_pid() % 16, ${steps.join(', ')}
        from (${moved.join(' union all ')}) as moved
        cross join (values ${bucketBits.map((bits) => `(${bits})`).join(', ')}) as level (bits)
        group by 1, 2, 3, 4, 5
        having ${steps.map((step) => `${step} <> 0`).join(' or ')}
        order by 1, 2, 3, 4, 5
        on conflict (${key}) do update set ${kept.map((each) => `${each} = kept.${each} + excluded.${each}`).join(', ')};
      end if;
      return null;
    end
  $$;`
}
