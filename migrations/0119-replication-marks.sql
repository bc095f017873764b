-- Who has changed something, with a new value after each change; and every process that reads from replicas, once a second. A replica
-- that shows a mark shows everything that was committed before it.
create table replication_marks (
  id uuid primary key,                   -- of the API key, the person or the process
  mark uuid not null,
  date timestamptz(3) not null default now()
) with (fillfactor = 50);
