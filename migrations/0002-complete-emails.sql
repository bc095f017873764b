-- What was uploaded: attachments of emails, and images that emails show. The bytes lie in the file store under the id.
create type file_kind as enum ('attachment', 'image');
create table files (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  kind file_kind not null,
  name text not null,
  content_type text not null,
  size integer not null,
  creation_date timestamptz(3) not null default now()
);
create index files_newsletter on files (newsletter_key, kind, key);

-- Pieces of text for templates: {{ snippets.IDENTIFIER }}.
create table snippets (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references newsletters on delete cascade,
  identifier text not null,
  name text not null,
  content text not null,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint snippets_identifier_unique unique (newsletter_key, identifier)
);

-- What is mailed, as it was when sending began, snippets in their places: {subject, body, description}. The email's own
-- subject and body may be corrected afterwards for the archive, and snippets change.
alter table emails add column mailed jsonb;
update emails set mailed = jsonb_build_object('subject', subject, 'body', body, 'description', description)
where audience_bound is not null;

-- When a worker last took up a part of it. After a long stop nobody wants the rest of old news without being asked.
alter table emails add column served_date timestamptz(3);
