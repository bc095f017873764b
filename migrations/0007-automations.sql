-- A feed is fetched once for all automations that follow it.
create table feeds (
  key bigint generated always as identity primary key,
  url text not null unique,            -- as it was first asked for
  fetch_url text not null,             -- where it is now: a permanent redirect that worked is followed from then on
  etag text,
  last_modified text,
  title text not null default '',
  site_url text not null default '',
  next_poll_date timestamptz(3),       -- null while no active automation follows it
  last_checked_date timestamptz(3),
  last_success_date timestamptz(3),
  polling jsonb not null default '{"least_minutes": null, "skip_hours": [], "skip_days": []}',  -- how seldom it wants to be asked
  busy_until timestamptz(3),           -- its server asked not to be asked before (Retry-After)
  failures integer not null default 0, -- one after the other, up to now
  last_error text not null default ''
);
create index feeds_due on feeds (next_poll_date) where next_poll_date is not null;
create index feeds_fetch_url on feeds (fetch_url);

-- Every item a feed was ever seen to hold: what is not kept would be news again. `traits` are hashes of what an item can
-- be known by (src/automations/identity.ts).
create table feed_items (
  key bigint generated always as identity primary key,
  feed_key bigint not null references feeds on delete cascade,
  traits bigint[] not null,
  url text not null,
  title text not null,
  publish_date timestamptz(3) not null,     -- when the feed says nothing of it: when it was first seen
  first_seen_date timestamptz(3) not null,
  content jsonb                             -- null for what no automation was ever to mail
);
create index feed_items_feed on feed_items (feed_key, first_seen_date);
create index feed_items_traits on feed_items using gin (traits);

create type automation_behavior as enum ('draft', 'emails');
create type automation_cadence as enum ('every', 'weekly', 'monthly');
create type automation_status as enum ('active', 'inactive');
create type automation_item_status as enum ('irrelevant', 'queued', 'processed', 'skipped', 'held', 'errored');

create table automations (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  feed_key bigint not null references feeds,
  name text not null default '',
  behavior automation_behavior not null,
  cadence automation_cadence not null,
  cadence_metadata jsonb not null default '{}',
  subject text not null,
  body text not null,
  included_tags integer[] not null default '{}',
  excluded_tags integer[] not null default '{}',
  email_type email_type not null,
  status automation_status not null,
  status_reason text not null default '',          -- why the service made it inactive
  skip_old_items boolean not null,
  metadata jsonb not null default '{}',
  on_next_poll automation_item_status,             -- what becomes of all items of the next answer that it does not know; null: the usual
  due_date timestamptz(3),                         -- when it is to make emails of what is queued; null: nothing to do
  due_timezone text not null default '',           -- the zone that due_date was reckoned in
  last_run_date timestamptz(3),
  last_error text not null default '',             -- of its last run
  creation_date timestamptz(3) not null,
  modification_date timestamptz(3) not null
);
create index automations_newsletter on automations (newsletter_key, key);
create index automations_feed on automations (feed_key);
create index automations_due on automations (due_date) where status = 'active' and due_date is not null;
create index automations_tags on automations using gin ((included_tags || excluded_tags));

create table automation_items (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  automation_key bigint not null references automations on delete cascade,
  item_key bigint not null references feed_items on delete cascade,
  status automation_item_status not null,
  reason text not null default '',
  email_id uuid,                                   -- of the email that it went into
  creation_date timestamptz(3) not null,
  modification_date timestamptz(3) not null,
  constraint automation_items_once unique (automation_key, item_key)
);
create index automation_items_automation on automation_items (automation_key, key);
create index automation_items_queued on automation_items (automation_key) where status = 'queued';
create index automation_items_item on automation_items (item_key);

alter table emails add column automation_id uuid;  -- the automation that made it; kept when that is deleted
create index emails_automation on emails (automation_id) where automation_id is not null;
create index events_automation on events (automation_id, key) where automation_id is not null;
