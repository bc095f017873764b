-- People and past issues come in from other services (docs/moving.md): the file is read into staged tables, then checked, then
-- taken in batch by batch; and for 30 days all of it can be undone.
alter type import_status add value 'validated' after 'validating';  -- a dry run is done; nothing has changed yet
alter type import_status add value 'undoing';
alter type import_status add value 'undone';

alter table imports
  add column options jsonb not null default '{}',
  add column dry_run boolean not null default false,          -- stop once the file is checked
  add column tag_names text[] not null default '{}',          -- that the file names; staged rows name them by their place here, from 1
  add column made_tags uuid[] not null default '{}',          -- that the import created
  add column people_count bigint not null default 0,          -- that were staged, duplicates included
  add column issue_count bigint not null default 0,
  add column place bigint not null default 0,                 -- people before this place are in
  add column issue_place bigint not null default 0,           -- and issues
  add column removed_count bigint not null default 0,         -- people who were deleted again when it was undone
  add column restored_count bigint not null default 0;        -- people who got their former values back

-- What a file says, read and validated, until it is in. After a crash of PostgreSQL these are empty, and the file is read again.
create unlogged table staged_people (
  import_key bigint not null,
  place bigint not null,            -- from 0, in the order of the file
  file text not null,
  line bigint not null,
  id uuid not null,
  email_address text not null,
  normal_address text not null,
  address_hashes bytea[],           -- null: nobody was erased when the file was read
  type subscriber_type not null,
  is_asked boolean not null,        -- a new person gets the confirmation mail
  tags integer[] not null,
  metadata jsonb not null,
  notes text not null,
  referrer_url text not null,
  utm_campaign text not null,
  utm_medium text not null,
  utm_source text not null,
  ip_address text not null,
  creation_date timestamptz(3),
  confirmation_date timestamptz(3),
  unsubscription_date timestamptz(3),
  unsubscription_reason text not null,
  has_consent boolean not null,     -- the file has evidence of consent
  consent_date timestamptz(3),
  consent_ip_address text not null,
  consent_page_url text not null,
  consent_text text not null,
  primary key (import_key, place)
);
create unlogged table staged_issues (
  import_key bigint not null,
  place bigint not null,
  issue jsonb not null,
  primary key (import_key, place)
);

-- One transaction of an import. Who was created by it has a key in this range and this modification_date, until something else
-- changes them.
create table import_batches (
  import_key bigint not null references imports on delete cascade,
  place bigint not null,
  date timestamptz(3) not null,
  first_key bigint,
  last_key bigint,
  created integer not null,
  updated integer not null,
  unchanged integer not null,
  skipped integer not null,
  primary key (import_key, place)
);

-- What existing people were before an import changed them. Goes with the person.
create table import_updates (
  import_key bigint not null,
  subscriber_key bigint not null references subscribers on delete cascade,
  date timestamptz(3) not null,     -- the modification_date that the import gave them
  before jsonb not null,
  consent_date timestamptz(3),      -- of the evidence that the import added
  primary key (import_key, subscriber_key)
);
create index import_updates_subscriber on import_updates (subscriber_key);

-- The issues that an import created.
create table import_issues (
  import_key bigint not null,
  place bigint not null,
  email_id uuid not null,
  date timestamptz(3) not null,     -- the modification_date that the import gave it
  primary key (import_key, place)
);

-- The report, line by line: what did not come in, and what could not be undone. Names people by their keys, so that it says
-- nothing of those who are erased later.
create table import_lines (
  key bigint generated always as identity primary key,
  import_key bigint not null,
  file text not null,
  line bigint,
  outcome text not null,
  subscriber_key bigint,
  reason text not null
);
create index import_lines_import on import_lines (import_key, key);
