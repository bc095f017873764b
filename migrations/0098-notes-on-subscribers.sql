-- What the team has noted about people: dated, by somebody, never changed.
create table notes (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  body text not null,
  metadata jsonb not null default '{}',
  written_by uuid,                         -- id of the key or person
  creation_date timestamptz(3) not null default now()
);
create index notes_newsletter on notes (newsletter_key, key);
create index notes_subscriber on notes (subscriber_key, key);
