-- What Gmail's Postmaster Tools say about the domains of newsletters, read with a service account of Google. There is at most one.
create table postmaster_access (
  key integer generated always as identity primary key,
  id uuid not null unique,
  client_email text not null,
  private_key text not null,             -- encrypted
  trouble text not null default '',      -- why nothing can be read; '' if it can
  trouble_since timestamptz(3),
  tries smallint not null default 0,     -- failures since the last success
  fetched_date timestamptz(3),           -- when everything was last read
  next_fetch_date timestamptz(3) not null default now(),  -- while a worker reads: when others may
  creation_date timestamptz(3) not null default now()
);
create unique index postmaster_access_once on postmaster_access ((true));

create table postmaster_domains (
  domain text primary key,               -- that newsletters send from
  source text not null,                  -- it, or the domain above it that Gmail has figures of; '' if none
  trouble text not null,                 -- why there are none; '' if there are
  requirements jsonb not null,           -- those of Gmail, with the state of each
  fetched_date timestamptz(3) not null
);

-- Shares from 0 to 1; null if Gmail says nothing, as for days with little mail.
create table postmaster_figures (
  domain text not null references postmaster_domains on delete cascade,
  day date not null,
  spam_rate double precision,
  spf_rate double precision,
  dkim_rate double precision,
  dmarc_rate double precision,
  error_rate double precision,
  primary key (domain, day)
);

-- By what Feedback-ID names: the id of an email or of a newsletter.
create table postmaster_identifiers (
  domain text not null references postmaster_domains on delete cascade,
  day date not null,
  identifier uuid not null,
  spam_rate double precision not null,
  primary key (domain, identifier, day)
);
create index postmaster_identifiers_identifier on postmaster_identifiers (identifier, day);
