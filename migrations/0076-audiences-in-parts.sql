-- One audience in parts: people of one email who get it at different times.
alter table deliveries add column part smallint not null default 0;      -- 0: the email is not in parts, or they were added by hand
alter table delivery_chunks add column part smallint not null default 0; -- that of everybody in the chunk
create table audience_parts (
  email_key bigint not null references emails on delete cascade,
  part smallint not null check (part > 0),
  due_date timestamptz(3) not null,            -- when its chunks are due
  zones text[] not null default '{}',          -- whose local time that is
  primary key (email_key, part)
);
-- The local time at which readers get it, and what becomes of those for whom it has passed.
alter table emails add column reader_time jsonb;
