-- Whole newsletters leave as one zip file, a bundle, and come in from one (docs/moving.md).
create type export_status as enum ('not_started', 'in_progress', 'ready', 'error');
create type import_status as enum ('not_started', 'validating', 'in_progress', 'succeeded', 'failed');

create table exports (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  collections text[],                      -- null: everything, as a bundle
  format text not null default 'csv',
  columns text[],                          -- of each collection; null: all
  status export_status not null default 'not_started',
  status_reason text not null default '',
  total_count bigint not null default 0,   -- lines of all parts
  done_count bigint not null default 0,
  current_part text not null default '',
  folder text not null default '',         -- where this attempt puts the bundle, in the file store
  size bigint,                             -- null until the bundle is whole
  stumbles integer not null default 0,     -- failures of ours, one after the other; too many end it
  created_by uuid,
  creation_date timestamptz(3) not null default now(),
  start_date timestamptz(3),
  completion_date timestamptz(3),
  expiry_date timestamptz(3)               -- then the bundle is deleted
);
create index exports_newsletter on exports (newsletter_key, key);
create index exports_expiry on exports (expiry_date);

create table imports (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  format text not null,
  file_name text not null,
  size bigint not null,
  folder text not null,                    -- where the uploaded file is, in the file store
  status import_status not null default 'not_started',
  status_reason text not null default '',
  total_count bigint not null default 0,
  done_count bigint not null default 0,
  current_part text not null default '',
  report jsonb not null default '{}',      -- what came in, part by part, and what the importer must know
  stumbles integer not null default 0,
  created_by uuid,
  creation_date timestamptz(3) not null default now(),
  start_date timestamptz(3),
  completion_date timestamptz(3)
);
create index imports_newsletter on imports (newsletter_key, key);

-- The memory of a feed's items is hashed with this, so that it is of use in another installation as well. It was the key of
-- the row; new feeds take their address. A feed whose memory came in with a newsletter is followed by that one alone: nobody
-- else's posts become known by what somebody imports.
alter table feeds
  add column trait_seed text not null default '',
  add column newsletter_key integer;       -- null: every newsletter follows it
update feeds set trait_seed = key::text;
alter table feeds drop constraint feeds_url_key;
create unique index feeds_url_unique on feeds (url) where newsletter_key is null;

-- Suppressions are hashed with a key of the newsletter, which moves with them. Earlier ones were hashed with the secret of
-- the installation and are of no use elsewhere.
alter table suppressions add column portable boolean not null default false;
alter table newsletters add column suppression_keys bytea[] not null default '{}';  -- those that came in, encrypted with the secret of links
