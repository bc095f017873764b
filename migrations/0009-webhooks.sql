-- Lists of the journal go by time; which type a line has is read from the index as well.
create index events_time on events (newsletter_key, creation_date, key) include (event_type);
drop index events_newsletter;

create type webhook_status as enum ('enabled', 'disabled');
create table webhooks (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  url text not null,
  event_types text[] not null default '{}',  -- empty: all
  description text not null default '',
  signing_key text not null,
  status webhook_status not null,
  disabled_date timestamptz(3),
  disabled_reason text not null default '',  -- why the service disabled it
  failing_since timestamptz(3),              -- the first failure that no success has followed
  busy_until timestamptz(3),                 -- it asked not to be asked before, or is given a rest
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now()
);
create index webhooks_newsletter on webhooks (newsletter_key, key);

-- Who is still to be told of which event; what is done with is deleted. Written with the event (src/events/record.ts).
-- No reference to webhooks: one that is deleted just then must not fail the change that the event tells of.
-- `lease` is the right of a worker to it, until next_attempt_date.
create table webhook_deliveries (
  event_key bigint not null references events on delete cascade,
  webhook_key integer not null,
  attempts smallint not null default 0,
  next_attempt_date timestamptz(3) not null default now(),
  lease uuid,
  primary key (event_key, webhook_key)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_key, next_attempt_date, event_key);
create index webhook_deliveries_leased on webhook_deliveries (webhook_key) where lease is not null;

create type webhook_outcome as enum ('succeeded', 'failed');
create table webhook_attempts (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  webhook_key integer not null references webhooks on delete cascade,
  event_id uuid not null,
  event_type text not null,
  attempt smallint,                          -- 1 is the first; null: a test
  outcome webhook_outcome not null,
  status_code integer,                       -- null: there was no answer
  reason text not null,                      -- why it failed
  response_body text not null,               -- how the answer begins
  duration_ms integer not null,
  next_attempt_date timestamptz(3),          -- when it is tried again
  creation_date timestamptz(3) not null
);
create index webhook_attempts_webhook on webhook_attempts (webhook_key, key);
create index webhook_attempts_age on webhook_attempts (creation_date);
