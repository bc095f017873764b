-- Words: `id` is what the world sees of a row (a UUIDv7 that the application makes), `key` what rows call each other.
-- Tag keys are integers because subscribers and emails carry them as int[]: a filter by tag is then one GIN look-up.

create table installation (
  only_row boolean primary key default true check (only_row),
  secret bytea not null  -- signs the links in our mails
);
insert into installation (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table newsletters (
  key integer generated always as identity primary key,
  id uuid not null unique,
  username text not null check (username = lower(username)),
  name text not null,
  description text not null default '',
  from_name text not null default '',
  from_address text not null,
  reply_to text not null default '',
  timezone text not null default 'UTC',
  postal_address text not null default '',
  track_opens boolean not null default false,
  track_clicks boolean not null default false,
  undo_seconds integer not null default 0 check (undo_seconds >= 0),
  late_schedule_hours integer not null default 24 check (late_schedule_hours >= 0),
  double_opt_in boolean not null default true,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint newsletters_username_unique unique (username)
);

create table api_keys (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  name text not null,
  hash bytea not null unique,  -- SHA-256 of the secret; the secret itself is shown once and kept nowhere
  permissions jsonb not null,
  creation_date timestamptz(3) not null default now(),
  expiry_date timestamptz(3),
  revocation_date timestamptz(3)
);
create index api_keys_newsletter on api_keys (newsletter_key);

create table idempotency_keys (
  api_key_key integer not null references api_keys on delete cascade,
  idempotency_key text not null,
  request_hash bytea not null,
  response_status smallint not null,
  response_body text not null,
  creation_date timestamptz(3) not null default now(),
  primary key (api_key_key, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (creation_date);

-- The journal: what happened, written in the transaction that made it happen. It outlives what it speaks of,
-- so it names things by id and refers to none.
create table events (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  event_type text not null,
  subscriber_id uuid,
  email_id uuid,
  automation_id uuid,
  data jsonb not null default '{}',
  creation_date timestamptz(3) not null default now()
);
create index events_newsletter on events (newsletter_key, key);
create index events_subscriber on events (subscriber_id, key) where subscriber_id is not null;
create index events_email on events (email_id, key) where email_id is not null;

create table tags (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  name text not null,
  color text not null,
  description text not null default '',
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now()
);
create unique index tags_name_unique on tags (newsletter_key, lower(name));

create type subscriber_type as enum (
  'unactivated', 'regular', 'premium', 'gifted', 'trialed', 'churning', 'past_due', 'churned',
  'unpaid', 'paused', 'unsubscribed', 'undeliverable', 'complained', 'blocked', 'removed');
create table subscribers (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  email_address text not null,
  normal_address text not null,  -- the form that decides whether two addresses are the same
  type subscriber_type not null,
  tags integer[] not null default '{}',
  metadata jsonb not null default '{}',
  notes text not null default '',
  source text not null,
  referrer_url text not null default '',
  utm_campaign text not null default '',
  utm_medium text not null default '',
  utm_source text not null default '',
  ip_address text not null default '',
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  confirmation_date timestamptz(3),
  unsubscription_date timestamptz(3),
  unsubscription_reason text not null default '',
  last_open_date timestamptz(3),
  last_click_date timestamptz(3),
  constraint subscribers_address_unique unique (newsletter_key, normal_address)
);
create index subscribers_creation on subscribers (newsletter_key, creation_date, key);
create index subscribers_tags on subscribers using gin (tags);

-- Who was deleted: enough to know the address again, too little to read it.
create table suppressions (
  newsletter_key integer not null references newsletters on delete cascade,
  address_hash bytea not null,  -- HMAC-SHA-256 of the normal address under the installation's secret
  creation_date timestamptz(3) not null default now(),
  primary key (newsletter_key, address_hash)
);

create type email_type as enum ('public', 'private', 'premium', 'free');
create type email_status as enum (
  'draft', 'about_to_send', 'scheduled', 'in_flight', 'imported', 'deleted', 'sent', 'errored');
create table emails (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  subject text not null,
  body text not null default '',
  description text not null default '',
  canonical_url text not null default '',
  image text not null default '',
  slug text not null,
  source text not null,
  email_type email_type not null,
  status email_status not null,
  included_tags integer[] not null default '{}',
  excluded_tags integer[] not null default '{}',
  attachments jsonb not null default '[]',
  metadata jsonb not null default '{}',
  should_send_teaser boolean not null default false,
  custom_teaser text not null default '',
  secondary_id integer,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  publish_date timestamptz(3),
  status_date timestamptz(3) not null default now(),  -- when it took its present status
  status_reason text not null default '',          -- why it is errored

  -- How far the audience has been frozen into the ledger: subscribers up to frozen_up_to, out of those up to
  -- audience_bound, the newest subscriber when sending began. Frozen completely when audience_frozen.
  audience_bound bigint,
  frozen_up_to bigint not null default 0,
  audience_frozen boolean not null default false,

  -- The relay does not take our mail: since when, and what it says. Null while it does.
  trouble_since timestamptz(3),
  trouble text,

  constraint emails_secondary_id_unique unique (newsletter_key, secondary_id)
);
create unique index emails_slug_unique on emails (newsletter_key, slug) where status <> 'deleted';
create index emails_creation on emails (newsletter_key, creation_date, key);
create index emails_subject on emails (newsletter_key, md5(subject));  -- finds duplicates
create index emails_in_flight on emails (key) where status = 'in_flight';
create index emails_tags on emails using gin ((included_tags || excluded_tags));

-- The ledger: one row for each email and recipient. No reference to subscribers: a deleted person leaves the count.
-- Outcomes are updates in place (fillfactor), and no index stands on what they change.
create type delivery_status as enum (
  'planned', 'accepted', 'temporary', 'permanent', 'uncertain', 'skipped', 'bounced', 'complained');
create table deliveries (
  email_key bigint not null references emails on delete cascade,
  subscriber_key bigint not null,
  status delivery_status not null default 'planned',
  attempts smallint not null default 0,
  status_date timestamptz(3),
  reply text,  -- what the mail server said last
  -- What the recipient did with it, the first time.
  open_date timestamptz(3),
  click_date timestamptz(3),
  unsubscription_date timestamptz(3),
  complaint_date timestamptz(3),
  primary key (email_key, subscriber_key)
) with (fillfactor = 85);

-- A chunk is a range of an email's recipients that one worker serves at a time. It wants work when next_attempt_date
-- comes; null means all of it is settled. `lease` says who holds it, until when; handed_up_to is written before
-- hand-over: after a crash no recipient beyond it can have been mailed.
create table delivery_chunks (
  email_key bigint not null references emails on delete cascade,
  first_key bigint not null,
  last_key bigint not null,
  next_attempt_date timestamptz(3) default now(),
  first_pass_done boolean not null default false,
  passes smallint not null default 0,
  lease uuid,
  lease_until timestamptz(3),
  handed_up_to bigint not null default 0,
  primary key (email_key, first_key)
);
create index delivery_chunks_due on delivery_chunks (next_attempt_date) where next_attempt_date is not null;

-- Mail that the built-in inbox has received (used while no SMTP server is configured).
create table inbox_messages (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  sender text not null,
  recipient text not null,
  source bytea not null,
  date timestamptz(3) not null default now()
);
create index inbox_messages_recipient on inbox_messages (lower(recipient), key);
create table inbox_total (
  only_row boolean primary key default true check (only_row),
  total bigint not null default 0
);
insert into inbox_total default values;
