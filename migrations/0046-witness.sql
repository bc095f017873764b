-- The witness: an object in a bucket that only one copy of a database can keep moving (docs/fence.md).
alter table fence
  -- Where it is, without credentials; '' if none is used.
  add column witness text not null default '',
  -- What it may contain if only this database has written it: one token, or several while it is unknown which write arrived; at
  -- first '', as there is no such object.
  add column witness_tokens text[] not null default '{""}',
  -- An operator has resumed, so the next worker takes the witness over, whoever wrote it last.
  add column witness_adopts boolean not null default false,
  -- Why the witness could not be moved at the last attempt; '' if it could.
  add column witness_trouble text not null default '',
  -- Since and until when work may go out because the witness was moved, by the clock of this server.
  add column lease_from timestamptz,
  add column lease_until timestamptz;

create or replace function fence_open() returns boolean language sql stable as $$
  select coalesce((
    select state = 'new' or (
      state = 'open'
      and sealed_xid = xmin
      and database_oid = (select oid from pg_database where datname = current_database())
      and server_start = pg_postmaster_start_time()
      and (witness = '' or coalesce(clock_timestamp() between lease_from and lease_until, false)))
    from fence), false)
$$;
