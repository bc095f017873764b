-- What readers write back to a newsletter, and what its people answer.
create type reply_handling as enum ('mailbox', 'inbox', 'inbox_and_mailbox');
create type reply_sender as enum ('reader', 'subscriber', 'other_address', 'stranger');
create type reply_status as enum ('unread', 'read', 'archived');

alter table newsletters add column replies reply_handling not null default 'mailbox';

create table replies (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  subscriber_key bigint references subscribers on delete cascade,  -- beside whom it is shown
  email_key bigint references emails on delete set null,           -- which mail it is about
  from_address text not null,              -- as the mail says; anybody can write anything there
  normal_address text not null,
  from_name text not null,
  sender reply_sender not null,
  is_authentic boolean,                    -- what the receiving server found about From; null: nothing
  is_automatic boolean not null,
  status reply_status not null default 'unread',
  subject text not null,
  text text not null,
  is_cut boolean not null,                 -- there was more than is kept
  files jsonb not null default '[]',       -- the names of what was attached, which is not kept
  message_id text not null,                -- without <>; empty: it has none
  reference_ids text[] not null,           -- those of the mails before it, oldest first
  report_hash bytea not null,              -- the same for a mail that arrives twice
  answered_date timestamptz(3),
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  unique (newsletter_key, report_hash)
);
create index replies_newsletter on replies (newsletter_key, is_automatic, status, key);
create index replies_address on replies (newsletter_key, normal_address, creation_date);
create index replies_strangers on replies (newsletter_key, creation_date) where subscriber_key is null;
create index replies_automatic on replies (creation_date) where is_automatic;
create index replies_subscriber on replies (subscriber_key) where subscriber_key is not null;
create index replies_email on replies (email_key) where email_key is not null;

create table reply_answers (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  reply_key bigint not null references replies on delete cascade,
  text text not null,
  written_by uuid,                         -- the id of the person or key
  outcome text,                            -- what the mail server said: accepted or refused; null: not known yet
  creation_date timestamptz(3) not null default now()
);
create index reply_answers_reply on reply_answers (reply_key, key);
