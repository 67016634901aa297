-- Every document of every tenant. What a document is found and ordered by besides its id is worked out by the bank
-- (sandbox/store/collection.ts) and stands beside it, so that one statement writes all of it.
create table ob_document (
  tenant text collate "C" not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  document jsonb not null,
  -- values of the first and the second index rule of the collection
  lookup_1 text collate "C",
  lookup_2 text collate "C",
  -- the range rule: rows of a group in the order of `at`, then of `place`, which is the id in UTF-16, high byte first
  range_group text collate "C",
  at double precision,
  place bytea,
  -- true where rows are counted as they come and go
  counted boolean not null default false,
  primary key (tenant, collection, id)
) with (fillfactor = 80);

create index ob_document_lookup_1 on ob_document (tenant, collection, lookup_1) where lookup_1 is not null;
create index ob_document_lookup_2 on ob_document (tenant, collection, lookup_2) where lookup_2 is not null;
create index ob_document_range on ob_document (tenant, collection, range_group, at, place) where range_group is not null;

-- How many counted rows of a group fall into each stretch of 2^bits milliseconds. The slot keeps connections that write
-- at the same time out of each other's way.
create table ob_count (
  tenant text collate "C" not null,
  collection text collate "C" not null,
  range_group text collate "C" not null,
  bits smallint not null,
  bucket double precision not null,
  slot smallint not null,
  rows bigint not null,
  primary key (tenant, collection, range_group, bits, bucket, slot)
) with (fillfactor = 60);

create function ob_counted_inserts() returns trigger language plpgsql as $$
begin
  if exists (select from came where counted) then
    insert into ob_count (tenant, collection, range_group, bits, bucket, slot, rows)
    select tenant, collection, range_group, bits, floor(at / 2 ^ bits), pg_backend_pid() % 16, count(*)
    from came cross join (values (16), (24), (32)) as level (bits)
    where counted
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (tenant, collection, range_group, bits, bucket, slot) do update set rows = ob_count.rows + excluded.rows;
  end if;
  return null;
end
$$;

create function ob_counted_deletes() returns trigger language plpgsql as $$
begin
  if exists (select from went where counted) then
    insert into ob_count (tenant, collection, range_group, bits, bucket, slot, rows)
    select tenant, collection, range_group, bits, floor(at / 2 ^ bits), pg_backend_pid() % 16, - count(*)
    from went cross join (values (16), (24), (32)) as level (bits)
    where counted
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (tenant, collection, range_group, bits, bucket, slot) do update set rows = ob_count.rows + excluded.rows;
  end if;
  return null;
end
$$;

create function ob_counted_updates() returns trigger language plpgsql as $$
begin
  if exists (select from came where counted) or exists (select from went where counted) then
    insert into ob_count (tenant, collection, range_group, bits, bucket, slot, rows)
    select tenant, collection, range_group, bits, floor(at / 2 ^ bits), pg_backend_pid() % 16, sum(step)
    from (
      select tenant, collection, range_group, at, 1 as step from came where counted
      union all
      select tenant, collection, range_group, at, -1 from went where counted
    ) as moved cross join (values (16), (24), (32)) as level (bits)
    group by 1, 2, 3, 4, 5
    having sum(step) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (tenant, collection, range_group, bits, bucket, slot) do update set rows = ob_count.rows + excluded.rows;
  end if;
  return null;
end
$$;

create trigger ob_counted_inserts after insert on ob_document
  referencing new table as came for each statement execute function ob_counted_inserts();
create trigger ob_counted_updates after update on ob_document
  referencing old table as went new table as came for each statement execute function ob_counted_updates();
create trigger ob_counted_deletes after delete on ob_document
  referencing old table as went for each statement execute function ob_counted_deletes();

-- One row for each connection that writes: the number of the last transaction it committed. When the answer to a commit
-- is lost, this row says whether it happened; once it is closed, nothing more can happen.
create table ob_writer (
  id uuid primary key,
  committed bigint not null default 0,
  closed boolean not null default false,
  opened_at timestamptz not null default now()
) with (fillfactor = 20);
