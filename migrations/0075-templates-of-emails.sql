-- What new emails can begin with: a text with settings, under a name.
create table templates (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  name text not null,
  subject text not null,
  body text not null,
  email_type email_type not null,
  template email_template,
  locale text not null,
  archival_mode archival_mode not null,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint templates_name_unique unique (newsletter_key, name)
);
