-- The fence: keeps a restored, copied or rolled back database from mailing anybody on its own (docs/fence.md).
create table fence (
  only_row boolean primary key default true check (only_row),
  -- new: nobody has opened it; open: its workers send; hold: an operator decides; released: the next worker opens it
  state text not null default 'new' check (state in ('new', 'open', 'hold', 'released')),
  -- Whether the database had no newsletter when it got this table, so that nothing had ever been sent from it.
  born_empty boolean not null default false,
  epoch uuid,
  counter bigint not null default 0,
  beat_date timestamptz(3),
  -- Set by a worker that does not know the epoch yet: a living one answers by beating at once.
  is_asked boolean not null default false,
  name text not null default '',
  -- The seal: where and by which transaction this row was written. A copied row cannot match all of it.
  sealed_xid xid,
  database_oid oid,
  database_name text not null default '',
  server_start timestamptz,
  system_identifier text,
  timeline text,
  -- Whether every commit reached a standby before it was acknowledged.
  is_synchronous boolean not null default false,
  hold_reason text,
  hold_detail text not null default '',
  hold_date timestamptz(3),
  -- The last beat before the hold: what happened after it is unknown here.
  known_until timestamptz(3),
  -- The id of the restore that an operator has resumed after.
  released_restore uuid,
  release_date timestamptz(3),
  check ((state = 'hold') = (hold_reason is not null))
);
insert into fence (born_empty) select not exists (select from newsletters);

-- Whether anything may leave the installation: the gate in every statement that takes outward work.
create function fence_open() returns boolean language sql stable as $$
  select coalesce((
    select state = 'new' or (
      state = 'open'
      and sealed_xid = xmin
      and database_oid = (select oid from pg_database where datname = current_database())
      and server_start = pg_postmaster_start_time())
    from fence), false)
$$;
