-- One operation on many things. What it acts on is fixed when it is created: an item for each, worked in order, so that
-- the counts also say where to go on after a crash.
create type bulk_action_status as enum ('not_started', 'in_progress', 'processed', 'failed');
create type bulk_action_result as enum ('done', 'skipped', 'failed');
create table bulk_actions (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  type text not null,
  metadata jsonb not null,               -- as it was sent
  settings jsonb not null,               -- what its type made of that: names looked up once
  status bulk_action_status not null default 'not_started',
  status_reason text not null default '',
  total_count integer not null default 0,
  done_count integer not null default 0,
  skipped_count integer not null default 0,
  failed_count integer not null default 0,
  stumbles integer not null default 0,   -- failures of ours one after the other; too many end it
  creation_date timestamptz(3) not null default now(),
  start_date timestamptz(3),
  completion_date timestamptz(3)
);
create index bulk_actions_newsletter on bulk_actions (newsletter_key, key);
create index bulk_actions_unfinished on bulk_actions (newsletter_key, key) where status in ('not_started', 'in_progress');

create table bulk_action_items (
  action_key bigint not null references bulk_actions on delete cascade,
  position integer not null,             -- from 1
  target_id text not null,               -- as it was given; it may name nothing
  target_key bigint,                     -- null when it names nothing
  status bulk_action_result,             -- null until its turn
  reason text not null default '',
  detail text not null default '',
  primary key (action_key, position)
) with (fillfactor = 80);                -- each is updated in place once

-- People whom somebody chose for an email, whatever its tags and type, while it is a draft or afterwards.
alter table emails add column recipients_chosen boolean not null default false;  -- when it was a draft: they are all its audience
alter table deliveries
  add column chosen boolean not null default false,
  add column passed_by uuid;             -- added behind the mark of this lease, whose worker does not come back to it
alter table delivery_chunks add column added_date timestamptz(3);  -- somebody was added then: their retries count from it
