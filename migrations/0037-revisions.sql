-- What an email was at the end of each sitting: the changes of one author, one soon after the other.
create table email_revisions (
  email_key bigint not null references emails on delete cascade,
  number integer not null,                 -- from 1, without gaps but for old ones that were deleted
  written_by uuid,                         -- id of the key or person; null: the service, or unknown
  begin_date timestamptz(3) not null,
  end_date timestamptz(3) not null,        -- the last change
  kept_for text                            -- why the sitting has ended; null: it may go on
    constraint email_revisions_kept_for check (kept_for in ('sitting', 'restore', 'send')),
  -- Null in the newest one: it is the email itself.
  subject text,
  body text,
  settings jsonb,
  size integer,                            -- bytes of subject, body and settings
  words_added integer,                     -- since the one before
  words_removed integer,
  primary key (email_key, number)
);
