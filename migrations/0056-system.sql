-- The processes that run. Each confirms its row every minute, and deletes it when it stops in order.
create table processes (
  id uuid primary key,
  role text not null,
  host text not null,
  process_id integer not null,
  version text not null,
  start_date timestamptz(3) not null default now(),
  seen_date timestamptz(3) not null default now()
);

-- The last check of the ledger, if anybody has asked for one: how far it is, and what it has found.
create table ledger_checks (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  creation_date timestamptz(3) not null default now(),
  completion_date timestamptz(3),
  next_key bigint,                       -- emails with a lower key are still to be checked; null: all are
  email_count integer not null,
  checked_count integer not null default 0,
  wrong_count integer not null default 0,
  wrong jsonb not null default '[]'      -- the first hundred of them
);
