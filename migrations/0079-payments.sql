-- What a subscription at a payment service is while it is on trial: it entitles, and nothing has been paid yet.
alter type grant_state add value 'trialing';
-- The source of a grant may be silent for a while after its end. Until then it holds, so that no clock takes away what is paid for.
alter table grants add column grace_until timestamptz(3);
alter table grants add constraint grants_grace_after_end check (grace_until is null or grace_until >= end_date);

-- How a newsletter is paid for: one account of Stripe and one of its modes.
create table payment_accounts (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null unique references tenants on delete cascade,
  mode text not null check (mode in ('practice', 'test', 'live')),
  stripe_id text not null,                                -- acct_…
  restricted_key text not null default '',                -- encrypted; empty in practice
  webhook_secret text not null default '',                -- encrypted; empty: no notices come, and events are polled
  endpoint_id text,                                       -- we_…; null: not made by us
  product_ids text[] not null default '{}',               -- what of the account belongs to this newsletter
  currency text not null default 'usd',
  grace_days integer not null default 7,                  -- how long a failed payment entitles
  trial_days integer not null default 0,                  -- of a new subscription
  on_unsubscribe text not null default 'end' check (on_unsubscribe in ('end', 'keep')),
  tax text not null default 'none' check (tax in ('none', 'stripe_tax', 'managed')),
  offers jsonb not null default '[]',                     -- the prices as they were read last
  events_until bigint not null,                           -- up to when events have been taken in, in seconds
  answer_date timestamptz(3),                             -- when Stripe answered last
  failing_since timestamptz(3),                           -- since when it has not; null: it does
  trouble text not null default '',
  notice_date timestamptz(3),                             -- when a notice with a good signature came last
  sweep_date timestamptz(3) not null default now(),       -- when the next comparison is due
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  work_date timestamptz default now(),
  work_lease uuid,
  work_tries integer not null default 0,
  work_trouble text not null default ''
);
create index payment_accounts_work on payment_accounts (work_date) where work_date is not null;

-- The world of a newsletter in practice: what Stripe would keep.
create table payment_practices (
  account_key integer primary key references payment_accounts on delete cascade,
  world jsonb not null
);

-- What Stripe has told us, by notice or when asked. Append-only. Nothing follows from what it says but that an object is read.
create table payment_notices (
  key bigint generated always as identity primary key,
  account_key integer not null references payment_accounts on delete cascade,
  event_id text not null,
  event_type text not null,
  object_id text not null,                                -- empty: none that we read
  is_pushed boolean not null,                             -- came as a notice; otherwise we asked
  received_date timestamptz(3) not null default now(),
  unique (account_key, event_id)
);
create index payment_notices_received on payment_notices (received_date);

-- Objects of Stripe that we read, as they were read last.
create table payment_objects (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  account_key integer not null references payment_accounts on delete cascade,
  object_id text not null,                                -- sub_…, cs_…
  kind text not null check (kind in ('subscription', 'checkout')),
  facts jsonb,                                            -- null: not read yet
  is_running boolean not null default true,               -- charges or may charge again; true until it was read
  customer_id text not null default '',
  read_date timestamptz(3),
  cause text not null default 'person' check (cause in ('notice', 'poll', 'sweep', 'checkout', 'person', 'date')),
  leaving_date timestamptz(3),                            -- the unsubscription that has ended it, or came before it
  creation_date timestamptz(3) not null default now(),
  work_date timestamptz default now(),
  work_lease uuid,
  work_tries integer not null default 0,
  work_trouble text not null default '',
  unique (account_key, object_id)
);
create index payment_objects_work on payment_objects (work_date) where work_date is not null;
create index payment_objects_customer on payment_objects (account_key, customer_id);
create index payment_objects_running on payment_objects (account_key) where is_running and kind = 'subscription';

-- Every read that differed from the one before. Append-only.
create table payment_reads (
  key bigint generated always as identity primary key,
  object_key bigint not null references payment_objects on delete cascade,
  read_date timestamptz(3) not null,
  cause text not null,
  facts jsonb not null
);
create index payment_reads_object on payment_reads (object_key, key);

-- Which customer of the account is which subscriber.
create table payers (
  key bigint generated always as identity primary key,
  account_key integer not null references payment_accounts on delete cascade,
  customer_id text not null,
  subscriber_key bigint references subscribers on delete set null,  -- null: the person was deleted
  link text not null check (link in ('checkout', 'adopted', 'person')),
  creation_date timestamptz(3) not null default now(),
  unique (account_key, customer_id)
);
create index payers_subscriber on payers (subscriber_key) where subscriber_key is not null;

-- Attempts to pay. One is open at a time for a person.
create table checkouts (
  key bigint generated always as identity primary key,
  id uuid not null unique,                                -- the Idempotency-Key of its session
  account_key integer not null references payment_accounts on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  price_id text not null,
  back text not null,                                     -- the path to which the reader returns
  session_id text,                                        -- cs_…; null: Stripe may not have made it
  url text,
  state text not null default 'open' check (state in ('open', 'completed', 'expired')),
  creation_date timestamptz(3) not null default now()
);
create unique index checkouts_one_open on checkouts (account_key, subscriber_key) where state = 'open';
create index checkouts_subscriber on checkouts (subscriber_key);
create index checkouts_session on checkouts (account_key, session_id);

-- Comparisons with everything that Stripe has. Append-only.
create table payment_sweeps (
  key bigint generated always as identity primary key,
  account_key integer not null references payment_accounts on delete cascade,
  sweep_date timestamptz(3) not null,
  compared integer not null,                              -- subscriptions of the newsletter's products
  agreed integer not null,
  outside integer not null,                               -- subscriptions of other products
  drifts jsonb not null                                   -- what differed, and what people should know
);
create index payment_sweeps_account on payment_sweeps (account_key, key);
