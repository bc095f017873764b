-- A bounce of a message that the relay had accepted. `hard` counts among the permanent failures, the others among the
-- temporary ones; chunks keep how many of their bounced rows are of the others.
create type bounce_kind as enum ('hard', 'soft', 'policy');
alter table deliveries add column bounce_kind bounce_kind;  -- of what is `bounced`, else null
update deliveries set bounce_kind = 'hard' where status = 'bounced';
alter table delivery_chunks add column soft_bounced integer not null default 0;

-- What came back about our mail: bounces, complaints, answers of machines (src/feedback/report.ts). A deleted subscriber
-- takes theirs along. Without an email nobody could tell what a report was about; those are kept for a limited time only.
create type feedback_kind as enum (
  'hard', 'soft', 'policy', 'delayed', 'delivered', 'complaint', 'not_spam', 'auto_reply', 'none');
create table feedback (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer references newsletters on delete cascade,
  email_key bigint references emails on delete cascade,
  subscriber_key bigint references subscribers on delete cascade,
  kind feedback_kind not null,
  status text,
  reason text,
  recipient text,
  pattern text,
  source text not null,          -- the way it came in
  identified_by text,            -- what told which delivery it is about
  report_hash bytea not null unique,  -- the same report that comes twice counts once
  creation_date timestamptz(3) not null
);
create index feedback_newsletter on feedback (newsletter_key, key);
create index feedback_delivery on feedback (email_key, subscriber_key);
create index feedback_subscriber on feedback (subscriber_key, key) where subscriber_key is not null;
create index feedback_unassigned on feedback (creation_date) where email_key is null;

-- How often something was not taken at all, by reason.
create table feedback_refusals (
  reason text primary key,
  total bigint not null,
  last_date timestamptz(3) not null
);
