-- Keys that sign a newsletter's mail in the name of its domain (RFC 6376). Two pairs live side by side while they are
-- rotated: the newest that is active signs, and what older ones have signed is still on its way.
create type dkim_algorithm as enum ('rsa-sha256', 'ed25519-sha256');
create type dkim_key_status as enum ('waiting', 'active', 'retired');
create table dkim_keys (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  domain text not null,
  selector text not null,
  algorithm dkim_algorithm not null,
  private_key text not null,  -- PKCS #8, PEM; never shown
  record text not null,       -- what DNS has to say of it
  status dkim_key_status not null default 'waiting',
  creation_date timestamptz(3) not null default now(),
  status_date timestamptz(3) not null default now(),
  constraint dkim_keys_selector_unique unique (domain, selector, newsletter_key)
);
create index dkim_keys_newsletter on dkim_keys (newsletter_key);
