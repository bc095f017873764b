-- Destructive: what the relays of SMTP_URL said about themselves is dropped, until the program meets each again

-- Relays: those of SMTP_URL, which the program writes down so that the ledger can name them, and those that people add. A removed
-- one stays for the ledger's sake, without its login.
drop table relays;
create table relays (
  key smallint generated always as identity primary key,
  id uuid not null unique,
  name text not null,                               -- what people call it; of one of SMTP_URL, host:port
  is_of_settings boolean not null default false,    -- from SMTP_URL, which has all that follows up to is_default
  host text not null default '',
  port integer not null default 587,
  tls text not null default 'require',              -- implicit, require, opportunistic, none
  login_name text not null default '',              -- empty: no login
  password text not null default '',                -- encrypted
  login_method text,                                -- null: the first one that the relay offers
  client_name text not null default '',             -- in EHLO; empty: the machine's
  weight smallint not null default 1,
  is_reserve boolean not null default false,
  connections smallint,                             -- null: SMTP_CONNECTIONS
  sending_rate double precision not null default 0,             -- messages a second over all workers; 0: no limit
  newsletter_ids uuid[] not null default '{}',
  from_domains text[] not null default '{}',
  is_default boolean not null default false,
  -- What it said when it was last met. Whoever previews an email has no connection to it.
  smtputf8 boolean,                                 -- takes addresses with letters beyond ASCII
  size_limit bigint,                                -- the most bytes of a message; null: it names none
  seen_date timestamptz(3),
  trouble text,                                     -- why no connection can be opened; null: one could, or none was tried
  trouble_since timestamptz(3),
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  removal_date timestamptz(3)                       -- no longer in use
);
create unique index relays_of_settings on relays (name) where is_of_settings;

-- Which relay was asked last to take the copy.
alter table deliveries add column relay_key smallint;
