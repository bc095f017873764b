-- The last review of each email by each person or key: which revision it was, and what else it was made of.
create table email_reviews (
  email_key bigint not null references emails on delete cascade,
  reviewed_by uuid not null,               -- id of the key or person
  review_date timestamptz(3) not null,
  revision integer not null,               -- number of the revision; old ones may be deleted
  parts jsonb not null,                    -- snippets, segments, attachments and settings, with their versions
  primary key (email_key, reviewed_by)
);
alter table email_revisions
  drop constraint email_revisions_kept_for,
  add constraint email_revisions_kept_for check (kept_for in ('sitting', 'restore', 'review', 'send'));
