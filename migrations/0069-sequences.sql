-- What happens by itself to one person, step by step, after something has happened: docs/sequences.md.

-- An email that only sequences send: it has no audience of its own, and is in no archive.
alter type email_status add value 'transactional' before 'in_flight';

-- Bulk actions trigger none, unless they are told to.
alter table bulk_actions add column starts_sequences boolean not null default false;

create table sequences (
  key integer generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  name text not null,
  is_active boolean not null default false,
  status_reason text not null default '',
  active_since timestamptz(3),
  edition integer not null default 1,          -- the current one
  trigger text not null,                       -- that of the current edition, for the statement that writes events
  look_date timestamptz(3),                    -- when the clock may trigger it next
  entry text not null default 'once' check (entry in ('once', 'after_end', 'every')),
  when_inactive text not null default 'hold' check (when_inactive in ('hold', 'finish', 'leave')),
  late_hours integer not null default 24,
  metadata jsonb not null default '{}',
  changed_by text,
  activated_by text,                           -- within whose bounds it mails
  approved_hash text,                          -- the edition that a second key has approved
  approved_by text,
  approval_requested_by text,
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now()
);
create index sequences_newsletter on sequences (newsletter_key, trigger);
create index sequences_look on sequences (look_date) where look_date is not null;

-- What a sequence does. Never changed: an edit makes another one, and each run keeps to its own.
create table sequence_editions (
  sequence_key integer not null references sequences on delete cascade,
  number integer not null,
  trigger text not null,
  trigger_date jsonb,                          -- which date in the metadata, for the trigger subscriber.date
  filters jsonb,
  exit_filters jsonb,
  checks_again boolean not null default false,
  steps jsonb not null,                        -- [{id, action, email_id}]: the action as it was sent
  hash text not null,
  published_date timestamptz(3) not null default now(),
  published_by text,
  primary key (sequence_key, number)
);

-- Something has happened that a sequence waits for. Written with the event, deleted with the decision whether somebody enters.
create table sequence_entries (
  key bigint generated always as identity primary key,
  sequence_key integer not null references sequences on delete cascade,
  cause uuid not null,                         -- the event, hit or request
  subscriber_id uuid,                          -- perhaps of somebody who has been deleted
  data jsonb not null default '{}',
  links smallint not null default 0,           -- how many sequences caused each other before this
  event_date timestamptz(3) not null,
  settle_date timestamptz(3) not null,
  constraint sequence_entries_once unique (sequence_key, cause, subscriber_id)
);
create index sequence_entries_due on sequence_entries (settle_date, key);

-- One passage of one person; without a person, of what concerns none.
create table sequence_runs (
  key bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  sequence_key integer not null references sequences on delete cascade,
  subscriber_key bigint references subscribers on delete cascade,
  edition integer not null,
  passage smallint not null,
  cause uuid not null,
  data jsonb not null default '{}',            -- of what triggered it
  links smallint not null default 0,
  mails boolean not null,                      -- it has steps that mail, so it ends when the person leaves the list
  entered_date timestamptz(3) not null,        -- when the trigger happened
  anchor_date timestamptz(3) not null,         -- from when delays count: the trigger, or later after a shift
  status text not null check (status in ('waiting', 'held', 'done', 'left', 'failed')),
  reason text not null default '',
  step integer not null default 0,
  planned_date timestamptz(3),                 -- when the step is due by its timing
  due_date timestamptz(3),                     -- when a worker looks at it
  tries smallint not null default 0,
  last_mail_step integer,
  last_email_key bigint,
  last_mail_date timestamptz(3),
  completed_date timestamptz(3),
  constraint sequence_runs_passage unique (sequence_key, subscriber_key, passage),
  constraint sequence_runs_cause unique nulls not distinct (sequence_key, subscriber_key, cause)
);
-- Nobody is inside twice.
create unique index sequence_runs_inside on sequence_runs (sequence_key, subscriber_key) where status in ('waiting', 'held');
create index sequence_runs_due on sequence_runs (due_date, key) where status = 'waiting';
create index sequence_runs_place on sequence_runs (sequence_key, edition, step, due_date) where status = 'waiting';
create index sequence_runs_person on sequence_runs (subscriber_key);

-- What has been done. A step of a run happens once.
create table sequence_steps (
  run_key bigint not null references sequence_runs on delete cascade,
  step_id uuid not null,
  result text not null check (result in ('done', 'skipped', 'failed')),
  reason text not null default '',
  due_date timestamptz(3),
  date timestamptz(3) not null default now(),
  email_key bigint,                            -- of a mail
  primary key (run_key, step_id)
);
create index sequence_steps_step on sequence_steps (step_id, result);

-- The email of a step: in the ledger, nobody gets an email twice, so each passage has one of its own.
create table sequence_emails (
  sequence_key integer not null references sequences on delete cascade,
  step_id uuid not null,
  passage smallint not null,
  email_key bigint not null references emails on delete cascade,
  primary key (sequence_key, step_id, passage)
);
create index sequence_emails_email on sequence_emails (email_key);

-- Why somebody did not enter, the last time.
create table sequence_refusals (
  sequence_key integer not null references sequences on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  reason text not null,
  date timestamptz(3) not null,
  primary key (sequence_key, subscriber_key)
);
create index sequence_refusals_person on sequence_refusals (subscriber_key);

-- Keys that requests of steps are signed with, encrypted. Steps name them by id.
create table sequence_signing_keys (
  id uuid primary key,
  sequence_key integer not null references sequences on delete cascade,
  signing_key text not null
);
create index sequence_signing_keys_sequence on sequence_signing_keys (sequence_key);

-- Requests of steps to other programs that wait to be sent. Once one is answered, its row is deleted.
create table sequence_requests (
  id uuid primary key default gen_random_uuid(),
  run_key bigint not null references sequence_runs on delete cascade,
  step_id uuid not null,
  url text not null,
  signing_key_id uuid,                         -- of sequence_signing_keys
  body text not null,
  creation_date timestamptz(3) not null default now(),
  work_date timestamptz,
  work_lease uuid,
  work_tries integer not null default 0,
  work_trouble text not null default '',
  unique (run_key, step_id)
);
create index sequence_requests_work on sequence_requests (work_date) where work_date is not null;

-- Whoever leaves the list leaves all sequences that mail, at once.
create function end_sequence_runs() returns trigger language plpgsql as $$
begin
  update sequence_runs set status = 'left', reason = new.type::text, completed_date = now(), due_date = null
    where subscriber_key = new.key and status in ('waiting', 'held') and mails;
  return null;
end $$;
create trigger subscribers_leave_sequences after update of type on subscribers for each row
  when (new.type in ('unsubscribed', 'complained', 'blocked', 'removed', 'undeliverable') and new.type <> old.type)
  execute function end_sequence_runs();
