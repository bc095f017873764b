-- Other subjects or senders of an email, tried with a share of its audience; the rest gets the better one.
alter table emails add column ab_test jsonb;
alter table audience_parts
  alter column due_date drop not null,         -- null: the rest of an audience, until its test is decided
  add column variant smallint;                 -- which variant it gets, from 1; null in a wave, and until it is decided
-- A test that has begun. A worker decides it at `decide_date`, unless somebody has by then.
create table ab_tests (
  id uuid primary key references emails (id) on delete cascade,
  email_key bigint not null unique references emails on delete cascade,
  decide_date timestamptz(3) not null,
  decision text check (decision in ('winner', 'undecided', 'by_hand')),
  decision_date timestamptz(3),
  decided_by text,
  winner smallint,                             -- what the rest gets; null: each variant goes to a part of it
  figures jsonb,                               -- what was counted then
  work_date timestamptz,
  work_lease uuid,
  work_tries integer not null default 0,
  work_trouble text not null default '',
  check ((decision is null) = (decision_date is null))
);
create index ab_tests_work on ab_tests (work_date) where work_date is not null;
