-- The feeds of readers who pay: one a person, at an address that only they know.
create table private_feeds (
  subscriber_key bigint primary key references subscribers on delete cascade,
  newsletter_key integer not null references tenants on delete cascade,
  id uuid not null unique,                 -- in the address: another one ends the former address
  creation_date timestamptz(3) not null default now(),
  fetches bigint not null default 0,       -- of this address
  last_fetch_date timestamptz(3)
);
create index private_feeds_newsletter on private_feeds (newsletter_key, subscriber_key);
