-- The domain that a newsletter wants to be found at, and the same once a check has found that it shows the newsletter.
alter table newsletters
  add column domain text not null default '',
  add column served_domain text not null default '',
  add constraint newsletters_served_domain_is_own check (served_domain in ('', domain));
create unique index newsletters_domain_unique on newsletters (domain) where domain <> '';

-- What the last check of that domain found.
create table domain_checks (
  newsletter_key bigint primary key references newsletters (key) on delete cascade,
  domain text not null,
  record_type text not null,
  records jsonb not null,
  nameservers text[] not null,
  faults text[] not null,
  -- Whether DNS leads here, so that a certificate may be asked for.
  is_pointed boolean not null,
  is_served boolean not null,
  -- Since when a domain that had been found to work no longer does.
  failing_since timestamptz,
  checked_date timestamptz not null
);

-- A question that only this database can answer, for the time of one check.
create table domain_challenges (
  id uuid primary key,
  domain text not null,
  creation_date timestamptz not null default now()
);

-- Domains that newsletters had. Links in mails lead to them, so they keep leading on until another newsletter is found there.
create table former_domains (
  domain text primary key,
  newsletter_key bigint not null references newsletters (key) on delete cascade,
  creation_date timestamptz not null default now()
);
create index on former_domains (newsletter_key);
