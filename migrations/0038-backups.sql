-- The backups that were made, and where they are. Files are recognised by their names; these rows are the report.
create type backup_kind as enum ('scheduled', 'manual', 'upgrade');
create type backup_status as enum ('in_progress', 'good', 'failed');
create table backups (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  kind backup_kind not null,
  status backup_status not null default 'in_progress',  -- good: written, and read again to its end
  status_reason text not null default '',
  place text not null,                     -- the folder or bucket, without credentials
  file_name text not null,
  size bigint,
  row_count bigint,
  file_count bigint,
  is_encrypted boolean not null,
  creation_date timestamptz(3) not null default now(),
  completion_date timestamptz(3)
);

-- Where this database came from: at most one row, written by a restore together with everything else. Not part of backups.
create table restores (
  id uuid primary key,
  taken_at timestamptz(3) not null,        -- when the backup was made
  restored_at timestamptz(3) not null default now(),
  origin text not null,                    -- in words
  migration text not null,                 -- the newest one that the backup had
  secret_key_included boolean not null
);

-- The jobs that waited when the backup was made, until the first start enqueues them.
create table if not exists restored_jobs (  -- a restore of an earlier backup makes it in advance
  name text not null,
  singleton_key text,
  data jsonb,
  start_after timestamptz not null
);
