-- What was there at the last read tells an old item that slid in from a new one, and a post that was taken back.
alter table feeds
  add column shown bigint[],               -- the items of its last answer, in its order; null: not known
  add column asked_date timestamptz(3),    -- when a request for it was last begun
  add column pinged_date timestamptz(3);   -- when somebody last said that there is something new in it

-- The WebSub hubs of feeds, and what they have agreed to.
create table feed_hubs (
  feed_key bigint primary key references feeds on delete cascade,
  hub_url text not null,
  topic_url text not null,
  next_try_date timestamptz(3) not null,   -- when it is to be asked (again)
  asked_date timestamptz(3),
  lease_until timestamptz(3),              -- until then it tells us; null: it has not agreed yet
  failures integer not null default 0,     -- one after the other, up to now
  last_error text not null default ''
);
create index feed_hubs_due on feed_hubs (next_try_date);

alter table automations
  add column poll_minutes integer,                      -- null: as the service and the feed say
  add column hold_minutes integer not null default 0,   -- how long a post waits for edits and withdrawal before it is mailed
  add column ready_date timestamptz(3);                 -- when it acts on what is known, once its feed has been asked for this due_date

alter table automation_items
  add column queued_date timestamptz(3),                -- when its hold_minutes began; null: there is nothing to wait for
  add column withdrawn_date timestamptz(3);             -- when the feed no longer had it, if it was skipped for that
create index automation_items_held on automation_items (automation_key) where status = 'held';
create index automation_items_withdrawn on automation_items (automation_key) where withdrawn_date is not null;

-- When the owner of a newsletter was last told by mail of what is held.
create table automation_notices (
  newsletter_key integer primary key references newsletters on delete cascade,
  told_date timestamptz(3)
);
