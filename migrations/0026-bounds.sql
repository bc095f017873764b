-- What bounds a key beside its permissions (src/accounts/bounds.ts). It never changes; {} bounds nothing.
alter table api_keys add column bounds jsonb not null default '{}';

-- Above so many recipients a send needs the approval of a second key; null: never.
alter table newsletters add column approval_threshold integer;

alter table emails
  add column sent_by uuid,                -- id of the key that asked for the send; null: none, or before this was kept
  add column changed_by uuid,             -- id of the key that last changed what an approval covers
  add column approval_state text not null default 'none'
    constraint emails_approval_state check (approval_state in ('none', 'requested', 'approved', 'voided')),
  add column approval_requested_by uuid,  -- id of the key whose request to send was refused
  add column approval_by uuid,            -- id of the key that approved
  add column approval_count integer,      -- the most recipients that are approved, or were counted when it was requested
  add column approval_hash bytea;         -- SHA-256 of the approved content and of the rule that chooses the audience

alter table automations add column changed_by uuid;   -- id of the key that made it or last changed it
alter table bulk_actions add column created_by uuid;  -- id of the key that asked for it

-- People whom bounded keys have mailed: a row for each send, or part of one. Without an email: previews, reminders and
-- copies that were sent again, which count for a day.
create table counted_recipients (
  key bigint generated always as identity primary key,
  api_key_key integer not null references api_keys on delete cascade,
  email_key bigint references emails on delete cascade,
  count integer not null,
  creation_date timestamptz(3) not null default now()
);
create index counted_recipients_of_day on counted_recipients (api_key_key, creation_date);
create index counted_recipients_of_email on counted_recipients (email_key);
