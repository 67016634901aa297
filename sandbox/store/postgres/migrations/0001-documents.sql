-- Every document of every tenant. What a document is found and ordered by besides its id is worked out by the bank
-- (sandbox/store/collections.ts) and stands beside it, so that one statement writes all of it.
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

create function ob_count_row(changed ob_document, step int) returns void language sql as $$
  insert into ob_count (tenant, collection, range_group, bits, bucket, slot, rows)
  select changed.tenant, changed.collection, changed.range_group, level.bits,
         floor(changed.at / 2 ^ level.bits), pg_backend_pid() % 16, step
  from (values (16), (24), (32)) as level (bits)
  on conflict (tenant, collection, range_group, bits, bucket, slot)
  do update set rows = ob_count.rows + excluded.rows
$$;

create function ob_count_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.counted then
    perform ob_count_row(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.counted then
    perform ob_count_row(new, 1);
  end if;
  return null;
end
$$;

create trigger ob_count_inserted after insert on ob_document
  for each row when (new.counted) execute function ob_count_changed();
create trigger ob_count_deleted after delete on ob_document
  for each row when (old.counted) execute function ob_count_changed();
create trigger ob_count_moved after update on ob_document
  for each row when ((old.counted or new.counted) and (old.counted, old.range_group, old.at)
    is distinct from (new.counted, new.range_group, new.at)) execute function ob_count_changed();

-- One row for each connection that writes: the number of the last transaction it committed. When the answer to a commit
-- is lost, this row says whether it happened; once it is closed, nothing more can happen.
create table ob_writer (
  id uuid primary key,
  committed bigint not null default 0,
  closed boolean not null default false,
  opened_at timestamptz not null default now()
) with (fillfactor = 20);
