-- How many people of a batch are asked to confirm, so that the report of an import without a dry run says it too.
alter table import_batches add column asked integer not null default 0;

-- Refused lines beyond those that the report lists one by one.
alter table imports add column unlisted_count bigint not null default 0;

-- The images that an import copied. Goes with the image.
create table import_files (
  import_key bigint not null,
  file_id uuid not null references files (id) on delete cascade,
  primary key (import_key, file_id)
);
create index import_files_file on import_files (file_id);

-- WordPress answers to a post's number as well as to its path: `/?p=123`.
create index emails_former_query on emails ((metadata ->> 'former_query')) where metadata ->> 'former_query' is not null;
