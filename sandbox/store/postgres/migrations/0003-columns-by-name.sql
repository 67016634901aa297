-- What the columns beside a document hold, by collection: the value of an index, or a number that is added up. Columns
-- are made, and what is stored is placed anew, when a store is opened with a rule that is not here (arrange.ts): an index or
-- a sum more takes no migration. "range" and "count" say that documents of a collection are ordered, and counted.
create table ob_column (
  collection text collate "C" not null,
  rule text not null check (rule in ('index', 'sum', 'range', 'count')),
  name text collate "C" not null,
  -- lookup_N or sum_N
  number int not null,
  -- false until the documents there were have been placed
  filled boolean not null default false,
  primary key (collection, rule, name),
  unique (collection, rule, number)
);
