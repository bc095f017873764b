-- Saved filters (src/audience/filter): tags, emails and people are named in them by id.
create table segments (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  name text not null,
  normal_name text not null,
  description text not null default '',
  filters jsonb not null,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint segments_name_unique unique (newsletter_key, normal_name)
);

-- Who gets it, where two lists of tags cannot say that; else null, and included_tags and excluded_tags say it.
alter table emails
  add column filters jsonb,
  add column audience jsonb;  -- all that the filter meant when sending began: the audience is frozen by this
alter table automations add column filters jsonb;
